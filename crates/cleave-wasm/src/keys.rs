//! Keys and fragments by their text forms.

use crate::fault::Fault;
use crate::header::hex;
use cleave_core::{Fragment, Identity, Recipient, SigningKey};
use wasm_bindgen::prelude::wasm_bindgen;

/// A fresh key pair, as text forms.
#[wasm_bindgen(getter_with_clone)]
pub struct KeyPair {
    /// The identity or signing key: keep it secret.
    pub secret: String,
    /// The recipient or signer, for everyone.
    pub public: String,
}

/// A fresh identity, from the platform's generator.
///
/// # Errors
/// `randomness`.
#[wasm_bindgen]
pub fn generate_identity() -> Result<KeyPair, Fault> {
    let identity = Identity::generate()?;
    Ok(KeyPair { secret: identity.to_text().to_string(), public: identity.recipient().to_string() })
}

/// A fresh signing key, from the platform's generator.
///
/// # Errors
/// `randomness`.
#[wasm_bindgen]
pub fn generate_signing_key() -> Result<KeyPair, Fault> {
    let key = SigningKey::generate()?;
    Ok(KeyPair { secret: key.to_text().to_string(), public: key.signer().to_string() })
}

/// The recipient of an identity.
///
/// # Errors
/// `key_malformed`.
#[wasm_bindgen]
pub fn recipient_of(identity: &str) -> Result<String, Fault> {
    Ok(Identity::parse(identity)?.recipient().to_string())
}

/// The signer of a signing key.
///
/// # Errors
/// `key_malformed`.
#[wasm_bindgen]
pub fn signer_of(signing_key: &str) -> Result<String, Fault> {
    Ok(SigningKey::parse(signing_key)?.signer().to_string())
}

/// A recipient's short fingerprint, 20 hexadecimal digits.
///
/// # Errors
/// `key_malformed`.
#[wasm_bindgen]
pub fn fingerprint(recipient: &str) -> Result<String, Fault> {
    Ok(recipient.parse::<Recipient>()?.fingerprint())
}

/// The 61 bytes of a fragment's text form.
///
/// # Errors
/// `fragment_malformed`.
#[wasm_bindgen]
pub fn fragment_bytes(text: &str) -> Result<Vec<u8>, Fault> {
    Ok(Fragment::parse(text)?.to_bytes().to_vec())
}

/// The text form of a fragment's 61 bytes.
///
/// # Errors
/// `fragment_malformed`.
#[wasm_bindgen]
pub fn fragment_text(bytes: &[u8]) -> Result<String, Fault> {
    Ok(Fragment::from_bytes(bytes)?.to_text().to_string())
}

/// The hint that a fragment carries, in hexadecimal, by which its container is found.
///
/// # Errors
/// `fragment_malformed`.
#[wasm_bindgen]
pub fn fragment_hint(text: &str) -> Result<Option<String>, Fault> {
    Ok(Fragment::parse(text)?.hint().map(|hint| hex(&hint)))
}
