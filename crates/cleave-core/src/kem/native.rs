//! X-Wing out of libcrux's ML-KEM-768 and SHA-3 and AWS-LC's X25519: the combiner is here, the primitives are theirs.

use super::{CIPHERTEXT_LEN, PUBLIC_KEY_LEN};
use crate::secret::{Secret, on_wiped_stack};
use alloc::boxed::Box;
use aws_lc_rs::agreement::{self, PrivateKey, UnparsedPublicKey, X25519};
use core::hint::black_box;
use libcrux_ml_kem::mlkem768::{self, MlKem768Ciphertext, MlKem768PrivateKey, MlKem768PublicKey};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// Bytes of ML-KEM-768's ciphertext (FIPS 203, table 3).
const CT_M_LEN: usize = 1088;
/// Bytes of ML-KEM-768's encapsulation key (FIPS 203, table 3).
const PK_M_LEN: usize = 1184;
/// Bytes of the expanded ML-KEM-768 decapsulation key (FIPS 203, table 3).
const SK_M_LEN: usize = 2400;
/// The label of X-Wing's combiner.
const LABEL: &[u8; 6] = br"\.//^\";
/// More stack than libcrux's ML-KEM-768 and SHA-3 use.
const STACK: usize = 64 * 1024;

/// An expanded key pair: decapsulating with it expands no seed.
pub(crate) struct KeyPair {
    sk_m: Box<MlKem768PrivateKey>,
    /// AWS-LC wipes what it frees.
    sk_x: PrivateKey,
    public_key: Box<[u8; PUBLIC_KEY_LEN]>,
}

/// By [`Drop`], and by AWS-LC's own.
impl ZeroizeOnDrop for KeyPair {}

impl Drop for KeyPair {
    fn drop(&mut self) {
        // libcrux gives no access to the bytes. That they are looked at afterwards keeps the assignment.
        *self.sk_m = MlKem768PrivateKey::from([0; SK_M_LEN]);
        black_box(&*self.sk_m);
    }
}

impl KeyPair {
    pub(crate) fn from_seed(seed: &Secret<32>) -> Self {
        on_wiped_stack::<STACK, _>(|| {
            let expanded = Secret::<96>::fill_with(|bytes| libcrux_sha3::shake256_ema(bytes, seed.bytes()));
            let (d_and_z, sk_x) = expanded.bytes().split_first_chunk::<64>().expect("64 of 96");
            let (sk_m, pk_m) = mlkem768::generate_key_pair(*d_and_z).into_parts();
            let sk_x = x25519_key(sk_x.first_chunk().expect("32 of 96"));
            let mut public_key = Box::new([0; PUBLIC_KEY_LEN]);
            public_key[..PK_M_LEN].copy_from_slice(pk_m.as_ref());
            public_key[PK_M_LEN..].copy_from_slice(&x25519_public(&sk_x));
            Self { sk_m: Box::new(sk_m), sk_x, public_key }
        })
    }

    pub(crate) fn public_key(&self) -> [u8; PUBLIC_KEY_LEN] {
        *self.public_key
    }

    /// The shared secret, or `None` where the X25519 result is all zero (RFC 7748, section 6.1).
    pub(crate) fn decapsulate(&self, enc: &[u8; CIPHERTEXT_LEN]) -> Option<Secret<32>> {
        let (ct_m, ct_x) = parts::<CT_M_LEN>(enc);
        let ss_x = x25519(&self.sk_x, ct_x)?;
        let (_, pk_x) = parts::<PK_M_LEN>(&self.public_key[..]);
        Some(on_wiped_stack::<STACK, _>(|| {
            let ss_m = mlkem768::decapsulate(&self.sk_m, &MlKem768Ciphertext::from(ct_m));
            combine(ss_m, &ss_x, ct_x, pk_x)
        }))
    }
}

