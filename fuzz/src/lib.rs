//! The properties are the core's tests' own; here fuzzers look for bytes that break them.

#[path = "../../crates/cleave-core/tests/fuzzed/choices.rs"]
mod choices;
#[path = "../../crates/cleave-core/tests/fuzzed/properties.rs"]
pub mod properties;
#[path = "../../crates/cleave-core/tests/recipe/mod.rs"]
mod recipe;
#[path = "../../crates/cleave-core/tests/fuzzed/seeds.rs"]
pub mod seeds;
