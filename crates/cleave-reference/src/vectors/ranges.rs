//! Vectors of ranged readers (FORMAT.md, "Frames").

use crate::armor;
use crate::error::Error::{self, *};
use crate::signature;
use crate::vector::Vector;
use crate::vectors::case::{THREE_FRAMES, TWO_FRAMES, case, for_alice, plaintext, to_alice};
use crate::vectors::people::{ALICE, BOB};
use crate::writer::Draft;

pub(super) fn vectors() -> Vec<Vector> {
    [places(), refused(), vouching(), shapes(), signed(), other_faults()].concat()
}

fn opens(name: &str, comment: &str, length: usize, range: &str, held: std::ops::Range<usize>) -> Vector {
    let (case, draft) = for_alice(&format!("range-{name}"), comment, length);
    case.range(range).holds(draft.container()).opens_to(&plaintext(length)[held])
}

/// Frames 0 and 1 end at 4096 and 4500.
fn places() -> Vec<Vector> {
    let row = |name, comment, range, held| opens(name, comment, TWO_FRAMES, range, held);
    vec![
        row("all", "both ends left out", "..", 0..4500),
        row("first-chunk", "the first chunk, whole", "0..4096", 0..4096),
        row("inside-first", "inside the first chunk", "100..200", 100..200),
        row("across", "across the chunks", "4095..4097", 4095..4097),
        row("second-chunk", "from the second chunk's first byte", "4096..4500", 4096..4500),
        row("to-end", "the end left out", "4400..", 4400..4500),
        row("from-start", "the start left out", "..10", 0..10),
        row("last-byte", "the last byte", "4499..4500", 4499..4500),
        row("end-clamped", "an end past the end", "4400..5000", 4400..4500),
        row("end-clamped-far", "an end as far as numbers go", "0..18446744073709551615", 0..4500),
        row("empty", "no byte", "7..7", 7..7),
        row("empty-at-end", "no byte, at the end", "4500..4500", 4500..4500),
        row("start-at-end", "from the end on", "4500..", 4500..4500),
        row("start-at-end-clamped", "from the end on, to past it", "4500..9999", 4500..4500),
        opens(
            "three-frames",
            "the middle chunk and its neighbours' bytes",
            THREE_FRAMES,
            "4090..8200",
            4090..8200,
        ),
        opens("full-last-chunk", "the last chunk is full", 8192, "8000..", 8000..8192),
        opens("empty-plaintext", "all of nothing", 0, "..", 0..0),
        opens("empty-plaintext-to", "of nothing, up to past its end", 0, "0..10", 0..0),
    ]
}

fn refused() -> Vec<Vector> {
    let row = |name: &str, comment, length, range| {
        let (case, draft) = for_alice(&format!("range-{name}"), comment, length);
        case.range(range).holds(draft.container()).fails(RangeInvalid)
    };
    vec![
        row("start-past-end", "a start past the end", TWO_FRAMES, "4501.."),
        row("both-past-end", "both past the end", TWO_FRAMES, "5000..6000"),
        row("both-past-end-equal", "no byte, past the end", TWO_FRAMES, "4501..4501"),
        row("start-past-empty", "a start past the end of nothing", 0, "1.."),
        row("backwards", "the end before the start", TWO_FRAMES, "10..9"),
        row("no-dots", "one number", TWO_FRAMES, "10"),
        row("one-dot", "one dot", TWO_FRAMES, "1.5"),
        row("three-dots", "three dots", TWO_FRAMES, "1...5"),
        row("negative", "a sign", TWO_FRAMES, "-5..10"),
        row("plus", "another sign", TWO_FRAMES, "+5..10"),
        row("space", "spaces", TWO_FRAMES, "5 .. 10"),
        row("hexadecimal", "other digits", TWO_FRAMES, "0x5..0x10"),
        row("no-text", "no text at all", TWO_FRAMES, ""),
    ]
}

