//! What holds of every container and every text: sizes, splits of the input, round trips, extension slots, armor.

mod armor;
mod extensions;
#[path = "../recipe/mod.rs"]
mod recipe;
mod sizes;
mod splits;

/// A fixed number of cases, drawn anew at each run; what fails is printed as its least example.
fn cases(cases: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config { cases, failure_persistence: None, ..Default::default() }
}
