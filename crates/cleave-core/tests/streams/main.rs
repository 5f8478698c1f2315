//! The `std::io` adapters: what slow, short, interrupted and broken streams give, one pass and two, and ranges.

mod changing;
mod ends;
mod flushed;
mod ranges;
#[path = "../recipe/mod.rs"]
mod recipe;

use cleave_core::io::{self, ArmorWriter, Failure};
use cleave_core::{Authorship, ChunkSize, Error, HintField, Reader, decrypt};
use ends::{BrokenInput, BrokenOutput, Slow};
use recipe::{Holder, Recipe, Signing, armored, limits};
use std::io::{Cursor, Read, Write};

/// A few kinds, each of several chunks, and one of more than a buffer.
fn recipes() -> Vec<Recipe> {
    vec![
        Recipe::of(0),
        Recipe::of(8192),
        Recipe { holders: vec![Holder::Hidden(1), Holder::Passphrase], ..Recipe::of(9000) },
        Recipe { split: Some(HintField::Stored), signing: Signing::Unchecked(1), ..Recipe::of(4097) },
        Recipe { signing: Signing::Required(1), ..Recipe::of(9000) },
        Recipe { signing: Signing::Required(1), chunk: ChunkSize::DEFAULT, ..Recipe::of(1_200_000) },
    ]
}

/// Encrypts from a stream to a stream.
fn encrypted(recipe: &Recipe, input: &mut dyn Read, output: &mut dyn Write) -> Result<(), Failure> {
    io::encrypt(recipe.start().writer, input, output, &mut |_| {}).map(|_| ())
}

/// Decrypts in one pass; what a required signer does not vouch for yet goes to the same place.
fn in_one_pass(recipe: &Recipe, input: impl Read, output: &mut dyn Write) -> Result<Authorship, Failure> {
    let unsealed = io::open(input, recipe.first_keys(), limits())?.unlock()?;
    let read = if unsealed.unlocked().requires_signer() {
        unsealed.decrypt_unvouched(output, &mut |_| {})?
    } else {
        unsealed.decrypt(output, &mut |_| {})?
    };
    Ok(read.authorship)
}

fn in_two_passes(
    recipe: &Recipe,
    input: impl Read + std::io::Seek,
    output: &mut dyn Write,
) -> Result<Authorship, Failure> {
    let unsealed = io::open(input, recipe.first_keys(), limits())?.unlock()?;
    Ok(unsealed.decrypt_verified(output, &mut |_| {})?.authorship)
}

fn authorship(recipe: &Recipe) -> Authorship {
    match recipe.signing {
        Signing::Unsigned => Authorship::Unsigned,
        Signing::Unchecked(_) => Authorship::Unchecked,
        Signing::Required(_) => Authorship::Verified,
    }
}

#[test]
fn slow_and_short_streams_give_the_same() {
    for (number, recipe) in recipes().into_iter().enumerate() {
        let container = recipe.container();
        let steps: &[usize] = if container.len() > 100_000 { &[3000] } else { &[1, 7, 1000] };
        for most in steps {
            let what = format!("recipe {number}, {most} bytes a read");
            let mut out = Vec::new();
            encrypted(&recipe, &mut Slow::new(&recipe.plaintext[..], *most), &mut out).expect("it is read");
            assert!(out == container, "{what}: another container");
            for input in [&container, &armored(&container)] {
                let mut out = Vec::new();
                let read = in_one_pass(&recipe, Slow::new(&input[..], *most), &mut out).expect("it opens");
                assert!(out == recipe.plaintext, "{what}: another plaintext");
                assert_eq!(read, authorship(&recipe), "{what}");
                let mut out = Vec::new();
                let slow = Slow::new(Cursor::new(input), *most);
                let read = in_two_passes(&recipe, slow, &mut out).expect("it opens");
                assert!(out == recipe.plaintext, "{what}: another plaintext");
                assert_eq!(read, authorship(&recipe), "{what}");
            }
        }
    }
}

