//! SHA-512 (FIPS 180-4), HMAC-SHA-512 (RFC 2104) and HKDF-SHA-512 (RFC 5869) as FORMAT.md, "Conventions", uses them.

use crate::secret::Secret;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha512};
use zeroize::Zeroize;

/// SHA-512 of the parts one after the other.
pub(crate) fn sha512(parts: &[&[u8]]) -> [u8; 64] {
    let mut hash = Hash::new();
    for part in parts {
        hash.update(part);
    }
    hash.finish()
}

/// A running SHA-512.
#[derive(Clone)]
pub(crate) struct Hash(Sha512);

impl Hash {
    pub(crate) fn new() -> Self {
        Self(Sha512::new())
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub(crate) fn finish(self) -> [u8; 64] {
        self.0.finalize().into()
    }
}

/// HMAC-SHA-512 of public parts under a public key, truncated by the caller.
pub(crate) fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 64] {
    let mut mac = <Hmac<Sha512> as KeyInit>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// HMAC-SHA-512 whose result is secret.
pub(crate) fn hmac_secret(key: &[u8], parts: &[&[u8]]) -> Secret<64> {
    let mut result = hmac(key, parts);
    let secret = Secret::copy_of(&result);
    result.zeroize();
    secret
}

/// HKDF-Extract: the 64-byte pseudorandom key.
pub(crate) fn hkdf_extract(salt: &[u8], ikm: &[u8]) -> Secret<64> {
    // RFC 5869, section 2.2: PRK = HMAC-Hash(salt, IKM).
    hmac_secret(salt, &[ikm])
}

/// HKDF-Expand of `N` bytes under the label that `info` spells in parts.
pub(crate) fn hkdf_expand<const N: usize>(prk: &Secret<64>, info: &[&[u8]]) -> Secret<N> {
    let hkdf = Hkdf::<Sha512>::from_prk(prk.bytes()).expect("64 bytes are a whole SHA-512 output");
    Secret::fill_with(|okm| {
        hkdf.expand_multi_info(info, okm).expect("at most 64 bytes are asked for, far under 255 outputs");
    })
}

/// HKDF, both halves.
pub(crate) fn hkdf<const N: usize>(salt: &[u8], ikm: &[u8], info: &[&[u8]]) -> Secret<N> {
    hkdf_expand(&hkdf_extract(salt, ikm), info)
}
