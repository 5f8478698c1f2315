//! Vectors of the header's structure and of what stands over it (FORMAT.md, "Layout", "Keys").

use crate::error::Error::*;
use crate::header::{HINT, MAGIC, SIGNED, SPLIT};
use crate::schedule;
use crate::slot::{self, Cost};
use crate::vector::Vector;
use crate::vectors::case::{SHORT, TWO_FRAMES, case, edited, for_alice, patched, plaintext, to_alice};
use crate::vectors::people::{ALICE, BOB};
use crate::writer::{Draft, Slot, Split, write};

/// Where the first slot stands without HINT and SIGNED, and its parts.
const SLOT: usize = 77;
const KEY_ID: usize = SLOT + 1;
const ENC: usize = KEY_ID + 8;
const SEALED: usize = ENC + 1120;
const HEADER_MAC: usize = SEALED + 48;

pub(super) fn vectors() -> Vec<Vector> {
    [magic(), fields(), slot_types(), argon_parameters(), chunk_sizes(), integrity(), split_flag()].concat()
}

fn magic() -> Vec<Vector> {
    let lone = |name, comment, bytes: &[u8], error| case(name, comment).by(ALICE).holds(bytes).fails(error);
    vec![
        lone("not-a-container", "some other file", &plaintext(200), NotAContainer),
        lone("empty-input", "no bytes at all", &[], Truncated),
        lone("magic-first-four", "the first half of the magic, and no more", &MAGIC[..4], Truncated),
        lone("magic-alone", "the magic, and no more", &MAGIC, Truncated),
        lone("magic-damaged-cut", "text-mode damage shows before the end", b"\x89CLV\n", TextModeDamage),
        lone(
            "magic-other-byte",
            "three bytes of the magic, then another",
            b"\x89CLW\r\n\x1a\n",
            NotAContainer,
        ),
        lone("magic-without-first-byte", "the letters alone", b"CLV\r\n\x1a\n\x01", NotAContainer),
        patched(
            "crlf-to-lf",
            "text-mode transfer",
            |bytes| {
                bytes.remove(4);
            },
            TextModeDamage,
        ),
        patched(
            "lf-to-crlf",
            "text-mode transfer, the other way",
            |bytes| bytes.insert(7, b'\r'),
            TextModeDamage,
        ),
        patched(
            "high-bit",
            "7-bit transfer",
            |bytes| bytes.iter_mut().for_each(|byte| *byte &= 0x7f),
            TextModeDamage,
        ),
        patched("utf8-reencoded", "read as Latin-1, written as UTF-8", reencode, TextModeDamage),
        patched("utf8-replaced", "read as UTF-8 with what is none replaced", replace, TextModeDamage),
    ]
}

fn reencode(bytes: &mut Vec<u8>) {
    *bytes = bytes.iter().map(|byte| char::from(*byte)).collect::<String>().into_bytes();
}

fn replace(bytes: &mut Vec<u8>) {
    *bytes = String::from_utf8_lossy(bytes).into_owned().into_bytes();
}

fn fields() -> Vec<Vector> {
    vec![
        edited("version-0", "a version that never was", |draft| draft.version = 0, UnsupportedVersion),
        edited("version-2", "a later version", |draft| draft.version = 2, UnsupportedVersion),
        edited("version-255", "the last version of all", |draft| draft.version = 255, UnsupportedVersion),
        edited("reserved-flag", "a reserved flag", |draft| draft.flags = 8, MalformedHeader),
        edited("reserved-flag-high", "the highest flag", |draft| draft.flags = 0x80, MalformedHeader),
        edited("hint-without-split", "HINT without SPLIT", |draft| draft.flags = HINT, MalformedHeader),
        edited(
            "hint-and-signed-without-split",
            "HINT without SPLIT, beside SIGNED",
            |draft| draft.flags = HINT | SIGNED,
            MalformedHeader,
        ),
        edited(
            "chunk-log2-0-refused",
            "chunk_log2 out of range",
            |draft| draft.chunk_log2 = 0,
            MalformedHeader,
        ),
        edited(
            "chunk-log2-11-refused",
            "chunk_log2 out of range",
            |draft| draft.chunk_log2 = 11,
            MalformedHeader,
        ),
        edited(
            "chunk-log2-25-refused",
            "chunk_log2 out of range",
            |draft| draft.chunk_log2 = 25,
            MalformedHeader,
        ),
        edited("zero-slots", "slot_count is zero", |draft| draft.slot_count = 0, MalformedHeader),
        slot_count_low(),
        edited(
            "slot-count-65535",
            "slot_count promises far more than there is",
            |draft| {
                draft.slot_count = 65535;
                draft.header_mac = Some([slot::FIRST_EXTENSION; 32]);
                draft.frames.clear();
            },
            Truncated,
        ),
    ]
}

fn slot_count_low() -> Vector {
    let (case, mut draft) = for_alice("slot-count-low", "slot_count is one less than there are slots", SHORT);
    draft.push_slot(draft.slot(1, &Slot::Recipient(BOB.public_key()), &draft.wrapped));
    draft.slot_count = 1;
    case.holds(draft.container()).fails(HeaderTampered)
}

fn slot_types() -> Vec<Vector> {
    let row = |name, slot_type| {
        let push = |draft: &mut Draft| draft.push_slot([&[slot_type][..], &[0; 70]].concat());
        edited(name, "an unknown slot type", push, MalformedHeader)
    };
    vec![row("slot-type-0", 0), row("slot-type-3", 3), row("slot-type-127", 127)]
}

