//! Both answer ranges alike, of good containers and of damaged ones.

use crate::cases;
use crate::damage::{Frames, any_damage};
use crate::edit::any_edit;
use crate::outcome::{core_range, witness_range};
use crate::people::PERSON;
use crate::recipe::{Holder, Recipe};
use cleave_reference::{Keys, Split, armor};
use proptest::prelude::*;

/// Ranges that are asked of each container.
const RANGES: usize = 6;

proptest! {
    #![proptest_config(cases(90))]

    #[test]
    fn ranges_are_answered_alike(
        recipe in short(),
        ranges in prop::collection::vec(range(), RANGES),
        edit in prop::option::weighted(0.4, any_edit()),
        damage in prop::option::weighted(0.3, any_damage()),
        armored in any::<bool>(),
        signer in prop_oneof![4 => Just(Claim::Nobody), 4 => Just(Claim::Right), 1 => Just(Claim::Other)],
    ) {
        let mut draft = recipe.draft();
        if let Some(edit) = edit {
            edit.apply(&mut draft, &recipe.slots(), &recipe.plaintext());
        }
        let mut bytes = draft.container();
        if let Some(damage) = damage {
            damage.apply(&mut bytes, Frames::of(&draft));
        }
        if armored {
            bytes = armor::encode(&bytes, "\n").into_bytes();
        }
        let keys = Keys {
            identities: vec![PERSON[0].identity.clone()],
            signer: match signer {
                Claim::Nobody => None,
                Claim::Right => recipe.signer.map(|person| PERSON[person].signer.clone()),
                Claim::Other => Some(PERSON[1].signer.clone()),
            },
            ..Keys::default()
        };
        for range in ranges {
            let expected = witness_range(&bytes, &keys, &range);
            for (way, outcome) in core_range(&bytes, &keys, &range) {
                prop_assert_eq!(&outcome, &expected, "{}: core, {}, and witness", range, way);
            }
        }
    }
}

/// Whose signature is required.
#[derive(Debug, Clone, Copy)]
enum Claim {
    Nobody,
    /// Who signed it; nobody's where nobody did.
    Right,
    Other,
}

/// For one person, in chunks of 4 KiB.
fn short() -> impl Strategy<Value = Recipe> {
    let length = prop_oneof![1 => (0..5usize, 0..3usize).prop_map(|(n, d)| (n * 4096 + d).saturating_sub(1)), 1 => 0..17_000usize];
    let signer = prop_oneof![Just(None), Just(Some(0))];
    (any::<u32>(), length, signer).prop_map(|(seed, length, signer)| Recipe {
        seed,
        length,
        chunk_log2: 12,
        slots: vec![Holder::Named(0)],
        split: Split::No,
        signer,
    })
}

/// Beside multiples of the chunk, or anywhere to past the end; either place may be left out, or be no number.
fn range() -> impl Strategy<Value = String> {
    let place = || {
        let number = prop_oneof![
            3 => (0..6u64, 0..3u64).prop_map(|(chunks, past)| (chunks * 4096 + past).saturating_sub(1)),
            3 => 0..18_000u64,
            1 => (0..3u64).prop_map(|less| u64::MAX - less),
        ];
        prop_oneof![1 => Just(String::new()), 6 => number.prop_map(|number| number.to_string())]
    };
    let ordered =
        (0..17_000u64, 0..9_000u64).prop_map(|(start, length)| format!("{start}..{}", start + length));
    let odd = prop_oneof![
        Just("+1..2"),
        Just("1"),
        Just("1...2"),
        Just("0x1..2"),
        Just(" 1..2"),
        Just("18446744073709551616..")
    ];
    prop_oneof![
        3 => (place(), place()).prop_map(|(start, end)| format!("{start}..{end}")),
        8 => ordered,
        1 => odd.prop_map(str::to_owned),
    ]
}
