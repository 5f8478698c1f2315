//! Vectors of what a reader refuses to spend (FORMAT.md, "Slots").

use crate::error::Error::*;
use crate::slot::{self, Cost};
use crate::vector::{GivenLimits, Vector};
use crate::vectors::case::{Case, SHORT, case, for_alice, to_alice};
use crate::vectors::people::{ALICE, BOB};
use crate::vectors::recipients::{hidden_among_noise, useless_identity};
use crate::writer::{Draft, Slot, write};

pub(super) fn vectors() -> Vec<Vector> {
    [header(), default_kdf(), given_kdf(), trials()].concat()
}

const DEFAULT: GivenLimits = GivenLimits {
    header_bytes: None,
    kdf_slots: None,
    kdf_memory_kib: None,
    kdf_lanes: None,
    kdf_work_kib: None,
    trials: None,
};

fn header() -> Vec<Vector> {
    let row = |name, comment, header_bytes, edit: &dyn Fn(&mut Draft)| {
        let (case, mut draft) = for_alice(name, comment, SHORT);
        edit(&mut draft);
        case.limits(GivenLimits { header_bytes: Some(header_bytes), ..DEFAULT }).holds(draft.container())
    };
    let nothing: &dyn Fn(&mut Draft) = &|_| ();
    let cut = |name, comment, header_bytes: u64, length: usize| {
        let (case, draft) = for_alice(name, comment, SHORT);
        case.limits(GivenLimits { header_bytes: Some(header_bytes), ..DEFAULT })
            .holds(&draft.container()[..length])
    };
    vec![
        row("header-limit-exact", "a header of as many bytes as the limit", 1286, nothing).opens(SHORT),
        row("header-limit", "a header of one byte more", 1285, nothing).fails(HeaderLimit),
        row("header-limit-slots", "the limit is passed inside a slot", 1000, nothing).fails(HeaderLimit),
        row("header-limit-extension", "an extension passes the limit", 2000, &|draft| {
            draft.push_slot(slot::build_extension(0x80, &[0; 1000]));
        })
        .fails(HeaderLimit),
        row("header-limit-malformed", "a fault before the limit is named", 1285, &|draft| {
            draft.chunk_log2 = 30
        })
        .fails(MalformedHeader),
        row(
            "header-limit-slot-type",
            "a fault in the first byte past the limit is not looked at",
            77,
            &|draft| {
                draft.slots[0][0] = 5;
            },
        )
        .fails(HeaderLimit),
        row("header-limit-slot-type-within", "a fault in the last byte within the limit", 78, &|draft| {
            draft.slots[0][0] = 5;
        })
        .fails(MalformedHeader),
        cut("header-limit-cut-at", "the input ends with the last byte allowed", 1285, 1285).fails(Truncated),
        cut("header-limit-cut-after", "the input ends with the first byte not allowed", 1284, 1285)
            .fails(HeaderLimit),
    ]
}

/// A container to Alice, with passphrase slots of these costs that nobody can open.
fn beside(name: &str, costs: &[Cost]) -> Vec<u8> {
    let mut draft = Draft::new(&to_alice(name, SHORT));
    for cost in costs {
        draft.push_slot(slot::build_unopenable_passphrase(*cost, &[7; 16], &[9; 48]));
    }
    draft.container()
}

fn cost(memory_kib: u32, passes: u8, lanes: u8) -> Cost {
    Cost { memory_kib, passes, lanes }
}

fn default_kdf() -> Vec<Vector> {
    let over = "a passphrase slot over the limits is about to be tried";
    let other = "the same slot does not keep a recipient out";
    let rows: [(&str, &[Cost]); 5] = [
        ("argon-lanes-limit", &[cost(136, 1, 17)]),
        ("argon-memory-limit", &[cost((1 << 20) + 1, 1, 1)]),
        ("argon-work-limit", &[cost(1 << 20, 9, 1)]),
        ("argon-work-limit-sum", &[cost(1 << 20, 4, 1), cost(1 << 20, 4, 1), cost(8, 1, 1)]),
        ("argon-largest", &[cost(u32::MAX, 255, 255); 3]),
    ];
    let mut vectors = Vec::new();
    for (name, costs) in rows {
        let tried = case(name, over).passphrase("x").holds(beside(name, costs)).fails(KdfLimit);
        let name = format!("{name}-not-tried");
        let not_tried = case(&name, other).by(ALICE).holds(beside(&name, costs)).opens(SHORT);
        vectors.extend([tried, not_tried]);
    }
    let nine = "passphrase-slots-9-not-tried";
    vectors
        .push(case(nine, "opened by identity").by(ALICE).holds(beside(nine, &[Cost::LOW; 9])).opens(SHORT));
    let no_passphrase = "argon-limit-no-passphrase";
    let held = case(no_passphrase, "no passphrase is given, so no slot is about to be tried").by(BOB);
    vectors.push(held.holds(beside(no_passphrase, &[cost(1 << 20, 9, 1)])).fails(NoMatchingKey));
    vectors
}

