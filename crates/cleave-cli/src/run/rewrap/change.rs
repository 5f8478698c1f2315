//! Which slots go, stay and come, and what becomes of the signature.

use std::collections::HashSet;

use cleave_core::{
    Argon2Cost, Error, HeaderRewriter, OpenedBy, Passphrase, Recipient, Resign, Rewrapper, Slot, SlotKind,
};

use super::super::opening::Tried;
use super::super::recipients;
use super::super::refusal::of_readers;
use super::super::repeats::Repeats;
use crate::args::shown;
use crate::explain::explain;
use crate::failure::Failure;
use crate::keyfile::{self, Distinct, hex};
use crate::passphrase::Passphrases;
use crate::plan::{self, Naming, Signature};
use crate::session::Session;

/// What a plan changes, with its keys read; and what came of it.
pub(super) struct Change<'p> {
    plan: &'p plan::Rewrap,
    /// With which the old container may have been opened.
    identities: &'p [Tried<'p>],
    remove: Vec<Removal>,
    recipients: Distinct,
    /// Where the passphrase to be added comes from, if it has a source of its own.
    new_passphrase: Option<Passphrases>,
    signing: Option<Resign>,
    added_recipients: u64,
    pub(super) removed: u64,
    /// The key that opened the old container, where it does not open the new one.
    pub(super) locked_out: Option<String>,
    /// Whether a new header could be begun.
    pub(super) is_begun: bool,
    /// Why there is none, where that is not the format's to say.
    pub(super) fault: Option<Failure>,
}

fn is_hidden(slot: &Slot) -> bool {
    slot.kind == SlotKind::Recipient && slot.key_id().is_none()
}

fn is_passphrase(slot: &Slot) -> bool {
    slot.kind == SlotKind::Passphrase
}

/// One `--remove`.
enum Removal {
    Key(Box<Recipient>),
    Id([u8; 8]),
}

