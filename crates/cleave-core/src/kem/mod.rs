//! X-Wing (draft-connolly-cfrg-xwing-kem-06): ML-KEM-768 and X25519 together, as a key encapsulation from a 32-byte seed.
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
use crate::keys::Recipient;
use crate::secret::Secret;

pub(crate) use set::{KeyPair, is_public_key};

/// Bytes of a public key: 1184 of ML-KEM-768, then 32 of X25519.
pub(crate) const PUBLIC_KEY_LEN: usize = 1216;
/// Bytes of a ciphertext: 1088 of ML-KEM-768, then 32 of X25519.
pub(crate) const CIPHERTEXT_LEN: usize = 1120;

/// A fresh shared secret and the ciphertext that carries it.
///
/// # Errors
/// [`Error::Randomness`]; [`Error::OutOfMemory`], where an implementation keeps what it works on on the heap.
pub(crate) fn encapsulate(
    recipient: &Recipient,
    entropy: &mut dyn Entropy,
) -> Result<(Secret<32>, [u8; CIPHERTEXT_LEN]), Error> {
    encapsulate_with(recipient, &entropy::secret(entropy)?)
}

/// EncapsulateDerand: the first half of `eseed` is ML-KEM's message, the second X25519's ephemeral key.
pub(crate) fn encapsulate_with(
    recipient: &Recipient,
    eseed: &Secret<64>,
) -> Result<(Secret<32>, [u8; CIPHERTEXT_LEN]), Error> {
    set::encapsulate(recipient.as_bytes(), eseed)
}
