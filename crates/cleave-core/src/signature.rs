//! ML-DSA-65 (FIPS 204, pure, hedged) over a digest of frame digests (FORMAT.md, "Signature").

use crate::entropy::Entropy;
use crate::error::Error;
use crate::hash::{Hash, hmac};
use crate::keys::{SIGNER_LEN, Signer, SigningKey};
use crate::secret::Secret;
use alloc::boxed::Box;
use ml_dsa::{EncodedSignature, EncodedVerifyingKey, Keypair, MlDsa65, Seed, Signature, VerifyingKey};
use rand_core::{TryCryptoRng, TryRng};

/// Bytes of a signature (FIPS 204, table 2).
pub const SIGNATURE_LEN: usize = 3309;

const CONTEXT: &[u8] = b"cleave/v1 signature SHA-512";

/// The salted identifier of a signer's key.
pub(crate) fn signer_id(salt: &[u8; 32], signer: &Signer) -> [u8; 32] {
    let mac = hmac(salt, &[b"cleave/v1 signer", signer.as_bytes()]);
    *mac.first_chunk().expect("an HMAC-SHA-512 has 64 bytes")
}

/// The content as it is signed: the header's digest, then each frame's, in order.
pub(crate) struct ContentHash(Hash);

impl ContentHash {
    /// Begins with SHA-512 of the header, header_mac included.
    pub(crate) fn new(header_hash: &[u8; 64]) -> Self {
        let mut hash = Hash::new();
        hash.update(b"cleave/v1 content");
        hash.update(header_hash);
        Self(hash)
    }

    /// Adds SHA-512 of the next frame.
    pub(crate) fn frame(&mut self, digest: &[u8; 64]) {
        self.0.update(digest);
    }

    /// The message that is signed.
    pub(crate) fn message(self) -> [u8; 64] {
        self.0.finish()
    }
}

/// The public key of a seed (ML-DSA.KeyGen_internal).
pub(crate) fn public_key(seed: &Secret<32>) -> Box<[u8; SIGNER_LEN]> {
    Box::new(expand(seed).verifying_key().encode().into())
}

/// Signs, hedged: 32 fresh bytes of `entropy` beside the key.
pub(crate) fn sign(
    key: &SigningKey,
    message: &[u8; 64],
    entropy: &mut dyn Entropy,
) -> Result<Box<[u8; SIGNATURE_LEN]>, Error> {
    sign_with_context(key, message, CONTEXT, entropy)
}

pub(crate) fn sign_with_context(
    key: &SigningKey,
    message: &[u8],
    context: &[u8],
    entropy: &mut dyn Entropy,
) -> Result<Box<[u8; SIGNATURE_LEN]>, Error> {
    let signature = expand(key.seed())
        .expanded_key()
        .sign_randomized(message, context, &mut Rng(entropy))
        .map_err(|_| Error::Randomness)?;
    Ok(Box::new(signature.encode().into()))
}

/// Whether `signature` is `signer`'s over `message`.
pub(crate) fn verifies(signer: &Signer, message: &[u8; 64], signature: &[u8; SIGNATURE_LEN]) -> bool {
    verifies_with_context(signer, message, CONTEXT, signature)
}

pub(crate) fn verifies_with_context(
    signer: &Signer,
    message: &[u8],
    context: &[u8],
    signature: &[u8; SIGNATURE_LEN],
) -> bool {
    let key = VerifyingKey::<MlDsa65>::decode(&EncodedVerifyingKey::<MlDsa65>::from(*signer.as_bytes()));
    Signature::decode(&EncodedSignature::<MlDsa65>::from(*signature))
        .is_some_and(|signature| key.verify_with_context(message, context, &signature))
}

fn expand(seed: &Secret<32>) -> Box<ml_dsa::SigningKey<MlDsa65>> {
    let mut copy = Seed::from(*seed.bytes());
    let key = Box::new(ml_dsa::SigningKey::<MlDsa65>::from_seed(&copy));
    zeroize::Zeroize::zeroize(&mut copy[..]);
    key
}

/// Lets ml-dsa draw from an [`Entropy`].
struct Rng<'a>(&'a mut dyn Entropy);

impl TryRng for Rng<'_> {
    type Error = Error;

    fn try_next_u32(&mut self) -> Result<u32, Error> {
        crate::entropy::public(self.0).map(u32::from_be_bytes)
    }

    fn try_next_u64(&mut self) -> Result<u64, Error> {
        crate::entropy::public(self.0).map(u64::from_be_bytes)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.fill(bytes)
    }
}

impl TryCryptoRng for Rng<'_> {}
