//! The core's errors as failures of this command, with the flag that helps.

use cleave_core::Error;

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
        Error::FragmentRequired => failure.hint("--fragment FILE gives it"),
        Error::NotAContainer => failure.hint("to encrypt, leave out -d"),
        Error::SignatureMissing | Error::WrongSigner => {
            failure.hint("without --signer it opens, and says that nobody checked who signed it")
        }
        _ => failure,
    }
}
