//! ML-KEM-768 by the crates that the two sets of X-Wing stand on, which must agree: every case is a case of both.

// NIST's cases of decapsulation, and its key generation, are stated on expanded keys.
#![allow(deprecated)]

use ml_kem::kem::{Decapsulate, FromSeed, KeyExport};
use ml_kem::{DecapsulationKey, EncapsulationKey, ExpandedKeyEncoding, MlKem768};

/// The expanded decapsulation key and the encapsulation key of `d ‖ z`.
pub(crate) fn key_pair(seed: &[u8; 64]) -> ([u8; 2400], [u8; 1184]) {
    let (dk, ek) = MlKem768::from_seed(&(*seed).into());
    let pair: ([u8; 2400], [u8; 1184]) = (dk.to_expanded_bytes().into(), ek.to_bytes().into());
    #[cfg(all(feature = "native", unix))]
    {
        let (dk, ek) = libcrux_ml_kem::mlkem768::generate_key_pair(*seed).into_parts();
        assert_eq!((dk.as_ref(), ek.as_ref()), (&pair.0[..], &pair.1[..]));
    }
    pair
}

/// The ciphertext and the shared secret; `None` where the key is of another length or fails the check of FIPS 203,
/// section 7.2.
pub(crate) fn encapsulate(ek: &[u8], m: &[u8; 32]) -> Option<([u8; 1088], [u8; 32])> {
    let ek: [u8; 1184] = ek.try_into().ok()?;
    let encapsulated = EncapsulationKey::<MlKem768>::new(&ek.into()).ok().map(|ek| {
        let (c, k) = ek.encapsulate_deterministic(&(*m).into());
        (c.into(), k.into())
    });
    #[cfg(all(feature = "native", unix))]
    {
        use libcrux_ml_kem::mlkem768::{encapsulate, validate_public_key};

        let ek = ek.into();
        let other = validate_public_key(&ek).then(|| encapsulate(&ek, *m));
        assert_eq!(encapsulated, other.map(|(c, k)| (*c.as_slice(), k)));
    }
    encapsulated
}

/// The shared secret of a ciphertext, or what implicit rejection makes of it.
///
/// # Panics
/// If the key fails the check of FIPS 203, section 7.3.
pub(crate) fn decapsulate(dk: &[u8; 2400], c: &[u8; 1088]) -> [u8; 32] {
    let key = DecapsulationKey::<MlKem768>::from_expanded(&(*dk).into()).expect("these keys pass the check");
    let k = key.decapsulate(&(*c).into()).into();
    #[cfg(all(feature = "native", unix))]
    assert_eq!(k, libcrux_ml_kem::mlkem768::decapsulate(&(*dk).into(), &(*c).into()));
    k
}
