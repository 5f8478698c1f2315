//! Vectors of extension slots (FORMAT.md, "Slots").

use crate::slot::build_extension;
use crate::vector::Vector;
use crate::vectors::case::{SHORT, case, for_alice, to_alice};
use crate::vectors::people::ALICE;
use crate::writer::{Draft, Slot, write};

pub(super) fn vectors() -> Vec<Vector> {
    let row = |name, comment, extension: Vec<u8>| {
        let (case, mut draft) = for_alice(name, comment, SHORT);
        draft.push_slot(extension);
        case.holds(draft.container()).opens(SHORT)
    };
    vec![
        before_own(),
        row("extension-slot-empty", "an extension of no bytes, after its own", build_extension(0xff, b"")),
        row("extension-slot-1000", "an extension of 1000 bytes", build_extension(0xc3, &[0x5a; 1000])),
        row(
            "extension-slot-like-own",
            "an extension that holds what looks like slots",
            build_extension(0x80, &[1; 1200]),
        ),
        only_extensions(),
        everything(),
    ]
}

fn before_own() -> Vector {
    let name = "extension-slot";
    let mut description = to_alice(name, SHORT);
    description.slots.insert(0, Slot::Extension(0x80, b"not known".to_vec()));
    case(name, "a slot type that a reader skips, before its own")
        .by(ALICE)
        .holds(write(&description))
        .opens(SHORT)
}

fn only_extensions() -> Vector {
    let name = "extension-slot-only";
    let mut description = to_alice(name, SHORT);
    description.slots = vec![Slot::Extension(0x80, Vec::new()), Slot::Extension(0xfe, vec![1, 2])];
    let case = case(name, "there is no slot that any reader knows").by(ALICE).passphrase("any");
    case.holds(write(&description)).fails(crate::error::Error::NoMatchingKey)
}

/// Every part that a container can have.
fn everything() -> Vector {
    use crate::slot::Cost;
    use crate::vectors::case::TWO_FRAMES;
    use crate::vectors::people::{BOB, CAROL};
    use crate::writer::Split;

    let mut description = to_alice("everything", TWO_FRAMES);
    description.slots = vec![
        Slot::Recipient(BOB.public_key()),
        Slot::Passphrase("everything".to_string(), Cost::LOW),
        Slot::Hidden(CAROL.public_key()),
        Slot::Extension(0x99, b"and this".to_vec()),
    ];
    description.split = Split::WithHint;
    description.signing_key = Some(ALICE.signing_seed());
    let draft = Draft::new(&description);
    case("everything", "split, signed, a recipient, a hidden one, a passphrase and an extension")
        .by(CAROL)
        .fragment(&draft.fragment())
        .signer(ALICE)
        .holds(draft.container())
        .opens(TWO_FRAMES)
}