#[test]
fn armor_of_a_stream_is_the_armor_of_the_bytes() {
    let recipe = Recipe::of(9000);
    let mut writer = ArmorWriter::new(Vec::new());
    encrypted(&recipe, &mut Slow::new(&recipe.plaintext[..], 11), &mut writer).expect("memory holds it");
    assert_eq!(writer.finish().expect("memory holds it"), armored(&recipe.container()));
}

#[test]
fn a_broken_input_is_named_input_wherever_it_breaks() {
    for recipe in recipes().into_iter().filter(|recipe| recipe.plaintext.len() < 100_000) {
        for left in [0, 1, 4096, recipe.plaintext.len()] {
            let mut broken = BrokenInput { bytes: &recipe.plaintext, left: left.min(recipe.plaintext.len()) };
            let failure = encrypted(&recipe, &mut broken, &mut Vec::new()).expect_err("it breaks");
            assert!(matches!(failure, Failure::Input(_)), "{}", failure.name());
        }
        let container = recipe.container();
        for bytes in [&container, &armored(&container)] {
            let mut places: Vec<usize> = (0..bytes.len()).step_by(211).collect();
            places.extend([1, 8, recipe.header_len(), bytes.len() - 1, bytes.len()]);
            for left in places {
                let mut out = Vec::new();
                let failure =
                    in_one_pass(&recipe, BrokenInput { bytes, left }, &mut out).expect_err("it breaks");
                assert_eq!(failure.name(), "input", "after {left} bytes");
                assert!(recipe.plaintext.starts_with(&out), "after {left} bytes");
            }
        }
    }
}

#[test]
fn a_broken_output_is_named_output_wherever_it_breaks() {
    for recipe in recipes() {
        let container = recipe.container();
        let mut lefts = vec![0, 1, recipe.header_len(), container.len() / 2, container.len() - 1];
        for left in lefts.drain(..) {
            let mut broken = BrokenOutput::after(left);
            let failure =
                encrypted(&recipe, &mut &recipe.plaintext[..], &mut broken).expect_err("it is full");
            assert_eq!(failure.name(), "output", "after {left} bytes");
            assert!(container.starts_with(&broken.written), "after {left} bytes");
        }
        for left in [0, 1, 4096, recipe.plaintext.len() / 2, recipe.plaintext.len().saturating_sub(1)] {
            if left >= recipe.plaintext.len() {
                continue;
            }
            let mut broken = BrokenOutput::after(left);
            let failure = in_one_pass(&recipe, &container[..], &mut broken).expect_err("it is full");
            assert_eq!(failure.name(), "output", "after {left} bytes");
            let mut twice = BrokenOutput::after(left);
            let failure =
                in_two_passes(&recipe, Cursor::new(&container), &mut twice).expect_err("it is full");
            assert_eq!(failure.name(), "output", "after {left} bytes");
            for written in [broken.written, twice.written] {
                assert_eq!(written.len(), left);
                assert!(recipe.plaintext.starts_with(&written), "after {left} bytes");
            }
        }
        let mut enough = BrokenOutput::after(recipe.plaintext.len());
        in_one_pass(&recipe, &container[..], &mut enough).expect("it is just large enough");
        assert!(enough.written == recipe.plaintext);
    }
}

/// Everything that can be done to a container without a key, thinly: flips, cuts, and more at the end.
fn damaged(container: &[u8]) -> Vec<Vec<u8>> {
    let flipped = (0..container.len()).step_by(97).chain([container.len() - 1]).map(|at| {
        let mut bytes = container.to_vec();
        bytes[at] ^= 1 << (at % 8);
        bytes
    });
    let cut = (0..container.len()).step_by(101).chain([container.len() - 1]);
    let mut all: Vec<Vec<u8>> = flipped.chain(cut.map(|len| container[..len].to_vec())).collect();
    all.push([container, b"\0"].concat());
    all.push([container, container].concat());
    // Signature and frame at once, and signature and end at once: the frame and the end are named.
    let mut both = container.to_vec();
    for at in [container.len() - 1, container.len() - 3400] {
        both[at] ^= 4;
    }
    all.push(both);
    let mut both = [container, b"\0"].concat();
    both[container.len() - 1] ^= 4;
    all.push(both);
    all
}

