//! For whom a container is: the keys of `-r`, `-R`, `-i` and `--new-key`, each once.

use std::collections::HashSet;

use cleave_core::{Encryptor, Recipient};

use super::super::repeats::Repeats;
use crate::failure::Failure;
use crate::keyfile;
use crate::plan::{self, Naming};
use crate::session::Session;

/// Recipients in the order given, repeated ones included.
pub(super) struct Recipients(Vec<Recipient>);

impl Recipients {
    /// Reads the keys that the plan names, but for a new one.
    ///
    /// # Errors
    /// Of the first that cannot be read or is none.
    pub(super) fn read(plan: &plan::Encrypt, session: &mut Session) -> Result<Self, Failure> {
        let mut found = Vec::new();
        for typed in &plan.recipients {
            found.push(keyfile::recipient_argument("-r", typed)?);
        }
        for file in &plan.recipients_files {
            keyfile::recipients(file, session, &mut |recipient| found.push(recipient))?;
        }
        for file in &plan.identities {
            let identities = keyfile::identities(file, session)?;
            found.extend(identities.iter().map(|identity| identity.recipient().clone()));
        }
        Ok(Self(found))
    }

    /// How many there are, each counted once.
    pub(super) fn count(&self) -> usize {
        self.0.iter().collect::<HashSet<_>>().len()
    }

    /// Adds one more.
    pub(super) fn add(&mut self, recipient: Recipient) {
        self.0.push(recipient);
    }

    /// Adds a slot for each, and one only for one that was given several times.
    pub(super) fn into_slots(self, mut encryptor: Encryptor, naming: Naming, session: &Session) -> Encryptor {
        let (mut seen, mut repeated) = (HashSet::with_capacity(self.0.len()), HashSet::new());
        let mut repeats =
            Repeats::new(&session.reporter, ["is given more than once", "are given more than once"]);
        let first = self.0.iter().map(|recipient| {
            let is_first = seen.insert(recipient);
            if !is_first && repeated.insert(recipient) {
                repeats.add(&recipient.fingerprint());
            }
            is_first
        });
        let first = first.collect::<Vec<_>>();
        repeats.finish();
        for (recipient, is_first) in self.0.into_iter().zip(first) {
            if !is_first {
                continue;
            }
            session.reporter.detail(&format!("to the recipient {}", recipient.fingerprint()));
            encryptor = match naming {
                Naming::Named => encryptor.recipient(recipient),
                Naming::Hidden => encryptor.hidden_recipient(recipient),
            };
        }
        encryptor
    }
}
