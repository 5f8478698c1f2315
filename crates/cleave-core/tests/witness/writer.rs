//! The core writes and the witness reads: every kind of container, with fresh randomness.

use crate::cases;
use crate::outcome::{Outcome, witness};
use crate::recipe::{Holder, Recipe, writable};
use cleave_core::io::ArmorWriter;
use cleave_core::{Sealed, Start, armor, encrypt, io};
use cleave_reference::{Error, Keys, Limits, Signed, Split, header, writer::container_size};
use proptest::prelude::*;

/// How the core is asked to write.
#[derive(Debug, Clone, Copy)]
enum Way {
    OneCall,
    /// The machine, in pieces of this many bytes, with its armor around it.
    ArmoredInPieces(usize),
    /// `std::io`, armored.
    Io,
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_witness_opens_what_the_core_writes(
        recipe in writable(),
        way in prop_oneof![
            Just(Way::OneCall), (1..9000usize).prop_map(Way::ArmoredInPieces), Just(Way::Io),
        ],
    ) {
        opens_for_everybody(&recipe, way);
    }
}

/// Each kind of slot, with and without a signature, split in each way, at each side of multiples of the chunk.
#[test]
fn every_kind_at_each_side_of_chunk_multiples() {
    let kinds = [
        vec![Holder::Named(0)],
        vec![Holder::Hidden(1)],
        vec![Holder::Passphrase(1)],
        vec![Holder::Named(2), Holder::Hidden(2), Holder::Passphrase(0), Holder::Named(1)],
    ];
    let lengths = [0, 1, 4095, 4096, 4097, 8191, 8192, 8193];
    let mut seed = 0;
    for slots in &kinds {
        for split in [Split::No, Split::WithHint, Split::WithoutHint] {
            for signer in [None, Some(1)] {
                for length in lengths {
                    seed += 1;
                    let recipe = Recipe { seed, length, chunk_log2: 12, slots: slots.clone(), split, signer };
                    let way = [Way::OneCall, Way::ArmoredInPieces(1000), Way::Io][seed as usize % 3];
                    opens_for_everybody(&recipe, way);
                }
            }
        }
    }
}

#[test]
fn every_chunk_size() {
    for chunk_log2 in 12..=24 {
        // At each side of a chunk, where that is not too much to seal in a test.
        let chunk = 1 << chunk_log2;
        let lengths = if chunk_log2 <= 17 { vec![chunk - 1, chunk, chunk + 1] } else { vec![5000] };
        for length in lengths {
            let slots = vec![Holder::Named(0)];
            let recipe = Recipe { seed: 5, length, chunk_log2, slots, split: Split::No, signer: None };
            opens_for_everybody(&recipe, Way::OneCall);
        }
    }
}

fn opens_for_everybody(recipe: &Recipe, way: Way) {
    let (given, container, fragment) = write(recipe, way);
    let signed = if recipe.signer.is_some() { Signed::Verified } else { Signed::No };
    let expected = Outcome::opened(&recipe.plaintext(), Some(signed));
    for keys in recipe.all_keys(fragment) {
        assert_eq!(witness(&given, &keys, &Limits::default()), expected, "{recipe:?} {way:?}");
        if recipe.split != Split::No {
            let without = Keys { fragment: None, ..keys };
            assert_eq!(witness(&given, &without, &Limits::default()), Error::FragmentRequired.into());
        }
    }
    let flags = container[9];
    let expected_flags = match recipe.split {
        Split::No => 0,
        Split::WithoutHint => header::SPLIT,
        Split::WithHint => header::SPLIT | header::HINT,
    } | if recipe.signer.is_some() { header::SIGNED } else { 0 };
    assert_eq!(flags, expected_flags, "{recipe:?}");
    let slots: usize =
        recipe.slots.iter().map(|slot| if let Holder::Passphrase(_) = slot { 71 } else { 1177 }).sum();
    let header_len = 109
        + if flags & header::HINT != 0 { 8 } else { 0 }
        + if flags & header::SIGNED != 0 { 32 } else { 0 }
        + slots;
    assert_eq!(container.len(), container_size(header_len, recipe.length, recipe.chunk_log2, flags));
}

/// What the core gives, the same without armor, and the fragment.
fn write(recipe: &Recipe, way: Way) -> (Vec<u8>, Vec<u8>, Option<String>) {
    let plaintext = recipe.plaintext();
    let (given, fragment) = match way {
        Way::OneCall => {
            let Sealed { container, fragment } = encrypt(&plaintext, recipe.encryptor()).unwrap();
            (container, fragment)
        }
        Way::ArmoredInPieces(step) => {
            let Start { mut writer, fragment } = recipe.encryptor().start().unwrap();
            let (mut encoder, mut text, mut bytes) = (armor::Encoder::new(), Vec::new(), Vec::new());
            for piece in plaintext.chunks(step) {
                writer.push(piece, &mut bytes).unwrap();
                encoder.push(&bytes, &mut text);
                bytes.clear();
            }
            writer.finish(&mut bytes).unwrap();
            encoder.push(&bytes, &mut text);
            encoder.finish(&mut text);
            (text, fragment)
        }
        Way::Io => {
            let Start { writer, fragment } = recipe.encryptor().start().unwrap();
            let mut output = ArmorWriter::new(Vec::new());
            io::encrypt(writer, &mut &plaintext[..], &mut output, &mut |_| {}).unwrap();
            (output.finish().unwrap(), fragment)
        }
    };
    let container = match cleave_reference::armor::decode(&given) {
        None => given.clone(),
        Some((bytes, fault)) => {
            assert_eq!(fault, None, "{recipe:?} {way:?}");
            // There is one armor of a container, to the byte.
            assert!(
                given == cleave_reference::armor::encode(&bytes, "\n").into_bytes(),
                "{recipe:?} {way:?}"
            );
            bytes
        }
    };
    (given, container, fragment.map(|fragment| fragment.to_text().to_string()))
}
