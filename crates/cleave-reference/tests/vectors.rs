//! The committed vectors are what the witness writes, and the witness makes of each what its file says.

use std::collections::BTreeMap;
use std::path::Path;

use cleave_reference::vector::{Outcome, Vector};
use cleave_reference::vectors;

#[test]
fn each_vector_gives_what_its_row_says() {
    let mut wrong = Vec::new();
    for vector in vectors::all() {
        let (expected, found) = (vector.expected(), Some(vector.run()));
        if expected != found {
            wrong.push(format!("{}: expected {expected:?}, found {found:?}", vector.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_two_vectors_bear_one_name_and_most_of_them_fail() {
    let vectors = vectors::all();
    let by_name: BTreeMap<&str, &Vector> =
        vectors.iter().map(|vector| (vector.name.as_str(), vector)).collect();
    assert_eq!(by_name.len(), vectors.len());
    let failing =
        vectors.iter().filter(|vector| matches!(vector.expected(), Some(Outcome::Failed { .. }))).count();
    assert!(2 * failing > vectors.len(), "{failing} of {}", vectors.len());
}

#[test]
fn the_folder_holds_what_the_witness_writes_and_nothing_else() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors");
    let mut held = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).expect("the folder of vectors can be listed") {
        let entry = entry.expect("the folder of vectors can be listed");
        let name = entry.file_name().into_string().expect("names are ASCII");
        if name != "README.md" {
            held.insert(name, std::fs::read_to_string(entry.path()).expect("a vector can be read"));
        }
    }
    let written: BTreeMap<String, String> =
        vectors::all().iter().map(|vector| (format!("{}.json", vector.name), vector.to_json())).collect();
    let only = |one: &BTreeMap<String, String>, other: &BTreeMap<String, String>| {
        one.keys().filter(|name| !other.contains_key(*name)).cloned().collect::<Vec<_>>()
    };
    let (missing, foreign) = (only(&written, &held), only(&held, &written));
    assert!(
        missing.is_empty() && foreign.is_empty(),
        "missing: {missing:?}, foreign: {foreign:?}; run: cargo run -p cleave-reference -- write vectors"
    );
    for (name, json) in &written {
        assert_eq!(&held[name], json, "{name}; run: cargo run -p cleave-reference -- write vectors");
        let vector = Vector::from_json(json).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(&vector.to_json(), json, "{name} reads back as it was written");
    }
}
