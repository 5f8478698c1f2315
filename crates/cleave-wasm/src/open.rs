//! Reading a header: parse, find the key that fits, check.

use crate::derivation::{Derivation, read_derived};
use crate::fault::Fault;
use crate::header::SlotInfo;
use crate::keyset::{KeySet, ReaderLimits};
use crate::range::{RangeOpening, Span};
use crate::rewrap::Rewrapping;
use crate::sequence::{Proof, Sequence};
use cleave_core::{Locked, OpenedBy, Pass, RECIPIENT_SLOT_LEN, Reader, Signed, Split, Unlocked};
use core::num::NonZeroU32;
use wasm_bindgen::prelude::wasm_bindgen;

/// Decapsulations of one call: milliseconds.
const AT_ONCE: NonZeroU32 = NonZeroU32::new(4).expect("not zero");

/// Bytes of a recipient's slot.
#[wasm_bindgen]
pub fn slot_len() -> usize {
    RECIPIENT_SLOT_LEN
}

/// A header that is being read.
#[wasm_bindgen]
pub struct Opening(Reader);

#[wasm_bindgen]
impl Opening {
    /// Tries the keys on the slots as they go by.
    #[wasm_bindgen(constructor)]
    pub fn new(keys: KeySet, limits: ReaderLimits) -> Self {
        Self(Reader::new(keys.keys, limits.into()).trials_at_once(AT_ONCE))
    }

    /// The same, and keeps the slots, to show them or to rewrap.
    pub fn keeping_slots(keys: KeySet, limits: ReaderLimits) -> Self {
        Self(Reader::keeping_slots(keys.keys, limits.into()).trials_at_once(AT_ONCE))
    }

    /// Takes header bytes and says how many it took; none while a slot waits for more trials. Give it no more than
    /// [`slot_len`] bytes at once, and it comes back in milliseconds.
    ///
    /// # Errors
    /// What is wrong with the header's structure.
    pub fn push(&mut self, input: &[u8]) -> Result<usize, Fault> {
        Ok(self.0.push(input)?)
    }

    /// Whether a slot waits for more trials: the next push makes them, and takes nothing.
    pub fn is_waiting(&self) -> bool {
        self.0.is_waiting()
    }

    /// Whether the header is whole, and its slots were tried.
    pub fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// Ends the header.
    ///
    /// # Errors
    /// `truncated`, `not_a_container`.
    pub fn finish(self) -> Result<LockedHeader, Fault> {
        Ok(LockedHeader(self.0.finish()?))
    }
}

/// A header that is well formed; nothing of it is authenticated.
#[wasm_bindgen]
pub struct LockedHeader(Locked);

#[wasm_bindgen]
impl LockedHeader {
    /// Bytes of the header.
    pub fn header_len(&self) -> u64 {
        self.0.header_len()
    }

    /// Bytes of every chunk but the last.
    pub fn chunk_len(&self) -> usize {
        self.0.prefix().chunk_size.bytes()
    }

    /// Whether it says that it is signed.
    pub fn is_signed(&self) -> bool {
        self.0.prefix().signer_id.is_some()
    }

    /// Whether it says that it is split.
    pub fn is_split(&self) -> bool {
        self.0.prefix().split != Split::Whole
    }

    /// The hint of its fragment, in hexadecimal.
    pub fn hint(&self) -> Option<String> {
        match self.0.prefix().split {
            Split::Hinted(hint) => Some(crate::header::hex(&hint)),
            Split::Whole | Split::Unhinted => None,
        }
    }

    /// Its slots, if they were kept.
    pub fn slots(&self) -> Vec<SlotInfo> {
        self.0.slots().iter().map(SlotInfo::of).collect()
    }

