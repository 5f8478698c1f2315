//! The two sets agree on keys that nobody published: the steps of `primitives.rs` do each by both.

use crate::primitives::{
    ml_dsa_public_key, ml_dsa_sign, ml_dsa_verifies, xwing_decapsulate, xwing_encapsulate,
    xwing_is_public_key, xwing_public_key,
};
use crate::xwing::low_order_points;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn x_wing(seed: [u8; 32], halves: [[u8; 32]; 2], at in 0..1120_usize, flip in 1..=255_u8) {
        let public_key = xwing_public_key(&seed);
        let eseed = halves.concat().try_into().expect("two of 32 are 64");
        let (ss, enc) = xwing_encapsulate(&public_key, &eseed);
        let mut enc: [u8; 1120] = enc.try_into().expect("X-Wing's ciphertext has one length");
        prop_assert_eq!(xwing_decapsulate(&seed, &enc), Some(ss));
        enc[at] ^= flip;
        prop_assert_ne!(xwing_decapsulate(&seed, &enc), Some(ss));
    }

    #[test]
    fn x_wing_to_any_bytes(start: [u8; 32], at in 0..1216_usize, value: u8, halves: [[u8; 32]; 2]) {
        let mut public_key = xwing_public_key(&start);
        public_key[at] = value;
        public_key[1184..].copy_from_slice(&start);
        if xwing_is_public_key(&public_key) {
            xwing_encapsulate(&public_key, &halves.concat().try_into().expect("two of 32 are 64"));
        }
    }

    #[test]
    fn ml_dsa(seed: [u8; 32], rnd: [u8; 32], message: [u8; 32], at in 0..3309_usize, flip in 1..=255_u8) {
        let public_key = ml_dsa_public_key(&seed);
        let signature = ml_dsa_sign(&seed, &message, b"context", &rnd).expect("the context is short");
        let mut signature = signature.try_into().expect("ML-DSA-65's signature has one length");
        prop_assert!(ml_dsa_verifies(&public_key, &message, b"context", &signature));
        signature[at] ^= flip;
        prop_assert!(!ml_dsa_verifies(&public_key, &message, b"context", &signature));
    }
}

#[test]
fn x_wing_encapsulates_to_a_point_of_low_order_as_to_any() {
    for point in low_order_points() {
        let mut public_key = xwing_public_key(&[5; 32]);
        public_key[1184..].copy_from_slice(&point);
        let (ss, enc) = xwing_encapsulate(&public_key, &[6; 64]);
        assert_ne!((ss, &enc[1088..]), ([0; 32], &[0; 32][..]));
    }
}
