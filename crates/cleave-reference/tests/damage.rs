//! No byte of a container can change, and none can be missing, without a refusal: a sample, spread over all parts.

use cleave_reference::slot::Cost;
use cleave_reference::{Description, Draft, Error, Keys, Limits, Slot, Split, open, signature, text, xwing};

const IDENTITY: [u8; 32] = [1; 32];
const SIGNING_KEY: [u8; 32] = [2; 32];

/// A container with every part, and the keys that open it and require its signer.
fn everything() -> (Draft, Keys) {
    let draft = Draft::new(&Description {
        seed: "damage".to_string(),
        plaintext: vec![7; 4200],
        chunk_log2: 12,
        slots: vec![
            Slot::Extension(0x80, vec![1, 2, 3]),
            Slot::Recipient(Box::new(xwing::public_key(&IDENTITY))),
            Slot::Passphrase("damage".to_string(), Cost::LOW),
        ],
        split: Split::WithHint,
        signing_key: Some(SIGNING_KEY),
    });
    let keys = Keys {
        identities: vec![text::secret(text::IDENTITY, &IDENTITY)],
        passphrase: None,
        fragment: Some(draft.fragment()),
        signer: Some(text::public(text::SIGNER, &signature::public_key(&SIGNING_KEY))),
    };
    (draft, keys)
}

#[test]
fn a_changed_byte_is_refused() {
    let (draft, keys) = everything();
    let good = draft.container();
    assert_eq!(open(&good, &keys, &Limits::default()).expect("it is good").plaintext, vec![7; 4200]);
    // Every byte of the header's small parts, then one in eleven, with the bit moving on.
    for place in (0..130).chain((130..good.len()).step_by(11)) {
        let mut bytes = good.clone();
        bytes[place] ^= 1 << (place % 8);
        let result = open(&bytes, &keys, &Limits::default());
        assert!(result.is_err(), "a bit of byte {place} was changed");
    }
}

#[test]
fn a_cut_is_truncated() {
    let (draft, keys) = everything();
    let good = draft.container();
    // One cut in twenty-three, and those around the boundaries that the vectors do not hold.
    for length in (0..good.len()).step_by(23).chain(good.len() - 40..good.len()) {
        assert_eq!(
            open(&good[..length], &keys, &Limits::default()),
            Err(Error::Truncated),
            "cut at {length}"
        );
    }
}
