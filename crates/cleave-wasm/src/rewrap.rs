//! A new header over the same frames.

use crate::derivation::{Derivation, read_derived};
use crate::fault::Fault;
use crate::header::{SlotInfo, hex};
use crate::seal::{cost, read_passphrase};
use cleave_core::{Adoption, FrameCopier, HeaderRewriter, HeaderState, Resign, Rewrapper, SigningKey};
use wasm_bindgen::prelude::wasm_bindgen;

/// The change that is to be made.
#[wasm_bindgen]
pub struct Rewrapping(Option<Rewrapper>);

const TAKEN: &str = "Rewrapping::change puts back what it takes";

impl Rewrapping {
    pub(crate) fn new(rewrapper: Rewrapper) -> Self {
        Self(Some(rewrapper))
    }

    fn change(&mut self, with: impl FnOnce(Rewrapper) -> Rewrapper) {
        self.0 = self.0.take().map(with);
    }

    fn rewrapper(&self) -> &Rewrapper {
        self.0.as_ref().expect(TAKEN)
    }
}

#[wasm_bindgen]
impl Rewrapping {
    /// The slots that stand so far, in the old file's order.
    pub fn slots(&self) -> Vec<SlotInfo> {
        self.rewrapper().slots().iter().map(SlotInfo::of).collect()
    }

    /// The key identifier, in hexadecimal, that a named recipient has in this container.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn key_id(&self, recipient: &str) -> Result<String, Fault> {
        Ok(hex(&self.rewrapper().key_id(&recipient.parse()?)))
    }

    /// Keeps only the old slots at these places, from 0, in ascending order.
    pub fn keep(&mut self, places: &[u32]) {
        let mut here = 0..;
        self.change(|rewrapper| {
            rewrapper.retain(|_| here.next().is_some_and(|place| places.binary_search(&place).is_ok()))
        });
    }

    /// Adds a recipient.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn recipient(&mut self, text: &str) -> Result<(), Fault> {
        let recipient = text.parse()?;
        self.change(|rewrapper| rewrapper.recipient(recipient));
        Ok(())
    }

    /// Adds a recipient without a key identifier.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn hidden_recipient(&mut self, text: &str) -> Result<(), Fault> {
        let recipient = text.parse()?;
        self.change(|rewrapper| rewrapper.hidden_recipient(recipient));
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
        self.change(|rewrapper| rewrapper.passphrase(passphrase, cost));
        Ok(())
    }

    /// Signs the result, whose content this signer signed before.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn sign_own(&mut self, signing_key: &str) -> Result<(), Fault> {
        self.sign(signing_key, Adoption::OwnOnly)
    }

    /// Signs the result, whoever wrote its content.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn sign_adopted(&mut self, signing_key: &str) -> Result<(), Fault> {
        self.sign(signing_key, Adoption::Adopt)
    }

    /// Gives the signature up.
    pub fn unsign(&mut self) {
        self.change(|rewrapper| rewrapper.signing(Resign::Remove));
    }

    /// Goes on to the new header.
    ///
    /// # Errors
    /// `usage`, `wrong_signer`, `signature_missing`.
    pub fn start(self) -> Result<HeaderRewriting, Fault> {
        Ok(HeaderRewriting { rewriter: self.0.expect(TAKEN).begin()?, state: HeaderState::More })
    }

    fn sign(&mut self, signing_key: &str, adoption: Adoption) -> Result<(), Fault> {
        let key = SigningKey::parse(signing_key)?;
        self.change(|rewrapper| rewrapper.signing(Resign::Sign(key, adoption)));
        Ok(())
    }
}

/// A new header that is being written.
#[wasm_bindgen]
pub struct HeaderRewriting {
    rewriter: HeaderRewriter,
    state: HeaderState,
}

#[wasm_bindgen]
impl HeaderRewriting {
    /// What is to be derived before the next part.
    ///
    /// # Errors
    /// `randomness`.
    pub fn next_derivation(&mut self) -> Result<Option<Derivation>, Fault> {
        Ok(self.rewriter.next_derivation()?.map(Derivation::new))
    }

    /// Gives what came of it, and wipes that on both sides.
    ///
    /// # Errors
    /// `usage` for what is not of 32 bytes.
    pub fn give_derived(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        self.rewriter.give_derived(read_derived(bytes)?);
        Ok(())
    }

    /// The next part of the header; nothing once it was taken whole.
    ///
    /// # Errors
    /// `randomness`, `out_of_memory`.
    pub fn header_part(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        if self.state == HeaderState::Whole {
            return Ok(None);
        }
        let mut part = Vec::new();
        self.state = self.rewriter.header(&mut part)?;
        Ok(Some(part))
    }

    /// Goes on to the frames.
    ///
    /// # Errors
    /// `usage` before the header was taken whole.
    pub fn into_copying(self) -> Result<FrameCopying, Fault> {
        Ok(FrameCopying(self.rewriter.into_copier()?))
    }
}

/// The frames that are being copied under a new header.
#[wasm_bindgen]
pub struct FrameCopying(FrameCopier);

#[wasm_bindgen]
impl FrameCopying {
    /// Takes bytes that follow the old header and gives those that follow the new one.
    ///
    /// # Errors
    /// `chunk_tampered`, `trailing_data`.
    pub fn push(&mut self, input: &[u8]) -> Result<Vec<u8>, Fault> {
        let mut out = Vec::with_capacity(input.len());
        self.0.push(input, &mut out)?;
        Ok(out)
    }

    /// Ends the old container and gives the new signature, where there is one.
    ///
    /// # Errors
    /// `truncated`, `signature_invalid`, `randomness`.
    pub fn finish(self) -> Result<Vec<u8>, Fault> {
        let mut out = Vec::new();
        self.0.finish(&mut out)?;
        Ok(out)
    }
}
