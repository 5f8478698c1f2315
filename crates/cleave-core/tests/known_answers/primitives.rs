//! The core's own steps (`cleave_core::hazmat`) on plain arrays, so that what is tested is what ships.

use cleave_core::{Recipient, SIGNATURE_LEN, Signer, hazmat};

pub(crate) use cleave_core::hazmat::{aes_256_gcm_seal, hmac_sha512, sha512};

pub(crate) fn xwing_public_key(seed: &[u8; 32]) -> [u8; 1216] {
    *hazmat::identity_from_seed(seed).recipient().as_bytes()
}

/// The encapsulation-key check of FIPS 203, section 7.2, and the length.
pub(crate) fn xwing_is_public_key(bytes: &[u8]) -> bool {
    Recipient::from_bytes(bytes).is_ok()
}

/// The shared secret and the ciphertext.
pub(crate) fn xwing_encapsulate(public_key: &[u8; 1216], eseed: &[u8; 64]) -> ([u8; 32], Vec<u8>) {
    let recipient = Recipient::from_bytes(public_key).expect("the caller gives a key that passes the check");
    hazmat::xwing_encapsulate(&recipient, eseed)
}

/// The shared secret, or `None` where the X25519 result is all zero.
pub(crate) fn xwing_decapsulate(seed: &[u8; 32], enc: &[u8; 1120]) -> Option<[u8; 32]> {
    hazmat::xwing_decapsulate(&hazmat::identity_from_seed(seed), enc)
}

pub(crate) fn ml_dsa_public_key(seed: &[u8; 32]) -> [u8; 1952] {
    *hazmat::signing_key_from_seed(seed).signer().as_bytes()
}

/// `None` where the context is too long.
pub(crate) fn ml_dsa_sign(
    seed: &[u8; 32],
    message: &[u8],
    context: &[u8],
    rnd: &[u8; 32],
) -> Option<Vec<u8>> {
    hazmat::ml_dsa_sign(&hazmat::signing_key_from_seed(seed), message, context, rnd).ok()
}

pub(crate) fn ml_dsa_verifies(
    public_key: &[u8; 1952],
    message: &[u8],
    context: &[u8],
    signature: &[u8; SIGNATURE_LEN],
) -> bool {
    let signer = Signer::from_bytes(public_key).expect("an array of 1952 bytes has the length of a signer");
    hazmat::ml_dsa_verify(&signer, message, context, signature)
}

pub(crate) fn aes_256_gcm_opens(
    key: &[u8; 32],
    nonce: &[u8; 12],
    aad: &[u8],
    text: &mut [u8],
    tag: &[u8; 16],
) -> bool {
    hazmat::aes_256_gcm_open(key, nonce, aad, text, tag).is_ok()
}

/// The core's lengths are constants: these are the ones that the published cases ask for.
///
/// # Panics
/// If another length is asked for.
pub(crate) fn hkdf_sha512(salt: &[u8], ikm: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    match length {
        20 => hazmat::hkdf_sha512::<20>(salt, ikm, info).to_vec(),
        32 => hazmat::hkdf_sha512::<32>(salt, ikm, info).to_vec(),
        42 => hazmat::hkdf_sha512::<42>(salt, ikm, info).to_vec(),
        64 => hazmat::hkdf_sha512::<64>(salt, ikm, info).to_vec(),
        80 => hazmat::hkdf_sha512::<80>(salt, ikm, info).to_vec(),
        120 => hazmat::hkdf_sha512::<120>(salt, ikm, info).to_vec(),
        256 => hazmat::hkdf_sha512::<256>(salt, ikm, info).to_vec(),
        16320 => hazmat::hkdf_sha512::<16320>(salt, ikm, info).to_vec(),
        other => panic!("no published case asked for {other} bytes when this was written"),
    }
}
