//! Which key fits which slot (FORMAT.md, "Order of checks", steps 2 and 3), as the slots go by.

use crate::error::{Error, Wanted};
use crate::fragment::Fragment;
use crate::header::{Prefix, Split};
use crate::keys::{Identity, Passphrase, Signer};
use crate::limits::Limits;
use crate::schedule::Schedule;
use crate::secret::Secret;
use crate::slot::passphrase::{self, Demand};
use crate::slot::{SlotKind, recipient};
use alloc::vec::Vec;

/// What a reader opens containers with.
#[derive(Default)]
pub struct Keys {
    identities: Vec<Identity>,
    passphrase: Option<Passphrase>,
    fragment: Option<Result<Fragment, Error>>,
    signer: Option<Signer>,
}

impl Keys {
    /// Nothing yet: enough to read what a header says to everyone.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an identity; they are tried in this order.
    pub fn identity(mut self, identity: Identity) -> Self {
        self.identities.push(identity);
        self
    }

    /// Sets the passphrase, tried after the identities.
    pub fn passphrase(mut self, passphrase: Passphrase) -> Self {
        self.passphrase = Some(passphrase);
        self
    }

    /// Sets the fragment, or why it could not be read: only a split container asks for it.
    pub fn fragment(mut self, fragment: Result<Fragment, Error>) -> Self {
        self.fragment = Some(fragment);
        self
    }

    /// Requires this signer.
    pub fn signer(mut self, signer: Signer) -> Self {
        self.signer = Some(signer);
        self
    }
}

/// A master key that fits the commitment, as its schedule, and the wrapped key that every slot holds.
pub(crate) struct Fit {
    pub(crate) schedule: Schedule,
    pub(crate) wrapped: Secret<32>,
    pub(crate) opened_by: OpenedBy,
}

/// Which kind of key opened a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenedBy {
    /// The identity of this index in the order given.
    Identity(usize),
    /// The passphrase.
    Passphrase,
}

/// Tries keys on slots while a header is read. Errors wait for [`Trial::conclude`]: the header's structure comes first.
pub(crate) struct Trial {
    keys: Keys,
    limits: Limits,
    container: Option<Container>,
    fit: Option<Fit>,
    /// A recipient slot opened; what it held did not fit the commitment.
    opened_unfit: bool,
    trials: u64,
    over_trials: bool,
    wanted: Wanted,
    demand: Demand,
    passphrase_slots: Vec<[u8; passphrase::LEN]>,
}

/// What the prefix says that a trial needs.
struct Container {
    salt: [u8; 32],
    commitment: [u8; 32],
    split: Split,
    /// The share; or why no key can be tried.
    share: Result<Option<Secret<32>>, Error>,
    key_ids: Vec<[u8; 8]>,
}

impl Container {
    /// Holds a slot's content against the commitment.
    fn fit(&self, wrapped: Secret<32>, opened_by: OpenedBy) -> Option<Fit> {
        let share = self.share.as_ref().ok()?;
        let schedule = match share {
            None => Schedule::committed(&self.salt, &wrapped, &self.commitment),
            Some(share) => Schedule::committed(&self.salt, &wrapped.xor(share), &self.commitment),
        }?;
        Some(Fit { schedule, wrapped, opened_by })
    }
}

impl Trial {
    pub(crate) fn new(keys: Keys, limits: Limits) -> Self {
        Self {
            keys,
            limits,
            container: None,
            fit: None,
            opened_unfit: false,
            trials: 0,
            over_trials: false,
            wanted: Wanted::default(),
            demand: Demand::default(),
            passphrase_slots: Vec::new(),
        }
    }

    pub(crate) fn prefix(&mut self, prefix: &Prefix) {
        let share = match (prefix.split, &self.keys.fragment) {
            (Split::Whole, _) => Ok(None),
            (_, None) => Err(Error::FragmentRequired),
            (_, Some(Err(error))) => Err(error.clone()),
            (split, Some(Ok(fragment))) => fragment.share_for(&prefix.salt, split).map(Some),
        };
        self.container = Some(Container {
            salt: prefix.salt,
            commitment: prefix.commitment,
            split: prefix.split,
            share,
            key_ids: self
                .keys
                .identities
                .iter()
                .map(|identity| recipient::key_id(&prefix.salt, identity.recipient()))
                .collect(),
        });
    }

