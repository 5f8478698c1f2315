//! Extension slots, which this version skips (FORMAT.md, F-20), and what a change to one is called.

use crate::recipe::{Holder, Recipe, limits};
use cleave_core::decrypt;

fn extension(kind: u8, len: u16) -> Vec<u8> {
    let mut slot = vec![kind];
    slot.extend(len.to_be_bytes());
    slot.resize(3 + usize::from(len), 0x5A);
    slot
}

fn opened(recipe: &Recipe, container: &[u8]) -> Result<(), &'static str> {
    decrypt(container, recipe.first_keys(), limits())
        .map(|opened| assert_eq!(opened.plaintext, recipe.plaintext))
        .map_err(|error| error.name())
}

#[test]
fn every_type_and_length_is_skipped() {
    for holder in [Holder::Named(1), Holder::Passphrase] {
        let recipe = Recipe { holders: vec![holder], ..Recipe::of(10) };
        for kind in 0x80..=0xFF {
            assert_eq!(
                opened(&recipe, &recipe.container_with_extension(&extension(kind, 4))),
                Ok(()),
                "{kind:#x}"
            );
        }
        for len in [0, 1, 255, 256, u16::MAX] {
            assert_eq!(
                opened(&recipe, &recipe.container_with_extension(&extension(0x80, len))),
                Ok(()),
                "{len}"
            );
        }
        for kind in (0x03..0x80).chain([0]) {
            let container = recipe.container_with_extension(&extension(kind, 4));
            assert_eq!(opened(&recipe, &container), Err("malformed_header"), "{kind:#x}");
        }
    }
}

#[test]
fn every_bit_of_one_is_under_header_mac() {
    let recipe = Recipe::of(10);
    let good = recipe.container_with_extension(&extension(0x90, 5));
    for at in 77..77 + 3 + 5 {
        for bit in 0..8 {
            let mut changed = good.clone();
            changed[at] ^= 1 << bit;
            let name = opened(&recipe, &changed).expect_err("it was changed");
            let allowed: &[&str] = match (at - 77, bit) {
                // 0x10 is no slot.
                (0, 7) => &["malformed_header"],
                // Another length: what follows is read askew, to the end or to a slot that cannot be.
                (1 | 2, _) => &["malformed_header", "truncated"],
                _ => &["header_tampered"],
            };
            assert!(allowed.contains(&name), "bit {bit} of byte {at}: {name}");
        }
    }
    for len in 77..77 + 8 {
        assert_eq!(opened(&recipe, &good[..len]), Err("truncated"), "cut at {len}");
    }
}