/// Whether a public key passes FIPS 203's encapsulation-key check (section 7.2).
pub(crate) fn is_public_key(bytes: &[u8; PUBLIC_KEY_LEN]) -> bool {
    mlkem768::validate_public_key(&MlKem768PublicKey::from(parts::<PK_M_LEN>(bytes).0))
}

/// EncapsulateDerand for a public key that passed the encapsulation-key check.
pub(crate) fn encapsulate(
    public_key: &[u8; PUBLIC_KEY_LEN],
    eseed: &Secret<64>,
) -> (Secret<32>, [u8; CIPHERTEXT_LEN]) {
    let (pk_m, pk_x) = parts::<PK_M_LEN>(public_key);
    let (message, ek_x) = parts::<32>(eseed.bytes());
    let ek_x = x25519_key(ek_x);
    let ct_x = x25519_public(&ek_x);
    // To a point of low order, which is nobody's key, X-Wing encapsulates all the same.
    let ss_x = x25519(&ek_x, pk_x).unwrap_or_else(|| Secret::fill_with(|_| ()));
    let mut enc = [0; CIPHERTEXT_LEN];
    let ss = on_wiped_stack::<STACK, _>(|| {
        let (ct_m, ss_m) = mlkem768::encapsulate(&MlKem768PublicKey::from(pk_m), *message);
        enc[..CT_M_LEN].copy_from_slice(ct_m.as_ref());
        combine(ss_m, &ss_x, &ct_x, pk_x)
    });
    enc[CT_M_LEN..].copy_from_slice(&ct_x);
    (ss, enc)
}

/// X-Wing's Combiner: SHA3-256 of both secrets, X25519's ciphertext and public key, and the label.
fn combine(mut ss_m: [u8; 32], ss_x: &Secret<32>, ct_x: &[u8; 32], pk_x: &[u8; 32]) -> Secret<32> {
    let input = Secret::<134>::fill_with(|input| {
        let parts: [&[u8]; 5] = [&ss_m, ss_x.bytes(), ct_x, pk_x, LABEL];
        let mut rest = &mut input[..];
        for part in parts {
            rest.split_off_mut(..part.len())
                .expect("four times 32 and 6 bytes are 134")
                .copy_from_slice(part);
        }
    });
    ss_m.zeroize();
    Secret::fill_with(|ss| libcrux_sha3::sha256_ema(ss, input.bytes()))
}

/// The first `N` bytes, which are ML-KEM's, and the 32 after them, which are X25519's.
fn parts<const N: usize>(whole: &[u8]) -> (&[u8; N], &[u8; 32]) {
    let (first, rest) = whole.split_first_chunk().expect("its length is a constant");
    (first, rest.first_chunk().expect("32 bytes of X25519 end it"))
}

fn x25519_key(bytes: &[u8; 32]) -> PrivateKey {
    PrivateKey::from_private_key(&X25519, bytes).expect("any 32 bytes are an X25519 private key")
}

fn x25519_public(key: &PrivateKey) -> [u8; 32] {
    let public = key.compute_public_key().expect("every X25519 private key has a public key");
    public.as_ref().try_into().expect("an X25519 public key has 32 bytes")
}

/// The shared secret, or `None` where it is all zero, which AWS-LC refuses itself.
fn x25519(key: &PrivateKey, point: &[u8; 32]) -> Option<Secret<32>> {
    agreement::agree(key, UnparsedPublicKey::new(&X25519, point), (), |ss| Ok(Secret::copy_of(ss))).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_stack_that_is_used_is_wiped() {
        // A thread that has no more than is wiped would not survive.
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(|| {
            let expanded: [u8; 96] = libcrux_sha3::shake256(&[1; 32]);
            let (sk, pk) =
                mlkem768::generate_key_pair(*expanded.first_chunk().expect("64 of 96")).into_parts();
            let (ct, ss) = mlkem768::encapsulate(&pk, [2; 32]);
            assert_eq!(mlkem768::decapsulate(&sk, &ct), ss);
        });
        thread.expect("it starts").join().expect("it ends");
    }
}
