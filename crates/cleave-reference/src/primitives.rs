//! The primitives of FORMAT.md, "Conventions", as plain functions over bytes.

use argon2::{Config, ThreadMode, Variant, Version};
use aws_lc_rs::{aead, digest, hmac};

/// SHA-512 (FIPS 180-4) of the parts, one after the other.
pub fn sha512(parts: &[&[u8]]) -> [u8; 64] {
    let mut context = digest::Context::new(&digest::SHA512);
    for part in parts {
        context.update(part);
    }
    let digest = context.finish();
    digest.as_ref().try_into().expect("SHA-512 gives 64 bytes")
}

/// HMAC-SHA-512 (RFC 2104) of the parts, one after the other.
pub fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 64] {
    let mut context = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA512, key));
    for part in parts {
        context.update(part);
    }
    context.sign().as_ref().try_into().expect("HMAC-SHA-512 gives 64 bytes")
}

/// HKDF-Extract with SHA-512 (RFC 5869, section 2.2).
pub fn hkdf_extract(salt: &[u8], ikm: &[u8]) -> [u8; 64] {
    hmac(salt, &[ikm])
}

/// HKDF-Expand with SHA-512 (RFC 5869, section 2.3) to `N` bytes.
///
/// # Panics
/// Over 255 blocks, which is 16,320 bytes.
pub fn hkdf_expand<const N: usize>(prk: &[u8], info: &[u8]) -> [u8; N] {
    let mut output = Vec::new();
    let mut block = Vec::new();
    let mut counter = 0u8;
    while output.len() < N {
        counter = counter.checked_add(1).expect("no label of the format asks for more than 64 bytes");
        block = hmac(prk, &[&block, info, &[counter]]).to_vec();
        output.extend_from_slice(&block);
    }
    output[..N].try_into().expect("at least N bytes were made")
}

/// HKDF with SHA-512, both halves.
pub fn hkdf<const N: usize>(salt: &[u8], ikm: &[u8], info: &[u8]) -> [u8; N] {
    hkdf_expand(&hkdf_extract(salt, ikm), info)
}

/// AES-256-GCM (NIST SP 800-38D): the ciphertext with its 16-byte tag.
pub fn seal(key: &[u8; 32], nonce: [u8; 12], aad: &[u8], plaintext: &[u8]) -> Vec<u8> {
    let mut bytes = plaintext.to_vec();
    aes_256_gcm(key)
        .seal_in_place_append_tag(aead::Nonce::assume_unique_for_key(nonce), aead::Aad::from(aad), &mut bytes)
        .expect("a chunk is far below the limit of AES-GCM");
    bytes
}

/// The plaintext of an AES-256-GCM ciphertext with its tag, or nothing when it does not authenticate.
pub fn unseal(key: &[u8; 32], nonce: [u8; 12], aad: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = sealed.to_vec();
    aes_256_gcm(key)
        .open_in_place(aead::Nonce::assume_unique_for_key(nonce), aead::Aad::from(aad), &mut bytes)
        .ok()
        .map(|plaintext| plaintext.to_vec())
}

fn aes_256_gcm(key: &[u8; 32]) -> aead::LessSafeKey {
    aead::LessSafeKey::new(aead::UnboundKey::new(&aead::AES_256_GCM, key).expect("the key has 32 bytes"))
}

/// Argon2id, version 0x13 (RFC 9106), to 32 bytes; `memory_kib` in KiB.
///
/// # Panics
/// On parameters that the format calls malformed.
pub fn argon2id(password: &[u8], salt: &[u8; 16], memory_kib: u32, passes: u8, lanes: u8) -> [u8; 32] {
    let config = Config {
        ad: &[],
        hash_length: 32,
        lanes: lanes.into(),
        mem_cost: memory_kib,
        secret: &[],
        thread_mode: ThreadMode::Sequential,
        time_cost: passes.into(),
        variant: Variant::Argon2id,
        version: Version::Version13,
    };
    let secret =
        argon2::hash_raw(password, salt, &config).expect("the header's structure allowed these costs");
    secret.try_into().expect("32 bytes were asked for")
}

/// Normalization form C (Unicode Annex 15).
pub fn nfc(text: &str) -> String {
    icu_normalizer::ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
}
