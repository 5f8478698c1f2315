//! The encrypting machine: slots, header, then frames (FORMAT.md, "Layout"). Bytes in, bytes out, no I/O.

use crate::aead::FrameCrypto;
use crate::chunk::{ChunkSize, FRAME_OVERHEAD, Frame, FrameSealer, Position};
use crate::entropy::Entropy;
use crate::error::Error;
use crate::header_writer::{HeaderState, HeaderWriter};
use crate::keys::SigningKey;
use crate::memory;
use crate::signature::{self, ContentHash};
use crate::slot::argon2id::{Derivation, Derived};
use alloc::vec::Vec;

/// The encrypting machine. [`Writer::header`] until it says that the header is whole, then [`Writer::push`] the
/// plaintext, then [`Writer::finish`].
pub struct Writer {
    stage: Stage,
    entropy: alloc::boxed::Box<dyn Entropy + Send>,
    signing_key: Option<SigningKey>,
    chunk: ChunkSize,
    crypto: &'static dyn FrameCrypto,
}

enum Stage {
    /// Holds prk and the wrapped key: both are dropped, and wiped, before the first frame.
    Header(HeaderWriter),
    Frames(FrameWriter),
    Failed(Error),
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// Plaintext bytes taken.
    pub plaintext_len: u64,
    /// Container bytes given out, header and signature included.
    pub container_len: u64,
    /// Header bytes.
    pub header_len: u64,
    /// Frames.
    pub chunks: u64,
}

impl Writer {
    pub(crate) fn new(
        header: HeaderWriter,
        chunk: ChunkSize,
        entropy: alloc::boxed::Box<dyn Entropy + Send>,
        signing_key: Option<SigningKey>,
        crypto: &'static dyn FrameCrypto,
    ) -> Self {
        Self { stage: Stage::Header(header), entropy, signing_key, chunk, crypto }
    }

    /// The Argon2id derivation that the next part of the header waits for, for a caller who has a better place for it
    /// than [`Writer::header`], which computes on its own thread what was not given. `None` where that part needs none.
    ///
    /// # Errors
    /// [`Error::Randomness`].
    pub fn next_derivation(&mut self) -> Result<Option<Derivation>, Error> {
        match &mut self.stage {
            Stage::Header(header) => header.next_derivation(&mut *self.entropy),
            Stage::Frames(_) => Ok(None),
            Stage::Failed(error) => Err(error.clone()),
        }
    }

    /// Gives what came of [`Writer::next_derivation`], before the next [`Writer::header`].
    pub fn give_derived(&mut self, derived: Derived) {
        if let Stage::Header(header) = &mut self.stage {
            header.give_derived(derived);
        }
    }

    /// Appends the next part of the header (its fixed part, then a slot at a time, then its MAC), so that a header
    /// of 65,535 slots is never held whole. A passphrase slot takes as long as its Argon2 cost says, on this thread, unless
    /// what [`Writer::next_derivation`] asks for was given.
    ///
    /// # Errors
    /// [`Error::Randomness`], [`Error::OutOfMemory`]; the container is then worthless.
    pub fn header(&mut self, out: &mut Vec<u8>) -> Result<HeaderState, Error> {
        let stage = core::mem::replace(&mut self.stage, Stage::Failed(Error::Randomness));
        self.stage = match stage {
            Stage::Header(mut header) => match header.step(out, &mut *self.entropy) {
                Ok(HeaderState::More) => Stage::Header(header),
                Ok(HeaderState::Whole) => {
                    Stage::Frames(FrameWriter::new(&header, self.chunk, self.signing_key.is_some()))
                }
                Err(error) => Stage::Failed(error),
            },
            other => other,
        };
        match &self.stage {
            Stage::Header(_) => Ok(HeaderState::More),
            Stage::Frames(_) => Ok(HeaderState::Whole),
            Stage::Failed(error) => Err(error.clone()),
        }
    }

    /// Header bytes taken so far.
    #[cfg(feature = "std")]
    pub(crate) fn header_len(&self) -> u64 {
        match &self.stage {
            Stage::Header(header) => header.written(),
            Stage::Frames(frames) => frames.header_len,
            Stage::Failed(_) => 0,
        }
    }

    #[cfg(feature = "std")]
    pub(crate) fn chunk(&self) -> ChunkSize {
        self.chunk
    }

    #[cfg(feature = "std")]
    pub(crate) fn crypto(&self) -> &'static dyn FrameCrypto {
        self.crypto
    }

    /// Takes plaintext and appends the frames that it fills; the header first, if it was not yet taken.
    ///
    /// # Errors
    /// As [`Writer::header`]; [`Error::OutOfMemory`] where a chunk has no room.
    pub fn push(&mut self, plaintext: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let crypto = self.crypto;
        let pushed = self.frames(out)?.push(plaintext, crypto, out);
        // What had no room is missing from here on: nothing may follow it.
        pushed.inspect_err(|error| self.stage = Stage::Failed(error.clone()))
    }

    /// Appends the last frame and the signature.
    ///
    /// # Errors
    /// As [`Writer::push`].
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Written, Error> {
        let crypto = self.crypto;
        let frames = self.frames(out)?;
        frames.push_last(crypto, out)?;
        let mut written = frames.written();
        let content = frames.content.take();
        if let (Some(key), Some(content)) = (&self.signing_key, content) {
            let signature = signature::sign(key, &content.message(), &mut *self.entropy)?;
            out.extend_from_slice(&signature[..]);
            written.container_len += signature.len() as u64;
        }
        Ok(written)
    }

    /// Goes on below this machine: hands out the frames one by one, for a caller that seals them itself (several at
    /// a time, or by another implementation).
    ///
    /// # Errors
    /// [`Error::Usage`] unless the header was taken whole and no plaintext was pushed.
    pub fn into_frame_sealer(self) -> Result<(FrameSealer, ContentSigner), Error> {
        match self.stage {
            Stage::Frames(frames) if frames.chunks == 0 && frames.pending.is_empty() => {
                let signer = ContentSigner {
                    content: frames.content,
                    signing_key: self.signing_key,
                    entropy: self.entropy,
                };
                Ok((frames.sealer, signer))
            }
            Stage::Failed(error) => Err(error),
            _ => Err(Error::Usage { what: "take the whole header first, and push no plaintext" }),
        }
    }

    fn frames(&mut self, out: &mut Vec<u8>) -> Result<&mut FrameWriter, Error> {
        while self.header(out)? == HeaderState::More {}
        match &mut self.stage {
            Stage::Frames(frames) => Ok(frames),
            Stage::Header(_) | Stage::Failed(_) => unreachable!("header() said that it is whole"),
        }
    }
}

