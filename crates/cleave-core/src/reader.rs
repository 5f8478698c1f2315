//! The decrypting machine: header, slots, then frames (FORMAT.md, "Order of checks"). Bytes in, bytes out, no I/O.

use crate::aead::{FrameCrypto, Portable};
use crate::error::{Error, Wanted};
use crate::frames::Ending;
use crate::hash::sha512;
use crate::header::{Parsed, Parser, Part, Prefix};
use crate::keys::{Passphrase, Signer};
use crate::limits::Limits;
use crate::rewrap::Rewrapper;
use crate::signature;
#[cfg(feature = "std")]
use crate::slot;
use crate::slot::SlotKind;
use crate::slot::argon2id::{Argon2Cost, Derivation, Derived};
use crate::trial::{Fit, Keys, Trial};
use crate::unlocked::Unlocked;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// Reads a header. [`Reader::push`] until [`Reader::is_complete`], then [`Reader::finish`]; what it did not take of the
/// input belongs to the frames.
pub struct Reader {
    parser: Parser,
    trial: Trial,
    slots: SlotStore,
    /// Decapsulations that one push makes at most.
    trials_at_once: u64,
}

/// Whether slots are kept after they were tried.
enum SlotStore {
    /// They go by: memory does not grow with their number.
    Passing,
    /// They are kept, for [`Locked::slots`] and for a rewrap: as much memory as the header has bytes.
    Kept(Vec<Slot>),
    /// Of each is kept what tells it apart, and where it can be read again.
    #[cfg(feature = "std")]
    Noted { slots: Vec<Slot>, at: u64 },
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
    /// Its bytes, type included; only the first of them where it is read again for a rewrap
    /// ([`io::open_noting_slots`](crate::io::open_noting_slots)).
    pub bytes: Vec<u8>,
    pub(crate) place: Option<SlotPlace>,
}

/// Where a slot can be read again, and what it must then be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlotPlace {
    /// Container bytes before it.
    pub(crate) at: u64,
    pub(crate) len: usize,
    /// Of SHA-512 of its bytes, the first 32.
    print: [u8; 32],
}

impl SlotPlace {
    #[cfg(feature = "std")]
    fn new(at: u64, bytes: &[u8]) -> Self {
        Self { at, len: bytes.len(), print: print(bytes) }
    }

    /// Whether `bytes` are those that were there before.
    pub(crate) fn is(&self, bytes: &[u8]) -> bool {
        print(bytes) == self.print
    }
}

fn print(bytes: &[u8]) -> [u8; 32] {
    *sha512(&[bytes]).first_chunk().expect("SHA-512 has 64 bytes")
}

impl Slot {
    fn whole(kind: SlotKind, bytes: &[u8]) -> Self {
        Self { kind, bytes: bytes.to_vec(), place: None }
    }

    /// The key identifier of a named recipient.
    pub fn key_id(&self) -> Option<[u8; 8]> {
        let id = || crate::slot::recipient::stated_key_id(&self.bytes);
        (self.kind == SlotKind::Recipient).then(id).filter(|id| *id != crate::slot::recipient::HIDDEN)
    }

