//! The properties that the fuzzers in `fuzz/` look to break, on stable: over what the fuzzers begin with, and damaged
//! copies of it, the same at each run.

mod choices;
mod properties;
#[path = "../recipe/mod.rs"]
mod recipe;
mod seeds;

use choices::{Choices, damaged};
use cleave_core::hazmat::sha512;
use std::path::Path;

/// Runs a property over its seeds and `copies` damaged ones of each.
fn hold(name: &str, copies: u64) {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let targets = seeds::targets(&vectors);
    let target = targets.iter().find(|target| target.name == name).expect("it is one of them");
    assert!(target.seeds.len() >= 60, "only {} seeds", target.seeds.len());
    for (number, seed) in target.seeds.iter().enumerate() {
        (target.holds)(seed);
        for copy in 0..copies {
            let dice = [(number as u64).to_be_bytes(), copy.to_be_bytes()].concat();
            (target.holds)(&damaged(seed, &mut Choices::new(&sha512(&dice))));
        }
    }
}

/// The fuzzer of each property, its test, and the number of damaged copies.
macro_rules! properties {
    ($($name:ident $copies:literal)*) => {
        $(
            #[test]
            fn $name() {
                hold(stringify!($name), $copies);
            }
        )*

        #[test]
        fn each_property_has_its_fuzzer_and_its_test() {
            let tested = [$(stringify!($name)),*];
            let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
            assert!(seeds::targets(&vectors).iter().map(|target| target.name).eq(tested));
            for name in tested {
                let fuzzer = format!("{}/../../fuzz/fuzz_targets/{name}.rs", env!("CARGO_MANIFEST_DIR"));
                let text = std::fs::read_to_string(&fuzzer).unwrap_or_else(|error| panic!("{fuzzer}: {error}"));
                assert!(text.contains(&format!("properties::{name}(data)")) && text.lines().count() < 20);
            }
        }
    };
}

properties! {
    header 20
    reader 4
    armor 10
    keys 10
    fragment 10
    damage 10
    rewrap 4
    round_trip 4
    providers 20
    sets 4
}
