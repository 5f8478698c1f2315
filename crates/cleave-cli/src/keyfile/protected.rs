//! A key file that is itself a container with a passphrase slot.

use cleave_core::io::derive_on;
use cleave_core::{Error, Keys, Limits, decrypt, decrypt_deriving};
use zeroize::Zeroizing;

use crate::explain::{TYPED_AGAIN, kdf_hint};
use crate::failure::Failure;
use crate::session::Session;

/// Thousands of keys; more is another kind of file.
pub(super) const LARGEST: u64 = 1 << 20;

/// Opens it by the passphrase of the run, or by one that a person types.
///
/// # Errors
/// `key_malformed` where no passphrase opens it, `wrong_passphrase`, and whatever else is wrong with the container.
pub(super) fn open(
    name: &str,
    container: &[u8],
    session: &mut Session,
) -> Result<Zeroizing<Vec<u8>>, Failure> {
    // Without any key the header alone is looked at, and the passphrase asked for only where it can help.
    match decrypt(container, Keys::new(), Limits::default()) {
        Err(Error::NoMatchingKey { wanted, .. }) if wanted.passphrases > 0 => {}
        Err(Error::NoMatchingKey { .. }) | Ok(_) => {
            return Err(Failure::key(format!(
                "{name} is an encrypted file, and no passphrase opens it to a key"
            ))
            .hint("if it is what you want to decrypt, give its key: cleave -d -i KEYFILE FILE"));
        }
        Err(error) => return Err(failed(name, &error)),
    }
    let Some(passphrase) = session.passphrases.for_opening(name)? else {
        return Err(Failure::new(
            "no_matching_key",
            format!("{name} is protected by a passphrase, and none is given"),
        )
        .hint("--passphrase-file FILE, --passphrase-fd N or CLEAVE_PASSPHRASE give it without a terminal"));
    };
    let derive = |derivation| derive_on(session.threads, derivation);
    match decrypt_deriving(container, Keys::new().passphrase(passphrase), session.limits, derive) {
        Ok(opened) => Ok(Zeroizing::new(opened.plaintext)),
        Err(error) => Err(failed(name, &error)),
    }
}

fn failed(name: &str, error: &Error) -> Failure {
    let failure = Failure::new(error.name(), format!("{name}: {error}"));
    match error {
        Error::KdfLimit(excesses) => failure.hint(kdf_hint(excesses)),
        Error::WrongPassphrase { .. } => failure.hint(TYPED_AGAIN),
        _ => failure,
    }
}
