//! The core's errors as failures of this command, with the flag that helps.

use cleave_core::{Error, KdfExcess, Limits};

use crate::args::shown_size;
use crate::failure::Failure;

/// The failure that an error of the format is, with the hint for whoever decrypts.
pub(crate) fn explain(error: &Error) -> Failure {
    let failure = Failure::new(error.name(), error.to_string());
    match error {
        Error::ChunkTampered { index } => failure.at_chunk(*index),
        Error::NoMatchingKey { wanted, offered } if offered.is_empty() && wanted.named + wanted.hidden > 0 => {
            failure.hint("-i FILE gives the identity to decrypt with")
        }
        Error::NoMatchingKey { wanted, .. } if wanted.passphrases > 0 => failure.hint(
            "without a terminal the passphrase is given by --passphrase-file FILE, --passphrase-fd N or CLEAVE_PASSPHRASE",
        ),
        Error::NoMatchingKey { .. } => failure.hint("-i FILE gives another identity; it may be repeated"),
        Error::KdfLimit(excesses) => failure.hint(kdf_hint(excesses)),
        Error::WrongPassphrase { .. } => failure.hint(TYPED_AGAIN),
        Error::FragmentRequired => failure.hint("--fragment FILE gives it"),
        Error::SignatureMissing | Error::WrongSigner => {
            failure.hint("without --signer it opens, and says that nobody checked who signed it")
        }
        _ => failure,
    }
}

/// What to do about a wrong passphrase.
pub(crate) const TYPED_AGAIN: &str = "give it again: capitals, spaces and the keyboard's layout count";

/// All flags, with their values, with which the passphrase slots would be tried.
pub(crate) fn kdf_hint(excesses: &[KdfExcess]) -> String {
    let size = |kib: u64| shown_size(kib.saturating_mul(1 << 10));
    let memory = excesses.iter().find_map(|excess| match excess {
        KdfExcess::Memory { found, .. } => Some(format!("--max-kdf-memory {}", size(*found))),
        _ => None,
    });
    // The flag for work lifts the limits on slots and lanes too, which are in force where it is not given.
    let work = excesses.iter().filter_map(|excess| match excess {
        KdfExcess::Memory { .. } => None,
        KdfExcess::Work { found, .. } => Some(*found),
        _ => Some(Limits::default().kdf_work_kib),
    });
    let work = work.max().map(|kib| format!("--max-kdf-work {}", size(kib)));
    match (memory, work) {
        (Some(memory), Some(work)) => format!("{memory} {work} together allow it"),
        (memory, work) => format!("{} allows it", memory.or(work).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flag_that_is_needed_is_named_at_once() {
        let memory = KdfExcess::Memory { found: 2 << 20, limit: 1 << 20 };
        let work = KdfExcess::Work { found: 24 << 20, limit: 8 << 20 };
        let slots = KdfExcess::Slots { found: 9, limit: 8 };
        let lanes = KdfExcess::Lanes { found: 17, limit: 16 };
        for (excesses, hint) in [
            (&[memory][..], "--max-kdf-memory 2GiB allows it"),
            (&[work], "--max-kdf-work 24GiB allows it"),
            (&[slots], "--max-kdf-work 8GiB allows it"),
            (&[slots, lanes, work], "--max-kdf-work 24GiB allows it"),
            (&[memory, lanes], "--max-kdf-memory 2GiB --max-kdf-work 8GiB together allow it"),
            (&[slots, memory, work], "--max-kdf-memory 2GiB --max-kdf-work 24GiB together allow it"),
        ] {
            assert_eq!(kdf_hint(excesses), hint);
        }
    }
}