    /// The key identifier, in hexadecimal, that a named recipient has in this container.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn key_id(&self, recipient: &str) -> Result<String, Fault> {
        Ok(crate::header::hex(&self.0.prefix().key_id(&recipient.parse()?)))
    }

    /// What is to be derived before the passphrase can be tried on its next slot.
    pub fn next_derivation(&self) -> Option<Derivation> {
        self.0.next_derivation().map(Derivation::new)
    }

    /// Gives what came of it, and wipes that on both sides.
    ///
    /// # Errors
    /// `usage` for what is not of 32 bytes.
    pub fn give_derived(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        self.0.give_derived(&read_derived(bytes)?);
        Ok(())
    }

    /// Finds the key that fits and checks the header by it, once nothing more is to be derived.
    ///
    /// # Errors
    /// By FORMAT.md's order of checks, steps 2 to 5.
    pub fn unlock(self) -> Result<OpenedHeader, Fault> {
        Ok(OpenedHeader(self.0.unlock()?))
    }

    /// The same, to write a new header. The slots must have been kept.
    ///
    /// # Errors
    /// As [`LockedHeader::unlock`].
    pub fn rewrap(self) -> Result<Rewrapping, Fault> {
        Ok(Rewrapping::new(self.0.rewrap()?))
    }
}

/// An opened container: its header is genuine, its frames are not read yet.
#[wasm_bindgen]
pub struct OpenedHeader(Unlocked);

#[wasm_bindgen]
impl OpenedHeader {
    /// Bytes of the header.
    pub fn header_len(&self) -> u64 {
        self.0.header_len()
    }

    /// Bytes of every chunk but the last.
    pub fn chunk_len(&self) -> usize {
        self.0.prefix().chunk_size.bytes()
    }

    /// Whether a signature follows the frames.
    pub fn is_signed(&self) -> bool {
        self.0.signed() == Signed::Yes
    }

    /// Whether a signer is required.
    pub fn requires_signer(&self) -> bool {
        self.0.requires_signer()
    }

    /// Which identity opened it, from 0; none if the passphrase did.
    pub fn opened_by_identity(&self) -> Option<usize> {
        match self.0.opened_by() {
            OpenedBy::Identity(index) => Some(index),
            _ => None,
        }
    }

    /// The frames, in the only pass over them.
    ///
    /// # Errors
    /// None.
    pub fn frames(&self) -> Result<Sequence, Fault> {
        Ok(Sequence::new(self.0.sequence(Pass::Only)?))
    }

    /// The frames, in a first pass that verifies the signature of the required signer.
    ///
    /// # Errors
    /// `usage` where no signer is required.
    pub fn verify(&self) -> Result<Sequence, Fault> {
        Ok(Sequence::new(self.0.sequence(Pass::Verify)?))
    }

    /// The same, before a range is read.
    ///
    /// # Errors
    /// As [`OpenedHeader::verify`].
    pub fn verify_for(&self, span: &Span) -> Result<Sequence, Fault> {
        Ok(Sequence::new(self.0.sequence(Pass::VerifyFor(span.range()))?))
    }

    /// The frames, in a second pass.
    ///
    /// # Errors
    /// None.
    pub fn vouched_frames(&self, proof: &Proof) -> Result<Sequence, Fault> {
        Ok(Sequence::new(self.0.sequence(Pass::Vouched(proof.vouched()))?))
    }

    /// The frames of a range of a container of so many bytes.
    ///
    /// # Errors
    /// `truncated`; `usage` where a signer is required.
    pub fn range(&self, container_len: u64, span: &Span) -> Result<RangeOpening, Fault> {
        Ok(RangeOpening::new(self.0.range(container_len, span.range(), None)?))
    }

    /// The same, where a signer is required.
    ///
    /// # Errors
    /// `truncated`, `signature_invalid`.
    pub fn vouched_range(
        &self,
        container_len: u64,
        span: &Span,
        proof: &Proof,
    ) -> Result<RangeOpening, Fault> {
        Ok(RangeOpening::new(self.0.range(container_len, span.range(), Some(proof.vouched()))?))
    }
}
