//! The table of behaviours: each row becomes one file of `vectors/`.

mod armor;
mod case;
mod cuts;
mod fragments;
mod frames;
mod header;
mod keys;
mod limits;
mod order;
mod passphrases;
mod people;
mod ranges;
mod recipients;
mod rewraps;
mod signatures;
mod slots;
mod texts;

use crate::vector::Vector;

/// All vectors, in the order of FORMAT.md's sections.
pub fn all() -> Vec<Vector> {
    [
        header::vectors(),
        cuts::vectors(),
        recipients::vectors(),
        passphrases::vectors(),
        slots::vectors(),
        frames::vectors(),
        signatures::vectors(),
        rewraps::vectors(),
        order::vectors(),
        fragments::vectors(),
        texts::vectors(),
        keys::vectors(),
        armor::vectors(),
        ranges::vectors(),
        limits::vectors(),
    ]
    .concat()
}
