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
        Error::KdfLimit(excess) => failure.hint(kdf_hint(excess)),
        Error::FragmentRequired => failure.hint("--fragment FILE gives it"),
        Error::SignatureMissing | Error::WrongSigner => {
            failure.hint("without --signer it opens, and says that nobody checked who signed it")
        }
        _ => failure,
    }
}

/// The flag and the value with which a passphrase slot would be tried.
pub(crate) fn kdf_hint(excess: &KdfExcess) -> String {
    let size = |kib: u64| shown_size(kib.saturating_mul(1 << 10));
    match excess {
        KdfExcess::Memory { found, .. } => format!("--max-kdf-memory {} allows it", size(*found)),
        KdfExcess::Work { found, .. } => format!("--max-kdf-work {} allows it", size(*found)),
        // What the slots ask for is bounded all the same.
        _ => format!(
            "--max-kdf-work {} (or more) lifts that limit, and bounds the work alone",
            size(Limits::default().kdf_work_kib)
        ),
    }
}
