//! The core's own steps (`cleave_core::hazmat`) on plain arrays, so that what is tested is what ships. Each is done by the
//! set that is built in and by the portable one, which must agree, and so every case here is a case of both.

use cleave_core::hazmat::{self, portable};
use cleave_core::{Recipient, SIGNATURE_LEN, Signer};

pub(crate) use cleave_core::hazmat::{aes_256_gcm_seal, hmac_sha512, sha512};

pub(crate) fn xwing_public_key(seed: &[u8; 32]) -> [u8; 1216] {
    let built_in = *hazmat::identity_from_seed(seed).recipient().as_bytes();
    assert_eq!(built_in, portable::xwing_public_key(seed));
    built_in
}

/// The encapsulation-key check of FIPS 203, section 7.2, and the length.
pub(crate) fn xwing_is_public_key(bytes: &[u8]) -> bool {
    let built_in = Recipient::from_bytes(bytes).is_ok();
    if let Ok(bytes) = bytes.try_into() {
        assert_eq!(built_in, portable::is_xwing_public_key(bytes));
    }
    built_in
}

/// The shared secret and the ciphertext.
pub(crate) fn xwing_encapsulate(public_key: &[u8; 1216], eseed: &[u8; 64]) -> ([u8; 32], Vec<u8>) {
    let recipient = Recipient::from_bytes(public_key).expect("the caller gives a key that passes the check");
    let built_in = hazmat::xwing_encapsulate(&recipient, eseed);
    assert_eq!(built_in, portable::xwing_encapsulate(public_key, eseed));
    built_in
}

/// The shared secret, or `None` where the X25519 result is all zero.
pub(crate) fn xwing_decapsulate(seed: &[u8; 32], enc: &[u8; 1120]) -> Option<[u8; 32]> {
    let built_in = hazmat::xwing_decapsulate(&hazmat::identity_from_seed(seed), enc);
    assert_eq!(built_in, portable::xwing_decapsulate(seed, enc));
    built_in
}

pub(crate) fn ml_dsa_public_key(seed: &[u8; 32]) -> [u8; 1952] {
    let built_in = *hazmat::signing_key_from_seed(seed).signer().as_bytes();
    assert_eq!(built_in, portable::ml_dsa_public_key(seed));
    built_in
}

/// `None` where the context is too long.
pub(crate) fn ml_dsa_sign(
    seed: &[u8; 32],
    message: &[u8],
    context: &[u8],
    rnd: &[u8; 32],
) -> Option<Vec<u8>> {
    let built_in = hazmat::ml_dsa_sign(&hazmat::signing_key_from_seed(seed), message, context, rnd).ok();
    assert_eq!(built_in, portable::ml_dsa_sign(seed, message, context, rnd));
    built_in
}

pub(crate) fn ml_dsa_verifies(
    public_key: &[u8; 1952],
    message: &[u8],
    context: &[u8],
    signature: &[u8; SIGNATURE_LEN],
) -> bool {
    let signer = Signer::from_bytes(public_key).expect("an array of 1952 bytes has the length of a signer");
    let built_in = hazmat::ml_dsa_verify(&signer, message, context, signature);
    assert_eq!(built_in, portable::ml_dsa_verify(public_key, message, context, signature));
    built_in
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
