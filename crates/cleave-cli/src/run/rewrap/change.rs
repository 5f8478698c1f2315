//! Which slots go, stay and come, and what becomes of the signature.

use std::collections::HashSet;

use cleave_core::{
    Argon2Cost, Error, Keys, Limits, Passphrase, Reader, Recipient, Resign, Rewrapped, Rewrapper, Slot,
    SlotKind, Wanted,
};

use super::super::refusal::of_readers;
use crate::failure::Failure;
use crate::keyfile::{self, hex};
use crate::passphrase::Passphrases;
use crate::plan::{self, Naming, Signature};
use crate::session::Session;

/// What a plan changes, with its keys read; and what came of it.
pub(super) struct Change<'p> {
    plan: &'p plan::Rewrap,
    remove: Vec<Removal>,
    recipients: Vec<Recipient>,
    /// Where the passphrase to be added comes from, if it has a source of its own.
    new_passphrase: Option<Passphrases>,
    signing: Option<Resign>,
    pub(super) added: u64,
    pub(super) removed: u64,
    /// Of the new header, once there is one.
    pub(super) header_bytes: u64,
    pub(super) wanted: Wanted,
    /// Why there is none, where that is not the format's to say.
    pub(super) fault: Option<Failure>,
}

/// One `--remove`.
enum Removal {
    Key(Box<Recipient>),
    Id([u8; 8]),
}

impl<'p> Change<'p> {
    pub(super) fn read(plan: &'p plan::Rewrap, session: &mut Session) -> Result<Self, Failure> {
        let remove = plan.remove.iter().map(|typed| Removal::read(typed)).collect::<Result<_, _>>()?;
        let mut recipients = Vec::new();
        for typed in &plan.recipients {
            recipients.push(keyfile::recipient_argument("-r", typed)?);
        }
        for file in &plan.recipients_files {
            keyfile::recipients(file, session, &mut |recipient| recipients.push(recipient))?;
        }
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
            remove,
            recipients,
            new_passphrase,
            signing: Some(signing),
            added: 0,
            removed: 0,
            header_bytes: 0,
            wanted: Wanted::default(),
            fault: None,
        })
    }

    /// Makes the new header. Where this fails with a fault of its own, that is the one to report.
    pub(super) fn apply(&mut self, rewrapper: Rewrapper, session: &mut Session) -> Result<Rewrapped, Error> {
        let changed = self.changed(rewrapper, session).map_err(|fault| self.refused(fault))?;
        let rewrapped = changed.start()?;
        let mut header = Reader::new(Keys::new(), Limits { header_bytes: u64::MAX, ..session.limits });
        header.push(&rewrapped.header)?;
        self.wanted = header.finish()?.wanted().clone();
        if self.added > 0 {
            let readable = of_readers(self.wanted.hidden, self.wanted.passphrases, &session.limits);
            readable.map_err(|fault| self.refused(fault))?;
        }
        self.header_bytes = rewrapped.header.len() as u64;
        Ok(rewrapped)
    }

    fn refused(&mut self, fault: Failure) -> Error {
        self.fault = Some(fault);
        Error::Usage { what: "the change cannot be made" }
    }

    fn changed(&mut self, mut rewrapper: Rewrapper, session: &mut Session) -> Result<Rewrapper, Failure> {
        let plan = self.plan;
        let mut going = HashSet::new();
        for removal in &self.remove {
            going.insert(removal.found_in(&rewrapper)?);
        }
        let is_hidden = |slot: &Slot| slot.kind == SlotKind::Recipient && slot.key_id().is_none();
        let is_passphrase = |slot: &Slot| slot.kind == SlotKind::Passphrase;
        if plan.remove_hidden && !rewrapper.slots().iter().any(is_hidden) {
            return Err(Failure::usage("the container has no hidden recipient to remove"));
        }
        if plan.remove_passphrases && !rewrapper.slots().iter().any(is_passphrase) {
            return Err(Failure::usage("the container has no passphrase to remove"));
        }
        let before = rewrapper.slots().len();
        rewrapper = rewrapper.retain(|slot| {
            let is_named = slot.key_id().is_some_and(|id| going.contains(&id));
            let goes = is_named
                || (plan.remove_hidden && is_hidden(slot))
                || (plan.remove_passphrases && is_passphrase(slot));
            !goes
        });
        self.removed = (before - rewrapper.slots().len()) as u64;

        let mut there = match plan.naming {
            Naming::Named => rewrapper.slots().iter().filter_map(Slot::key_id).collect::<HashSet<_>>(),
            // Whether a named slot of the same key stands there does not matter to one that is not named.
            Naming::Hidden => HashSet::new(),
        };
        for recipient in std::mem::take(&mut self.recipients) {
            let fingerprint = recipient.fingerprint();
            if !there.insert(rewrapper.key_id(&recipient)) {
                session.reporter.warn(&format!("the recipient {fingerprint} is there already"));
                continue;
            }
            session.reporter.detail(&format!("adding the recipient {fingerprint}"));
            rewrapper = match plan.naming {
                Naming::Named => rewrapper.recipient(recipient),
                Naming::Hidden => rewrapper.hidden_recipient(recipient),
            };
            self.added += 1;
        }
        if plan.passphrase {
            rewrapper = rewrapper.passphrase(self.new_passphrase(session)?, Argon2Cost::default());
            self.added += 1;
        } else if session.passphrases.is_unused() {
            return Err(Failure::usage("a passphrase is given, and nothing asks for one")
                .hint("-p adds it; without -p it only opens the container, or protected key files"));
        }
        let signing = self.signing.take().expect("a change is made once");
        Ok(rewrapper.signing(signing))
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

    /// Its key id, if a slot has it.
    fn found_in(&self, rewrapper: &Rewrapper) -> Result<[u8; 8], Failure> {
        let id = match self {
            Self::Key(recipient) => rewrapper.key_id(recipient),
            Self::Id(id) => *id,
        };
        if rewrapper.slots().iter().any(|slot| slot.key_id() == Some(id)) {
            return Ok(id);
        }
        let failure = Failure::usage(format!("no recipient of the container has the key id {}", hex(&id)));
        if rewrapper.slots().iter().any(|slot| slot.kind == SlotKind::Recipient && slot.key_id().is_none()) {
            return Err(
                failure.hint("hidden recipients cannot be told apart; --remove-hidden removes all of them")
            );
        }
        Err(failure.hint("`cleave inspect` shows the key ids that are there"))
    }
}
