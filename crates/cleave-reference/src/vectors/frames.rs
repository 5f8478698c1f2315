//! Vectors of frames and framing (FORMAT.md, "Frames", "Ratchet").

use crate::error::Error::{self, *};
use crate::frame::{self, Place};
use crate::primitives::seal;
use crate::schedule;
use crate::vector::Vector;
use crate::vectors::case::{SHORT, THREE_FRAMES, TWO_FRAMES, for_alice, plaintext, to_alice};
use crate::writer::{Draft, write};

const CHUNK: usize = 4096;

pub(super) fn vectors() -> Vec<Vector> {
    [bits(), order(), framing(), heads(), construction(), end()].concat()
}

/// Alice's container of some frames is changed before it is put together.
fn row(name: &str, comment: &str, length: usize, edit: impl FnOnce(&mut Draft), error: Error) -> Vector {
    let (case, mut draft) = for_alice(name, comment, length);
    edit(&mut draft);
    case.holds(draft.container()).fails(error)
}

fn two(name: &str, comment: &str, edit: impl FnOnce(&mut Draft), error: Error) -> Vector {
    row(name, comment, TWO_FRAMES, edit, error)
}

fn bits() -> Vec<Vector> {
    let last = |frame: &mut Vec<u8>| *frame.last_mut().expect("a frame is not empty") ^= 1;
    vec![
        two("chunk-bit", "one bit of chunk 0", |draft| draft.frames[0][50] ^= 1, ChunkTampered(0)),
        two(
            "chunk-bit-last",
            "one bit of the last chunk",
            |draft| draft.frames[1][50] ^= 0x80,
            ChunkTampered(1),
        ),
        two("tag-bit", "one bit of the tag of chunk 0", |draft| last(&mut draft.frames[0]), ChunkTampered(0)),
        two("tag-bit-last", "one bit of the last tag", |draft| last(&mut draft.frames[1]), ChunkTampered(1)),
        row(
            "tag-bit-empty",
            "one bit of the tag of an empty chunk",
            0,
            |draft| last(&mut draft.frames[0]),
            ChunkTampered(0),
        ),
        two(
            "length-less-last",
            "the last head states four bytes less",
            |draft| draft.frames[1][3] ^= 4,
            ChunkTampered(1),
        ),
        two(
            "length-more-last",
            "the last head states a byte more",
            |draft| draft.frames[1][3] ^= 1,
            Truncated,
        ),
    ]
}

fn order() -> Vec<Vector> {
    let other = Draft::new(&to_alice("frame-of-another, the other", TWO_FRAMES));
    vec![
        row(
            "frames-swapped",
            "frames 0 and 1 change places",
            THREE_FRAMES,
            |draft| draft.frames.swap(0, 1),
            ChunkTampered(0),
        ),
        row(
            "frame-dropped",
            "frame 0 is gone",
            THREE_FRAMES,
            |draft| drop(draft.frames.remove(0)),
            ChunkTampered(0),
        ),
        row(
            "frame-repeated",
            "frame 0 again as frame 1",
            THREE_FRAMES,
            |draft| draft.frames[1] = draft.frames[0].clone(),
            ChunkTampered(1),
        ),
        two(
            "frame-of-another",
            "frame 0 is that of another container",
            |draft| draft.frames[0] = other.frames[0].clone(),
            ChunkTampered(0),
        ),
    ]
}

/// Framings that a recipient can make authentically, and that the rules forbid.
fn framing() -> Vec<Vector> {
    let text = plaintext(THREE_FRAMES);
    let framed = |name, comment, chunks: Vec<&[u8]>, error| {
        two(name, comment, |draft| draft.frames = draft.frames_of(&chunks), error)
    };
    vec![
        framed(
            "short-middle-chunk",
            "a chunk before the last is not full, authentically",
            vec![&text[..4000], &text[4000..4100]],
            ChunkTampered(0),
        ),
        framed(
            "empty-first-chunk",
            "the first chunk is empty and not the last, authentically",
            vec![&[], &text[..100]],
            ChunkTampered(0),
        ),
        framed(
            "empty-last-chunk",
            "an empty last frame after a full one, authentically",
            vec![&text[..CHUNK], &[]],
            ChunkTampered(1),
        ),
        framed(
            "oversized-chunk",
            "the only chunk is larger than the chunk size, authentically",
            vec![&text[..CHUNK + 1]],
            ChunkTampered(0),
        ),
        framed(
            "oversized-middle-chunk",
            "a chunk before the last is larger than the chunk size, authentically",
            vec![&text[..CHUNK + 1], &text[..100]],
            ChunkTampered(0),
        ),
        framed(
            "oversized-last-chunk",
            "the last of two chunks is larger than the chunk size, authentically",
            vec![&text[..CHUNK], &text[..CHUNK + 1]],
            ChunkTampered(1),
        ),
    ]
}