fn argon_parameters() -> Vec<Vector> {
    let row = |memory_kib, passes, lanes| {
        let name = format!("argon-{memory_kib}-{passes}-{lanes}");
        let cost = Cost { memory_kib, passes, lanes };
        let slot = slot::build_unopenable_passphrase(cost, &[7; 16], &[9; 48]);
        let push = |draft: &mut Draft| draft.push_slot(slot);
        edited(&name, "Argon2 parameters that nothing allows", push, MalformedHeader)
    };
    vec![row(31, 1, 4), row(64, 0, 1), row(64, 1, 0), row(7, 1, 1), row(2039, 1, 255), row(0, 1, 1)]
}

fn chunk_sizes() -> Vec<Vector> {
    let row = |chunk_log2, length| {
        let name = format!("chunk-log2-{chunk_log2}");
        let mut description = to_alice(&name, length);
        description.chunk_log2 = chunk_log2;
        case(&name, "another chunk size").by(ALICE).holds(write(&description)).opens(length)
    };
    vec![row(13, 8197), row(16, 65541), row(20, SHORT), row(24, SHORT)]
}

/// One bit, or one order, of what the header holds. By an outsider, so header_mac does not follow.
fn integrity() -> Vec<Vector> {
    let flipped =
        |name, comment, place: usize, error| patched(name, comment, |bytes| bytes[place] ^= 1, error);
    vec![
        flipped("salt-bit", "the salt differs: no key_id is the reader's", 13, NoMatchingKey),
        flipped("commitment-bit", "the commitment differs", 45, CommitmentMismatch),
        flipped("key-id-bit", "key_id differs", KEY_ID, NoMatchingKey),
        flipped("enc-bit", "the ML-KEM part of enc differs", ENC + 5, NoMatchingKey),
        flipped("enc-x25519-bit", "the X25519 part of enc differs", SEALED - 32, NoMatchingKey),
        flipped("sealed-bit", "sealed differs", SEALED, NoMatchingKey),
        flipped("sealed-tag-bit", "the tag of sealed differs", HEADER_MAC - 1, NoMatchingKey),
        flipped("header-mac", "header_mac differs", HEADER_MAC, HeaderTampered),
        flipped(
            "header-mac-last-bit",
            "the last byte of header_mac differs",
            HEADER_MAC + 31,
            HeaderTampered,
        ),
        patched("chunk-log2-bit", "an outsider changed chunk_log2", |bytes| bytes[10] = 13, HeaderTampered),
        edited(
            "commitment",
            "a slot opens but the commitment differs",
            |draft| draft.commitment = schedule::commitment(&[1; 64]),
            CommitmentMismatch,
        ),
        chunk_log2_rewritten(),
        two_slots(
            "other-slot-damaged",
            "another's slot is damaged: own slot opens, header_mac does not",
            |draft| {
                draft.slots[1][100] ^= 1;
            },
        ),
        two_slots("slots-swapped", "the slots change places", |draft| draft.slots.swap(0, 1)),
        two_slots("extension-bit", "one bit of a slot that is skipped", |draft| draft.slots[2][3] ^= 1),
        two_slots("extension-type-changed", "another type of extension", |draft| draft.slots[2][0] = 0x81),
    ]
}

fn two_slots(name: &str, comment: &str, damage: impl FnOnce(&mut Draft)) -> Vector {
    let (case, mut draft) = for_alice(name, comment, SHORT);
    draft.push_slot(draft.slot(1, &Slot::Recipient(BOB.public_key()), &draft.wrapped));
    draft.push_slot(slot::build_extension(0x80, b"hello"));
    draft.header_mac = Some(schedule::header_mac(&draft.prk, before_mac(&draft.header())));
    damage(&mut draft);
    case.holds(draft.container()).fails(HeaderTampered)
}

fn before_mac(header: &[u8]) -> &[u8] {
    &header[..header.len() - 32]
}

fn chunk_log2_rewritten() -> Vector {
    let (case, mut draft) =
        for_alice("chunk-log2-rewritten", "an insider rewrote chunk_log2 and header_mac", TWO_FRAMES);
    draft.frames.truncate(1);
    draft.frames[0] = draft.frames_of(&[&plaintext(SHORT)]).remove(0);
    draft.chunk_log2 = 13;
    case.holds(draft.container()).fails(ChunkTampered(0))
}

/// SPLIT moves nothing in the header, so an outsider can set and clear it; header_mac would tell, and
/// something else tells before.
fn split_flag() -> Vec<Vector> {
    let set = |case: crate::vectors::case::Case, draft: &Draft| {
        let mut bytes = draft.container();
        bytes[9] ^= SPLIT;
        case.holds(bytes)
    };
    let (required, draft) = for_alice("split-flag-set", "an outsider set SPLIT", SHORT);
    let required = set(required, &draft).fails(FragmentRequired);
    let (mismatch, draft) =
        for_alice("split-flag-set-fragment", "the same, and some fragment is given", SHORT);
    let mismatch = set(mismatch.fragment(&draft.fragment()), &draft).fails(FragmentMismatch);
    let comment = "an outsider cleared SPLIT: no fragment is involved any more";
    let mut description = to_alice("split-flag-cleared", SHORT);
    description.split = Split::WithoutHint;
    let draft = Draft::new(&description);
    let cleared = case("split-flag-cleared", comment).by(ALICE).fragment(&draft.fragment());
    vec![required, mismatch, set(cleared, &draft).fails(CommitmentMismatch)]
}