/// What a range says about the chunks that it covers, and about no other.
fn vouching() -> Vec<Vector> {
    let row = |name: &str, comment, range, edit: &dyn Fn(&mut Draft)| {
        let (case, mut draft) = for_alice(&format!("range-{name}"), comment, THREE_FRAMES);
        edit(&mut draft);
        case.range(range).holds(draft.container())
    };
    let bad = |index: usize| move |draft: &mut Draft| draft.frames[index][40] ^= 1;
    let text = plaintext(THREE_FRAMES);
    vec![
        row("other-chunk-bad", "a bad chunk before it is not looked at", "4096..8192", &bad(0))
            .opens_to(&text[4096..8192]),
        row("later-chunk-bad", "a bad chunk behind it is not looked at", "..100", &bad(2))
            .opens_to(&text[..100]),
        row("own-chunk-bad", "a bad chunk in it", "5000..5001", &bad(1)).fails(ChunkTampered(1)),
        row("to-end-last-bad", "the last chunk is authenticated first", "100..", &|draft| {
            bad(0)(draft);
            bad(2)(draft);
        })
        .fails(ChunkTampered(2)),
        row(
            "past-end-last-bad",
            "an end past the end: the last chunk is authenticated first",
            "0..9001",
            &|draft| {
                bad(0)(draft);
                bad(2)(draft);
            },
        )
        .fails(ChunkTampered(2)),
        row("within-two-bad", "within the chunks, in order", "0..9000", &|draft| {
            bad(0)(draft);
            bad(2)(draft);
        })
        .fails(ChunkTampered(0)),
        row(
            "start-past-end-last-bad",
            "no length is stated before the last chunk is authenticated",
            "9001..",
            &bad(2),
        )
        .fails(ChunkTampered(2)),
        row("empty-bad", "no byte is covered, so no chunk is", "50..50", &bad(0)).opens_to(&[]),
    ]
}

/// Inputs of other shapes than a whole container.
fn shapes() -> Vec<Vector> {
    let row = |name: &str, comment, range, shape: &dyn Fn(&mut Draft)| {
        let (case, mut draft) = for_alice(&format!("range-{name}"), comment, THREE_FRAMES);
        shape(&mut draft);
        case.range(range).holds(draft.container())
    };
    let cut_between = |draft: &mut Draft| draft.frames.truncate(2);
    let cut_inside = |draft: &mut Draft| draft.frames[2].truncate(100);
    let cut_short = |length: usize| move |draft: &mut Draft| draft.frames[2].truncate(length);
    let text = plaintext(THREE_FRAMES);
    vec![
        row("cut-between", "the last frame is gone, and is not covered", "..100", &cut_between)
            .opens_to(&text[..100]),
        row(
            "cut-between-end",
            "the last frame is gone: the one before it does not say that it is the last",
            "100..",
            &cut_between,
        )
        .fails(ChunkTampered(1)),
        row("cut-between-covered", "the same, for a range that covers it", "5000..5001", &cut_between)
            .fails(ChunkTampered(1)),
        row("cut-inside", "the last frame is cut: its head states another length", "100..", &cut_inside)
            .fails(ChunkTampered(2)),
        row("cut-to-19", "19 bytes cannot be a last frame", "..100", &cut_short(19)).fails(Truncated),
        row("cut-to-1", "nor can one byte", "..100", &cut_short(1)).fails(Truncated),
        row("cut-to-20", "20 bytes could be, but not after a full frame", "100..", &cut_short(20))
            .fails(ChunkTampered(2)),
        row("no-frames", "no frame at all", "..100", &|draft| draft.frames.clear()).fails(Truncated),
        row("trailing", "a byte after the last frame: its head states another length", "100..", &|draft| {
            draft.frames.push(vec![0]);
        })
        .fails(ChunkTampered(2)),
        row("final-bit-early", "a covered frame before the last has the last-frame bit", "..100", &|draft| {
            draft.frames[0][0] ^= 0x80;
        })
        .fails(ChunkTampered(0)),
        row("final-bit-early-full", "the same, authentically, and the frame is full", "..100", &|draft| {
            draft.frames[0] = draft.frames_of(&[&plaintext(4096)]).remove(0);
        })
        .fails(ChunkTampered(0)),
        row("final-bit-cleared", "the last frame lacks the bit", "8500..", &|draft| {
            draft.frames[2][0] ^= 0x80
        })
        .fails(ChunkTampered(2)),
        row("empty-last-chunk", "an empty last frame after a full one, authentically", "..", &|draft| {
            let text = plaintext(4096);
            draft.frames = draft.frames_of(&[&text, &[]]);
        })
        .fails(ChunkTampered(1)),
        row("short-middle-chunk", "a chunk before the last is not full, authentically", "..100", &|draft| {
            let text = plaintext(4096);
            draft.frames = draft.frames_of(&[&text[..4000], &text]);
        })
        .fails(ChunkTampered(0)),
    ]
}

