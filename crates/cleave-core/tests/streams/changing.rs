//! An input that is not the same twice: what a required signer did not sign never passes for theirs (FORMAT.md, F-65).

use crate::ends::Changing;
use crate::recipe::{Holder, Recipe, Signing, armored, limits};
use cleave_core::Rewrapper;
use cleave_core::io::{self, Failure};

fn recipe() -> Recipe {
    Recipe { signing: Signing::Required(1), ..Recipe::of(9000) }
}

/// What another holder of the keys could write under the same header, for the same signer or with their signature cut
/// off and the old one put in its place.
fn forged(recipe: &Recipe) -> Vec<u8> {
    Recipe { plaintext: vec![b'!'; recipe.plaintext.len()], ..recipe.clone() }.container()
}

/// Each change, and the names by which the second pass may refuse it.
fn changes(recipe: &Recipe) -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let good = recipe.container();
    let forged = forged(recipe);
    assert_eq!(good[..recipe.header_len()], forged[..recipe.header_len()], "the same keys");
    let signature = good.len() - 3309;
    let mut flipped = good.clone();
    flipped[recipe.header_len() + 5000] ^= 1;
    let second = recipe.header_len() + 4116;
    vec![
        ("a frame is flipped", flipped, "chunk_tampered"),
        ("other frames, signed", forged.clone(), "signature_invalid"),
        ("other frames", [&forged[..signature], &good[signature..]].concat(), "signature_invalid"),
        (
            "one other frame",
            [&good[..second], &forged[second..second + 4116], &good[second + 4116..]].concat(),
            "signature_invalid",
        ),
        ("cut in the signature", good[..good.len() - 1].to_vec(), "truncated"),
        ("cut in a frame", good[..second + 9].to_vec(), "truncated"),
        ("cut to the header", good[..recipe.header_len()].to_vec(), "truncated"),
        ("empty", Vec::new(), "truncated"),
        ("grown", [&good[..], b"\n"].concat(), "trailing_data"),
    ]
}

#[test]
fn between_the_passes() {
    let recipe = recipe();
    for (what, then, name) in changes(&recipe) {
        let inputs = [(recipe.container(), then.clone()), (armored(&recipe.container()), armored(&then))];
        for (form, (now, then)) in inputs.into_iter().enumerate() {
            let unsealed = io::open(Changing::new(now, then), recipe.first_keys(), limits())
                .and_then(|opening| opening.unlock())
                .expect("the header is read once");
            let mut out = Vec::new();
            let result = unsealed.decrypt_verified(&mut out, &mut |_| {});
            let failure = result.map(|_| ()).expect_err(what);
            // Armor of nothing is no armor.
            let name = if form == 1 && what == "empty" { "armor_malformed" } else { name };
            assert_eq!(failure.name(), name, "{what}");
        }
    }
}

#[test]
fn and_back_again_does_not_pass() {
    // The first pass sees what is not signed, the second, which only looks for a better name, what is.
    let recipe = recipe();
    let forged = forged(&recipe);
    let good = recipe.container();
    let unsigned = [&forged[..good.len() - 3309], &good[good.len() - 3309..]].concat();
    let unsealed = io::open(Changing::new(unsigned, good), recipe.first_keys(), limits())
        .and_then(|opening| opening.unlock())
        .expect("the header is the same");
    let mut out = Vec::new();
    let failure = unsealed.decrypt_verified(&mut out, &mut |_| {}).expect_err("it did not verify");
    assert_eq!((failure.name(), out.len()), ("signature_invalid", 0));
}

/// What a range gives when the container changes after it was verified.
fn range_of_changed(recipe: &Recipe, range: &str, then: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let unsealed =
        io::open(Changing::new(recipe.container(), then), recipe.first_keys(), limits())?.unlock()?;
    let mut out = Vec::new();
    let range = range.parse().expect("a range");
    unsealed.decrypt_range(range, &mut out, &mut |_| {})?;
    Ok(out)
}

#[test]
fn between_verifying_and_reading_a_range() {
    let recipe = recipe();
    let good = recipe.container();
    for range in ["..", "0..10", "4096..5000", "4000..8200", "8192..", "9000..", "8999..9000", "5..5"] {
        let given = range_of_changed(&recipe, range, good.clone()).expect("nothing changed");
        let parsed: cleave_core::PlaintextRange = range.parse().expect("a range");
        let start = usize::try_from(parsed.start()).expect("small");
        let end = parsed.end().map_or(9000, |end| usize::try_from(end).expect("small"));
        assert!(given == recipe.plaintext[start..end], "{range}");
        for (what, then, _) in changes(&recipe) {
            let original = &recipe.plaintext[start..end];
            match range_of_changed(&recipe, range, then) {
                // A change that the range does not touch is none of its concern.
                Ok(given) => assert!(given == original, "{range}, {what}: what nobody signed"),
                Err(failure) => {
                    let names = ["chunk_tampered", "signature_invalid", "truncated"];
                    assert!(names.contains(&failure.name()), "{range}, {what}: {}", failure.name());
                }
            }
        }
    }
    for range in ["0..10", "4000..8200", ".."] {
        let failure =
            range_of_changed(&recipe, range, forged(&recipe)).expect_err("the signer signed another");
        assert_eq!(failure.name(), "signature_invalid", "{range}");
    }
}

#[test]
fn between_the_readings_of_a_slot_that_stays() {
    let recipe = Recipe { holders: vec![Holder::Named(1), Holder::Named(2)], ..Recipe::of(100) };
    let good = recipe.container();
    for at in [recipe.header_len() - 33, recipe.header_len() - 32 - 1177] {
        let mut then = good.clone();
        then[at] ^= 1;
        let opening = io::open_noting_slots(Changing::new(good.clone(), then), recipe.first_keys(), limits())
            .expect("the header is good at first");
        let result = opening.rewrap(Rewrapper::begin, &mut Vec::new(), &mut |_| {});
        assert_eq!(result.map(|_| ()).expect_err("a slot changed").name(), "header_tampered");
    }
}
