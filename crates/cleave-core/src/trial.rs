//! Which key fits which slot (FORMAT.md, "Order of checks", steps 2 and 3), as the slots go by.

use crate::error::{Error, Wanted};
use crate::fragment::Fragment;
use crate::header::{Prefix, Split};
use crate::keys::{Identity, Passphrase, Signer};
use crate::limits::Limits;
use crate::schedule::Schedule;
use crate::secret::Secret;
use crate::slot::argon2id::{Derivation, Derived};
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
    waiting: Option<Waiting>,
    /// A recipient slot opened; what it held did not fit the commitment.
    opened_unfit: bool,
    trials: u64,
    over_trials: bool,
    wanted: Wanted,
    demand: Demand,
    passphrase_slots: Vec<[u8; passphrase::LEN]>,
    /// How many of them the passphrase was tried on.
    passphrase_trials: usize,
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

/// A recipient slot that is being tried.
struct Waiting {
    slot: Vec<u8>,
    /// Which identity is next.
    identity: usize,
}

impl Container {
    /// Whether an identity can be tried on a slot with this key identifier.
    fn fits_any(&self, stated: &[u8; 8]) -> bool {
        self.share.is_ok() && (*stated == recipient::HIDDEN || self.key_ids.contains(stated))
    }

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
            waiting: None,
            opened_unfit: false,
            trials: 0,
            over_trials: false,
            wanted: Wanted::default(),
            demand: Demand::default(),
            passphrase_slots: Vec::new(),
            passphrase_trials: 0,
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
        // Two slots can come in one piece: what the first waits for is done before the second.
        self.go_on(u64::MAX);
        let mine = |container: &Container| container.fits_any(&stated);
        if self.container.as_ref().is_some_and(mine) {
            self.waiting = Some(Waiting { slot: slot.to_vec(), identity: 0 });
        }
    }

    /// Whether a slot waits for identities to be tried on it.
    pub(crate) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    /// Tries identities on the slot that waits, in at most so many decapsulations.
    pub(crate) fn go_on(&mut self, mut decapsulations: u64) {
        let (Some(waiting), Some(container)) = (&mut self.waiting, &self.container) else {
            return;
        };
        let stated = recipient::stated_key_id(&waiting.slot);
        while let (Some(identity), Some(key_id), None) =
            (self.keys.identities.get(waiting.identity), container.key_ids.get(waiting.identity), &self.fit)
        {
            if stated == recipient::HIDDEN || stated == *key_id {
                if self.trials == self.limits.trials {
                    self.over_trials = true;
                    break;
                }
                if decapsulations == 0 {
                    return;
                }
                decapsulations -= 1;
                self.trials += 1;
                if let Some(wrapped) = recipient::open(&waiting.slot, identity, &container.salt) {
                    self.fit = container.fit(wrapped, OpenedBy::Identity(waiting.identity));
                    self.opened_unfit |= self.fit.is_none();
                }
            }
            waiting.identity += 1;
        }
        self.waiting = None;
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

    /// What must be derived before the passphrase can be tried on its next slot; nothing if that cannot help.
    pub(crate) fn next_derivation(&self) -> Option<Derivation> {
        let passphrase = self.keys.passphrase.as_ref()?;
        let container = self.container.as_ref()?;
        let helps = self.fit.is_none() && !self.over_trials && container.share.is_ok();
        if !helps || self.demand.check(&self.limits).is_err() {
            return None;
        }
        let slot = self.passphrase_slots.get(self.passphrase_trials)?;
        Some(passphrase::derivation(slot, passphrase))
    }

    /// Tries what was derived on that slot.
    pub(crate) fn give_derived(&mut self, derived: &Derived) {
        let slot = self.passphrase_slots.get(self.passphrase_trials);
        if let (None, Some(slot), Some(container)) = (&self.fit, slot, &self.container) {
            self.passphrase_trials += 1;
            // A slot that opens to a master that does not fit is no different from one that does not open.
            self.fit = passphrase::open(slot, derived, &container.salt)
                .and_then(|wrapped| container.fit(wrapped, OpenedBy::Passphrase));
        }
    }

    pub(crate) fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    #[cfg(feature = "hazmat")]
    pub(crate) fn trials(&self) -> u64 {
        self.trials
    }

    /// The master key that fits, once nothing more is to be derived, and the signer that is required of the container.
    pub(crate) fn conclude(mut self) -> Result<(Fit, Option<Signer>), Error> {
        let container = self.container.take().expect("a header that parsed has its prefix");
        if let Err(error) = &container.share {
            return Err(error.clone());
        }
        match self.fit.take() {
            Some(fit) => Ok((fit, self.keys.signer)),
            None if self.over_trials => Err(Error::TrialLimit { limit: self.limits.trials }),
            None => {
                if self.keys.passphrase.is_some() {
                    self.demand.check(&self.limits)?;
                }
                Err(self.nothing_fits(container))
            }
        }
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
