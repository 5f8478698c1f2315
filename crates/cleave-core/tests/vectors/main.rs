//! Every container of `vectors/` (and of the format's own collection, where it is beside the checkout), opened in each
//! way that the crate offers; all must agree with the vector and so with each other.

mod open;
mod rewrap;
mod vector;

use vector::{Vector, collections};

/// Opens every vector in the way given, and reports all that differ at once.
fn hold(way: &str, open: impl Fn(&Vector) -> Option<vector::Outcome>) {
    let mut failures = Vec::new();
    let mut held = 0;
    for vector in collections() {
        if let Some(outcome) = open(&vector) {
            held += 1;
            if let Err(difference) = vector.holds(&outcome) {
                failures.push(format!("{}: {difference}", vector.name));
            }
        }
    }
    assert!(failures.is_empty(), "{way}: {} of {held} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(held >= 100, "{way}: only {held} vectors were found");
}

#[test]
fn one_call() {
    hold("one call", |vector| Some(open::one_call(vector)));
}

#[test]
fn streamed() {
    hold("in pieces of 1000 bytes", |vector| Some(open::pushed(vector, 1000)));
}

#[test]
fn byte_by_byte() {
    hold("byte by byte", |vector| Some(open::pushed(vector, 1)));
}

#[test]
fn over_std_io_in_one_pass() {
    hold("std::io, one pass", |vector| Some(open::one_pass(vector)));
}

#[test]
fn over_std_io_in_two_passes() {
    hold("std::io, two passes", |vector| Some(open::two_passes(vector)));
}

#[test]
fn on_two_threads() {
    hold("two threads", open::threaded);
}
