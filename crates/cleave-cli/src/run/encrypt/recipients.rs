//! For whom a container is: the keys of `-r`, `-R`, `-i` and `--new-key`, each once.

use std::collections::HashSet;

use cleave_core::{Encryptor, Recipient};

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
        let mut seen = HashSet::with_capacity(self.0.len());
        let first = self.0.iter().map(|recipient| seen.insert(recipient)).collect::<Vec<_>>();
        for (recipient, is_first) in self.0.into_iter().zip(first) {
            let fingerprint = recipient.fingerprint();
            if !is_first {
                session.reporter.warn(&format!("the recipient {fingerprint} is given more than once"));
                continue;
            }
            session.reporter.detail(&format!("to the recipient {fingerprint}"));
            encryptor = match naming {
                Naming::Named => encryptor.recipient(recipient),
                Naming::Hidden => encryptor.hidden_recipient(recipient),
            };
        }
        encryptor
    }
}
