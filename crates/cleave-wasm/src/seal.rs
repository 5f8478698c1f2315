//! Writing: who a container is for, its header, and its frames one by one.

use crate::derivation::{Derivation, read_derived};
use crate::fault::Fault;
use crate::ticket::Ticket;
use cleave_core::{
    Argon2Cost, ChunkSize, ContentSigner, Encryptor, Error, Fragment, FrameSealer, HeaderState, HintField,
    Passphrase, Position, Signed, SigningKey, Start, Writer, container_len,
};
use wasm_bindgen::prelude::wasm_bindgen;
use zeroize::Zeroize;

/// Who a container is for, and how it is written.
#[wasm_bindgen]
#[derive(Default)]
pub struct Recipe {
    encryptor: Encryptor,
    chunk: ChunkSize,
    signed: bool,
}

/// Bytes of a chunk where nothing else is asked for.
#[wasm_bindgen]
pub fn default_chunk_len() -> usize {
    ChunkSize::DEFAULT.bytes()
}

#[wasm_bindgen]
impl Recipe {
    /// For nobody yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a recipient by its text form.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn recipient(&mut self, text: &str) -> Result<(), Fault> {
        let recipient = text.parse()?;
        self.change(|encryptor| encryptor.recipient(recipient));
        Ok(())
    }

    /// Adds a recipient without a key identifier.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn hidden_recipient(&mut self, text: &str) -> Result<(), Fault> {
        let recipient = text.parse()?;
        self.change(|encryptor| encryptor.hidden_recipient(recipient));
        Ok(())
    }

    /// Adds a passphrase in UTF-8, and wipes it on both sides.
    ///
    /// # Errors
    /// `key_malformed`; `usage` for a cost that Argon2id does not have.
    pub fn passphrase(
        &mut self,
        utf8: &mut [u8],
        memory_kib: u32,
        passes: u8,
        lanes: u8,
    ) -> Result<(), Fault> {
        let passphrase = read_passphrase(utf8)?;
        let cost = cost(memory_kib, passes, lanes)?;
        self.change(|encryptor| encryptor.passphrase(passphrase, cost));
        Ok(())
    }

    /// Splits the master key; header and fragment carry the hint by which they find each other.
    pub fn split_with_hint(&mut self) {
        self.change(|encryptor| encryptor.split(HintField::Stored));
    }

    /// Splits the master key, without a hint.
    pub fn split_without_hint(&mut self) {
        self.change(|encryptor| encryptor.split(HintField::Omitted));
    }

    /// Signs the content.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn sign(&mut self, signing_key: &str) -> Result<(), Fault> {
        let key = SigningKey::parse(signing_key)?;
        self.signed = true;
        self.change(|encryptor| encryptor.sign(key));
        Ok(())
    }

    /// Sets the bytes of a chunk.
    ///
    /// # Errors
    /// `usage` for what is no power of two from 4 KiB to 16 MiB.
    pub fn chunk_len(&mut self, bytes: u32) -> Result<(), Fault> {
        let what = "a chunk size is a power of two from 4096 to 16777216 bytes";
        self.chunk = ChunkSize::from_bytes(bytes.into()).ok_or(Error::Usage { what })?;
        let chunk = self.chunk;
        self.change(|encryptor| encryptor.chunk_size(chunk));
        Ok(())
    }

    /// Draws the keys.
    ///
    /// # Errors
    /// `usage` for nobody; `randomness`.
    pub fn start(self) -> Result<Sealing, Fault> {
        let Start { writer, fragment } = self.encryptor.start()?;
        let signed = if self.signed { Signed::Yes } else { Signed::No };
        Ok(Sealing {
            stage: Stage::Header(Box::new(writer)),
            fragment,
            chunk: self.chunk,
            signed,
            header_len: 0,
            ticket: Ticket::new(),
        })
    }

    fn change(&mut self, with: impl FnOnce(Encryptor) -> Encryptor) {
        self.encryptor = with(core::mem::take(&mut self.encryptor));
    }
}

/// A container that is being written: the header's parts, then a ticket for each frame, then the signature.
#[wasm_bindgen]
pub struct Sealing {
    stage: Stage,
    fragment: Option<Fragment>,
    chunk: ChunkSize,
    signed: Signed,
    header_len: u64,
    ticket: Ticket,
}

enum Stage {
    Header(Box<Writer>),
    Frames(Box<FrameSealer>, Box<ContentSigner>),
    Failed,
}

const ORDER: Error = Error::Usage { what: "take the whole header first, then the frames, up to the last" };

