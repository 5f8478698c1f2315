//! Success means that the output was flushed: what a writer holds back until then has all gone on.

use crate::recipe::{Recipe, Signing, limits, recipient};
use cleave_core::PlaintextRange;
use cleave_core::io::{self, ArmorWriter, Failure, To};
use std::io::{Cursor, Write};
use std::num::NonZeroUsize;

const LEN: usize = 9000;
const THREADS: NonZeroUsize = NonZeroUsize::new(2).expect("not zero");

/// Holds back what it gets until it is flushed, and loses it otherwise.
#[derive(Default)]
struct Holding {
    held: Vec<u8>,
    gone_on: Vec<u8>,
    refuses: bool,
}

impl Write for Holding {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.held.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if self.refuses {
            return Err(std::io::Error::other("full"));
        }
        self.gone_on.append(&mut self.held);
        Ok(())
    }
}

type Way = fn(&Recipe, &mut Holding) -> Result<(), Failure>;

fn unsealed(recipe: &Recipe) -> Result<io::Unsealed<Cursor<Vec<u8>>>, Failure> {
    io::open(Cursor::new(recipe.container()), recipe.first_keys(), limits())?.unlock()
}

fn encrypt(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    io::encrypt(recipe.start().writer, &mut &recipe.plaintext[..], output, &mut |_| {}).map(drop)
}

fn encrypt_on(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    let (writer, to) = (recipe.start().writer, To::Stream(output));
    io::encrypt_on(THREADS, writer, &mut &recipe.plaintext[..], to, &mut |_| {}).map(drop)
}

fn armor(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    let mut armor = ArmorWriter::new(output);
    armor.write_all(&recipe.container()).map_err(Failure::Output)?;
    armor.finish().map(drop).map_err(Failure::Output)
}

fn rewrap(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    let opening = io::open_keeping_slots(Cursor::new(recipe.container()), recipe.first_keys(), limits())?;
    opening.rewrap(|rewrapper| rewrapper.recipient(recipient(9)).begin(), output, &mut |_| {}).map(drop)
}

fn decrypt(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    unsealed(recipe)?.decrypt(output, &mut |_| {}).map(drop)
}

fn decrypt_on(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    unsealed(recipe)?.decrypt_on(THREADS, To::Stream(output), &mut |_| {}).map(drop)
}

fn decrypt_unvouched(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    unsealed(recipe)?.decrypt_unvouched(output, &mut |_| {}).map(drop)
}

fn decrypt_verified(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    unsealed(recipe)?.decrypt_verified(output, &mut |_| {}).map(drop)
}

fn decrypt_range(recipe: &Recipe, output: &mut Holding) -> Result<(), Failure> {
    let all = "..".parse::<PlaintextRange>()?;
    unsealed(recipe)?.decrypt_range(all, output, &mut |_| {}).map(drop)
}

#[test]
fn whatever_succeeds_has_flushed_its_output() {
    let plain = Recipe::of(LEN);
    let signed = Recipe { signing: Signing::Required(1), ..Recipe::of(LEN) };
    let ways: [(&str, &Recipe, Way); 11] = [
        ("encrypt", &plain, encrypt),
        ("encrypt_on", &plain, encrypt_on),
        ("armor", &plain, armor),
        ("rewrap", &plain, rewrap),
        ("decrypt", &plain, decrypt),
        ("decrypt_on", &plain, decrypt_on),
        ("decrypt_unvouched", &plain, decrypt_unvouched),
        ("decrypt_unvouched", &signed, decrypt_unvouched),
        ("decrypt_verified", &plain, decrypt_verified),
        ("decrypt_verified", &signed, decrypt_verified),
        ("decrypt_range", &plain, decrypt_range),
    ];
    for (what, recipe, way) in ways {
        let mut output = Holding::default();
        way(recipe, &mut output).expect(what);
        assert!(output.held.is_empty(), "{what}: {} bytes are held back", output.held.len());
        assert!(output.gone_on.len() >= LEN, "{what}");

        let mut output = Holding { refuses: true, ..Holding::default() };
        let failure = way(recipe, &mut output).expect_err(what);
        assert_eq!(failure.name(), "output", "{what}");
    }
}
