//! Ranges at every boundary, binary and armored, signed or not, and what they touch (FORMAT.md, "Ranges").

use crate::ends::Counted;
use crate::recipe::{Recipe, Signing, armored, limits};
use cleave_core::io::{self, Failure};
use cleave_core::{ChunkSize, Error, PlaintextRange, decrypt_range};
use std::io::Cursor;

const LEN: usize = 9000;
/// Each side of the start, of every chunk's end, and of the end.
const PLACES: [u64; 12] = [0, 1, 4095, 4096, 4097, 8191, 8192, 8193, 8999, 9000, 9001, u64::MAX];

fn seeking(recipe: &Recipe, input: &[u8], range: PlaintextRange) -> Result<Vec<u8>, Failure> {
    let mut out = Vec::new();
    let unsealed = io::open(Cursor::new(input), recipe.first_keys(), limits())?.unlock()?;
    let given = unsealed.decrypt_range(range, &mut out, &mut |_| {})?;
    assert_eq!(given, out.len() as u64);
    Ok(out)
}

/// What a range gives, by the plaintext itself.
fn expected(plaintext: &[u8], range: PlaintextRange) -> Result<&[u8], &'static str> {
    let len = plaintext.len() as u64;
    let [start, end] =
        [range.start(), range.end().unwrap_or(len).min(len)].map(|at| usize::try_from(at).expect("64 bits"));
    if range.start() > len { Err("range_invalid") } else { Ok(&plaintext[start..end]) }
}

#[test]
fn every_boundary() {
    let recipes = [
        Recipe::of(LEN),
        Recipe { signing: Signing::Unchecked(1), ..Recipe::of(LEN) },
        Recipe { signing: Signing::Required(1), ..Recipe::of(LEN) },
        Recipe::of(8192),
        Recipe::of(0),
    ];
    for recipe in recipes {
        let container = recipe.container();
        let text = armored(&container);
        for start in PLACES {
            for end in PLACES.into_iter().map(Some).chain([None]).filter(|end| end.is_none_or(|e| e >= start))
            {
                let range = PlaintextRange::new(start, end).expect("it does not end before it starts");
                let expected = expected(&recipe.plaintext, range);
                for input in [&container, &text] {
                    let given = seeking(&recipe, input, range);
                    assert_eq!(given.as_deref().map_err(Failure::name), expected, "{start}..{end:?}");
                    let given = decrypt_range(input, recipe.first_keys(), limits(), range);
                    assert_eq!(given.as_deref().map_err(Error::name), expected, "{start}..{end:?}");
                }
            }
        }
    }
    assert_eq!(PlaintextRange::new(1, Some(0)).map_err(|error| error.name()), Err("range_invalid"));
}

#[test]
fn a_range_touches_its_own_chunks_only() {
    let recipe = Recipe::of(LEN);
    let good = recipe.container();
    let frame = recipe.header_len();
    // A bit of the first, the second, the last frame; which of them a range opens.
    let ranges: [(&str, [bool; 3]); 8] = [
        ("0..4096", [true, false, false]),
        ("4095..4097", [true, true, false]),
        ("4096..8192", [false, true, false]),
        ("8192..9000", [false, false, true]),
        ("4096..", [false, true, true]),
        ("0..9001", [true, true, true]),
        ("7..7", [false, false, false]),
        ("9000..", [false, false, true]),
    ];
    for (range, touched) in ranges {
        for (index, touched) in touched.into_iter().enumerate() {
            let mut bytes = good.clone();
            bytes[frame + index * 4116 + 50] ^= 1;
            let given = seeking(&recipe, &bytes, range.parse().expect("a range"));
            let index = index as u64;
            match given {
                Ok(_) => assert!(!touched, "{range}: chunk {index} was not looked at"),
                Err(Failure::Format(error)) => {
                    assert!(touched, "{range}: chunk {index} is none of its own");
                    assert_eq!(error, Error::ChunkTampered { index }, "{range}");
                }
                Err(failure) => panic!("{range}: {}", failure.name()),
            }
        }
    }
}

#[test]
fn an_input_cut_at_a_frame_does_not_pass_for_a_shorter_one() {
    for signing in [Signing::Unsigned, Signing::Unchecked(1)] {
        let recipe = Recipe { signing, ..Recipe::of(LEN) };
        let good = recipe.container();
        let signature: &[u8] = if signing == Signing::Unsigned { &[] } else { &good[good.len() - 3309..] };
        let cut = [&good[..recipe.header_len() + 2 * 4116], signature].concat();
        for range in ["..", "5000..", "0..9000", "8000..8193"] {
            let failure = seeking(&recipe, &cut, range.parse().expect("a range")).expect_err("it was cut");
            assert!(matches!(failure, Failure::Format(Error::ChunkTampered { index: 1 })), "{range}");
        }
        let within =
            seeking(&recipe, &cut, "100..4096".parse().expect("a range")).expect("it vouches for its own");
        assert!(within == recipe.plaintext[100..4096]);
        let inside = &cut[..recipe.header_len() + 4116 + 19];
        let failure = seeking(&recipe, &[inside, signature].concat(), "0..1".parse().expect("a range"));
        assert_eq!(failure.expect_err("a frame has 20 bytes").name(), "truncated");
    }
}

#[test]
fn what_lies_before_a_range_is_not_read() {
    let recipe = Recipe { chunk: ChunkSize::from_log2(16).expect("64 KiB"), ..Recipe::of(8 << 20) };
    let mut input = Counted { bytes: Cursor::new(recipe.container()), read: 0 };
    let unsealed = io::open(&mut input, recipe.first_keys(), limits())
        .and_then(|opening| opening.unlock())
        .expect("it opens");
    let mut out = Vec::new();
    let range = "8000000..8000010".parse().expect("a range");
    unsealed.decrypt_range(range, &mut out, &mut |_| {}).expect("it is good");
    assert!(out == recipe.plaintext[8_000_000..8_000_010]);
    assert!(input.read < 1 << 20, "{} bytes of 8 MiB were read for ten", input.read);
}
