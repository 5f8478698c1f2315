//! The decrypting machine: header, slots, then frames (FORMAT.md, "Order of checks"). Bytes in, bytes out, no I/O.

use crate::aead::{FrameCrypto, Portable};
use crate::chunk::{FrameOpener, Signed};
use crate::error::{Error, Wanted};
use crate::frames::{Ending, FrameReader, UnvouchedReader, Verifier, Vouched};
use crate::header::{Parsed, Parser, Part, Prefix};
use crate::keys::{Passphrase, Signer};
use crate::limits::Limits;
use crate::range::{Covering, PlaintextRange, RangeReader};
use crate::ratchet::ChainKey;
use crate::rewrap::Rewrapper;
use crate::sequence::{FrameSequence, Pass};
use crate::signature;
use crate::slot::SlotKind;
use crate::trial::{Fit, Keys, OpenedBy, Trial};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Reads a header. [`Reader::push`] until [`Reader::is_complete`], then [`Reader::finish`]; what it did not take of the
/// input belongs to the frames.
pub struct Reader {
    parser: Parser,
    trial: Trial,
    slots: SlotStore,
}

/// Whether slots are kept after they were tried.
enum SlotStore {
    /// They go by: memory does not grow with their number.
    Passing,
    /// They are kept, for [`Locked::slots`] and for a rewrap: as much memory as the header has bytes.
    Kept(Vec<Slot>),
    /// Each is shown once, and goes by.
    Shown(Show),
}

