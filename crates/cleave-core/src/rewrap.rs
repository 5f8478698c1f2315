//! Rewrap (FORMAT.md, "Rewrap"): a new header over the same salt, master, share and frames.

use crate::aead::FrameCrypto;
use crate::entropy::{self, Entropy};
use crate::error::Error;
use crate::frames::{Ending, FrameReader, Read};
use crate::header::Prefix;
use crate::header_writer::{HeaderState, HeaderWriter, NewSlot};
use crate::keys::{Passphrase, Recipient, SigningKey};
use crate::memory;
use crate::reader::Slot;
#[cfg(feature = "std")]
use crate::reader::SlotPlace;
use crate::sequence::FrameSequence;
use crate::signature;
use crate::slot::SlotKind;
use crate::slot::argon2id::{Argon2Cost, Derivation, Derived};
use crate::slot::recipient::{self, Naming};
use crate::trial::{Fit, OpenedBy};
use crate::unlocked::Unlocked;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Writes a new header for an opened container. Slots are kept as they are, removed, or made anew.
///
/// A removed recipient who kept the old file, or 32 bytes of it, still reads the new one and could forge one.
pub struct Rewrapper {
    unlocked: Unlocked,
    fit: Fit,
    kept: Vec<Slot>,
    new: Vec<NewSlot>,
    signing: Resign,
}

/// What becomes of the signature: a new header needs a new one.
pub enum Resign {
    /// An unsigned container stays unsigned; a signed one is refused.
    Refuse,
    /// The new container is not signed.
    Remove,
    /// Sign the new container. Every frame is authenticated, and an old signature by the same signer verified; content
    /// that the signer did not sign is refused unless it is adopted.
    Sign(SigningKey, Adoption),
}

/// Whether content that the signer did not sign before is signed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adoption {
    /// Refuse: the old container must be signed by the same signer.
    OwnOnly,
    /// The signer takes the content over, whoever wrote it: any recipient could have changed it. A signature that is
    /// said to be the signer's own must verify all the same.
    Adopt,
}

impl Rewrapper {
    pub(crate) fn new(unlocked: Unlocked, fit: Fit, slots: Vec<Slot>) -> Self {
        Self { unlocked, fit, kept: slots, new: Vec::new(), signing: Resign::Refuse }
    }

    /// The slots that stand so far, in the old file's order.
    pub fn slots(&self) -> &[Slot] {
        &self.kept
    }

    /// Which key opened the old container.
    pub fn opened_by(&self) -> OpenedBy {
        self.fit.opened_by
    }

    /// Keeps only the old slots that `keep` accepts.
    pub fn retain(mut self, keep: impl FnMut(&Slot) -> bool) -> Self {
        self.kept.retain(keep);
        self
    }

    /// The key identifier that a recipient has in this container, by which to find their slot.
    pub fn key_id(&self, recipient: &Recipient) -> [u8; 8] {
        recipient::key_id(&self.unlocked.prefix().salt, recipient)
    }

    /// Adds a recipient.
    pub fn recipient(mut self, recipient: Recipient) -> Self {
        self.new.push(NewSlot::Recipient(recipient, Naming::Named));
        self
    }

    /// Adds a recipient without a key identifier.
    pub fn hidden_recipient(mut self, recipient: Recipient) -> Self {
        self.new.push(NewSlot::Recipient(recipient, Naming::Hidden));
        self
    }

    /// As [`Rewrapper::recipient`], for a key that is had when its slot is written and not before.
    pub fn recipient_when_due(
        mut self,
        recipient: impl FnOnce() -> Result<Recipient, Error> + Send + 'static,
    ) -> Self {
        self.new.push(NewSlot::Due(Box::new(recipient), Naming::Named));
        self
    }

    /// As [`Rewrapper::hidden_recipient`], for a key that is had when its slot is written.
    pub fn hidden_recipient_when_due(
        mut self,
        recipient: impl FnOnce() -> Result<Recipient, Error> + Send + 'static,
    ) -> Self {
        self.new.push(NewSlot::Due(Box::new(recipient), Naming::Hidden));
        self
    }

