//! The primitives of FORMAT.md, "Conventions", held to published known answers: tests/data/ (sources in its README.md)
//! and Project Wycheproof's.
//!
//! Each test states how many cases it ran, so that a file that is empty, or a filter that fits nothing, fails.

mod argon2;
mod ml_dsa;
mod ml_kem;
mod ml_kem_sets;
mod primitives;
mod published;
mod sets;
mod symmetric;
mod text;
mod xwing;
