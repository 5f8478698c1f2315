//! Vectors with two faults at once: which is named (FORMAT.md, "Order of checks").

use crate::error::Error::*;
use crate::schedule;
use crate::slot::{self, Cost};
use crate::vector::{GivenLimits, Vector};
use crate::vectors::case::{Case, SHORT, TWO_FRAMES, case, for_alice, to_alice};
use crate::vectors::people::{ALICE, BOB};
use crate::writer::{Draft, Slot, Split};

pub(super) fn vectors() -> Vec<Vector> {
    [in_the_header(), before_the_frames(), in_the_frames()].concat()
}

fn in_the_header() -> Vec<Vector> {
    let row = |name, comment, edit: &dyn Fn(&mut Draft), cut: Option<usize>, error| {
        let (case, mut draft) = for_alice(name, comment, SHORT);
        edit(&mut draft);
        let mut bytes = draft.container();
        bytes.truncate(cut.unwrap_or(bytes.len()));
        case.holds(bytes).fails(error)
    };
    let malformed_cost = Cost { memory_kib: 64, passes: 0, lanes: 1 };
    let malformed = slot::build_unopenable_passphrase(malformed_cost, &[7; 16], &[9; 48]);
    vec![
        row(
            "order-version-cut",
            "another version, and the input ends",
            &|draft| draft.version = 2,
            Some(9),
            UnsupportedVersion,
        ),
        row(
            "order-flags-cut",
            "a reserved flag, and the input ends",
            &|draft| draft.flags = 8,
            Some(10),
            MalformedHeader,
        ),
        row(
            "order-version-flags",
            "another version, under which flags may mean anything",
            &|draft| (draft.version, draft.flags) = (2, 0xff),
            None,
            UnsupportedVersion,
        ),
        row(
            "order-slot-type-cut",
            "an unknown slot type, and the input ends",
            &|draft| draft.slots[0][0] = 5,
            Some(78),
            MalformedHeader,
        ),
        row(
            "order-passes-cut",
            "no passes, and the input ends with that byte",
            &|draft| draft.slots[0] = malformed.clone(),
            Some(83),
            MalformedHeader,
        ),
        row(
            "order-slots-cut",
            "the first slot is cut, the second would be malformed",
            &|draft| draft.push_slot(vec![5]),
            Some(500),
            Truncated,
        ),
        row(
            "order-slot-type-second",
            "a slot that opens, then an unknown slot type",
            &|draft| draft.push_slot(vec![5; 100]),
            None,
            MalformedHeader,
        ),
    ]
}