#[wasm_bindgen]
impl Sealing {
    /// What is to be derived before the next part of the header.
    ///
    /// # Errors
    /// `randomness`.
    pub fn next_derivation(&mut self) -> Result<Option<Derivation>, Fault> {
        match &mut self.stage {
            Stage::Header(writer) => Ok(writer.next_derivation()?.map(Derivation::new)),
            Stage::Frames(..) | Stage::Failed => Ok(None),
        }
    }

    /// Gives what came of it, and wipes that on both sides.
    ///
    /// # Errors
    /// `usage` for what is not of 32 bytes.
    pub fn give_derived(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        let derived = read_derived(bytes)?;
        if let Stage::Header(writer) = &mut self.stage {
            writer.give_derived(derived);
        }
        Ok(())
    }

    /// The next part of the header; nothing once it was taken whole.
    ///
    /// # Errors
    /// `randomness`, `out_of_memory`.
    pub fn header_part(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        let Stage::Header(writer) = &mut self.stage else {
            return Ok(None);
        };
        let mut part = Vec::new();
        let state = writer.header(&mut part)?;
        self.header_len += part.len() as u64;
        if state == HeaderState::Whole
            && let Stage::Header(writer) = core::mem::replace(&mut self.stage, Stage::Failed)
        {
            let (sealer, signer) = writer.into_frame_sealer()?;
            self.stage = Stage::Frames(Box::new(sealer), Box::new(signer));
        }
        Ok(Some(part))
    }

    /// The text form of the fragment of a split container.
    pub fn fragment(&self) -> Option<String> {
        self.fragment.as_ref().map(|fragment| fragment.to_text().to_string())
    }

    /// Bytes of every chunk but the last.
    pub fn chunk_len(&self) -> usize {
        self.chunk.bytes()
    }

    /// Bytes of the whole container for so much plaintext, once the header was taken.
    pub fn container_len(&self, plaintext_len: u64) -> Option<u64> {
        container_len(self.header_len, plaintext_len, self.chunk, self.signed)
    }

    /// Goes on to the next frame, which is full and not the last: see [`Sealing::ticket`].
    ///
    /// # Errors
    /// `usage` before the header was taken.
    pub fn middle_frame(&mut self) -> Result<(), Fault> {
        self.frame(self.chunk.bytes(), Position::Middle)
    }

    /// Goes on to the last frame, of `len` plaintext bytes.
    ///
    /// # Errors
    /// As [`Sealing::middle_frame`].
    pub fn last_frame(&mut self, len: usize) -> Result<(), Fault> {
        self.frame(len, Position::Last)
    }

    /// The address of the frame's ticket: key ‖ nonce ‖ head, 48 bytes, good until the next frame.
    pub fn ticket(&self) -> usize {
        self.ticket.address()
    }

    /// Whether [`Sealing::report`] is wanted for each frame.
    pub fn wants_digests(&self) -> bool {
        matches!(&self.stage, Stage::Frames(_, signer) if signer.wants_digests())
    }

    /// Takes SHA-512 of the next frame, in order.
    ///
    /// # Errors
    /// `usage` for what is no digest.
    pub fn report(&mut self, digest: &[u8]) -> Result<(), Fault> {
        match &mut self.stage {
            Stage::Frames(_, signer) => signer.frame(digest.try_into().map_err(|_| ORDER)?),
            Stage::Header(_) | Stage::Failed => return Err(ORDER.into()),
        }
        Ok(())
    }

    /// The signature, where the container is signed.
    ///
    /// # Errors
    /// `randomness`; `usage` before the header was taken.
    pub fn finish(self) -> Result<Option<Vec<u8>>, Fault> {
        match self.stage {
            Stage::Frames(_, signer) => Ok(signer.finish()?),
            Stage::Header(_) | Stage::Failed => Err(ORDER.into()),
        }
    }

    fn frame(&mut self, len: usize, position: Position) -> Result<(), Fault> {
        let Stage::Frames(sealer, _) = &mut self.stage else {
            return Err(ORDER.into());
        };
        self.ticket.write(&sealer.next_frame(len, position));
        Ok(())
    }
}

/// A passphrase in UTF-8, which is wiped where it came from.
pub(crate) fn read_passphrase(utf8: &mut [u8]) -> Result<Passphrase, Error> {
    let passphrase = Passphrase::from_utf8(utf8);
    utf8.zeroize();
    passphrase
}

pub(crate) fn cost(memory_kib: u32, passes: u8, lanes: u8) -> Result<Argon2Cost, Error> {
    let what = "Argon2id takes at least one pass, one lane, and 8 KiB of memory for each lane";
    Argon2Cost::new(memory_kib, passes, lanes).ok_or(Error::Usage { what })
}