    /// Adds a passphrase.
    pub fn passphrase(mut self, passphrase: Passphrase, cost: Argon2Cost) -> Self {
        self.new.push(NewSlot::Passphrase(passphrase, cost));
        self
    }

    /// Says what becomes of the signature; refused unless told.
    pub fn signing(mut self, signing: Resign) -> Self {
        self.signing = signing;
        self
    }

    /// Writes the header. Then every byte after the old header goes through [`FrameCopier::push`] and after the new
    /// one, and what [`FrameCopier::finish`] gives comes last.
    ///
    /// # Errors
    /// [`Error::Usage`] if nobody could open the result, or the signature's rules forbid it;
    /// [`Error::WrongSigner`], [`Error::SignatureMissing`] if the content is another's and not adopted;
    /// [`Error::OutOfMemory`] if the slots have no room.
    /// A signer that was required to open the old container is verified by [`FrameCopier::finish`] in any case.
    pub fn start(self) -> Result<Rewrapped, Error> {
        self.begin()?.whole()
    }

    /// As [`Rewrapper::start`], for a caller who takes the header a part at a time.
    ///
    /// # Errors
    /// As [`Rewrapper::start`].
    pub fn begin(self) -> Result<HeaderRewriter, Error> {
        self.begin_from(Box::new(entropy::System))
    }

    pub(crate) fn begin_from(self, mut entropy: Box<dyn Entropy + Send>) -> Result<HeaderRewriter, Error> {
        let count = self.kept.len() + self.new.len();
        // An extension slot opens to nobody that this version knows.
        let extension = |slot: &Slot| matches!(slot.kind, SlotKind::Extension(_));
        if self.new.is_empty() && self.kept.iter().all(extension) {
            return Err(Error::Usage {
                what: "nobody could open the container any more: keep or add a recipient",
            });
        }
        let slot_count = u16::try_from(count)
            .map_err(|_| Error::Usage { what: "a container has at most 65535 recipients and passphrases" })?;
        let old = self.unlocked.prefix();
        let signing_key = match self.signing {
            Resign::Sign(key, adoption) => Some((key, adoption)),
            Resign::Remove => None,
            Resign::Refuse if old.signer_id.is_none() => None,
            Resign::Refuse => {
                return Err(Error::Usage {
                    what: "the container is signed, and a new header needs a new signature: give the signing key, or have the signature removed",
                });
            }
        };
        let ending = match (old.signer_id, &signing_key) {
            // What bears the signer's own name must be theirs, adopted or not.
            (Some(id), Some((key, _))) if id == signature::signer_id(&old.salt, key.signer()) => {
                Ending::Required(key.signer().clone())
            }
            (None, Some((_, Adoption::OwnOnly))) => return Err(Error::SignatureMissing),
            (Some(_), Some((_, Adoption::OwnOnly))) => return Err(Error::WrongSigner),
            // Whoever signs next, or nobody: a signer that was required is required of what is rewrapped.
            (_, Some((_, Adoption::Adopt)) | None) => self.unlocked.ending().clone(),
        };
        let authenticates = signing_key.is_some() || self.unlocked.requires_signer();
        let prefix = Prefix {
            slot_count,
            signer_id: signing_key.as_ref().map(|(key, _)| signature::signer_id(&old.salt, key.signer())),
            ..old.clone()
        };
        let kept = self.kept.into_iter().map(|slot| match slot.place {
            None => NewSlot::Kept(slot.bytes),
            Some(place) => NewSlot::Again(place),
        });
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| Error::OutOfMemory)?;
        slots.extend(kept.chain(self.new));
        entropy::shuffle(&mut slots, &mut *entropy)?;
        let Fit { schedule, wrapped, .. } = self.fit;
        let sequence =
            FrameSequence::new(self.unlocked.frame_opener(), ending, self.unlocked.hash_with_mac());
        Ok(HeaderRewriter {
            header: HeaderWriter::new(prefix, schedule, wrapped, slots),
            state: HeaderState::More,
            sequence,
            crypto: self.unlocked.crypto(),
            authenticates,
            signing_key: signing_key.map(|(key, _)| key),
            entropy,
        })
    }
}