    /// The cost of a passphrase slot.
    pub fn argon2_cost(&self) -> Option<Argon2Cost> {
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
            trials_at_once: u64::MAX,
        }
    }

    /// As [`Reader::new`], and keeps the slots for [`Locked::slots`] and [`Locked::rewrap`].
    pub fn keeping_slots(keys: Keys, limits: Limits) -> Self {
        Self { slots: SlotStore::Kept(Vec::new()), ..Self::new(keys, limits) }
    }

    /// As [`Reader::keeping_slots`], but for what of a slot can be read again.
    #[cfg(feature = "std")]
    pub(crate) fn noting_slots(keys: Keys, limits: Limits) -> Self {
        Self { slots: SlotStore::Noted { slots: Vec::new(), at: 0 }, ..Self::new(keys, limits) }
    }

    /// As [`Reader::new`], and shows each part to `show`: for what a header tells without a key, in bounded memory.
    pub fn showing(keys: Keys, limits: Limits, show: impl FnMut(HeaderPart<'_>) + Send + 'static) -> Self {
        Self { slots: SlotStore::Shown(Box::new(show)), ..Self::new(keys, limits) }
    }

    /// Has each [`Reader::push`] return after so many decapsulations on a slot, for a caller who must not be kept long:
    /// many identities may have to be tried on a hidden slot. Such a caller pushes less than two slots at a time
    /// (1177 bytes each), and the header is complete only once what waits was tried: see [`Reader::is_complete`].
    pub fn trials_at_once(self, most: NonZeroU32) -> Self {
        Self { trials_at_once: u64::from(most.get()), ..self }
    }

    /// Takes header bytes and says how many it took: all of `input`, or up to the header's end; none where a slot waits
    /// for trials ([`Reader::trials_at_once`]).
    ///
    /// # Errors
    /// What is wrong with the header's structure, in byte order. Whether a key fits is said by [`Locked::unlock`].
    pub fn push(&mut self, input: &[u8]) -> Result<usize, Error> {
        let at_once = self.trials_at_once;
        if self.trial.is_waiting() {
            self.trial.go_on(at_once);
            return Ok(0);
        }
        let (trial, slots) = (&mut self.trial, &mut self.slots);
        self.parser.push(input, &mut |part| {
            match part {
                Part::Prefix(prefix) => {
                    trial.prefix(prefix);
                    match slots {
                        SlotStore::Passing | SlotStore::Kept(_) => {}
                        #[cfg(feature = "std")]
                        SlotStore::Noted { at, .. } => {
                            let mut written = Vec::new();
                            prefix.write(&mut written);
                            *at = written.len() as u64;
                        }
                        SlotStore::Shown(show) => show(HeaderPart::Prefix(prefix)),
                    }
                }
                Part::Slot(kind, bytes) => {
                    trial.slot(kind, bytes);
                    trial.go_on(at_once);
                    match slots {
                        SlotStore::Passing => {}
                        SlotStore::Kept(kept) => kept.push(Slot::whole(kind, bytes)),
                        #[cfg(feature = "std")]
                        SlotStore::Noted { slots, at } => {
                            let stated = bytes[..bytes.len().min(slot::STATED_LEN)].to_vec();
                            let place = Some(SlotPlace::new(*at, bytes));
                            slots.push(Slot { kind, bytes: stated, place });
                            *at += bytes.len() as u64;
                        }
                        SlotStore::Shown(show) => show(HeaderPart::Slot(&Slot::whole(kind, bytes))),
                    }
                }
            }
            Ok(())
        })
    }

    /// Whether a slot waits for more trials: the next push makes them, and takes nothing.
    pub fn is_waiting(&self) -> bool {
        self.trial.is_waiting()
    }

    /// Whether the header is whole, and its slots were tried.
    pub fn is_complete(&self) -> bool {
        self.parser.is_done() && !self.trial.is_waiting()
    }

    /// Ends the header.
    ///
    /// # Errors
    /// [`Error::Truncated`] if it is not whole; [`Error::NotAContainer`] if what there was cannot begin a container.
    pub fn finish(mut self) -> Result<Locked, Error> {
        self.trial.go_on(u64::MAX);
        let header = self.parser.finish()?;
        let slots = match self.slots {
            SlotStore::Passing | SlotStore::Shown(_) => Vec::new(),
            SlotStore::Kept(slots) => slots,
            #[cfg(feature = "std")]
            SlotStore::Noted { slots, .. } => slots,
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

    /// The Argon2id derivation that a passphrase slot waits for, for a caller who has a better place for it than
    /// [`Locked::unlock`], which computes what is left on its own thread. `None` once nothing can help any more: a key
    /// fits, or the limits forbid it, or every slot was tried.
    pub fn next_derivation(&self) -> Option<Derivation> {
        self.trial.next_derivation()
    }

    /// Gives what came of [`Locked::next_derivation`].
    pub fn give_derived(&mut self, derived: &Derived) {
        self.trial.give_derived(derived);
    }

    /// Finds the key that fits and checks the header by it: steps 2 to 5 of FORMAT.md, "Order of checks". A passphrase
    /// takes as long as the slots' costs say, on this thread, unless it was derived before.
    ///
    /// # Errors
    /// The first of those steps that fails; [`Error::OutOfMemory`].
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

    fn open(mut self) -> Result<Opened, Error> {
        while let Some(derivation) = self.next_derivation() {
            self.give_derived(&derivation.derive()?);
        }
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
