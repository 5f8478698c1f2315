//! The primitives as the core calls them: the same crates, types and features, one function each.

use aes_gcm::Aes256Gcm;
use aes_gcm::aead::AeadInOut;
use argon2::{Algorithm, Argon2, Params, Version};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use ml_dsa::{EncodedSignature, EncodedVerifyingKey, Keypair, MlDsa65, Signature, SigningKey, VerifyingKey};
use rand_core::{TryCryptoRng, TryRng};
use sha2::{Digest, Sha512};
use x_wing::{
    Ciphertext, DecapsulationKeyRejectNonContrib, Decapsulator, EncapsulationKey, KeyExport, TryDecapsulate,
};

pub(crate) fn xwing_public_key(seed: &[u8; 32]) -> [u8; 1216] {
    DecapsulationKeyRejectNonContrib::from(*seed).encapsulation_key().to_bytes().into()
}

pub(crate) fn xwing_is_public_key(bytes: &[u8]) -> bool {
    EncapsulationKey::try_from(bytes).is_ok()
}

/// The shared secret and the ciphertext.
pub(crate) fn xwing_encapsulate(public_key: &[u8; 1216], eseed: &[u8; 64]) -> ([u8; 32], [u8; 1120]) {
    let key =
        EncapsulationKey::try_from(&public_key[..]).expect("the caller gives a key that passes the check");
    let (enc, ss) = key.encapsulate_deterministic(eseed.into());
    (ss.into(), enc.into())
}

/// The shared secret, or `None` where the X25519 result is all zero.
pub(crate) fn xwing_decapsulate(seed: &[u8; 32], enc: &[u8; 1120]) -> Option<[u8; 32]> {
    let key = DecapsulationKeyRejectNonContrib::from(*seed);
    key.try_decapsulate(&Ciphertext::from(*enc)).ok().map(Into::into)
}

pub(crate) fn ml_dsa_public_key(seed: &[u8; 32]) -> [u8; 1952] {
    SigningKey::<MlDsa65>::from_seed(seed.into()).verifying_key().encode().into()
}

/// `None` where the context is too long.
pub(crate) fn ml_dsa_sign(
    seed: &[u8; 32],
    message: &[u8],
    context: &[u8],
    rnd: &[u8; 32],
) -> Option<[u8; 3309]> {
    let key = SigningKey::<MlDsa65>::from_seed(seed.into());
    let signature = key.expanded_key().sign_randomized(message, context, &mut Fixed(rnd)).ok()?;
    Some(signature.encode().into())
}

pub(crate) fn ml_dsa_verifies(
    public_key: &[u8; 1952],
    message: &[u8],
    context: &[u8],
    signature: &[u8; 3309],
) -> bool {
    let key = VerifyingKey::<MlDsa65>::decode(&EncodedVerifyingKey::<MlDsa65>::from(*public_key));
    Signature::decode(&EncodedSignature::<MlDsa65>::from(*signature))
        .is_some_and(|signature| key.verify_with_context(message, context, &signature))
}

/// Gives out the bytes of one `rnd`, once.
pub(crate) struct Fixed<'a>(pub(crate) &'a [u8]);

impl TryRng for Fixed<'_> {
    type Error = core::fmt::Error;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Err(core::fmt::Error)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Err(core::fmt::Error)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        let (given, left) = self.0.split_at_checked(bytes.len()).ok_or(core::fmt::Error)?;
        bytes.copy_from_slice(given);
        self.0 = left;
        Ok(())
    }
}

impl TryCryptoRng for Fixed<'_> {}

pub(crate) fn aes_256_gcm_seal(key: &[u8; 32], nonce: &[u8; 12], aad: &[u8], text: &mut [u8]) -> [u8; 16] {
    let tag = Aes256Gcm::new(key.into()).encrypt_inout_detached(nonce.into(), aad, text.into());
    tag.expect("the texts are short").into()
}

pub(crate) fn aes_256_gcm_opens(
    key: &[u8; 32],
    nonce: &[u8; 12],
    aad: &[u8],
    text: &mut [u8],
    tag: &[u8; 16],
) -> bool {
    Aes256Gcm::new(key.into()).decrypt_inout_detached(nonce.into(), aad, text.into(), tag.into()).is_ok()
}

pub(crate) fn sha512(message: &[u8]) -> [u8; 64] {
    Sha512::digest(message).into()
}

pub(crate) fn hmac_sha512(key: &[u8], message: &[u8]) -> [u8; 64] {
    let mut mac = <Hmac<Sha512> as KeyInit>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// `None` where more than 255 outputs are asked for.
pub(crate) fn hkdf_sha512(salt: &[u8], ikm: &[u8], info: &[u8], length: usize) -> Option<Vec<u8>> {
    let prk = hmac_sha512(salt, ikm);
    let mut okm = vec![0; length];
    let hkdf = Hkdf::<Sha512>::from_prk(&prk).expect("64 bytes are a whole SHA-512 output");
    hkdf.expand_multi_info(&[info], &mut okm).ok().map(|()| okm)
}

pub(crate) struct Argon2Cost {
    pub(crate) memory_kib: u32,
    pub(crate) passes: u32,
    pub(crate) lanes: u32,
}

pub(crate) fn argon2id(password: &[u8], salt: &[u8], cost: &Argon2Cost, length: usize) -> Vec<u8> {
    let params =
        Params::new(cost.memory_kib, cost.passes, cost.lanes, Some(length)).expect("a possible cost");
    let mut out = vec![0; length];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(password, salt, &mut out)
        .expect("passwords and salts are of possible lengths");
    out
}
