//! The recipients that a command line names, each once.

use std::collections::HashSet;
use std::ffi::OsString;

use super::repeats::Repeats;
use crate::failure::Failure;
use crate::keyfile::{self, Distinct, Given};
use crate::session::Session;

/// Where recipients stand.
pub(super) struct Written<'p> {
    /// Of `-r`: public keys.
    pub(super) keys: &'p [String],
    /// Of `-R`: files of public keys.
    pub(super) files: &'p [OsString],
    /// Of `-e -i`: files of identities, whose public halves are meant.
    pub(super) identities: &'p [OsString],
}

impl Written<'_> {
    /// Reads them all, and warns of those that are given more than once.
    ///
    /// # Errors
    /// Of the first that cannot be read or is none.
    pub(super) fn read(&self, session: &mut Session) -> Result<Distinct, Failure> {
        let reporter = session.reporter;
        let what = ["is given more than once", "are given more than once"];
        let (mut repeats, mut repeated) = (Repeats::new(&reporter, what), HashSet::new());
        let mut distinct = Distinct::default();
        let mut add = |given: Given| {
            if let Some(repeat) = distinct.add(given)
                && repeated.insert(repeat.fingerprint())
            {
                repeats.add(&repeat.fingerprint());
            }
        };
        for typed in self.keys {
            add(keyfile::recipient_argument("-r", typed)?.into());
        }
        for file in self.files {
            keyfile::recipients(file, session, &mut add)?;
        }
        for file in self.identities {
            let identities = keyfile::identities(file, session)?;
            identities.iter().for_each(|identity| add(identity.recipient().clone().into()));
        }
        repeats.finish();
        Ok(distinct)
    }
}
