//! Vectors of recipient slots: who opens (FORMAT.md, "Slots").

use crate::error::Error::*;
use crate::slot::{self, Cost};
use crate::text;
use crate::vector::Vector;
use crate::vectors::case::{Case, SHORT, case, for_alice, to_alice};
use crate::vectors::people::{ALICE, BOB, CAROL, Person};
use crate::writer::{Draft, Random, Slot, write};
use crate::xwing;

pub(super) fn vectors() -> Vec<Vector> {
    [lengths(), several(), hidden(), not_openable(), low_order(), other_masters()].concat()
}

/// Each side of the chunk multiples.
fn lengths() -> Vec<Vector> {
    let row = |length| {
        let (case, draft) = for_alice(&format!("recipient-{length}"), "one recipient, 4 KiB chunks", length);
        case.holds(draft.container()).opens(length)
    };
    [0, 1, 15, 4095, 4096, 4097, 8191, 8192, 8193, 12305].map(row).to_vec()
}

fn to(name: &str, slots: Vec<Slot>) -> Vec<u8> {
    let mut description = to_alice(name, SHORT);
    description.slots = slots;
    write(&description)
}

fn recipient(person: Person) -> Slot {
    Slot::Recipient(person.public_key())
}

fn several() -> Vec<Vector> {
    let three = |name| to(name, vec![recipient(BOB), recipient(CAROL), recipient(ALICE)]);
    let row = |name, comment| case(name, comment).holds(three(name));
    let to_bob = |name, comment| case(name, comment).holds(to(name, vec![recipient(BOB)]));
    vec![
        row("recipients-3-last", "own slot is the last of three").by(ALICE).opens(SHORT),
        row("recipients-3-first", "own slot is the first of three").by(BOB).opens(SHORT),
        row("identities-many", "each identity given opens").by(CAROL).by(BOB).by(ALICE).opens(SHORT),
        to_bob("identities-second", "the second identity given opens").by(ALICE).by(BOB).opens(SHORT),
        to_bob("identity-twice", "the same identity is given twice").by(BOB).by(BOB).opens(SHORT),
        to_bob("recipients-none", "the identity is not that of the one recipient")
            .by(ALICE)
            .fails(NoMatchingKey),
        to_bob("identities-none", "no key is given at all").fails(NoMatchingKey),
        case("recipients-3-none", "no identity of three opens")
            .by(ALICE)
            .holds(to("recipients-3-none", vec![recipient(BOB), recipient(CAROL), recipient(BOB)]))
            .fails(NoMatchingKey),
        case("recipient-twice", "one recipient has two slots")
            .by(ALICE)
            .holds(to("recipient-twice", vec![recipient(ALICE), recipient(ALICE)]))
            .opens(SHORT),
    ]
}

fn hidden() -> Vec<Vector> {
    let slot = |person: Person| Slot::Hidden(person.public_key());
    let both = |name| to(name, vec![slot(BOB), slot(ALICE)]);
    let mixed = |name| to(name, vec![slot(CAROL), recipient(BOB), slot(ALICE)]);
    let row = |name, comment, container: &dyn Fn(&'static str) -> Vec<u8>| {
        case(name, comment).holds(container(name))
    };
    vec![
        row("hidden-recipients", "key_id is zero in both slots", &both).by(ALICE).opens(SHORT),
        row("hidden-second-identity", "each identity is tried on them", &both)
            .by(CAROL)
            .by(ALICE)
            .opens(SHORT),
        row("hidden-none", "no identity opens a hidden slot", &both).by(CAROL).fails(NoMatchingKey),
        row("hidden-beside-named", "hidden and named", &mixed).by(ALICE).opens(SHORT),
        row("named-beside-hidden", "the named one, past a hidden one", &mixed).by(BOB).opens(SHORT),
    ]
}

/// A slot of noise that names a key.
fn noise(draft: &Draft, key_id: [u8; 8]) -> Vec<u8> {
    let noise: [u8; 1168] = draft.random.bytes("noise");
    [&[slot::RECIPIENT][..], &key_id, &noise].concat()
}

fn before_own(name: &str, comment: &str, slot: impl FnOnce(&Draft) -> Vec<u8>) -> Vector {
    let (case, mut draft) = for_alice(name, comment, SHORT);
    let slot = slot(&draft);
    draft.slots.insert(0, slot);
    draft.slot_count += 1;
    case.holds(draft.container()).opens(SHORT)
}

fn instead_of_own(name: &str, comment: &str, slot: impl FnOnce(&Draft) -> Vec<u8>) -> (Case, Draft) {
    let (case, mut draft) = for_alice(name, comment, SHORT);
    draft.slots = vec![slot(&draft)];
    (case, draft)
}

fn not_openable() -> Vec<Vector> {
    let own = |draft: &Draft| slot::key_id(&draft.salt, &ALICE.public_key());
    let (other_salt, draft) =
        instead_of_own("slot-other-salt", "the slot is made under another salt", |draft| {
            let other = Draft::new(&to_alice("slot-other-salt, again", SHORT));
            let slot = other.slot(0, &recipient(ALICE), &draft.wrapped);
            [&[slot::RECIPIENT][..], &own(draft), &slot[9..]].concat()
        });
    let other_salt = other_salt.holds(draft.container()).fails(NoMatchingKey);
    let (named, draft) =
        instead_of_own("key-id-without-salt", "key_id is made without the container's salt", |draft| {
            let key_id = slot::key_id(&[0; 32], &ALICE.public_key());
            let eseed = draft.random.bytes("encapsulation");
            let pair = xwing::encapsulate(&ALICE.public_key(), &eseed).expect("her key is good");
            slot::build_recipient(&draft.salt, key_id, &pair, &draft.wrapped)
        });
    let named = named.holds(draft.container()).fails(NoMatchingKey);
    vec![
        before_own("foreign-slot", "a slot of noise beside the real one", |draft| {
            noise(draft, draft.random.bytes("key id"))
        }),
        before_own("foreign-hidden-slot", "a hidden slot of noise before the real one", |draft| {
            noise(draft, slot::HIDDEN)
        }),
        before_own(
            "key-id-collides",
            "a slot that bears the reader's key_id does not open; the next does",
            |draft| noise(draft, own(draft)),
        ),
        other_salt,
        named,
    ]
}

