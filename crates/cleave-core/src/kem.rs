//! X-Wing (draft-connolly-cfrg-xwing-kem-06): ML-KEM-768 and X25519 together, as a key encapsulation from a 32-byte seed.

use crate::entropy::{self, Entropy};
use crate::error::Error;
use crate::keys::{Identity, Recipient};
use crate::secret::Secret;
use x_wing::{
    Ciphertext, DecapsulationKeyRejectNonContrib, Decapsulator, EncapsulationKey, KeyExport, TryDecapsulate,
};
use zeroize::Zeroize;

/// Bytes of a public key.
pub(crate) const PUBLIC_KEY_LEN: usize = x_wing::ENCAPSULATION_KEY_SIZE;
/// Bytes of a ciphertext.
pub(crate) const CIPHERTEXT_LEN: usize = x_wing::CIPHERTEXT_SIZE;

/// The public key of a key pair.
pub(crate) fn public_key(key: &DecapsulationKeyRejectNonContrib) -> [u8; PUBLIC_KEY_LEN] {
    key.encapsulation_key().to_bytes().into()
}

/// Whether a public key passes FIPS 203's encapsulation-key check (section 7.2).
pub(crate) fn is_public_key(bytes: &[u8; PUBLIC_KEY_LEN]) -> bool {
    EncapsulationKey::try_from(&bytes[..]).is_ok()
}

/// A fresh shared secret and the ciphertext that carries it.
pub(crate) fn encapsulate(
    recipient: &Recipient,
    entropy: &mut dyn Entropy,
) -> Result<(Secret<32>, [u8; CIPHERTEXT_LEN]), Error> {
    let eseed: Secret<64> = entropy::secret(entropy)?;
    Ok(encapsulate_with(recipient, &eseed))
}

/// EncapsulateDerand: the first half of `eseed` is ML-KEM's message, the second X25519's ephemeral key.
pub(crate) fn encapsulate_with(
    recipient: &Recipient,
    eseed: &Secret<64>,
) -> (Secret<32>, [u8; CIPHERTEXT_LEN]) {
    let key = EncapsulationKey::try_from(&recipient.as_bytes()[..])
        .expect("a Recipient holds a key that passed the encapsulation-key check");
    let (enc, mut ss) = key.encapsulate_deterministic(eseed.bytes().into());
    let secret = Secret::copy_of(&ss);
    ss.zeroize();
    (secret, enc.into())
}

/// The shared secret, or `None` where the X25519 result is all zero (RFC 7748, section 6.1).
pub(crate) fn decapsulate(identity: &Identity, enc: &[u8; CIPHERTEXT_LEN]) -> Option<Secret<32>> {
    let mut ss = identity.decapsulation_key().try_decapsulate(&Ciphertext::from(*enc)).ok()?;
    let secret = Secret::copy_of(&ss);
    ss.zeroize();
    Some(secret)
}