impl<'p> Change<'p> {
    pub(super) fn read(
        plan: &'p plan::Rewrap,
        identities: &'p [Tried<'p>],
        session: &mut Session,
    ) -> Result<Self, Failure> {
        let remove = plan.remove.iter().map(|typed| Removal::read(typed)).collect::<Result<_, _>>()?;
        let (keys, files) = (&plan.recipients[..], &plan.recipients_files[..]);
        let recipients = recipients::Written { keys, files, identities: &[] }.read(session)?;
        let new_passphrase = match &plan.new_passphrase {
            Some(script) => Some(Passphrases::new(Some(script), &mut session.roles)?),
            None => None,
        };
        let signing = match &plan.signature {
            Signature::None => Resign::Refuse,
            Signature::Remove => Resign::Remove,
            Signature::Sign(file, adoption) => Resign::Sign(keyfile::signing_key(file, session)?, *adoption),
        };
        Ok(Self {
            plan,
            identities,
            remove,
            recipients,
            new_passphrase,
            signing: Some(signing),
            added_recipients: 0,
            removed: 0,
            locked_out: None,
            is_begun: false,
            fault: None,
        })
    }

    /// Begins the new header. Where this fails with a fault of its own, that is the one to report.
    pub(super) fn apply(
        &mut self,
        rewrapper: Rewrapper,
        session: &mut Session,
    ) -> Result<HeaderRewriter, Error> {
        let changed = self.changed(rewrapper, session).map_err(|fault| self.refused(fault))?;
        let kept = |is: fn(&Slot) -> bool| changed.slots().iter().filter(|slot| is(slot)).count() as u64;
        let passphrases = kept(is_passphrase) + u64::from(self.plan.passphrase);
        let hidden =
            kept(is_hidden) + if self.plan.naming == Naming::Hidden { self.added_recipients } else { 0 };
        let begun = changed.begin()?;
        if self.added() > 0 {
            let readable = of_readers(hidden, passphrases, &session.limits);
            readable.map_err(|fault| self.refused(fault))?;
        }
        self.is_begun = true;
        Ok(begun)
    }

    /// How many slots came.
    pub(super) fn added(&self) -> u64 {
        self.added_recipients + u64::from(self.plan.passphrase)
    }

    fn refused(&mut self, fault: Failure) -> Error {
        self.fault = Some(fault);
        Error::Usage { what: "the change cannot be made" }
    }

    fn changed(&mut self, rewrapper: Rewrapper, session: &mut Session) -> Result<Rewrapper, Failure> {
        self.locked_out = self.locked_out(&rewrapper);
        let rewrapper = self.without_removed(rewrapper)?;
        let rewrapper = self.with_recipients(rewrapper, session)?;
        let rewrapper = self.with_passphrase(rewrapper, session)?;
        let signing = self.signing.take().expect("a change is made once");
        Ok(rewrapper.signing(signing))
    }

    /// Names the key that opened the old container, if its slot goes and none comes in its stead.
    fn locked_out(&self, rewrapper: &Rewrapper) -> Option<String> {
        match rewrapper.opened_by() {
            OpenedBy::Identity(index) => {
                let Tried { file, recipient } = self.identities.get(index)?;
                let id = rewrapper.key_id(recipient);
                let is_named = rewrapper.slots().iter().any(|slot| slot.key_id() == Some(id));
                // What is not named opened a hidden slot.
                let goes = match is_named {
                    true => self.remove.iter().any(|removal| removal.key_id(rewrapper) == id),
                    false => self.plan.remove_hidden,
                };
                let comes = self.recipients.contains(recipient);
                (goes && !comes).then(|| format!("the key in {}", shown(file)))
            }
            // A passphrase that is added replaces it, and is known to whoever gives it.
            OpenedBy::Passphrase => {
                (self.plan.remove_passphrases && !self.plan.passphrase).then(|| "the passphrase".to_owned())
            }
            _ => None,
        }
    }

    fn without_removed(&mut self, rewrapper: Rewrapper) -> Result<Rewrapper, Failure> {
        let plan = self.plan;
        let mut going = HashSet::new();
        for removal in &self.remove {
            going.insert(removal.found_in(&rewrapper)?);
        }
        if plan.remove_hidden && !rewrapper.slots().iter().any(is_hidden) {
            return Err(Failure::usage("the container has no hidden recipient to remove"));
        }
        if plan.remove_passphrases && !rewrapper.slots().iter().any(is_passphrase) {
            return Err(Failure::usage("the container has no passphrase to remove"));
        }
        let before = rewrapper.slots().len();
        let rewrapper = rewrapper.retain(|slot| {
            let is_named = slot.key_id().is_some_and(|id| going.contains(&id));
            let goes = is_named
                || (plan.remove_hidden && is_hidden(slot))
                || (plan.remove_passphrases && is_passphrase(slot));
            !goes
        });
        self.removed = (before - rewrapper.slots().len()) as u64;
        Ok(rewrapper)
    }

    fn with_recipients(&mut self, mut rewrapper: Rewrapper, session: &Session) -> Result<Rewrapper, Failure> {
        let naming = self.plan.naming;
        let there = match naming {
            Naming::Named => rewrapper.slots().iter().filter_map(Slot::key_id).collect::<HashSet<_>>(),
            // Whether a named slot of the same key stands there does not matter to one that is not named.
            Naming::Hidden => HashSet::new(),
        };
        let mut repeats = Repeats::new(&session.reporter, ["is there already", "are there already"]);
        for due in std::mem::take(&mut self.recipients) {
            let recipient = due.get().map_err(|error| explain(&error))?;
            let fingerprint = recipient.fingerprint();
            if there.contains(&rewrapper.key_id(&recipient)) {
                repeats.add(&fingerprint);
                continue;
            }
            session.reporter.detail(&format!("adding the recipient {fingerprint}"));
            rewrapper = match naming {
                Naming::Named => rewrapper.recipient_when_due(move || due.get()),
                Naming::Hidden => rewrapper.hidden_recipient_when_due(move || due.get()),
            };
            self.added_recipients += 1;
        }
        repeats.finish();
        Ok(rewrapper)
    }

    fn with_passphrase(&mut self, rewrapper: Rewrapper, session: &mut Session) -> Result<Rewrapper, Failure> {
        if self.plan.passphrase {
            return Ok(rewrapper.passphrase(self.new_passphrase(session)?, Argon2Cost::default()));
        }
        if session.passphrases.is_unused() {
            return Err(Failure::usage("a passphrase is given, and nothing asks for one")
                .hint("-p adds it; without -p it only opens the container, or protected key files"));
        }
        Ok(rewrapper)
    }

    fn new_passphrase(&mut self, session: &mut Session) -> Result<Passphrase, Failure> {
        const WHAT: &str = "the container, to be added";
        match &mut self.new_passphrase {
            Some(passphrases) => passphrases.for_protecting(WHAT),
            // What opened the container is not what is to be added to it.
            None if session.passphrases.is_used() => Passphrases::typed().for_protecting(WHAT).map_err(|failure| {
                failure.hint("the passphrase given opened the container or a key; --new-passphrase-file FILE gives the one to be added")
            }),
            None => session.passphrases.for_protecting(WHAT),
        }
    }
}

impl Removal {
    fn read(typed: &str) -> Result<Self, Failure> {
        if typed.len() == 16 && typed.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let id = u64::from_str_radix(typed, 16).expect("sixteen hexadecimal digits are 64 bits");
            return Ok(Self::Id(id.to_be_bytes()));
        }
        let read = keyfile::recipient_argument("--remove", typed);
        read.map(|recipient| Self::Key(Box::new(recipient))).map_err(|failure| {
            failure
                .hint("--remove takes a public key, or the 16 digits of a key id that `cleave inspect` shows")
        })
    }

    fn key_id(&self, rewrapper: &Rewrapper) -> [u8; 8] {
        match self {
            Self::Key(recipient) => rewrapper.key_id(recipient),
            Self::Id(id) => *id,
        }
    }

    /// Its key id, if a slot has it.
    fn found_in(&self, rewrapper: &Rewrapper) -> Result<[u8; 8], Failure> {
        let id = self.key_id(rewrapper);
        if rewrapper.slots().iter().any(|slot| slot.key_id() == Some(id)) {
            return Ok(id);
        }
        let failure = Failure::usage(format!("no recipient of the container has the key id {}", hex(&id)));
        if rewrapper.slots().iter().any(is_hidden) {
            return Err(
                failure.hint("hidden recipients cannot be told apart; --remove-hidden removes all of them")
            );
        }
        Err(failure.hint("`cleave inspect` shows the key ids that are there"))
    }
}