/// Signs the content of a container whose frames the caller seals.
pub struct ContentSigner {
    content: Option<ContentHash>,
    signing_key: Option<SigningKey>,
    entropy: alloc::boxed::Box<dyn Entropy + Send>,
}

impl ContentSigner {
    /// Whether frames must be hashed at all.
    pub fn wants_digests(&self) -> bool {
        self.content.is_some()
    }

    /// Adds SHA-512 of the next frame, in order.
    pub fn frame(&mut self, digest: &[u8; 64]) {
        if let Some(content) = &mut self.content {
            content.frame(digest);
        }
    }

    /// The signature, 3309 bytes, where the container is signed.
    ///
    /// # Errors
    /// [`Error::Randomness`].
    pub fn finish(mut self) -> Result<Option<Vec<u8>>, Error> {
        match (self.content, &self.signing_key) {
            (Some(content), Some(key)) => {
                signature::sign(key, &content.message(), &mut *self.entropy).map(|s| Some(s.to_vec()))
            }
            _ => Ok(None),
        }
    }
}

struct FrameWriter {
    sealer: FrameSealer,
    chunk: usize,
    /// Plaintext that may yet turn out to be the last chunk: one chunk at most.
    pending: Vec<u8>,
    content: Option<ContentHash>,
    header_len: u64,
    plaintext_len: u64,
    chunks: u64,
}

impl FrameWriter {
    /// After a header that is whole.
    fn new(header: &HeaderWriter, chunk: ChunkSize, signed: bool) -> Self {
        Self {
            sealer: FrameSealer::new(header.schedule().chain_for_writing(chunk), chunk),
            chunk: chunk.bytes(),
            pending: Vec::new(),
            content: signed.then(|| ContentHash::new(&header.hash())),
            header_len: header.written(),
            plaintext_len: 0,
            chunks: 0,
        }
    }

    fn push(
        &mut self,
        mut plaintext: &[u8],
        crypto: &dyn FrameCrypto,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        self.plaintext_len += plaintext.len() as u64;
        // A chunk is sealed only when a byte after it shows that it is not the last.
        while self.pending.len() + plaintext.len() > self.chunk {
            if self.pending.is_empty() {
                let (chunk, rest) = plaintext.split_at(self.chunk);
                self.seal(chunk, Position::Middle, crypto, out)?;
                plaintext = rest;
            } else {
                let (fill, rest) = plaintext.split_at(self.chunk - self.pending.len());
                memory::append(&mut self.pending, fill)?;
                plaintext = rest;
                self.seal_pending(Position::Middle, crypto, out)?;
            }
        }
        memory::append(&mut self.pending, plaintext)
    }

    fn push_last(&mut self, crypto: &dyn FrameCrypto, out: &mut Vec<u8>) -> Result<(), Error> {
        self.seal_pending(Position::Last, crypto, out)
    }

    fn seal_pending(
        &mut self,
        position: Position,
        crypto: &dyn FrameCrypto,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let mut pending = core::mem::take(&mut self.pending);
        self.seal(&pending, position, crypto, out)?;
        pending.clear();
        self.pending = pending;
        Ok(())
    }

    fn seal(
        &mut self,
        chunk: &[u8],
        position: Position,
        crypto: &dyn FrameCrypto,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        // Before a key is drawn for it: a frame that was handed out is sealed.
        memory::reserve(out, chunk.len() + FRAME_OVERHEAD)?;
        let frame = self.sealer.next_frame(chunk.len(), position);
        append_sealed(&frame, chunk, crypto, out);
        if let Some(content) = &mut self.content {
            content.frame(&crypto.sha512(&out[out.len() - frame.frame_len()..]));
        }
        self.chunks += 1;
        Ok(())
    }

    fn written(&self) -> Written {
        let frames = self.plaintext_len + self.chunks * FRAME_OVERHEAD as u64;
        Written {
            plaintext_len: self.plaintext_len,
            container_len: self.header_len + frames,
            header_len: self.header_len,
            chunks: self.chunks,
        }
    }
}

/// Appends head ‖ ciphertext ‖ tag.
fn append_sealed(frame: &Frame, chunk: &[u8], crypto: &dyn FrameCrypto, out: &mut Vec<u8>) {
    out.extend_from_slice(&frame.head);
    let text_at = out.len();
    out.extend_from_slice(chunk);
    let tag = frame.seal(crypto, &mut out[text_at..]);
    out.extend_from_slice(&tag);
}
