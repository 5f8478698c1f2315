//! Fixed randomness and single steps, for vectors, tests and measurements.
//!
//! A container whose randomness is known is open to everyone, and one whose randomness repeats gives its content away:
//! no program that encrypts somebody's file may turn this feature on.

use crate::aead;
use crate::encryptor::{Encryptor, Start};
use crate::entropy::Entropy;
use crate::error::Error;
use crate::hash;
use crate::kem;
use crate::keys::{Identity, Passphrase, Recipient, Signer, SigningKey};
use crate::rewrap::{HeaderRewriter, Rewrapped, Rewrapper};
use crate::secret::Secret;
use crate::signature::{self, SIGNATURE_LEN};
use crate::slot::argon2id::{Argon2Cost, Derivation};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub use crate::aead::TagMismatch;
pub use crate::entropy::Entropy as FixedEntropy;

/// [`Encryptor::start`] with the randomness given, drawn in this order: slot order, salt, master, share, then for each
/// slot as it stands in the header its encapsulation (64 bytes) or argon_salt (16 bytes), then the hedging (32 bytes).
///
/// # Errors
/// As [`Encryptor::start`].
pub fn start_from(encryptor: Encryptor, entropy: Box<dyn Entropy + Send>) -> Result<Start, Error> {
    encryptor.start_from(entropy)
}

/// [`Rewrapper::start`] with the randomness given.
///
/// # Errors
/// As [`Rewrapper::start`].
pub fn rewrap_from(rewrapper: Rewrapper, entropy: Box<dyn Entropy + Send>) -> Result<Rewrapped, Error> {
    rewrapper.begin_from(entropy)?.whole()
}

/// [`Rewrapper::begin`] with the randomness given.
///
/// # Errors
/// As [`Rewrapper::begin`].
pub fn begin_rewrap_from(
    rewrapper: Rewrapper,
    entropy: Box<dyn Entropy + Send>,
) -> Result<HeaderRewriter, Error> {
    rewrapper.begin_from(entropy)
}

/// The identity of a seed.
pub fn identity_from_seed(seed: &[u8; 32]) -> Identity {
    Identity::from_seed(Secret::copy_of(seed))
}

/// The signing key of a seed.
pub fn signing_key_from_seed(seed: &[u8; 32]) -> SigningKey {
    SigningKey::from_seed(Secret::copy_of(seed))
}

/// What Argon2id is given of a passphrase: NFC in UTF-8.
pub fn passphrase_bytes(passphrase: &Passphrase) -> Vec<u8> {
    passphrase.as_bytes().to_vec()
}

/// X-Wing EncapsulateDerand: shared secret and ciphertext for `eseed`.
///
/// # Panics
/// If the memory for it cannot be had.
pub fn xwing_encapsulate(recipient: &Recipient, eseed: &[u8; 64]) -> ([u8; 32], Vec<u8>) {
    let (ss, enc) =
        kem::encapsulate_with(recipient, &Secret::copy_of(eseed)).expect("a few hundred bytes can be had");
    (*ss.bytes(), enc.to_vec())
}

/// X-Wing Decapsulate; `None` where the X25519 result is all zero.
pub fn xwing_decapsulate(identity: &Identity, enc: &[u8; kem::CIPHERTEXT_LEN]) -> Option<[u8; 32]> {
    identity.key_pair().decapsulate(enc).map(|ss| *ss.bytes())
}

/// ML-DSA-65.Sign under a context, with the hedging bytes given (all zero: deterministic).
///
/// # Errors
/// [`Error::Usage`] with a context of over 255 bytes.
pub fn ml_dsa_sign(
    key: &SigningKey,
    message: &[u8],
    context: &[u8],
    rnd: &[u8; 32],
) -> Result<Vec<u8>, Error> {
    signature::sign_with_context(key, message, context, &Secret::copy_of(rnd))
        .map(|signature| signature.to_vec())
}

/// ML-DSA-65.Verify under a context.
pub fn ml_dsa_verify(
    signer: &Signer,
    message: &[u8],
    context: &[u8],
    signature: &[u8; SIGNATURE_LEN],
) -> bool {
    signature::verifies_with_context(signer, message, context, signature)
}