#[test]
fn one_pass_two_passes_and_one_call_name_the_same() {
    let recipe = Recipe { signing: Signing::Required(1), ..Recipe::of(5000) };
    let good = recipe.container();
    for bytes in damaged(&good) {
        let text = armored(&bytes);
        for input in [&bytes, &text] {
            let whole = decrypt(input, recipe.first_keys(), limits()).map(|_| ()).map_err(Failure::Format);
            let mut once = Vec::new();
            let one = in_one_pass(&recipe, &input[..], &mut once).map(|_| ());
            let mut twice = Vec::new();
            let two = in_two_passes(&recipe, Cursor::new(input), &mut twice).map(|_| ());
            let [whole, one, two] = [whole, one, two].map(|result| match result {
                Err(Failure::Format(error)) => error,
                Err(failure) => panic!("{}", failure.name()),
                Ok(()) => panic!("accepted"),
            });
            assert_eq!(whole, one);
            assert_eq!(whole, two);
            assert!(recipe.plaintext.starts_with(&once));
            assert_eq!(twice, [], "nothing is released before the signature verifies");
        }
    }
}

#[test]
fn a_fault_of_the_armor_comes_after_the_container_before_it() {
    let recipe = Recipe { signing: Signing::Required(1), ..Recipe::of(5000) };
    let mut bytes = recipe.container();
    let no_end = |bytes: &[u8]| {
        let text = armored(bytes);
        text[..text.len() - 20].to_vec()
    };
    let outcomes = |input: &[u8]| {
        let range = "0..10".parse().expect("a range");
        let one = in_one_pass(&recipe, input, &mut Vec::new()).map(|_| ());
        let two = in_two_passes(&recipe, Cursor::new(input), &mut Vec::new()).map(|_| ());
        let whole = decrypt(input, recipe.first_keys(), limits()).map(|_| ());
        let part = cleave_core::decrypt_range(input, recipe.first_keys(), limits(), range).map(|_| ());
        let seeking = io::open(Cursor::new(input), recipe.first_keys(), limits())
            .and_then(|opening| opening.unlock())
            .and_then(|unsealed| unsealed.decrypt_range(range, &mut Vec::new(), &mut |_| {}))
            .map(|_| ());
        [one, two, whole.map_err(Failure::Format), part.map_err(Failure::Format), seeking]
            .map(|result| result.expect_err("the armor is faulty").name())
    };
    assert_eq!(outcomes(&no_end(&bytes)), ["armor_malformed"; 5]);
    let frame = recipe.header_len() + 4200;
    bytes[frame] ^= 1;
    assert_eq!(outcomes(&no_end(&bytes)), ["chunk_tampered"; 5]);
}

#[test]
fn a_required_signer_is_not_passed_by_mistake() {
    let recipe = Recipe { signing: Signing::Required(1), ..Recipe::of(10) };
    let container = recipe.container();
    let unsealed =
        io::open(&container[..], recipe.first_keys(), limits()).and_then(|opening| opening.unlock());
    let mut out = Vec::new();
    let failure =
        unsealed.expect("it opens").decrypt(&mut out, &mut |_| {}).expect_err("the signature is last");
    assert_eq!((failure.name(), out.len()), ("usage", 0));
    let mut reader = Reader::new(recipe.first_keys(), limits());
    reader.push(&container).expect("the header is good");
    let unlocked = reader.finish().and_then(|locked| locked.unlock()).expect("the key fits");
    let range = "0..1".parse().expect("a range");
    let without = unlocked.range(container.len() as u64, range, None).map(|_| ());
    assert!(matches!(without, Err(Error::Usage { .. })));
    // Proof of another range is none of this one.
    let mut verifier =
        unlocked.range_verifier("0..2".parse().expect("a range")).expect("a signer is required");
    verifier.push(&container[recipe.header_len()..]).expect("the frames are good");
    let proof = verifier.finish().expect("the signature is good");
    let with = unlocked.range(container.len() as u64, range, Some(&proof)).map(|_| ());
    assert!(matches!(with, Err(Error::Usage { .. })));
}