/// A new header that is being written. [`HeaderRewriter::header`] until it says that it is whole, then
/// [`HeaderRewriter::into_copier`].
pub struct HeaderRewriter {
    header: HeaderWriter,
    state: HeaderState,
    sequence: FrameSequence,
    crypto: &'static dyn FrameCrypto,
    authenticates: bool,
    signing_key: Option<SigningKey>,
    entropy: Box<dyn Entropy + Send>,
}

impl HeaderRewriter {
    /// As [`crate::Writer::next_derivation`].
    ///
    /// # Errors
    /// [`Error::Randomness`].
    pub fn next_derivation(&mut self) -> Result<Option<Derivation>, Error> {
        self.header.next_derivation(&mut *self.entropy)
    }

    /// Gives what came of [`HeaderRewriter::next_derivation`], before the next [`HeaderRewriter::header`].
    pub fn give_derived(&mut self, derived: Derived) {
        self.header.give_derived(derived);
    }

    /// The old slot that the next part of the header waits for.
    #[cfg(feature = "std")]
    pub(crate) fn next_old_slot(&self) -> Option<SlotPlace> {
        self.header.next_old_slot()
    }

    /// Gives its bytes.
    #[cfg(feature = "std")]
    pub(crate) fn give_old_slot(&mut self, bytes: &[u8]) {
        self.header.give_old_slot(bytes);
    }

    /// Appends the next part of the header, as [`crate::Writer::header`] does.
    ///
    /// # Errors
    /// As [`crate::Writer::header`]; the new container is then worthless.
    pub fn header(&mut self, out: &mut Vec<u8>) -> Result<HeaderState, Error> {
        if self.state == HeaderState::More {
            self.state = self.header.step(out, &mut *self.entropy)?;
        }
        Ok(self.state)
    }

    /// Goes on to the frames.
    ///
    /// # Errors
    /// [`Error::Usage`] before the header was taken whole.
    pub fn into_copier(self) -> Result<FrameCopier, Error> {
        if self.state == HeaderState::More {
            return Err(Error::Usage { what: "take the whole header first" });
        }
        let sequence = match &self.signing_key {
            Some(_) => self.sequence.resigning(&self.header.hash()),
            None => self.sequence,
        };
        let reader = FrameReader::new(sequence, self.crypto);
        let reader = if self.authenticates { reader } else { reader.only_framing() };
        let Self { signing_key, entropy, .. } = self;
        Ok(FrameCopier { reader, signing_key, entropy, discarded: Vec::new() })
    }

    pub(crate) fn whole(mut self) -> Result<Rewrapped, Error> {
        let mut header = Vec::new();
        while self.header(&mut header)? == HeaderState::More {}
        Ok(Rewrapped { header, copier: self.into_copier()? })
    }
}

/// What [`Rewrapper::start`] gives.
pub struct Rewrapped {
    /// The new header, whole.
    pub header: Vec<u8>,
    /// Takes what follows the old header.
    pub copier: FrameCopier,
}

/// Copies frames as they are, and leaves the old signature out. Where the result is signed, or a signer was required of
/// the old container, it authenticates every frame; it hashes the very bytes that it copies.
pub struct FrameCopier {
    reader: FrameReader,
    signing_key: Option<SigningKey>,
    entropy: Box<dyn Entropy + Send>,
    discarded: Vec<u8>,
}

impl FrameCopier {
    /// Takes bytes that follow the old header and appends those that follow the new one.
    ///
    /// # Errors
    /// As [`FrameReader::push`]; what was appended is then worthless.
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let before = self.reader.signature_bytes();
        self.discarded.clear();
        self.reader.push(input, &mut self.discarded)?;
        let signature_bytes = self.reader.signature_bytes() - before;
        memory::append(out, &input[..input.len() - signature_bytes])
    }

    /// Ends the old container and appends the new signature, where there is one.
    ///
    /// # Errors
    /// As [`FrameReader::finish`]; [`Error::Randomness`].
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<Read, Error> {
        let whole = self.reader.finish_whole()?;
        if let (Some(key), Some(message)) = (&self.signing_key, &whole.resigned) {
            out.extend_from_slice(&signature::sign(key, message, &mut *self.entropy)?[..]);
        }
        Ok(whole.read)
    }
}