fn heads() -> Vec<Vector> {
    vec![
        two(
            "final-bit-cleared",
            "the last-frame bit cleared",
            |draft| draft.frames[1][0] ^= 0x80,
            ChunkTampered(1),
        ),
        row(
            "final-bit-cleared-full",
            "the last-frame bit cleared on a full chunk: only the tag can tell",
            CHUNK,
            |draft| draft.frames[0][0] ^= 0x80,
            ChunkTampered(0),
        ),
        two(
            "final-bit-set-early",
            "the last-frame bit set on the first frame",
            |draft| draft.frames[0][0] ^= 0x80,
            ChunkTampered(0),
        ),
        row(
            "head-largest",
            "a head states the largest length, and the input ends: the head is named",
            SHORT,
            |draft| draft.frames = vec![vec![0xff; 4]],
            ChunkTampered(0),
        ),
        row(
            "head-zero",
            "a head of zeros, and the input ends: the head is named",
            SHORT,
            |draft| draft.frames = vec![vec![0; 4]],
            ChunkTampered(0),
        ),
        two(
            "head-bad-second",
            "the second head breaks the framing, and the input ends",
            |draft| draft.frames[1] = vec![0, 0, 1, 0],
            ChunkTampered(1),
        ),
    ]
}

/// Frames made by other rules than the format's.
fn construction() -> Vec<Vector> {
    let keyed = |draft: &Draft| {
        let key = schedule::frame_keys(&draft.prk, draft.chunk_log2).next();
        key.expect("the ratchet has no end")
    };
    let head = (0x8000_0000 | SHORT as u32).to_be_bytes();
    let one = |name, comment, frame: &dyn Fn([u8; 32]) -> Vec<u8>| {
        row(name, comment, SHORT, |draft| draft.frames = vec![frame(keyed(draft))], ChunkTampered(0))
    };
    let text = plaintext(SHORT);
    vec![
        one("frame-without-aad", "the head is not authenticated", &|key| {
            [&head[..], &seal(&key, [0; 12], b"", &text)].concat()
        }),
        one("frame-other-nonce", "the first nonce is 1", &|key| frame::build(&key, 1, Place::Last, &text)),
        two(
            "frame-same-key",
            "the ratchet does not step",
            |draft| draft.frames[1] = frame::build(&keyed(draft), 1, Place::Last, &plaintext(404)),
            ChunkTampered(1),
        ),
        two(
            "frame-nonce-stays",
            "the second nonce is 0 again",
            |draft| {
                let key = schedule::frame_keys(&draft.prk, draft.chunk_log2).nth(1);
                let key = key.expect("the ratchet has no end");
                draft.frames[1] = frame::build(&key, 0, Place::Last, &plaintext(404));
            },
            ChunkTampered(1),
        ),
    ]
}

fn end() -> Vec<Vector> {
    let again = |draft: &mut Draft| draft.frames.push(draft.frames[draft.frames.len() - 1].clone());
    vec![
        row(
            "trailing",
            "a byte after the last frame",
            SHORT,
            |draft| draft.frames.push(vec![0]),
            TrailingData,
        ),
        row(
            "trailing-empty",
            "a byte after the frame of an empty plaintext",
            0,
            |draft| draft.frames.push(vec![0]),
            TrailingData,
        ),
        row(
            "trailing-newline",
            "a newline after the last frame",
            SHORT,
            |draft| draft.frames.push(vec![10]),
            TrailingData,
        ),
        two("appended-frame", "a frame again after the last", again, TrailingData),
        row(
            "appended-container",
            "another container after the last frame",
            SHORT,
            |draft| draft.frames.push(write(&to_alice("appended-container, the second", SHORT))),
            TrailingData,
        ),
        row(
            "last-frame-early",
            "the first frame is the last, authentically, and a second follows",
            TWO_FRAMES,
            |draft| {
                let text = plaintext(TWO_FRAMES);
                let second = draft.frames.remove(1);
                draft.frames = draft.frames_of(&[&text[..CHUNK]]);
                draft.frames.push(second);
            },
            TrailingData,
        ),
        row(
            "last-frame-never",
            "every frame is full and says that another follows",
            TWO_FRAMES,
            |draft| draft.frames.truncate(1),
            Truncated,
        ),
    ]
}
