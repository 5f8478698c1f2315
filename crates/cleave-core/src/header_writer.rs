//! Writing a header a part at a time: its fixed part, then slot after slot, then its MAC (FORMAT.md, "Layout", "Slots").

use crate::entropy::{self, Entropy};
use crate::error::Error;
use crate::hash::Hash;
use crate::header::Prefix;
use crate::keys::{Passphrase, Recipient};
use crate::reader::SlotPlace;
use crate::schedule::Schedule;
use crate::secret::Secret;
use crate::slot::argon2id::{ARGON2_SALT_LEN, Argon2Cost, Derivation, Derived};
use crate::slot::passphrase;
use crate::slot::recipient::{self, Naming};
use alloc::boxed::Box;
use alloc::vec::{self, Vec};

/// Whether a header is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderState {
    /// Call again.
    More,
    /// The next bytes are frames.
    Whole,
}

/// A slot of a header that is being written.
pub(crate) enum NewSlot {
    Recipient(Recipient, Naming),
    Due(RecipientWhenDue, Naming),
    Passphrase(Passphrase, Argon2Cost),
    /// The bytes of an old slot.
    Kept(Vec<u8>),
    /// An old slot, to be read again.
    Again(SlotPlace),
}

/// Gives a recipient at the moment in which its slot is written.
pub(crate) type RecipientWhenDue = Box<dyn FnOnce() -> Result<Recipient, Error> + Send>;

/// Holds what must be wiped before the first frame: prk and the wrapped key.
pub(crate) struct HeaderWriter {
    prefix: Prefix,
    schedule: Schedule,
    wrapped: Secret<32>,
    slots: vec::IntoIter<NewSlot>,
    /// Of the passphrase slot that is next: its salt, once that was drawn, and what was derived of it.
    salt: Option<[u8; ARGON2_SALT_LEN]>,
    derived: Option<Derived>,
    /// Of the old slot that is next, its bytes.
    old: Option<Vec<u8>>,
    hash: Hash,
    written: u64,
}

impl HeaderWriter {
    pub(crate) fn new(prefix: Prefix, schedule: Schedule, wrapped: Secret<32>, slots: Vec<NewSlot>) -> Self {
        let slots = slots.into_iter();
        Self {
            prefix,
            schedule,
            wrapped,
            slots,
            salt: None,
            derived: None,
            old: None,
            hash: Hash::new(),
            written: 0,
        }
    }

    /// What the next slot needs and was not given.
    pub(crate) fn next_derivation(&mut self, entropy: &mut dyn Entropy) -> Result<Option<Derivation>, Error> {
        match self.slots.as_slice().first() {
            Some(NewSlot::Passphrase(passphrase, cost)) if self.derived.is_none() => {
                let salt = match self.salt {
                    Some(salt) => salt,
                    None => *self.salt.insert(entropy::public(entropy)?),
                };
                Ok(Some(Derivation::new(passphrase, &salt, *cost)))
            }
            _ => Ok(None),
        }
    }

    /// Takes what was derived; nothing where nothing is waited for.
    pub(crate) fn give_derived(&mut self, derived: Derived) {
        if self.salt.is_some() {
            self.derived = Some(derived);
        }
    }

    /// The old slot that is next and was not given.
    #[cfg(feature = "std")]
    pub(crate) fn next_old_slot(&self) -> Option<SlotPlace> {
        match self.slots.as_slice().first() {
            Some(NewSlot::Again(place)) if self.old.is_none() && self.written > 0 => Some(*place),
            _ => None,
        }
    }

    /// Takes the bytes of the old slot that is next.
    #[cfg(feature = "std")]
    pub(crate) fn give_old_slot(&mut self, bytes: &[u8]) {
        self.old = Some(bytes.to_vec());
    }

    /// Appends the next part; a passphrase that nobody derived is derived here.
    pub(crate) fn step(
        &mut self,
        out: &mut Vec<u8>,
        entropy: &mut dyn Entropy,
    ) -> Result<HeaderState, Error> {
        let start = out.len();
        let mut state = HeaderState::More;
        if self.written == 0 {
            self.prefix.write(out);
        } else if !self.slot(out, entropy)? {
            let mac = self.schedule.header_mac(&self.hash.clone().finish());
            out.extend_from_slice(&mac);
            state = HeaderState::Whole;
        }
        self.hash.update(&out[start..]);
        self.written += (out.len() - start) as u64;
        Ok(state)
    }

    /// Appends the next slot; says whether there was one.
    fn slot(&mut self, out: &mut Vec<u8>, entropy: &mut dyn Entropy) -> Result<bool, Error> {
        if let Some(derivation) = self.next_derivation(entropy)? {
            self.derived = Some(derivation.derive()?);
        }
        let (salt, wrapped) = (&self.prefix.salt, &self.wrapped);
        match self.slots.next() {
            None => return Ok(false),
            Some(NewSlot::Kept(bytes)) => out.extend_from_slice(&bytes),
            Some(NewSlot::Again(place)) => match self.old.take() {
                Some(bytes) if place.is(&bytes) => out.extend_from_slice(&bytes),
                // The input is not any more what its header_mac was checked for.
                _ => return Err(Error::HeaderTampered),
            },
            Some(NewSlot::Recipient(recipient, naming)) => {
                recipient::write(out, &recipient, naming, salt, wrapped, entropy)?;
            }
            Some(NewSlot::Due(recipient, naming)) => {
                recipient::write(out, &recipient()?, naming, salt, wrapped, entropy)?;
            }
            Some(NewSlot::Passphrase(_, cost)) => {
                let (argon_salt, derived) = self
                    .salt
                    .take()
                    .zip(self.derived.take())
                    .expect("both are there once nothing is waited for");
                passphrase::write(out, cost, &argon_salt, &derived, salt, wrapped);
            }
        }
        Ok(true)
    }

    /// Bytes so far.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// SHA-512 of the bytes so far.
    pub(crate) fn hash(&self) -> [u8; 64] {
        self.hash.clone().finish()
    }

    pub(crate) fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}