/// Limits that the user set, just below and just at what the slots ask for.
fn given_kdf() -> Vec<Vector> {
    let pair = |what: &str, limits: &dyn Fn(u64) -> GivenLimits, costs: &[Cost], enough: u64| {
        let row = |name: &str, comment, limit| {
            let mut description = to_alice(name, SHORT);
            let slot = |(number, cost): (usize, &Cost)| {
                let passphrase = if number == 0 { "limit".to_string() } else { format!("other {number}") };
                Slot::Passphrase(passphrase, *cost)
            };
            description.slots = costs.iter().enumerate().map(slot).collect();
            case(name, comment).passphrase("limit").limits(limits(limit)).holds(write(&description))
        };
        vec![
            row(&format!("kdf-limit-{what}"), "one below what the slots ask for", enough - 1).fails(KdfLimit),
            row(&format!("kdf-limit-{what}-raised"), "just what the slots ask for", enough).opens(SHORT),
        ]
    };
    [
        pair("slots", &|n| GivenLimits { kdf_slots: Some(n), ..DEFAULT }, &[Cost::LOW; 9], 9),
        pair(
            "memory",
            &|n| GivenLimits { kdf_memory_kib: Some(n), ..DEFAULT },
            &[cost(32, 1, 1), cost(64, 1, 1)],
            64,
        ),
        pair("lanes", &|n| GivenLimits { kdf_lanes: Some(n), ..DEFAULT }, &[cost(136, 1, 17)], 17),
        pair(
            "work",
            &|n| GivenLimits { kdf_work_kib: Some(n), ..DEFAULT },
            &[cost(32, 3, 1), cost(40, 2, 1)],
            176,
        ),
    ]
    .concat()
}

fn trials() -> Vec<Vector> {
    let hidden = |name, comment, count, place: Option<usize>, trials| -> Case {
        let draft = hidden_among_noise(name, count, place);
        case(name, comment).limits(GivenLimits { trials: Some(trials), ..DEFAULT }).holds(draft.container())
    };
    let many = |name, comment, alice_at: usize, slot: usize| {
        let draft = hidden_among_noise(name, slot + 1, Some(slot));
        let mut case = case(name, comment);
        for number in 0..64 {
            case = if number == alice_at { case.by(ALICE) } else { case.identity(&useless_identity(number)) };
        }
        case.holds(draft.container())
    };
    let named = "trial-limit-named";
    let mut description = to_alice(named, SHORT);
    description.slots.insert(0, Slot::Recipient(BOB.public_key()));
    let one = GivenLimits { trials: Some(1), ..DEFAULT };
    vec![
        hidden("trial-limit", "the third decapsulation, where two are allowed", 3, Some(2), 2)
            .by(ALICE)
            .fails(TrialLimit),
        hidden("trial-limit-exact", "the third decapsulation, where three are allowed", 3, Some(2), 3)
            .by(ALICE)
            .opens(SHORT),
        hidden("trial-limit-exact-none", "three fail, where three are allowed", 3, None, 3)
            .by(ALICE)
            .fails(NoMatchingKey),
        hidden("trial-limit-identities", "each identity counts on each slot", 2, Some(1), 3)
            .by(BOB)
            .by(ALICE)
            .fails(TrialLimit),
        hidden("trial-limit-before-passphrase", "the limit is met before a passphrase is tried", 3, None, 2)
            .by(ALICE)
            .passphrase("any")
            .fails(TrialLimit),
        case(named, "a slot that names another key costs no decapsulation")
            .by(ALICE)
            .limits(one)
            .holds(write(&description))
            .opens(SHORT),
        many("trial-limit-default-exact", "64 identities on 64 hidden slots: the 4096th opens", 63, 63)
            .opens(SHORT),
        many("trial-limit-default", "64 identities on 65 hidden slots: the 4097th would open", 0, 64)
            .fails(TrialLimit),
    ]
}
