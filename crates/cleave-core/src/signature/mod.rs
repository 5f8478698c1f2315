//! ML-DSA-65 (FIPS 204, pure, hedged) over a digest of frame digests (FORMAT.md, "Signature").
//!
//! Two sets carry it out, byte for byte alike: the portable one, and a faster one where it is built in.

#[cfg(all(feature = "native", unix))]
mod native;
#[cfg(any(feature = "hazmat", not(all(feature = "native", unix))))]
pub(crate) mod portable;

#[cfg(all(feature = "native", unix))]
use native as set;
#[cfg(not(all(feature = "native", unix)))]
use portable as set;

use crate::entropy::{self, Entropy};
use crate::error::Error;
use crate::hash::{Hash, hmac};
use crate::keys::{SIGNER_LEN, Signer, SigningKey};
use crate::secret::Secret;
use alloc::boxed::Box;

/// Bytes of a signature (FIPS 204, table 2).
pub const SIGNATURE_LEN: usize = 3309;

/// FIPS 204, algorithm 2.
const CONTEXT_MOST: usize = 255;

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
    set::public_key(seed)
}

/// Signs, hedged: 32 fresh bytes of `entropy` beside the key.
pub(crate) fn sign(
    key: &SigningKey,
    message: &[u8; 64],
    entropy: &mut dyn Entropy,
) -> Result<Box<[u8; SIGNATURE_LEN]>, Error> {
    sign_with_context(key, message, CONTEXT, &entropy::secret(entropy)?)
}

/// ML-DSA.Sign with the hedging `rnd` given.
///
/// # Errors
/// [`Error::Usage`] with a context of over 255 bytes.
pub(crate) fn sign_with_context(
    key: &SigningKey,
    message: &[u8],
    context: &[u8],
    rnd: &Secret<32>,
) -> Result<Box<[u8; SIGNATURE_LEN]>, Error> {
    if context.len() > CONTEXT_MOST {
        return Err(Error::Usage { what: "the context of a signature has at most 255 bytes" });
    }
    // Both sets then fail in one case alone: every attempt was rejected, of which they make 814 and more. Of a working
    // generator's `rnd` that befalls one in 2^256 (FIPS 204, appendix C).
    set::sign(key.seed(), message, context, rnd).ok_or(Error::Randomness)
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
    set::verifies(signer.as_bytes(), message, context, signature)
}
