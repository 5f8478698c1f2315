//! Vectors of inputs that end early: at each boundary of the header's parts and inside frames.

use crate::error::Error::Truncated;
use crate::slot::Cost;
use crate::vector::Vector;
use crate::vectors::case::{SHORT, TWO_FRAMES, case, for_alice, to_alice};
use crate::vectors::people::ALICE;
use crate::writer::{Draft, Slot, Split};

pub(super) fn vectors() -> Vec<Vector> {
    [boundaries(), places(), frames()].concat()
}

/// The parts of the header of a container that has all of them, with their lengths.
const PARTS: [(&str, usize); 25] = [
    ("magic", 8),
    ("version", 1),
    ("flags", 1),
    ("chunk-log2", 1),
    ("slot-count", 2),
    ("salt", 32),
    ("commitment", 32),
    ("hint", 8),
    ("signer-id", 32),
    ("recipient-type", 1),
    ("key-id", 8),
    ("enc-ml-kem", 1088),
    ("enc-x25519", 32),
    ("recipient-sealed", 48),
    ("passphrase-type", 1),
    ("memory-kib", 4),
    ("passes", 1),
    ("lanes", 1),
    ("argon-salt", 16),
    ("passphrase-sealed", 48),
    ("extension-type", 1),
    ("extension-length", 2),
    ("extension-body", 5),
    ("half-of-header-mac", 16),
    ("header-mac", 16),
];

fn boundaries() -> Vec<Vector> {
    let mut description = to_alice("cut-after", SHORT);
    description.slots.push(Slot::Passphrase("cut".to_string(), Cost::LOW));
    description.slots.push(Slot::Extension(0x80, b"hello".to_vec()));
    description.split = Split::WithHint;
    description.signing_key = Some(ALICE.signing_seed());
    let draft = Draft::new(&description);
    assert_eq!(PARTS.iter().map(|(_, length)| length).sum::<usize>(), draft.header_length());
    let (container, mut end) = (draft.container(), 0);
    let row = |(part, length): &(&str, usize)| {
        end += length;
        case(&format!("cut-after-{part}"), "the input ends where this part does")
            .by(ALICE)
            .fragment(&draft.fragment())
            .holds(&container[..end])
            .fails(Truncated)
    };
    PARTS.iter().map(row).collect()
}

fn places() -> Vec<Vector> {
    let row = |length: usize| {
        let (case, draft) = for_alice(&format!("cut-at-{length}"), "input ends early", SHORT);
        case.holds(&draft.container()[..length]).fails(Truncated)
    };
    [1, 5, 12, 40, 76, 77, 78, 700, 1254, 1285, 1286, 1289, 1290, 1390].map(row).to_vec()
}

/// Cuts inside frames, counted from the end of the container.
fn frames() -> Vec<Vector> {
    let row = |name, comment, missing: usize| {
        let (case, draft) = for_alice(name, comment, TWO_FRAMES);
        let container = draft.container();
        case.holds(&container[..container.len() - missing]).fails(Truncated)
    };
    let last_frame = TWO_FRAMES - 4096 + 20;
    let (extension_cut, mut draft) =
        for_alice("extension-slot-cut", "an extension longer than what is left", SHORT);
    draft.slots = vec![vec![0x90, 0xff, 0xff, 1, 2, 3]];
    let extension_cut = extension_cut.holds(draft.container()).fails(Truncated);
    vec![
        extension_cut,
        row("cut-between-frames", "the last frame is gone", last_frame),
        row("cut-in-last-head", "one byte of the last head", last_frame - 1),
        row("cut-after-last-head", "the last head, and no more", last_frame - 4),
        row("cut-in-last-ciphertext", "one byte of the last ciphertext", last_frame - 5),
        row("cut-after-last-ciphertext", "the last tag is gone", 16),
        row("cut-last-byte", "the last byte is gone", 1),
        row("cut-in-first-frame", "the first frame is cut as well", last_frame + 100),
    ]
}
