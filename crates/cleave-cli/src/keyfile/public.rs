//! The public half of a file of secret keys, whichever kinds they are.

use std::ffi::OsStr;
use std::fmt;

use cleave_core::{Identity, Recipient, Signer, SigningKey};

use super::open;
use crate::failure::Failure;
use crate::kind::Kind;
use crate::session::Session;

/// A recipient, of an identity; or a signer, of a signing key.
pub(crate) enum PublicKey {
    Recipient(Recipient),
    Signer(Signer),
}

impl PublicKey {
    /// The short fingerprint that a recipient has.
    pub(crate) fn fingerprint(&self) -> Option<String> {
        match self {
            Self::Recipient(recipient) => Some(recipient.fingerprint()),
            Self::Signer(_) => None,
        }
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recipient(recipient) => recipient.fmt(f),
            Self::Signer(signer) => signer.fmt(f),
        }
    }
}

/// Reads the secret keys in a file, plain or protected by a passphrase, for their public halves.
///
/// # Errors
/// `input`; `wrong_passphrase`; `key_malformed` with the line, or where there is no key at all.
pub(crate) fn public_keys(typed: &OsStr, session: &mut Session) -> Result<Vec<PublicKey>, Failure> {
    let file = open(typed, "the key file", session)?;
    let mut file = file.unlocked(session)?;
    file.refuse_other_files(Kind::Identity)?;
    let mut found = Vec::new();
    while let Some((number, text)) = file.next_key()? {
        let (kind, key) = match Kind::of_line(&text) {
            Kind::Unknown => return Err(file.holds_no_key(number)),
            Kind::SigningKey => {
                let key = SigningKey::parse(&text).map(|key| PublicKey::Signer(key.signer().clone()));
                (Kind::SigningKey, key)
            }
            _ => {
                let identity = Identity::parse(&text);
                (Kind::Identity, identity.map(|key| PublicKey::Recipient(key.recipient().clone())))
            }
        };
        match key {
            Ok(key) => found.push(key),
            Err(error) => return Err(file.malformed(number, &text, kind, &error)?),
        }
    }
    if found.is_empty() {
        return Err(file.failure("no key is in this file"));
    }
    file.warn_if_open(session);
    Ok(found)
}
