//! The text forms of keys and fragments (FORMAT.md, "Text forms").

use crate::bech32;
use crate::error::Error;
use crate::primitives::sha512;
use crate::signature;
use crate::xwing;

/// Prefix of a recipient.
pub const RECIPIENT: &str = "cleave";
/// Prefix of an identity, in lower case as Bech32 computes with it.
pub const IDENTITY: &str = "cleave-secret-key-";
/// Prefix of a signer.
pub const SIGNER: &str = "cleavesig";
/// Prefix of a signing key.
pub const SIGNING_KEY: &str = "cleave-signing-key-";
/// Prefix of a fragment.
pub const FRAGMENT: &str = "cleave-fragment-";
/// Prefix of age 1.3's X-Wing recipients.
pub const AGE_RECIPIENT: &str = "age1pq";
/// Prefix of age 1.3's X-Wing identities.
pub const AGE_IDENTITY: &str = "age-secret-key-pq-";

/// The public key of a recipient in either of its forms; `key_malformed` also when it fails the check of
/// FIPS 203.
pub fn recipient(text: &str) -> Result<[u8; xwing::PUBLIC_KEY], Error> {
    let key = decode(text, &[RECIPIENT, AGE_RECIPIENT]).ok_or(Error::KeyMalformed)?;
    if xwing::is_valid(&key) { Ok(key) } else { Err(Error::KeyMalformed) }
}

/// The X-Wing seed of an identity in either of its forms.
pub fn identity(text: &str) -> Result<[u8; 32], Error> {
    decode(text, &[IDENTITY, AGE_IDENTITY]).ok_or(Error::KeyMalformed)
}

/// The ML-DSA-65 public key of a signer.
pub fn signer(text: &str) -> Result<[u8; signature::PUBLIC_KEY], Error> {
    decode(text, &[SIGNER]).ok_or(Error::KeyMalformed)
}

/// The ML-DSA-65 seed of a signing key.
pub fn signing_key(text: &str) -> Result<[u8; 32], Error> {
    decode(text, &[SIGNING_KEY]).ok_or(Error::KeyMalformed)
}

/// The 61 bytes of a fragment, not looked into.
pub fn fragment(text: &str) -> Result<[u8; 61], Error> {
    decode(text, &[FRAGMENT]).ok_or(Error::FragmentMalformed)
}

/// A recipient's short fingerprint: 10 bytes in lower-case hexadecimal.
pub fn fingerprint(public_key: &[u8; xwing::PUBLIC_KEY]) -> String {
    let digest = sha512(&[b"cleave/v1 fingerprint", public_key]);
    digest[..10].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The text of a public key, in lower case.
pub fn public(prefix: &str, bytes: &[u8]) -> String {
    bech32::encode(prefix, bytes)
}

/// The text of a secret, in upper case.
pub fn secret(prefix: &str, bytes: &[u8]) -> String {
    bech32::encode(prefix, bytes).to_ascii_uppercase()
}

fn decode<const N: usize>(text: &str, prefixes: &[&str]) -> Option<[u8; N]> {
    let (prefix, bytes) = bech32::decode(text)?;
    if prefixes.contains(&prefix.as_str()) { bytes.try_into().ok() } else { None }
}
