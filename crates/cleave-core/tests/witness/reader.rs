//! The witness writes and both read, with any keys: good containers, ones made wrong, and damaged ones.

use crate::cases;
use crate::damage::{Damage, Frames, any_damage};
use crate::edit::any_edit;
use crate::outcome::{Outcome, core, witness};
use crate::recipe::{any_given, any_recipe};
use cleave_reference::{Keys, Limits, Signed, armor};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_core_opens_what_the_witness_writes(recipe in any_recipe()) {
        let draft = recipe.draft();
        let signed = if recipe.signer.is_some() { Signed::Verified } else { Signed::No };
        let expected = Outcome::opened(&recipe.plaintext(), Some(signed));
        for keys in recipe.all_keys(Some(draft.fragment())) {
            for (way, outcome) in core(&draft.container(), &keys, &Limits::default()) {
                prop_assert_eq!(&outcome, &expected, "{}", way);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(110))]

    #[test]
    fn any_keys_give_one_outcome(recipe in any_recipe(), given in any_given()) {
        let draft = recipe.draft();
        agree(&draft.container(), &given.keys(&recipe, &draft), given.limits())?;
    }

    #[test]
    fn what_was_made_wrong_gets_one_name(
        recipe in any_recipe(),
        given in any_given(),
        edits in prop::collection::vec(any_edit(), 1..3),
    ) {
        let mut draft = recipe.draft();
        let keys = given.keys(&recipe, &draft);
        for edit in edits {
            if !draft.frames.is_empty() {
                edit.apply(&mut draft, &recipe.slots(), &recipe.plaintext());
            }
        }
        agree(&draft.container(), &keys, given.limits())?;
    }

    #[test]
    fn what_was_damaged_gets_one_name(
        recipe in any_recipe(),
        given in any_given(),
        damages in prop::collection::vec(any_damage(), 1..3),
    ) {
        let draft = recipe.draft();
        let bytes = damaged(draft.container(), &damages, Frames::of(&draft));
        agree(&bytes, &given.keys(&recipe, &draft), given.limits())?;
    }

    #[test]
    fn armor_that_was_damaged_gets_one_name(
        recipe in any_recipe(),
        given in any_given(),
        line_ending in prop_oneof![Just("\n"), Just("\r\n")],
        before in "[ \t\r\n]{0,20}",
        damages in prop::collection::vec(any_damage(), 0..3),
    ) {
        let draft = recipe.draft();
        let text = before + &armor::encode(&draft.container(), line_ending);
        let text = damaged(text.into_bytes(), &damages, Frames::of(&draft));
        agree(&text, &given.keys(&recipe, &draft), given.limits())?;
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn what_is_no_container_gets_one_name(
        start in prop_oneof![
            Just(vec![]),
            (0..9usize).prop_map(|cut| cleave_reference::header::MAGIC[..cut].to_vec()),
            Just(b"\xc2\x89CLV".to_vec()),
            Just(b"\xef\xbf\xbdCLV".to_vec()),
            Just(b"\x09CLV".to_vec()),
            (0..33usize).prop_map(|cut| armor::BEGIN.as_bytes()[..cut.min(armor::BEGIN.len())].to_vec()),
            "[ \t\r\n\u{b}\u{c}]{0,20}".prop_map(String::into_bytes),
        ],
        rest in prop_oneof![Just(vec![]), prop::collection::vec(any::<u8>(), 1..20)],
    ) {
        agree(&[start, rest].concat(), &Keys::default(), &Limits::default())?;
    }
}

fn agree(bytes: &[u8], keys: &Keys, limits: &Limits) -> Result<(), TestCaseError> {
    let expected = witness(bytes, keys, limits);
    for (way, outcome) in core(bytes, keys, limits) {
        prop_assert_eq!(&outcome, &expected, "core, {}, and witness", way);
    }
    Ok(())
}

fn damaged(mut bytes: Vec<u8>, damages: &[Damage], frames: Frames) -> Vec<u8> {
    for damage in damages {
        damage.apply(&mut bytes, frames);
    }
    bytes
}
