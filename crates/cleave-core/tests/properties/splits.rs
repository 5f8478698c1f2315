//! Any split of the input into pushes gives the same: of a writer's plaintext, and of containers, good and damaged. And
//! what was written for somebody opens to them.

use crate::cases;
use crate::recipe::{Holder, Recipe, Signing, armored, limits};
use cleave_core::{ChunkSize, Error, Frames, HeaderState, HintField, Keys, Read, Reader, decrypt};
use proptest::prelude::*;
use proptest::sample::Index;

fn recipes() -> impl Strategy<Value = Recipe> {
    let holder = prop_oneof![
        (1u8..4).prop_map(Holder::Named),
        (1u8..4).prop_map(Holder::Hidden),
        Just(Holder::Passphrase)
    ];
    let split = prop_oneof![Just(None), Just(Some(HintField::Stored)), Just(Some(HintField::Omitted))];
    let signing =
        prop_oneof![Just(Signing::Unsigned), Just(Signing::Unchecked(1)), Just(Signing::Required(1))];
    let near = (0usize..4, -2isize..3).prop_map(|(chunks, by)| (chunks * 4096).saturating_add_signed(by));
    let len = prop_oneof![near, 0usize..13_000];
    (prop::collection::vec(holder, 1..5), split, signing, 12u8..15, len, any::<u64>()).prop_map(
        |(holders, split, signing, log2, len, dice)| Recipe {
            holders,
            split,
            signing,
            chunk: ChunkSize::from_log2(log2).expect("in range"),
            dice,
            ..Recipe::of(len)
        },
    )
}

/// Cuts `bytes` at the places, in their order; places that fall together make empty pieces.
fn pieces<'b>(bytes: &'b [u8], places: &[Index]) -> Vec<&'b [u8]> {
    let mut cuts: Vec<usize> = places.iter().map(|place| place.index(bytes.len() + 1)).collect();
    cuts.sort_unstable();
    let ends = cuts.iter().copied().chain([bytes.len()]);
    let starts = [0].into_iter().chain(cuts.iter().copied());
    starts.zip(ends).map(|(start, end)| &bytes[start..end]).collect()
}

/// What came out, and how it ended.
type Outcome = (Vec<u8>, Result<Read, Error>);

fn read(keys: Keys, pieces: &[&[u8]]) -> Outcome {
    let mut out = Vec::new();
    let run = || {
        let mut reader = Reader::new(keys, limits());
        let mut pieces = pieces.iter().copied();
        let mut rest: &[u8] = &[];
        while !reader.is_complete() {
            let Some(piece) = pieces.next() else { break };
            rest = &piece[reader.push(piece)?..];
        }
        let unlocked = reader.finish()?.unlock()?;
        let mut frames = [rest].into_iter().chain(pieces);
        match unlocked.frames() {
            Frames::Authentic(mut reader) => {
                frames.try_for_each(|piece| reader.push(piece, &mut out))?;
                reader.finish()
            }
            Frames::Unvouched(mut reader) => {
                frames.try_for_each(|piece| reader.push_unvouched(piece, &mut out))?;
                reader.finish()
            }
        }
    };
    let result = run();
    (out, result)
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_writer(recipe in recipes(), places in prop::collection::vec(any::<Index>(), 0..6), header_first in any::<bool>()) {
        let mut writer = recipe.start().writer;
        let mut out = Vec::new();
        while header_first && writer.header(&mut out).expect("dice do not fail") == HeaderState::More {}
        for piece in pieces(&recipe.plaintext, &places) {
            writer.push(piece, &mut out).expect("dice do not fail");
        }
        writer.finish(&mut out).expect("dice do not fail");
        prop_assert!(out == recipe.container());
    }

    #[test]
    fn a_reader_of_a_good_container(recipe in recipes(), places in prop::collection::vec(any::<Index>(), 0..6)) {
        let container = recipe.container();
        let (out, result) = read(recipe.first_keys(), &pieces(&container, &places));
        let result = result.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert!(out == recipe.plaintext);
        prop_assert_eq!(result.plaintext_len, recipe.plaintext.len() as u64);
    }

    #[test]
    fn whoever_it_is_for_opens_it(recipe in recipes()) {
        let container = recipe.container();
        for holder in recipe.holders.iter().copied() {
            for input in [&container, &armored(&container)] {
                let opened = decrypt(input, recipe.keys(holder), limits());
                let opened = opened.map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert!(opened.plaintext == recipe.plaintext);
            }
        }
        let stranger = decrypt(&container, recipe.keys(Holder::Named(9)), limits()).map(|_| ());
        prop_assert_eq!(stranger.map_err(|error| error.name()), Err("no_matching_key"));
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// Flipped, cut, or with more at its end: the error, and what came out before it, do not hang on the split.
    #[test]
    fn a_reader_of_a_damaged_container(
        recipe in recipes(),
        flip in proptest::option::of((any::<Index>(), 0u8..8)),
        cut in proptest::option::of(any::<Index>()),
        more in prop::collection::vec(any::<u8>(), 0..3),
        places in prop::collection::vec(any::<Index>(), 1..6),
    ) {
        let mut container = recipe.container();
        if let Some((at, bit)) = flip {
            let at = at.index(container.len());
            container[at] ^= 1 << bit;
        }
        if let Some(len) = cut {
            container.truncate(len.index(container.len()));
        }
        container.extend(more);
        let whole = read(recipe.first_keys(), &[&container]);
        let split = read(recipe.first_keys(), &pieces(&container, &places));
        prop_assert!(recipe.plaintext.starts_with(&whole.0));
        prop_assert_eq!(&whole.1, &split.1);
        prop_assert!(whole.0 == split.0, "{:?}: {} bytes, not {}", whole.1, split.0.len(), whole.0.len());
    }
}
