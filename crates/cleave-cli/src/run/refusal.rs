//! The limits that guard this machine: the flag and the value with which a refused command would go on.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

use cleave_core::{Error, KdfExcess, Keys, Limits, Wanted, io as core_io};

use super::result::counted;
use crate::args::shown_size;
use crate::explain::kdf_hint;
use crate::failure::Failure;
use crate::kind::Kind;
use crate::source::Named;

/// Adds that flag to the failure of a header that is larger than the limit.
///
/// A file is read again for the value; of a stream only the largest header that there can be is known.
pub(super) fn of_header(failure: Failure, error: &Error, input: &Named) -> Failure {
    /// 65,535 slots of 65,538 bytes, and the rest.
    const LARGEST: u64 = 4 << 30;
    if !matches!(error, Error::HeaderLimit { .. }) {
        return failure;
    }
    let wanted = input.metadata.is_file().then(|| header_len(&input.file)).flatten();
    failure.hint(format!("--max-header {} lets it through", shown_size(wanted.unwrap_or(LARGEST))))
}

fn header_len(mut file: &File) -> Option<u64> {
    file.seek(SeekFrom::Start(0)).ok()?;
    let limits = Limits { header_bytes: u64::MAX, ..Limits::default() };
    core_io::open(file, Keys::new(), limits).ok().map(|opening| opening.header_len())
}

/// Names the kind of file that was given for a container, where its first characters tell.
pub(super) fn of_kind(failure: Failure, error: &Error, input: &Named) -> Failure {
    if !matches!(error, Error::NotAContainer) || !input.metadata.is_file() {
        return failure;
    }
    match kind(&input.file) {
        Some(kind) if kind != Kind::Unknown => {
            failure.hint(format!("it is {}: {}", kind.named(), kind.hint()))
        }
        _ => failure,
    }
}

fn kind(mut file: &File) -> Option<Kind> {
    /// Comments before a key, and the start of the key.
    const HEAD: u64 = 4096;
    file.seek(SeekFrom::Start(0)).ok()?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).ok()?;
    let text = String::from_utf8_lossy(&head);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().map(Kind::of_line)
}

/// Refuses to make what its readers would refuse; where the limit is raised here, whoever reads has to raise it too.
///
/// # Errors
/// `trial_limit`, `kdf_limit`.
pub(super) fn of_readers(hidden: u64, passphrases: u64, limits: &Limits) -> Result<(), Failure> {
    if hidden > limits.trials {
        let found = counted(hidden, "hidden recipient");
        let message = format!("{found}, of which a reader tries {} at the most", limits.trials);
        return Err(Failure::new("trial_limit", message).hint(format!(
            "--max-trials {hidden} makes it all the same, and its readers need that flag too"
        )));
    }
    let slots = u64::from(limits.kdf_slots);
    if passphrases > slots {
        let excess = KdfExcess::Slots { found: passphrases, limit: slots };
        return Err(Failure::new(
            "kdf_limit",
            format!("{}, of which a reader takes {slots}", counted(passphrases, "passphrase")),
        )
        .hint("--remove-passphrases removes those that are there")
        .hint(format!("{}; its readers need that flag too", kdf_hint(&[excess]))));
    }
    Ok(())
}

/// Adds that flag to the failure of a container with more slots than keys may be tried on.
pub(super) fn of_trials(failure: Failure, error: &Error, wanted: &Wanted, identities: u64) -> Failure {
    if !matches!(error, Error::TrialLimit { .. }) {
        return failure;
    }
    // A named slot is tried with the one key that it names, which none of the others need be.
    let most = identities.saturating_mul(wanted.hidden.saturating_add(wanted.named));
    failure.hint(format!("--max-trials {most} tries every key on every slot"))
}
