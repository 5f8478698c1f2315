//! The limits that guard this machine: the flag and the value with which a refused command would go on.

use std::fs::File;
use std::io::{Seek, SeekFrom};

use cleave_core::{Error, Keys, Limits, Wanted, io as core_io};

use crate::args::shown_size;
use crate::failure::Failure;
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

/// Adds that flag to the failure of a container with more slots than keys may be tried on.
pub(super) fn of_trials(failure: Failure, error: &Error, wanted: &Wanted, identities: u64) -> Failure {
    if !matches!(error, Error::TrialLimit { .. }) {
        return failure;
    }
    // A named slot is tried with the one key that it names, which none of the others need be.
    let most = identities.saturating_mul(wanted.hidden.saturating_add(wanted.named));
    failure.hint(format!("--max-trials {most} tries every key on every slot"))
}
