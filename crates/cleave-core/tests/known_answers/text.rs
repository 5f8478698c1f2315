//! Bech32 (BIP 173), with and without its length limit, and Unicode's Normalization Form C.

use bech32::primitives::decode::CheckedHrpstring;
use bech32::{Bech32, Checksum};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;

/// The checksum of BIP 173 over strings of any length, as the core's text forms use it.
enum Unlimited {}

impl Checksum for Unlimited {
    type MidstateRepr = <Bech32 as Checksum>::MidstateRepr;
    type CorrectionField = <Bech32 as Checksum>::CorrectionField;
    const ROOT_GENERATOR: Self::CorrectionField = Bech32::ROOT_GENERATOR;
    const ROOT_EXPONENTS: core::ops::RangeInclusive<usize> = Bech32::ROOT_EXPONENTS;
    const CODE_LENGTH: usize = usize::MAX;
    const CHECKSUM_LENGTH: usize = Bech32::CHECKSUM_LENGTH;
    const GENERATOR_SH: [u32; 5] = Bech32::GENERATOR_SH;
    const TARGET_RESIDUE: u32 = Bech32::TARGET_RESIDUE;
}

#[test]
fn bech32_bip_173() {
    let file: Value = serde_json::from_str(include_str!("../data/bech32_bip173.json")).expect("JSON");
    let valid = file["valid"].as_array().expect("a list");
    for string in valid.iter().map(|string| string.as_str().expect("a string")) {
        assert!(CheckedHrpstring::new::<Bech32>(string).is_ok(), "{string}");
        assert!(CheckedHrpstring::new::<Unlimited>(string).is_ok(), "{string}");
    }
    let invalid = file["invalid"].as_array().expect("a list");
    for case in invalid {
        let string = case["string"].as_str().expect("a string");
        assert!(CheckedHrpstring::new::<Bech32>(string).is_err(), "{string:?}: {}", case["reason"]);
        // The one that is too long for BIP 173 has a prefix of 84 characters, which no length limit allows.
        assert!(CheckedHrpstring::new::<Unlimited>(string).is_err(), "{string:?}: {}", case["reason"]);
    }
    assert_eq!((valid.len(), invalid.len()), (7, 12));
}

#[test]
fn unicode_nfc() {
    let nfc = |text: &str| text.nfc().collect::<String>();
    let mut ran = 0;
    for line in include_str!("../data/unicode_normalization_18.txt").lines() {
        if line.is_empty() || line.starts_with(['#', '@']) {
            continue;
        }
        let columns: Vec<String> = line.split(';').take(5).map(characters).collect();
        let [c1, c2, c3, c4, c5] = &columns[..] else { panic!("a line has five columns: {line}") };
        // The invariants of NFC as the head of the file states them.
        for source in [c1, c2, c3] {
            assert_eq!(nfc(source), *c2, "{line}");
        }
        for source in [c4, c5] {
            assert_eq!(nfc(source), *c4, "{line}");
        }
        ran += 1;
    }
    assert_eq!(ran, 551);
}

fn characters(column: &str) -> String {
    let code_point = |hex| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).expect("a code point");
    column.split(' ').map(code_point).collect()
}