const ZERO: [u8; 32] = [0; 32];
/// A point of order 4.
const ONE: [u8; 32] = {
    let mut point = [0; 32];
    point[0] = 1;
    point
};
/// A point of order 8.
const ORDER_8: [u8; 32] = [
    0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a, 0xda,
    0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
];
/// The field's prime, 2^255 - 19: zero, written otherwise.
const PRIME: [u8; 32] = {
    let mut point = [0xff; 32];
    point[0] = 0xed;
    point[31] = 0x7f;
    point
};

/// Slots sealed as a lenient X25519 would open them: the X25519 part of enc is of low order.
fn low_order() -> Vec<Vector> {
    let slot = |draft: &Draft, point: &[u8; 32]| {
        let public_key = ALICE.public_key();
        let pair = xwing::encapsulate_to_low_order(&public_key, draft.random.bytes("low order"), point);
        slot::build_recipient(&draft.salt, slot::key_id(&draft.salt, &public_key), &pair, &draft.wrapped)
    };
    let comment =
        "the only slot's X25519 part is of low order, and it is sealed as a lenient X25519 would open it";
    let row = |name, point| {
        let (case, draft) = instead_of_own(name, comment, |draft| slot(draft, point));
        case.holds(draft.container()).fails(NoMatchingKey)
    };
    let with_passphrase = "low-order-point-then-passphrase";
    let (passphrase, mut beside) =
        instead_of_own(with_passphrase, "such a slot, then a passphrase", |draft| slot(draft, &ZERO));
    let other = beside.slot(1, &Slot::Passphrase("beside".to_string(), Cost::LOW), &beside.wrapped);
    beside.push_slot(other);
    let comment = "the top bit of the X25519 part is set, which X25519 ignores";
    let (top_bit, draft) = instead_of_own("x25519-top-bit", comment, |draft| {
        let public_key = ALICE.public_key();
        let pair = xwing::encapsulate_with_top_bit(&public_key, &draft.random.bytes("encapsulation"));
        slot::build_recipient(&draft.salt, slot::key_id(&draft.salt, &public_key), &pair, &draft.wrapped)
    });
    vec![
        row("low-order-point", &ZERO),
        row("low-order-point-one", &ONE),
        row("low-order-point-8", &ORDER_8),
        row("low-order-point-prime", &PRIME),
        before_own("low-order-point-then-own", "such a slot, then a good one", |draft| slot(draft, &ZERO)),
        passphrase.passphrase("beside").holds(beside.container()).opens(SHORT),
        top_bit.holds(draft.container()).opens(SHORT),
    ]
}

/// Slots that open to a master which the container does not commit to.
fn other_masters() -> Vec<Vector> {
    let other = |draft: &Draft| {
        let eseed = draft.random.bytes("encapsulation of another master");
        let pair = xwing::encapsulate(&ALICE.public_key(), &eseed).expect("her key is good");
        let key_id = slot::key_id(&draft.salt, &ALICE.public_key());
        slot::build_recipient(&draft.salt, key_id, &pair, &draft.random.bytes("another master"))
    };
    let with_passphrase = |name, comment| {
        let (case, mut draft) = instead_of_own(name, comment, other);
        let good = draft.slot(1, &Slot::Passphrase("right".to_string(), Cost::LOW), &draft.wrapped);
        draft.push_slot(good);
        case.holds(draft.container())
    };
    let (alone, draft) = instead_of_own("other-master", "the only slot wraps another master", other);
    vec![
        alone.holds(draft.container()).fails(CommitmentMismatch),
        before_own("other-master-then-own", "a slot that wraps another master is passed over", other),
        with_passphrase("other-master-then-passphrase", "it is passed over, and the passphrase opens")
            .passphrase("right")
            .opens(SHORT),
        with_passphrase("other-master-wrong-passphrase", "it is reported, since a recipient slot opened")
            .passphrase("wrong")
            .fails(CommitmentMismatch),
        with_passphrase("other-master-no-passphrase", "it is reported where no passphrase is given")
            .fails(CommitmentMismatch),
    ]
}

/// Containers whose header holds `count` hidden slots of noise; the slot at `place` is Alice's.
pub(super) fn hidden_among_noise(name: &str, count: usize, place: Option<usize>) -> Draft {
    let mut description = to_alice(name, SHORT);
    description.slots = vec![Slot::Hidden(ALICE.public_key())];
    let mut draft = Draft::new(&description);
    let own = draft.slots.remove(0);
    let slot = |number| {
        let random = Random { seed: format!("{name}, slot {number}") };
        let noise: [u8; 1168] = random.bytes("noise");
        [&[slot::RECIPIENT][..], &slot::HIDDEN, &noise].concat()
    };
    draft.slots =
        (0..count).map(|number| if Some(number) == place { own.clone() } else { slot(number) }).collect();
    draft.slot_count = u16::try_from(count).expect("a header counts slots in 16 bits");
    draft
}

/// An identity that opens nothing.
pub(super) fn useless_identity(number: usize) -> String {
    let random = Random { seed: format!("useless identity {number}") };
    text::secret(text::IDENTITY, &random.bytes::<32>("identity"))
}
