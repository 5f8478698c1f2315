//! X-Wing (draft-connolly-cfrg-xwing-kem-06 and later): ML-KEM-768 (FIPS 203) with X25519 (RFC 7748).

use aws_lc_rs::agreement::{self, PrivateKey, UnparsedPublicKey, X25519};
use libcrux_ml_kem::mlkem768;

/// Bytes of a public key: 1184 of ML-KEM-768, then 32 of X25519.
pub const PUBLIC_KEY: usize = 1216;
/// Bytes of a ciphertext (`enc`): 1088 of ML-KEM-768, then 32 of X25519.
pub const ENC: usize = 1120;

const ML_KEM_PUBLIC_KEY: usize = 1184;
const ML_KEM_CIPHERTEXT: usize = 1088;
const LABEL: &[u8] = br"\.//^\";

/// The public key of a 32-byte seed.
pub fn public_key(seed: &[u8; 32]) -> [u8; PUBLIC_KEY] {
    expand(seed).public_key
}

/// Whether the ML-KEM part passes FIPS 203's check of an encapsulation key (section 7.2).
pub fn is_valid(public_key: &[u8; PUBLIC_KEY]) -> bool {
    mlkem768::validate_public_key(&ml_kem_part(public_key))
}

/// The shared secret and `enc` for a public key, from 64 bytes of randomness (the draft's `eseed`). Nothing
/// when the X25519 result is all zero.
pub fn encapsulate(public_key: &[u8; PUBLIC_KEY], eseed: &[u8; 64]) -> Option<([u8; 32], [u8; ENC])> {
    let (m_seed, x_seed) = halves(eseed);
    let (ct_m, ss_m) = mlkem768::encapsulate(&ml_kem_part(public_key), m_seed);
    let pk_x = x25519_part(public_key);
    let ct_x = x25519_public(&x_seed);
    let ss_x = x25519(&x_seed, &pk_x)?;
    let enc = [ct_m.as_ref(), &ct_x].concat().try_into().expect("1088 and 32 bytes");
    Some((combine(&ss_m, &ss_x, &ct_x, &pk_x), enc))
}

/// What a lenient X25519 would make of an `enc` whose X25519 part is a point of low order, so that the result
/// is all zero: a slot so sealed must not open.
pub fn encapsulate_to_low_order(
    public_key: &[u8; PUBLIC_KEY],
    m_seed: [u8; 32],
    point: &[u8; 32],
) -> ([u8; 32], [u8; ENC]) {
    let (ct_m, ss_m) = mlkem768::encapsulate(&ml_kem_part(public_key), m_seed);
    let enc = [ct_m.as_ref(), point].concat().try_into().expect("1088 and 32 bytes");
    (combine(&ss_m, &[0; 32], point, &x25519_part(public_key)), enc)
}

/// Encapsulates, and sets the top bit of the X25519 part, which X25519 ignores (RFC 7748, section 5) and the
/// combiner does not.
pub fn encapsulate_with_top_bit(public_key: &[u8; PUBLIC_KEY], eseed: &[u8; 64]) -> ([u8; 32], [u8; ENC]) {
    let (m_seed, x_seed) = halves(eseed);
    let (ct_m, ss_m) = mlkem768::encapsulate(&ml_kem_part(public_key), m_seed);
    let pk_x = x25519_part(public_key);
    let mut ct_x = x25519_public(&x_seed);
    ct_x[31] |= 0x80;
    let ss_x = x25519(&x_seed, &pk_x).expect("a public key that was made from a seed is not of low order");
    let enc = [ct_m.as_ref(), &ct_x].concat().try_into().expect("1088 and 32 bytes");
    (combine(&ss_m, &ss_x, &ct_x, &pk_x), enc)
}

/// The shared secret of an `enc` under a seed, or nothing when the X25519 result is all zero.
pub fn decapsulate(seed: &[u8; 32], enc: &[u8; ENC]) -> Option<[u8; 32]> {
    let expanded = expand(seed);
    let ct_m: [u8; ML_KEM_CIPHERTEXT] =
        enc[..ML_KEM_CIPHERTEXT].try_into().expect("the length is a constant");
    let ct_x: [u8; 32] = enc[ML_KEM_CIPHERTEXT..].try_into().expect("the rest are 32 bytes");
    let ss_m = mlkem768::decapsulate(&expanded.sk_m, &ct_m.into());
    let ss_x = x25519(&expanded.sk_x, &ct_x)?;
    Some(combine(&ss_m, &ss_x, &ct_x, &x25519_part(&expanded.public_key)))
}

struct Expanded {
    sk_m: mlkem768::MlKem768PrivateKey,
    sk_x: [u8; 32],
    public_key: [u8; PUBLIC_KEY],
}

fn expand(seed: &[u8; 32]) -> Expanded {
    let expanded: [u8; 96] = libcrux_sha3::shake256(seed);
    let d_and_z: [u8; 64] = expanded[..64].try_into().expect("64 of 96");
    let sk_x: [u8; 32] = expanded[64..].try_into().expect("32 of 96");
    let (sk_m, pk_m) = mlkem768::generate_key_pair(d_and_z).into_parts();
    let public_key = [pk_m.as_ref(), &x25519_public(&sk_x)].concat().try_into().expect("1184 and 32 bytes");
    Expanded { sk_m, sk_x, public_key }
}

fn combine(ss_m: &[u8], ss_x: &[u8], ct_x: &[u8], pk_x: &[u8]) -> [u8; 32] {
    libcrux_sha3::sha256(&[ss_m, ss_x, ct_x, pk_x, LABEL].concat())
}

fn ml_kem_part(public_key: &[u8; PUBLIC_KEY]) -> mlkem768::MlKem768PublicKey {
    let bytes: [u8; ML_KEM_PUBLIC_KEY] = public_key[..ML_KEM_PUBLIC_KEY].try_into().expect("1184 of 1216");
    bytes.into()
}

fn x25519_part(public_key: &[u8; PUBLIC_KEY]) -> [u8; 32] {
    public_key[ML_KEM_PUBLIC_KEY..].try_into().expect("32 of 1216")
}

fn halves(eseed: &[u8; 64]) -> ([u8; 32], [u8; 32]) {
    (eseed[..32].try_into().expect("half"), eseed[32..].try_into().expect("half"))
}

fn x25519_public(scalar: &[u8; 32]) -> [u8; 32] {
    let public = x25519_private(scalar).compute_public_key().expect("every scalar has a public key");
    public.as_ref().try_into().expect("an X25519 public key has 32 bytes")
}

// AWS-LC refuses an all-zero result itself.
fn x25519(scalar: &[u8; 32], point: &[u8; 32]) -> Option<[u8; 32]> {
    let peer = UnparsedPublicKey::new(&X25519, point);
    agreement::agree(&x25519_private(scalar), peer, (), |secret| secret.try_into().map_err(|_| ())).ok()
}

fn x25519_private(scalar: &[u8; 32]) -> PrivateKey {
    PrivateKey::from_private_key(&X25519, scalar).expect("any 32 bytes are an X25519 private key")
}
