//! Vectors of passphrase slots (FORMAT.md, "Slots").

use crate::error::Error::*;
use crate::slot::{self, Cost};
use crate::vector::Vector;
use crate::vectors::case::{SHORT, case, to_alice};
use crate::vectors::people::{ALICE, BOB};
use crate::writer::{Draft, Slot, write};

pub(super) fn vectors() -> Vec<Vector> {
    [spelling(), rules(), several(), costs(), beside_recipients(), other_masters()].concat()
}

fn low(passphrase: &str) -> Slot {
    Slot::Passphrase(passphrase.to_string(), Cost::LOW)
}

fn to(name: &str, slots: Vec<Slot>) -> Vec<u8> {
    let mut description = to_alice(name, SHORT);
    description.slots = slots;
    write(&description)
}

/// What is written and what is given.
fn spelling() -> Vec<Vector> {
    let row = |name, comment, written: &str, given: &str| {
        case(name, comment).passphrase(given).holds(to(name, vec![low(written)]))
    };
    let umlauts = "p\u{e4}ssw\u{f6}rd \u{e5}ngstr\u{f6}m";
    let decomposed = "pa\u{308}sswo\u{308}rd a\u{30a}ngstro\u{308}m";
    let long = "correct horse battery staple ".repeat(40);
    vec![
        row("passphrase", "ASCII", "correct horse", "correct horse").opens(SHORT),
        row("passphrase-nfc", "a passphrase outside ASCII", umlauts, umlauts).opens(SHORT),
        row("passphrase-nfd", "the same passphrase, decomposed", umlauts, decomposed).opens(SHORT),
        row("passphrase-singleton", "the angstrom sign is the letter", "\u{c5}", "\u{212b}").opens(SHORT),
        row("passphrase-hangul", "a syllable and its letters", "\u{d55c}", "\u{1112}\u{1161}\u{11ab}")
            .opens(SHORT),
        row("passphrase-mark-order", "two marks in either order", "q\u{323}\u{307}", "q\u{307}\u{323}")
            .opens(SHORT),
        row("passphrase-emoji", "outside the basic plane", "\u{1f511}\u{1f511}", "\u{1f511}\u{1f511}")
            .opens(SHORT),
        row("passphrase-space-kept", "spaces around are part of it", " a b ", " a b ").opens(SHORT),
        row("passphrase-long", "1160 bytes", &long, &long).opens(SHORT),
        row("passphrase-not-nfkc", "a ligature is not its letters", "\u{fb01}", "fi").fails(WrongPassphrase),
        row("passphrase-case", "case matters", "Zebra", "zebra").fails(WrongPassphrase),
        row("passphrase-space-lost", "spaces around are part of it", " a b ", "a b").fails(WrongPassphrase),
        row("passphrase-wrong", "wrong passphrase", umlauts, "p\u{e4}ssw\u{f6}rd").fails(WrongPassphrase),
    ]
}

/// Passphrases that are refused before a container is looked at.
fn rules() -> Vec<Vector> {
    let row = |name, comment, given: &str| {
        case(name, comment).passphrase(given).holds(to(name, vec![low("a")])).fails(KeyMalformed)
    };
    vec![
        row("passphrase-empty", "an empty passphrase", ""),
        row("passphrase-lf", "a line feed at the end", "a\n"),
        row("passphrase-cr", "a carriage return at the end", "a\r"),
        row("passphrase-lf-inside", "a line feed inside", "a\nb"),
    ]
}

fn several() -> Vec<Vector> {
    let many = |name, count: usize| {
        let mut slots: Vec<Slot> = (1..count).map(|number| low(&format!("other {number}"))).collect();
        slots.push(low("zebra"));
        to(name, slots)
    };
    vec![
        case("passphrase-slots-8", "eight, the last opens")
            .passphrase("zebra")
            .holds(many("passphrase-slots-8", 8))
            .opens(SHORT),
        case("passphrase-slots-9", "nine passphrase slots are about to be tried")
            .passphrase("other 1")
            .holds(many("passphrase-slots-9", 9))
            .fails(KdfLimit),
        case("passphrase-slots-2-first", "two, the first opens")
            .passphrase("other 1")
            .holds(many("passphrase-slots-2-first", 2))
            .opens(SHORT),
        case("passphrase-not-given", "passphrase slots, and no key at all")
            .holds(many("passphrase-not-given", 2))
            .fails(NoMatchingKey),
        case("passphrase-not-given-identity", "passphrase slots, and an identity only")
            .by(ALICE)
            .holds(many("passphrase-not-given-identity", 2))
            .fails(NoMatchingKey),
    ]
}