fn signed() -> Vec<Vector> {
    let draft = |name: &str| {
        let mut description = to_alice(name, TWO_FRAMES);
        description.signing_key = Some(BOB.signing_seed());
        Draft::new(&description)
    };
    let row = |name, comment, range: &str, edit: &dyn Fn(&mut Draft)| {
        let mut draft = draft(name);
        edit(&mut draft);
        case(name, comment).by(ALICE).range(range).holds(draft.container())
    };
    let nothing: &dyn Fn(&mut Draft) = &|_| ();
    let bad_frame: &dyn Fn(&mut Draft) = &|draft| draft.frames[0][40] ^= 1;
    let bad_signature: &dyn Fn(&mut Draft) = &|draft| draft.signature = Some(vec![1; signature::SIGNATURE]);
    let held = &plaintext(TWO_FRAMES)[4400..];
    vec![
        row("range-signed", "signed, signer required", "4400..", nothing).signer(BOB).opens_to(held),
        row("range-signed-unchecked", "signed, no signer required", "4400..", nothing).opens_to(held),
        row("range-signed-unchecked-bad", "nobody asked about the signature", "4400..", bad_signature)
            .opens_to(held),
        row("range-signed-bad", "a bad signature", "4400..", bad_signature)
            .signer(BOB)
            .fails(SignatureInvalid),
        row(
            "range-signed-other-chunk-bad",
            "the signer signed a bad chunk outside the range, for which the range does not vouch",
            "4400..",
            bad_frame,
        )
        .signer(BOB)
        .opens_to(held),
        row(
            "range-signed-changed-chunk",
            "a chunk outside the range was changed after it was signed",
            "4400..",
            &|draft| {
                let signed = draft.container();
                draft.signature = Some(signed[signed.len() - signature::SIGNATURE..].to_vec());
                draft.frames[0][40] ^= 1;
            },
        )
        .signer(BOB)
        .fails(ChunkTampered(0)),
        row("range-signed-past-end", "a start past the end", "4501..", nothing)
            .signer(BOB)
            .fails(RangeInvalid),
        row("range-signed-wrong-signer", "another signer required", "..10", nothing)
            .signer(ALICE)
            .fails(WrongSigner),
        row(
            "range-signed-cut",
            "a part of the signature is gone: the last frame is cut with it",
            "4400..",
            &|draft| {
                draft.signature = Some(vec![1; signature::SIGNATURE - 1]);
            },
        )
        .fails(ChunkTampered(1)),
    ]
}

/// Faults that come before any frame, as for every reader.
fn other_faults() -> Vec<Vector> {
    let row = |name: &str, comment, range, edit: &dyn Fn(&mut Draft), error: Error| {
        let (case, mut draft) = for_alice(&format!("range-{name}"), comment, TWO_FRAMES);
        edit(&mut draft);
        case.range(range).holds(draft.container()).fails(error)
    };
    let (armored, draft) = for_alice("range-armored", "what is armored is counted, not its text", TWO_FRAMES);
    let armored = armored.range("4400..").holds(armor::encode(&draft.container(), "\r\n"));
    vec![
        row(
            "header-mac",
            "header_mac differs",
            "..10",
            &|draft| draft.header_mac = Some([0; 32]),
            HeaderTampered,
        ),
        row(
            "start-past-end-header-mac",
            "a start past the end, and header_mac differs",
            "9999..",
            &|draft| {
                draft.header_mac = Some([0; 32]);
            },
            HeaderTampered,
        ),
        row(
            "backwards-header",
            "a range that is none, and a malformed header",
            "10..9",
            &|draft| draft.chunk_log2 = 9,
            RangeInvalid,
        ),
        armored.opens_to(&plaintext(TWO_FRAMES)[4400..]),
    ]
}
