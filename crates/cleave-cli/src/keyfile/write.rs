//! What a new key's file says.

use std::time::SystemTime;

use cleave_core::{Fragment, Identity, SigningKey};
use zeroize::Zeroizing;

/// An identity with its time and public key.
pub(crate) fn identity_text(identity: &Identity) -> Zeroizing<String> {
    key_text(&identity.recipient().to_string(), &identity.to_text())
}

/// A signing key with its time and public key.
pub(crate) fn signing_key_text(key: &SigningKey) -> Zeroizing<String> {
    key_text(&key.signer().to_string(), &key.to_text())
}

fn key_text(public: &str, secret: &str) -> Zeroizing<String> {
    Zeroizing::new(format!("# created: {}\n# public key: {public}\n{secret}\n", now()))
}

/// A fragment with its time, and the hint by which its container is found where it has one.
pub(crate) fn fragment_text(fragment: &Fragment) -> Zeroizing<String> {
    let hint = match fragment.hint() {
        Some(hint) => format!("# pairing hint: {}\n", hex(&hint)),
        None => String::new(),
    };
    Zeroizing::new(format!("# created: {}\n{hint}{}\n", now(), fragment.to_text().as_str()))
}

/// Lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// RFC 3339, UTC, whole seconds.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}
