//! The signature over the whole container (FORMAT.md, "Signature"): ML-DSA-65 of FIPS 204.

use libcrux_ml_dsa::ml_dsa_65::{self, MLDSA65Signature, MLDSA65VerificationKey};

use crate::primitives::{hmac, sha512};

/// Bytes of a public key.
pub const PUBLIC_KEY: usize = 1952;
/// Bytes of a signature.
pub const SIGNATURE: usize = 3309;
/// The context string of the format.
pub const CONTEXT: &[u8] = b"cleave/v1 signature SHA-512";

/// The public key of a 32-byte seed.
pub fn public_key(signing_key: &[u8; 32]) -> [u8; PUBLIC_KEY] {
    *ml_dsa_65::generate_key_pair(*signing_key).verification_key.as_ref()
}

/// How a header names its signer without showing the key.
pub fn signer_id(salt: &[u8; 32], public_key: &[u8; PUBLIC_KEY]) -> [u8; 32] {
    hmac(salt, &[b"cleave/v1 signer", public_key])[..32].try_into().expect("32 of 64")
}

/// What is signed: one digest over the digests of the header and of each frame.
pub fn message(header: &[u8], frames: &[&[u8]]) -> [u8; 64] {
    let mut digests = vec![sha512(&[header])];
    digests.extend(frames.iter().map(|frame| sha512(&[frame])));
    sha512(&[b"cleave/v1 content", digests.as_flattened()])
}

/// Signs, with `rnd` as FIPS 204's hedging randomness; any context, so that a wrong one can be made.
pub fn sign(signing_key: &[u8; 32], message: &[u8], context: &[u8], rnd: [u8; 32]) -> [u8; SIGNATURE] {
    let pair = ml_dsa_65::generate_key_pair(*signing_key);
    let signature = ml_dsa_65::sign(&pair.signing_key, message, context, rnd)
        .expect("the context is short, and rejection sampling ends");
    *signature.as_ref()
}

/// Whether the signature is the signer's over the message under the format's context.
pub fn verify(public_key: &[u8; PUBLIC_KEY], message: &[u8; 64], signature: &[u8; SIGNATURE]) -> bool {
    let key = MLDSA65VerificationKey::new(*public_key);
    ml_dsa_65::verify(&key, message, CONTEXT, &MLDSA65Signature::new(*signature)).is_ok()
}
