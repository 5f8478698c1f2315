//! Opening a container with what was given, for all that need a key: decrypting, verifying, rewrapping.

use std::ffi::OsString;
use std::fs::File;

use cleave_core::armor::Form;
use cleave_core::io::{self as core_io, Opening};
use cleave_core::{Keys, Wanted, fastest};

use super::refusal;
use crate::explain::explain;
use crate::failure::Failure;
use crate::keyfile;
use crate::session::Session;
use crate::source::Named;

/// The files that open a container, and who must have signed it.
pub(super) struct Given<'p> {
    pub(super) identities: &'p [OsString],
    pub(super) fragment: &'p Option<OsString>,
    pub(super) signer: &'p Option<OsString>,
}

/// Whether the slots stay in memory, for a rewrap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeepSlots {
    No,
    Yes,
}

/// Reads the keys, and says how many identities are among them.
pub(super) fn keys(given: &Given<'_>, session: &mut Session) -> Result<(Keys, u64), Failure> {
    let (mut keys, mut identities) = (Keys::new(), 0);
    for file in given.identities {
        for identity in keyfile::identities(file, session)? {
            keys = keys.identity(identity);
            identities += 1;
        }
    }
    if let Some(file) = given.fragment {
        keys = keys.fragment(keyfile::fragment(file, session)?);
    }
    if let Some(signer) = given.signer {
        keys = keys.signer(keyfile::signer(signer, session)?);
    }
    Ok((keys, identities))
}

/// Reads the header, and asks for a passphrase only where nothing else can open the container.
pub(super) fn open<'i>(
    input: &'i Named,
    keys: Keys,
    keep: KeepSlots,
    session: &mut Session,
) -> Result<Opening<&'i File>, Failure> {
    let opened = match keep {
        KeepSlots::No => core_io::open(&input.file, keys, session.limits),
        KeepSlots::Yes => core_io::open_keeping_slots(&input.file, keys, session.limits),
    };
    let opening = opened.map_err(|failure| {
        let explained = failed(&failure, &input.name);
        match &failure {
            core_io::Failure::Format(error) => {
                refusal::of_kind(refusal::of_header(explained, error, input), error, input)
            }
            _ => explained,
        }
    })?;
    let mut opening = opening.frame_crypto(fastest());
    if opening.wants_passphrase()
        && let Some(passphrase) = session.passphrases.for_opening(&input.name)?
    {
        opening.give_passphrase(passphrase);
    }
    Ok(opening)
}

/// Bytes of the container, as nearly as its input's length tells.
pub(super) fn container_len(form: Form, input_len: Option<u64>) -> Option<u64> {
    match form {
        // Base64 has 65 characters, a line break included, for 48 bytes.
        Form::Armored => input_len.map(|len| len / 65 * 48),
        _ => input_len,
    }
}

/// The failure of a container that none of the keys opened.
pub(super) fn not_unlocked(
    failure: &core_io::Failure,
    input: &str,
    wanted: &Wanted,
    identities: u64,
) -> Failure {
    let explained = failed(failure, input);
    match failure {
        core_io::Failure::Format(error) => refusal::of_trials(explained, error, wanted, identities),
        _ => explained,
    }
}

/// The failure of reading a container, whose output is not to blame.
pub(super) fn failed(failure: &core_io::Failure, input: &str) -> Failure {
    match failure {
        core_io::Failure::Format(error) => explain(error),
        core_io::Failure::Input(error) => Failure::reading(input, error),
        other => Failure::new(other.name(), other.to_string()),
    }
}
