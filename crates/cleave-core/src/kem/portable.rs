//! X-Wing by RustCrypto's x-wing, natively and as WebAssembly.

use super::{CIPHERTEXT_LEN, PUBLIC_KEY_LEN};
use crate::error::Error;
use crate::secret::Secret;
use alloc::boxed::Box;
use x_wing::{
    Ciphertext, DecapsulationKeyRejectNonContrib, Decapsulator, EncapsulationKey, KeyExport, TryDecapsulate,
};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A key pair as its seed, which x-wing keeps alone, expands for every decapsulation and wipes when it is dropped.
pub(crate) struct KeyPair(Box<DecapsulationKeyRejectNonContrib>);

/// By its only field.
impl ZeroizeOnDrop for KeyPair {}

impl KeyPair {
    pub(crate) fn from_seed(seed: &Secret<32>) -> Self {
        Self(Box::new(DecapsulationKeyRejectNonContrib::from(*seed.bytes())))
    }

    pub(crate) fn public_key(&self) -> [u8; PUBLIC_KEY_LEN] {
        self.0.encapsulation_key().to_bytes().into()
    }

    /// The shared secret, or `None` where the X25519 result is all zero (RFC 7748, section 6.1).
    pub(crate) fn decapsulate(&self, enc: &[u8; CIPHERTEXT_LEN]) -> Option<Secret<32>> {
        let mut ss = self.0.try_decapsulate(&Ciphertext::from(*enc)).ok()?;
        let secret = Secret::copy_of(&ss);
        ss.zeroize();
        Some(secret)
    }
}

/// Whether a public key passes FIPS 203's encapsulation-key check (section 7.2).
pub(crate) fn is_public_key(bytes: &[u8; PUBLIC_KEY_LEN]) -> bool {
    EncapsulationKey::try_from(&bytes[..]).is_ok()
}

/// EncapsulateDerand for a public key that passed the encapsulation-key check. It does not fail.
pub(crate) fn encapsulate(
    public_key: &[u8; PUBLIC_KEY_LEN],
    eseed: &Secret<64>,
) -> Result<(Secret<32>, [u8; CIPHERTEXT_LEN]), Error> {
    let key = EncapsulationKey::try_from(&public_key[..])
        .expect("a Recipient holds a key that passed the encapsulation-key check");
    let (enc, mut ss) = key.encapsulate_deterministic(eseed.bytes().into());
    let secret = Secret::copy_of(&ss);
    ss.zeroize();
    Ok((secret, enc.into()))
}