fn costs() -> Vec<Vector> {
    let row = |name, comment, memory_kib, passes, lanes| {
        let cost = Cost { memory_kib, passes, lanes };
        let slot = Slot::Passphrase("cost".to_string(), cost);
        case(name, comment).passphrase("cost").holds(to(name, vec![slot])).opens(SHORT)
    };
    vec![
        row("argon-8-1-1", "the smallest cost", 8, 1, 1),
        row("argon-32-1-4", "the least memory for four lanes", 32, 1, 4),
        row("argon-37-2-3", "memory that the lanes do not divide", 37, 2, 3),
        row("argon-8-255-1", "the most passes", 8, 255, 1),
        row("argon-lanes-16", "the most lanes allowed", 128, 1, 16),
    ]
}

fn beside_recipients() -> Vec<Vector> {
    let default = || Slot::Passphrase("default cost".to_string(), Cost::DEFAULT);
    let recipient = || Slot::Recipient(ALICE.public_key());
    let mixed = |name| to(name, vec![recipient(), low("mixed")]);
    vec![
        case("mixed-by-identity", "recipient and passphrase slots, opened by identity")
            .by(ALICE)
            .holds(mixed("mixed-by-identity"))
            .opens(SHORT),
        case("mixed-by-passphrase", "the same, opened by passphrase with default Argon2id cost")
            .passphrase("default cost")
            .holds(to("mixed-by-passphrase", vec![recipient(), default()]))
            .opens(SHORT),
        case("mixed-identity-before-passphrase", "the identity opens, so a wrong passphrase is not tried")
            .by(ALICE)
            .passphrase("wrong")
            .holds(mixed("mixed-identity-before-passphrase"))
            .opens(SHORT),
        case("mixed-passphrase-after-identity", "the identity does not open, the passphrase does")
            .by(BOB)
            .passphrase("mixed")
            .holds(mixed("mixed-passphrase-after-identity"))
            .opens(SHORT),
        case("mixed-neither", "neither opens")
            .by(BOB)
            .passphrase("wrong")
            .holds(mixed("mixed-neither"))
            .fails(WrongPassphrase),
        case("passphrase-unwanted", "a passphrase, and no slot for one")
            .passphrase("mixed")
            .holds(to("passphrase-unwanted", vec![recipient()]))
            .fails(NoMatchingKey),
    ]
}

/// A sealed field can be made to open under several passphrases; failing the commitment is failing to open.
fn other_masters() -> Vec<Vector> {
    let draft = |name: &str, others: usize| {
        let mut draft = Draft::new(&to_alice(name, SHORT));
        let other_master = draft.random.bytes("another master");
        draft.slots.clear();
        draft.slot_count = 0;
        for number in 0..others {
            draft.push_slot(draft.slot(number, &low("guess"), &other_master));
        }
        draft
    };
    let alone = "passphrase-opens-other-master";
    let then = "passphrase-opens-other-master-then-own";
    let mut good = draft(then, 1);
    good.push_slot(good.slot(1, &low("guess"), &good.wrapped));
    let noise = "passphrase-slot-of-noise";
    let mut unopenable = draft(noise, 0);
    unopenable.push_slot(slot::build_unopenable_passphrase(Cost::LOW, &[7; 16], &[9; 48]));
    let comment = "the sealed field opens under this passphrase, to a master that fails the commitment";
    vec![
        case(alone, comment).passphrase("guess").holds(draft(alone, 1).container()).fails(WrongPassphrase),
        case(then, "such a slot, then a good one for the same passphrase")
            .passphrase("guess")
            .holds(good.container())
            .opens(SHORT),
        case(noise, "a slot that opens under no passphrase")
            .passphrase("guess")
            .holds(unopenable.container())
            .fails(WrongPassphrase),
    ]
}
