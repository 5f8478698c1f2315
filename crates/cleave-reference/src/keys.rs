//! What a reader is given to open with, in text form (FORMAT.md, "Text forms" and the rules for passphrases).

use crate::error::Error;
use crate::primitives::nfc;
use crate::signature;
use crate::text;

/// Keys in their text forms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keys {
    /// Tried in this order on each slot.
    pub identities: Vec<String>,
    /// Tried after the identities.
    pub passphrase: Option<String>,
    /// Looked at only when the container is split.
    pub fragment: Option<String>,
    /// The signer that is required.
    pub signer: Option<String>,
}

/// The same, decoded: all but the fragment, which is read when it is needed.
pub(crate) struct DecodedKeys<'a> {
    pub(crate) identities: Vec<[u8; 32]>,
    pub(crate) passphrase: Option<Vec<u8>>,
    pub(crate) fragment: Option<&'a str>,
    pub(crate) signer: Option<[u8; signature::PUBLIC_KEY]>,
}

impl Keys {
    pub(crate) fn decode(&self) -> Result<DecodedKeys<'_>, Error> {
        Ok(DecodedKeys {
            identities: self.identities.iter().map(|line| text::identity(line)).collect::<Result<_, _>>()?,
            passphrase: self.passphrase.as_deref().map(passphrase).transpose()?,
            fragment: self.fragment.as_deref(),
            signer: self.signer.as_deref().map(text::signer).transpose()?,
        })
    }
}

/// The bytes of a passphrase that Argon2 sees: NFC in UTF-8; not empty, without LF or CR.
pub fn passphrase(given: &str) -> Result<Vec<u8>, Error> {
    if given.is_empty() || given.contains(['\n', '\r']) {
        return Err(Error::KeyMalformed);
    }
    Ok(nfc(given).into_bytes())
}