/// Argon2id version 0x13, 32 bytes out.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn argon2id(password: &[u8], salt: &[u8], cost: Argon2Cost) -> Result<[u8; 32], Error> {
    Derivation::of_bytes(password, salt, cost).derive().map(|derived| *derived.expose())
}

/// AES-256-GCM in place; returns the tag.
pub fn aes_256_gcm_seal(key: &[u8; 32], nonce: &[u8; 12], aad: &[u8], text: &mut [u8]) -> [u8; 16] {
    aead::seal(key, nonce, aad, text)
}

/// AES-256-GCM in place.
///
/// # Errors
/// [`TagMismatch`].
pub fn aes_256_gcm_open(
    key: &[u8; 32],
    nonce: &[u8; 12],
    aad: &[u8],
    text: &mut [u8],
    tag: &[u8; 16],
) -> Result<(), TagMismatch> {
    aead::open(key, nonce, aad, text, tag)
}

/// SHA-512.
pub fn sha512(bytes: &[u8]) -> [u8; 64] {
    hash::sha512(&[bytes])
}

/// HMAC-SHA-512.
pub fn hmac_sha512(key: &[u8], message: &[u8]) -> [u8; 64] {
    hash::hmac(key, &[message])
}

/// HKDF-SHA-512, both halves, `N` bytes.
pub fn hkdf_sha512<const N: usize>(salt: &[u8], ikm: &[u8], info: &[u8]) -> [u8; N] {
    *hash::hkdf(salt, ikm, &[info]).bytes()
}

/// The portable set's key encapsulation and signature, where the functions above may be a native set's.
pub mod portable {
    use super::{SIGNATURE_LEN, Secret, Vec, kem, signature};
    use crate::keys::{RECIPIENT_LEN, SIGNER_LEN};

    /// The X-Wing public key of a seed.
    pub fn xwing_public_key(seed: &[u8; 32]) -> [u8; RECIPIENT_LEN] {
        kem::portable::KeyPair::from_seed(&Secret::copy_of(seed)).public_key()
    }

    /// Whether a public key passes FIPS 203's encapsulation-key check (section 7.2).
    pub fn is_xwing_public_key(public_key: &[u8; RECIPIENT_LEN]) -> bool {
        kem::portable::is_public_key(public_key)
    }

    /// X-Wing EncapsulateDerand.
    ///
    /// # Panics
    /// If the public key fails the encapsulation-key check.
    pub fn xwing_encapsulate(public_key: &[u8; RECIPIENT_LEN], eseed: &[u8; 64]) -> ([u8; 32], Vec<u8>) {
        let (ss, enc) = kem::portable::encapsulate(public_key, &Secret::copy_of(eseed))
            .expect("the portable set does not fail");
        (*ss.bytes(), enc.to_vec())
    }

    /// X-Wing Decapsulate; `None` where the X25519 result is all zero.
    pub fn xwing_decapsulate(seed: &[u8; 32], enc: &[u8; kem::CIPHERTEXT_LEN]) -> Option<[u8; 32]> {
        kem::portable::KeyPair::from_seed(&Secret::copy_of(seed)).decapsulate(enc).map(|ss| *ss.bytes())
    }

    /// The ML-DSA-65 public key of a seed.
    pub fn ml_dsa_public_key(seed: &[u8; 32]) -> [u8; SIGNER_LEN] {
        *signature::portable::public_key(&Secret::copy_of(seed))
    }

    /// ML-DSA-65.Sign under a context, with the hedging bytes given; `None` with a context of over 255 bytes.
    pub fn ml_dsa_sign(seed: &[u8; 32], message: &[u8], context: &[u8], rnd: &[u8; 32]) -> Option<Vec<u8>> {
        let (seed, rnd) = (Secret::copy_of(seed), Secret::copy_of(rnd));
        signature::portable::sign(&seed, message, context, &rnd).map(|signature| signature.to_vec())
    }

    /// ML-DSA-65.Verify under a context.
    pub fn ml_dsa_verify(
        signer: &[u8; SIGNER_LEN],
        message: &[u8],
        context: &[u8],
        signature: &[u8; SIGNATURE_LEN],
    ) -> bool {
        signature::portable::verifies(signer, message, context, signature)
    }
}