type Show = Box<dyn FnMut(HeaderPart<'_>) + Send>;

/// A part of a header, shown as soon as it is whole; nothing of it is authenticated.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum HeaderPart<'a> {
    /// What stands before the slots.
    Prefix(&'a Prefix),
    /// One slot, in the file's order.
    Slot(&'a Slot),
}

/// One slot as it stands in a header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Slot {
    /// Its kind.
    pub kind: SlotKind,
    /// Its bytes, type included.
    pub bytes: Vec<u8>,
}

impl Slot {
    /// The key identifier of a named recipient.
    pub fn key_id(&self) -> Option<[u8; 8]> {
        let id = || crate::slot::recipient::stated_key_id(&self.bytes);
        (self.kind == SlotKind::Recipient).then(id).filter(|id| *id != crate::slot::recipient::HIDDEN)
    }

    /// The cost of a passphrase slot.
    pub fn argon2_cost(&self) -> Option<crate::slot::argon2id::Argon2Cost> {
        (self.kind == SlotKind::Passphrase).then(|| crate::slot::passphrase::stated_cost(&self.bytes))
    }
}

impl Reader {
    /// Tries `keys` on the slots as they go by, within `limits`.
    pub fn new(keys: Keys, limits: Limits) -> Self {
        Self {
            parser: Parser::new(limits.header_bytes),
            trial: Trial::new(keys, limits),
            slots: SlotStore::Passing,
        }
    }

    /// As [`Reader::new`], and keeps the slots for [`Locked::slots`] and [`Locked::rewrap`].
    pub fn keeping_slots(keys: Keys, limits: Limits) -> Self {
        Self { slots: SlotStore::Kept(Vec::new()), ..Self::new(keys, limits) }
    }

    /// As [`Reader::new`], and shows each part to `show`: for what a header tells without a key, in bounded memory.
    pub fn showing(keys: Keys, limits: Limits, show: impl FnMut(HeaderPart<'_>) + Send + 'static) -> Self {
        Self { slots: SlotStore::Shown(Box::new(show)), ..Self::new(keys, limits) }
    }

    /// Takes header bytes and says how many it took: all of `input`, or up to the header's end.
    ///
    /// # Errors
    /// What is wrong with the header's structure, in byte order. Whether a key fits is said by [`Locked::unlock`].
    pub fn push(&mut self, input: &[u8]) -> Result<usize, Error> {
        let (trial, slots) = (&mut self.trial, &mut self.slots);
        self.parser.push(input, &mut |part| {
            match part {
                Part::Prefix(prefix) => {
                    trial.prefix(prefix);
                    if let SlotStore::Shown(show) = slots {
                        show(HeaderPart::Prefix(prefix));
                    }
                }
                Part::Slot(kind, bytes) => {
                    trial.slot(kind, bytes);
                    let slot = || Slot { kind, bytes: bytes.to_vec() };
                    match slots {
                        SlotStore::Passing => {}
                        SlotStore::Kept(kept) => kept.push(slot()),
                        SlotStore::Shown(show) => show(HeaderPart::Slot(&slot())),
                    }
                }
            }
            Ok(())
        })
    }

    /// Whether the header is whole.
    pub fn is_complete(&self) -> bool {
        self.parser.is_done()
    }

    /// Ends the header.
    ///
    /// # Errors
    /// [`Error::Truncated`] if it is not whole; [`Error::NotAContainer`] if what there was cannot begin a container.
    pub fn finish(self) -> Result<Locked, Error> {
        let header = self.parser.finish()?;
        let slots = match self.slots {
            SlotStore::Passing | SlotStore::Shown(_) => Vec::new(),
            SlotStore::Kept(slots) => slots,
        };
        Ok(Locked { header, trial: self.trial, slots, crypto: &Portable })
    }
}

/// A header that is well formed; nothing is known yet of whether it is genuine.
pub struct Locked {
    header: Parsed,
    trial: Trial,
    slots: Vec<Slot>,
    crypto: &'static dyn FrameCrypto,
}

impl Locked {
    /// What the header says to everyone; not authenticated.
    pub fn prefix(&self) -> &Prefix {
        &self.header.prefix
    }

    /// Bytes of the header, header_mac included.
    pub fn header_len(&self) -> u64 {
        self.header.len
    }

    /// Which keys the slots ask for.
    pub fn wanted(&self) -> &Wanted {
        self.trial.wanted()
    }

    /// The slots, in the file's order, if the reader was made by [`Reader::keeping_slots`]; empty otherwise.
    pub fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Whether only a passphrase, which was not given yet, could still open the container.
    pub fn wants_passphrase(&self) -> bool {
        self.trial.wants_passphrase()
    }

    /// Gives the passphrase that [`Locked::wants_passphrase`] asks for.
    pub fn give_passphrase(&mut self, passphrase: Passphrase) {
        self.trial.give_passphrase(passphrase);
    }

    /// Has frames opened and hashed by another implementation; the bytes are the same.
    pub fn frame_crypto(mut self, crypto: &'static dyn FrameCrypto) -> Self {
        self.crypto = crypto;
        self
    }

    /// Decapsulations made so far.
    #[cfg(feature = "hazmat")]
    pub fn trials(&self) -> u64 {
        self.trial.trials()
    }

    /// Finds the key that fits and checks the header by it: steps 2 to 5 of FORMAT.md, "Order of checks".
    ///
    /// # Errors
    /// The first of those steps that fails.
    pub fn unlock(self) -> Result<Unlocked, Error> {
        self.open().map(|opened| opened.unlocked)
    }

    /// As [`Locked::unlock`], to write a new header in place of this one. The reader must keep its slots.
    ///
    /// # Errors
    /// As [`Locked::unlock`]; [`Error::Usage`] without slots.
    pub fn rewrap(self) -> Result<Rewrapper, Error> {
        let opened = self.open()?;
        if opened.slots.is_empty() {
            return Err(Error::Usage { what: "a rewrap needs a reader that keeps its slots" });
        }
        Ok(Rewrapper::new(opened.unlocked, opened.fit, opened.slots))
    }

    fn open(self) -> Result<Opened, Error> {
        let Parsed { prefix, hash, hash_with_mac, mac, len } = self.header;
        let (fit, required_signer) = self.trial.conclude()?;
        let chain = fit.schedule.chain_for_reading(prefix.chunk_size, &hash, &mac)?;
        let ending = ending(&prefix, required_signer)?;
        let unlocked = Unlocked {
            opened_by: fit.opened_by,
            prefix,
            header_len: len,
            hash_with_mac,
            chain,
            ending,
            crypto: self.crypto,
        };
        Ok(Opened { unlocked, fit, slots: self.slots })
    }
}

struct Opened {
    unlocked: Unlocked,
    fit: Fit,
    slots: Vec<Slot>,
}

/// Step 5: a required signer's container is signed, and by that signer_id.
fn ending(prefix: &Prefix, required: Option<Signer>) -> Result<Ending, Error> {
    match (prefix.signer_id, required) {
        (None, None) => Ok(Ending::Unsigned),
        (Some(_), None) => Ok(Ending::Unchecked),
        (None, Some(_)) => Err(Error::SignatureMissing),
        (Some(id), Some(signer)) if id == signature::signer_id(&prefix.salt, &signer) => {
            Ok(Ending::Required(signer))
        }
        (Some(_), Some(_)) => Err(Error::WrongSigner),
    }
}

/// An opened container: its header is genuine, its frames are not read yet.
pub struct Unlocked {
    prefix: Prefix,
    header_len: u64,
    hash_with_mac: [u8; 64],
    chain: ChainKey,
    ending: Ending,
    opened_by: OpenedBy,
    crypto: &'static dyn FrameCrypto,
}

/// The frames of an opened container, by what may be done with their plaintext.
pub enum Frames {
    /// No signer was required: a chunk may be released once it authenticates.
    Authentic(FrameReader),
    /// A signer was required, and the signature comes last: hold everything back until
    /// [`UnvouchedReader::finish`] succeeds.
    Unvouched(UnvouchedReader),
}

impl Unlocked {
    /// What the header says, authenticated.
    pub fn prefix(&self) -> &Prefix {
        &self.prefix
    }

    /// Bytes of the header, where the frames begin.
    pub fn header_len(&self) -> u64 {
        self.header_len
    }

    /// Which key opened it.
    pub fn opened_by(&self) -> OpenedBy {
        self.opened_by
    }

    /// Whether a signature follows the frames.
    pub fn signed(&self) -> Signed {
        match self.ending {
            Ending::Unsigned => Signed::No,
            Ending::Unchecked | Ending::Required(_) => Signed::Yes,
        }
    }

    /// Whether a signer is required.
    pub fn requires_signer(&self) -> bool {
        matches!(self.ending, Ending::Required(_))
    }

    /// A reader of the frames, from the first, for input that is read once.
    pub fn frames(&self) -> Frames {
        match &self.ending {
            Ending::Required(_) => Frames::Unvouched(UnvouchedReader::new(self.reader())),
            Ending::Unsigned | Ending::Unchecked => Frames::Authentic(self.reader()),
        }
    }

    /// A first pass over input that can be read twice: hashes the frames and verifies the signature, decrypting
    /// nothing. `None` where no signer is required.
    pub fn verifier(&self) -> Option<Verifier> {
        self.requires_signer().then(|| Verifier::new(self.reader()))
    }

    /// As [`Unlocked::verifier`], for a range: what it gives is the proof that [`Unlocked::range`] needs, and holds the
    /// frames of the range to.
    pub fn range_verifier(&self, range: PlaintextRange) -> Option<Verifier> {
        self.requires_signer().then(|| Verifier::new(self.reader_of(Pass::VerifyFor(range))))
    }

    /// The second pass: plaintext may be released chunk by chunk, and the end must give the same message.
    pub fn vouched_frames(&self, vouched: &Vouched) -> FrameReader {
        self.reader_of(Pass::Vouched(vouched))
    }

    /// A reader of a range of plaintext bytes, for input of `container_len` bytes that can be read at any place.
    /// Where a signer is required, verify the whole first: by [`Unlocked::range_verifier`], whose proof goes into
    /// `proof`. The frames of the range must then be those that were verified.
    ///
    /// # Errors
    /// [`Error::Truncated`] as far as the lengths tell; [`Error::SignatureInvalid`] if they are not those that were
    /// verified; [`Error::Usage`] if a signer is required and no proof for this range is given.
    pub fn range(
        &self,
        container_len: u64,
        range: PlaintextRange,
        proof: Option<&Vouched>,
    ) -> Result<RangeReader, Error> {
        let vouched = proof.and_then(|proof| proof.covering(range));
        if self.requires_signer() && vouched.is_none() {
            return Err(Error::Usage {
                what: "verify the signature over the whole container before reading a range",
            });
        }
        RangeReader::new(self, container_len, range, vouched)
    }

    /// The key of each frame in turn, for a caller that opens frames itself (several at a time, or elsewhere). The
    /// caller then owes steps 6 to 8 of FORMAT.md, "Order of checks".
    pub fn frame_opener(&self) -> FrameOpener {
        FrameOpener::new(self.chain.duplicate(), self.prefix.chunk_size)
    }

    pub(crate) fn ending(&self) -> &Ending {
        &self.ending
    }

    pub(crate) fn crypto(&self) -> &'static dyn FrameCrypto {
        self.crypto
    }

    pub(crate) fn hash_with_mac(&self) -> &[u8; 64] {
        &self.hash_with_mac
    }

    /// The frames in order, for a caller that opens them itself and leaves the account of them, the end and the
    /// signature to the sequence: steps 6 to 8 of FORMAT.md, "Order of checks".
    ///
    /// # Errors
    /// [`Error::Usage`] for a pass that verifies where no signer is required.
    pub fn sequence(&self, pass: Pass<'_>) -> Result<FrameSequence, Error> {
        match pass {
            Pass::Verify | Pass::VerifyFor(_) if !self.requires_signer() => {
                Err(Error::Usage { what: "there is nothing to verify where no signer is required" })
            }
            _ => Ok(self.sequence_of(pass)),
        }
    }

    fn sequence_of(&self, pass: Pass<'_>) -> FrameSequence {
        let sequence = FrameSequence::new(self.frame_opener(), self.ending.clone(), &self.hash_with_mac);
        match pass {
            Pass::Only | Pass::Verify => sequence,
            Pass::VerifyFor(range) => sequence.covering(Covering::new(range, self.prefix.chunk_size)),
            Pass::Vouched(vouched) => sequence.expecting(vouched),
        }
    }

    fn reader_of(&self, pass: Pass<'_>) -> FrameReader {
        FrameReader::new(self.sequence_of(pass), self.crypto)
    }

    fn reader(&self) -> FrameReader {
        self.reader_of(Pass::Only)
    }
}
