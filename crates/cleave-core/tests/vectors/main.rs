//! Every file of `vectors/` (and of the format's own collection, where it is at hand). Containers are opened in each way
//! that the crate offers; all must agree with the vector and so with each other. Text forms are read, and rewraps are
//! carried out in one call and over a stream.

mod open;
mod rewrap;
mod text;
mod vector;

use std::collections::BTreeSet;
use vector::{Kind, Origin, Vector, collections};

/// Files of `vectors/` that there are at least, by kind: 576 in all.
const CONTAINERS: usize = 473;
const TEXTS: usize = 78;
const REWRAPS: usize = 25;

/// Runs every vector of a kind in the way given, and reports all that differ at once.
fn hold(way: &str, kind: Kind, run: impl Fn(&Vector) -> Result<(), String>) {
    let mut failures = Vec::new();
    let mut own = 0;
    for vector in collections(kind) {
        own += usize::from(vector.origin == Origin::Own);
        if let Err(difference) = run(&vector) {
            failures.push(format!("{}: {difference}", vector.name));
        }
    }
    assert!(failures.is_empty(), "{way}: {} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(own >= least(kind), "{way}: only {own} vectors were found in vectors/");
}

fn least(kind: Kind) -> usize {
    match kind {
        Kind::Container => CONTAINERS,
        Kind::Text => TEXTS,
        Kind::Rewrap => REWRAPS,
    }
}

/// Opens every container in the way given.
fn hold_open(way: &str, open: impl Fn(&Vector) -> vector::Outcome) {
    hold(way, Kind::Container, |vector| vector.holds(&open(vector)));
}

#[test]
fn one_call() {
    hold_open("one call", open::one_call);
}

#[test]
fn streamed() {
    hold_open("in pieces of 1000 bytes", |vector| open::pushed(vector, 1000));
}

#[test]
fn byte_by_byte() {
    hold_open("byte by byte", |vector| open::pushed(vector, 1));
}

#[test]
fn over_std_io_in_one_pass() {
    hold_open("std::io, one pass", open::one_pass);
}

#[test]
fn over_std_io_in_two_passes() {
    hold_open("std::io, two passes", open::two_passes);
}

#[test]
fn on_two_threads() {
    hold_open("two threads", open::threaded);
}

#[test]
fn text_forms() {
    hold("text forms", Kind::Text, text::holds);
}

#[test]
fn rewrapped_in_one_call() {
    hold("rewrap, one call", Kind::Rewrap, |vector| rewrap::holds(vector, rewrap::one_call));
}

#[test]
fn rewrapped_over_std_io() {
    hold("rewrap, std::io", Kind::Rewrap, |vector| rewrap::holds(vector, rewrap::streamed));
}

#[test]
fn rewrapped_from_a_file_that_is_read_again() {
    hold("rewrap, slots read again", Kind::Rewrap, |vector| rewrap::holds(vector, rewrap::read_again));
}

/// The tests above run what is of one of the three kinds, so every file must be, and must say nothing that they pass
/// over.
#[test]
fn every_file_is_run() {
    let known = BTreeSet::from([
        "name",
        "comment",
        "identities",
        "passphrase",
        "fragment",
        "signer",
        "limits",
        "range",
        "rewrap",
        "text",
        "container",
        "plaintext_length",
        "plaintext_sha512",
        "rewrapped",
        "refused",
        "error",
        "chunk",
    ]);
    let own = vector::own();
    for vector in &own {
        let unknown: Vec<_> = vector.fields().filter(|field| !known.contains(field)).collect();
        assert!(unknown.is_empty(), "{}: no test looks at {unknown:?}", vector.name);
        let outcomes = [
            vector.field("plaintext_length").is_u64() && vector.field("plaintext_sha512").is_string(),
            vector.field("error").is_string(),
            vector.field("rewrapped").is_object(),
            vector.field("refused").is_string(),
            vector.field("text")["sha512"].is_string(),
        ];
        assert_eq!(outcomes.iter().filter(|given| **given).count(), 1, "{}: one outcome", vector.name);
    }
    let run = [Kind::Container, Kind::Text, Kind::Rewrap].map(|kind| {
        let names: BTreeSet<_> = collections(kind)
            .into_iter()
            .filter(|vector| vector.origin == Origin::Own)
            .map(|vector| vector.name)
            .collect();
        assert!(names.len() >= least(kind), "{kind:?}: only {} vectors were found", names.len());
        names
    });
    let names: BTreeSet<_> = own.into_iter().map(|vector| vector.name).collect();
    assert_eq!(run.into_iter().flatten().collect::<BTreeSet<_>>(), names);
}
