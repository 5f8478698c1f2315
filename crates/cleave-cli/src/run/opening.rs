//! Opening a container with what was given, for all that need a key: decrypting, verifying, rewrapping.

use std::ffi::{OsStr, OsString};
use std::fs::File;

use cleave_core::armor::Form;
use cleave_core::io::{self as core_io, Opening, Unsealed};
use cleave_core::{Authorship, Keys, Recipient, Split, Wanted, fastest};

use super::name::Name;
use super::refusal;
use super::result::{self, Opened, Slots};
use crate::explain::explain;
use crate::failure::Failure;
use crate::keyfile;
use crate::kind::Kind;
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

/// A key that is tried on a container: its public half, and the file that it came from.
pub(super) struct Tried<'p> {
    pub(super) file: &'p OsStr,
    pub(super) recipient: Recipient,
}

/// Reads the keys, and says which identities are among them, in the order in which they are tried.
pub(super) fn keys<'p>(given: &Given<'p>, session: &mut Session) -> Result<(Keys, Vec<Tried<'p>>), Failure> {
    let (mut keys, mut identities) = (Keys::new(), Vec::new());
    for file in given.identities {
        for identity in keyfile::identities(file, session)? {
            identities.push(Tried { file, recipient: identity.recipient().clone() });
            keys = keys.identity(identity);
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
        KeepSlots::Yes if input.can_be_read_twice() => {
            core_io::open_noting_slots(&input.file, keys, session.limits)
        }
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
    let mut opening = opening.frame_crypto(fastest()).derive_on(session.threads);
    if opening.wants_passphrase()
        && let Some(passphrase) = session.passphrases.for_opening(&input.name)?
    {
        opening.give_passphrase(passphrase);
    }
    Ok(opening)
}

/// A container that a key fits, standing at its first frame.
pub(super) struct Container<'i> {
    pub(super) unsealed: Unsealed<&'i File>,
    /// Bytes of it, as nearly as its input's length tells.
    pub(super) len: Option<u64>,
    pub(super) opened: Opened,
}

/// Finds the key that fits, among `identities` and what else was given.
///
/// # Errors
/// Why none does, with the flag that helps.
pub(super) fn unlock<'i>(
    opening: Opening<&'i File>,
    input: &Named,
    input_len: Option<u64>,
    identities: &[Tried<'_>],
) -> Result<Container<'i>, Failure> {
    let wanted = opening.wanted().clone();
    let len = container_len(opening.form(), input_len);
    let unsealed =
        opening.unlock().map_err(|failure| not_unlocked(&failure, &input.name, &wanted, identities))?;
    let (unlocked, prefix) = (unsealed.unlocked(), unsealed.unlocked().prefix());
    let opened = Opened {
        chunk_bytes: prefix.chunk_size.bytes() as u64,
        slots: Slots::new(&wanted),
        opened_by: result::opened_by(unlocked.opened_by()),
        split: prefix.split != Split::Whole,
        signature: result::signature(Authorship::Unsigned),
        signer: None,
    };
    Ok(Container { unsealed, len, opened })
}

/// Says and records what is known of the author, once all was read.
pub(super) fn conclude(
    opened: &mut Opened,
    authorship: Authorship,
    signer: Option<&OsStr>,
    session: &Session,
) {
    opened.signature = result::signature(authorship);
    match (authorship, signer) {
        (Authorship::Verified, Some(signer)) => {
            let signer = signer_named(signer);
            session.reporter.detail(&format!("the signature is verified: signed by {}", signer.shown()));
            opened.signer = Some(signer);
        }
        (Authorship::Unchecked, _) => session
            .reporter
            .warn("the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does"),
        _ => {}
    }
}

/// A required signer as it was typed; a key itself, of 3,142 characters, by its first and last.
fn signer_named(typed: &OsStr) -> Name {
    const SHOWN: usize = 20;
    match typed.to_str() {
        Some(key) if Kind::of_line(key) == Kind::Signer && key.is_ascii() && key.len() > 2 * SHOWN => {
            Name::new(format!("{}...{}", &key[..SHOWN], &key[key.len() - SHOWN / 2..]))
        }
        _ => Name::new(typed),
    }
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
    identities: &[Tried<'_>],
) -> Failure {
    let explained = failed(failure, input);
    match failure {
        core_io::Failure::Format(error) => {
            refusal::of_trials(explained, error, wanted, identities.len() as u64)
        }
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
