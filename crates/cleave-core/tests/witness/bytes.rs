//! Given the same randomness, both write the same bytes.

use crate::cases;
use crate::recipe::{Holder, Recipe, writable};
use cleave_core::hazmat::{FixedEntropy, start_from};
use cleave_core::{Error, Start};
use cleave_reference::{Draft, Split};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_same_randomness_gives_the_same_container(recipe in writable()) {
        let draft = recipe.draft();
        let entropy = Box::new(Drawn(randomness(&recipe, &draft)));
        let Start { mut writer, fragment } = start_from(recipe.encryptor(), entropy).unwrap();
        let mut container = Vec::new();
        writer.push(&recipe.plaintext(), &mut container).unwrap();
        writer.finish(&mut container).unwrap();
        prop_assert!(container == draft.container());
        let own = (recipe.split != Split::No).then(|| draft.fragment());
        prop_assert_eq!(fragment.map(|fragment| fragment.to_text().to_string()), own);
    }
}

/// What the witness drew, in the order in which the core draws; the slots stay in their order.
fn randomness(recipe: &Recipe, draft: &Draft) -> Vec<u8> {
    let random = &draft.random;
    let stay: Vec<u8> = (1..recipe.slots.len() as u64).rev().flat_map(u64::to_be_bytes).collect();
    let mut drawn = [&stay[..], &draft.salt, &draft.master].concat();
    if recipe.split != Split::No {
        drawn.extend(draft.share);
    }
    for (number, holder) in recipe.slots.iter().enumerate() {
        match holder {
            Holder::Passphrase(_) => drawn.extend(random.bytes::<16>(&format!("argon salt {number}"))),
            _ => drawn.extend(random.bytes::<64>(&format!("encapsulation {number}"))),
        }
    }
    if recipe.signer.is_some() {
        drawn.extend(random.bytes::<32>("signature"));
    }
    drawn
}

/// Gives out what it holds, and must be asked for all of it.
struct Drawn(Vec<u8>);

impl FixedEntropy for Drawn {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        let rest = self.0.split_off(bytes.len());
        bytes.copy_from_slice(&self.0);
        self.0 = rest;
        Ok(())
    }
}

impl Drop for Drawn {
    fn drop(&mut self) {
        assert!(self.0.is_empty() || std::thread::panicking(), "{} bytes were not drawn", self.0.len());
    }
}
