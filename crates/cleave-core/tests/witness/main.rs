//! The core and the witness read each other: what one writes the other opens, and what one refuses the other refuses
//! under the same name. Both follow FORMAT.md and share no code, so where they differ one of them is wrong.

mod bytes;
mod damage;
mod edit;
mod outcome;
mod people;
mod ranges;
mod reader;
mod recipe;
mod rewrap;
mod text;
mod writer;

/// A fixed number of cases, drawn anew at each run. What fails is printed as its least example, which says it all.
fn cases(cases: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config { cases, failure_persistence: None, ..Default::default() }
}