/// Faults of the header's structure, the fragment, the keys, the commitment, header_mac and the signer.
fn before_the_frames() -> Vec<Vector> {
    let draft = |name: &str, split| {
        let mut description = to_alice(name, SHORT);
        description.split = split;
        Draft::new(&description)
    };
    let split = |name, comment| (case(name, comment), draft(name, Split::WithHint));
    let plain = |name, comment| (case(name, comment), draft(name, Split::No));
    let of = |(case, mut draft): (Case, Draft), edit: &dyn Fn(&mut Draft)| {
        edit(&mut draft);
        case.holds(draft.container())
    };
    let other_fragment = draft("order, another fragment", Split::WithHint).fragment();
    let bad_mac = |draft: &mut Draft| draft.header_mac = Some([0; 32]);
    let over_limit = |draft: &mut Draft| {
        let cost = Cost { memory_kib: (1 << 20) + 1, passes: 1, lanes: 1 };
        draft.push_slot(slot::build_unopenable_passphrase(cost, &[7; 16], &[9; 48]));
    };
    let one_trial = GivenLimits { trials: Some(0), ..GivenLimits::default() };
    vec![
        of(plain("order-key-magic", "a malformed identity, and no container"), &|draft| draft.magic = [0; 8])
            .identity("not an identity")
            .fails(KeyMalformed),
        of(split("order-header-fragment", "a malformed header, and no fragment"), &|draft| {
            draft.chunk_log2 = 9
        })
        .by(ALICE)
        .fails(MalformedHeader),
        of(split("order-fragment-key", "another fragment, and no key that fits"), &|_| ())
            .by(BOB)
            .fragment(&other_fragment)
            .fails(FragmentMismatch),
        of(split("order-fragment-trials", "no fragment, and no trial allowed"), &|_| ())
            .by(ALICE)
            .limits(one_trial)
            .fails(FragmentRequired),
        of(plain("order-key-mac", "no key that fits, and a bad header_mac"), &bad_mac)
            .by(BOB)
            .fails(NoMatchingKey),
        of(plain("order-commitment-mac", "another commitment, and a bad header_mac"), &|draft| {
            draft.commitment = schedule::commitment(&[1; 64]);
            bad_mac(draft);
        })
        .by(ALICE)
        .fails(CommitmentMismatch),
        of(
            plain("order-kdf-limit-key", "no identity fits, and the passphrase slot is over a limit"),
            &over_limit,
        )
        .by(BOB)
        .passphrase("any")
        .fails(KdfLimit),
        of(plain("order-identity-kdf-limit", "the identity fits, so that limit is not met"), &over_limit)
            .by(ALICE)
            .passphrase("any")
            .opens(SHORT),
        of(plain("order-mac-signer", "a bad header_mac, and no signature where one is required"), &bad_mac)
            .by(ALICE)
            .signer(BOB)
            .fails(HeaderTampered),
        of(plain("order-signer-frame", "no signature where one is required, and a bad frame"), &|draft| {
            draft.frames[0][50] ^= 1;
        })
        .by(ALICE)
        .signer(BOB)
        .fails(SignatureMissing),
        of(plain("order-signer-cut", "no signature where one is required, and no frame"), &|draft| {
            draft.frames.clear()
        })
        .by(ALICE)
        .signer(BOB)
        .fails(SignatureMissing),
        of(plain("order-mac-cut", "a bad header_mac, and no frame"), &|draft| {
            bad_mac(draft);
            draft.frames.clear();
        })
        .by(ALICE)
        .fails(HeaderTampered),
    ]
}

/// Faults of frames, of the end and of the signature.
fn in_the_frames() -> Vec<Vector> {
    let row = |name, comment, edit: &dyn Fn(&mut Draft), error| {
        let mut description = to_alice(name, TWO_FRAMES);
        description.slots.push(Slot::Recipient(BOB.public_key()));
        description.signing_key = Some(BOB.signing_seed());
        let mut draft = Draft::new(&description);
        edit(&mut draft);
        case(name, comment).by(ALICE).signer(BOB).holds(draft.container()).fails(error)
    };
    let bad_signature = |draft: &mut Draft| draft.signature = Some(vec![1; 3309]);
    vec![
        row(
            "signed-frame-bit",
            "one bit of the last frame: the frame is named, not the signature",
            &|draft| {
                draft.signature = Some(draft.sign(b"whatever"));
                draft.frames[1][40] ^= 1;
            },
            ChunkTampered(1),
        ),
        row(
            "order-two-frames",
            "both frames are bad: the first is named",
            &|draft| {
                draft.frames[0][40] ^= 1;
                draft.frames[1][40] ^= 1;
            },
            ChunkTampered(0),
        ),
        row(
            "order-frame-cut",
            "a bad frame, and the input ends after it",
            &|draft| {
                draft.frames.truncate(1);
                draft.frames[0][40] ^= 1;
                draft.signature = Some(Vec::new());
            },
            ChunkTampered(0),
        ),
        row(
            "order-cut-frame",
            "a bad frame that is cut as well",
            &|draft| {
                draft.frames[1][40] ^= 1;
                draft.frames[1].truncate(100);
                draft.signature = Some(Vec::new());
            },
            Truncated,
        ),
        row(
            "order-trailing-signature",
            "a bad signature, and a byte after it",
            &|draft| {
                draft.signature = Some(vec![1; 3310]);
            },
            TrailingData,
        ),
        row(
            "order-cut-signature",
            "a bad signature that is cut as well",
            &|draft| {
                draft.signature = Some(vec![1; 3308]);
            },
            Truncated,
        ),
        row(
            "order-head-signature",
            "a bad head, and a bad signature",
            &|draft| {
                bad_signature(draft);
                draft.frames[1][1] ^= 1;
            },
            ChunkTampered(1),
        ),
        row(
            "order-wrong-signer-frame",
            "another's signer_id, and a bad frame",
            &|draft| {
                draft.signer_id = Some([1; 32]);
                draft.frames[0][40] ^= 1;
            },
            WrongSigner,
        ),
    ]
}