    pub(crate) fn slot(&mut self, kind: SlotKind, slot: &[u8]) {
        match kind {
            SlotKind::Recipient => self.recipient(slot),
            SlotKind::Passphrase => self.passphrase_slot(slot),
            SlotKind::Extension(_) => {}
        }
    }

    fn recipient(&mut self, slot: &[u8]) {
        let stated = recipient::stated_key_id(slot);
        if stated == recipient::HIDDEN {
            self.wanted.hidden += 1;
        } else {
            self.wanted.named += 1;
            if self.wanted.key_ids.len() < Wanted::MOST {
                self.wanted.key_ids.push(stated);
            }
        }
        let Some(container) = self.container.as_ref().filter(|container| container.share.is_ok()) else {
            return;
        };
        for (index, (identity, key_id)) in self.keys.identities.iter().zip(&container.key_ids).enumerate() {
            if self.fit.is_some() || self.over_trials {
                return;
            }
            if stated != recipient::HIDDEN && stated != *key_id {
                continue;
            }
            if self.trials == self.limits.trials {
                self.over_trials = true;
                return;
            }
            self.trials += 1;
            if let Some(wrapped) = recipient::open(slot, identity, &container.salt) {
                self.fit = container.fit(wrapped, OpenedBy::Identity(index));
                self.opened_unfit |= self.fit.is_none();
            }
        }
    }

    fn passphrase_slot(&mut self, slot: &[u8]) {
        self.wanted.passphrases += 1;
        self.demand.add(passphrase::stated_cost(slot));
        // More than the limit are never tried, and so need not be kept.
        if self.fit.is_none() && self.demand.slots() <= u64::from(self.limits.kdf_slots) {
            self.passphrase_slots.push(slot.try_into().expect("the parser hands out slots of 71 bytes"));
        }
    }

    /// Whether only a passphrase, which was not given, could still open the container.
    pub(crate) fn wants_passphrase(&self) -> bool {
        self.fit.is_none()
            && !self.over_trials
            && self.keys.passphrase.is_none()
            && self.wanted.passphrases > 0
            && self.container.as_ref().is_some_and(|container| container.share.is_ok())
    }

    pub(crate) fn give_passphrase(&mut self, passphrase: Passphrase) {
        self.keys.passphrase = Some(passphrase);
    }

    pub(crate) fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    #[cfg(feature = "hazmat")]
    pub(crate) fn trials(&self) -> u64 {
        self.trials
    }

    /// The master key that fits, and the signer that is required of the container.
    pub(crate) fn conclude(mut self) -> Result<(Fit, Option<Signer>), Error> {
        let container = self.container.take().expect("a header that parsed has its prefix");
        if let Err(error) = &container.share {
            return Err(error.clone());
        }
        let fit = match self.fit.take() {
            Some(fit) => fit,
            None if self.over_trials => return Err(Error::TrialLimit { limit: self.limits.trials }),
            None => match self.try_passphrase(&container)? {
                Some(fit) => fit,
                None => return Err(self.nothing_fits(container)),
            },
        };
        Ok((fit, self.keys.signer))
    }

    fn try_passphrase(&self, container: &Container) -> Result<Option<Fit>, Error> {
        let Some(passphrase) = &self.keys.passphrase else {
            return Ok(None);
        };
        self.demand.check(&self.limits)?;
        for slot in &self.passphrase_slots {
            // A slot that opens to a master that does not fit is no different from one that does not open.
            let wrapped = passphrase::open(slot, passphrase, &container.salt)?;
            if let Some(fit) = wrapped.and_then(|wrapped| container.fit(wrapped, OpenedBy::Passphrase)) {
                return Ok(Some(fit));
            }
        }
        Ok(None)
    }

    fn nothing_fits(self, container: Container) -> Error {
        let split = container.split != Split::Whole;
        if self.opened_unfit {
            return if split { Error::FragmentMismatch } else { Error::CommitmentMismatch };
        }
        if self.keys.passphrase.is_some() && self.wanted.passphrases > 0 {
            return Error::WrongPassphrase { split };
        }
        Error::NoMatchingKey { wanted: self.wanted, offered: container.key_ids }
    }
}
