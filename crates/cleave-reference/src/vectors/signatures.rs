//! Vectors of signed containers (FORMAT.md, "Signature").

use crate::error::Error::*;
use crate::header::SIGNED;
use crate::primitives::sha512;
use crate::signature;
use crate::vector::Vector;
use crate::vectors::case::{Case, SHORT, TWO_FRAMES, case, for_alice, plaintext, to_alice};
use crate::vectors::people::{ALICE, BOB};
use crate::writer::{Draft, Slot};

pub(super) fn vectors() -> Vec<Vector> {
    [good(), wrong_signer(), messages(), damaged(), insiders(), not_checked()].concat()
}

/// Alice opens what Bob signed.
fn signed(name: &str, comment: &str, length: usize) -> (Case, Draft) {
    let mut description = to_alice(name, length);
    description.signing_key = Some(BOB.signing_seed());
    (case(name, comment).by(ALICE), Draft::new(&description))
}

/// Bob is required.
fn required(name: &str, comment: &str, length: usize) -> (Case, Draft) {
    let (case, draft) = signed(name, comment, length);
    (case.signer(BOB), draft)
}

fn good() -> Vec<Vector> {
    let row = |name, comment, length| {
        let (case, draft) = required(name, comment, length);
        case.holds(draft.container()).opens(length)
    };
    let (unhedged, mut draft) = required("signed-unhedged", "signed with zeros as randomness", SHORT);
    let message = message_of(&draft);
    let signature = signature::sign(&BOB.signing_seed(), &message, signature::CONTEXT, [0; 32]);
    draft.signature = Some(signature.to_vec());
    vec![
        row("signed", "signed, signer required", TWO_FRAMES),
        row("signed-empty", "signed, an empty plaintext", 0),
        row("signed-4096", "signed, one full chunk", 4096),
        unhedged.holds(draft.container()).opens(SHORT),
    ]
}

fn wrong_signer() -> Vec<Vector> {
    let (other, draft) = signed("signed-wrong-signer", "another signer required", SHORT);
    let (unsigned, plain) = for_alice("unsigned-signer-required", "not signed, signer required", SHORT);
    let (malformed, signed_draft) = signed("signer-malformed", "the required signer is not one", SHORT);
    let not_a_signer = BOB.recipient();
    vec![
        other.signer(ALICE).holds(draft.container()).fails(WrongSigner),
        unsigned.signer(BOB).holds(plain.container()).fails(SignatureMissing),
        malformed.signer_text(&not_a_signer).holds(signed_draft.container()).fails(KeyMalformed),
    ]
}

fn message_of(draft: &Draft) -> [u8; 64] {
    let frames: Vec<&[u8]> = draft.frames.iter().map(Vec::as_slice).collect();
    signature::message(&draft.header(), &frames)
}

/// Signatures by the required signer, over another message or under another context.
fn messages() -> Vec<Vector> {
    let over = |name, comment, message: &dyn Fn(&Draft) -> Vec<u8>| {
        let (case, mut draft) = required(name, comment, TWO_FRAMES);
        draft.signature = Some(draft.sign(&message(&draft)));
        case.holds(draft.container()).fails(SignatureInvalid)
    };
    let under = |name, comment, context: &[u8]| {
        let (case, mut draft) = required(name, comment, SHORT);
        draft.context = context.to_vec();
        case.holds(draft.container()).fails(SignatureInvalid)
    };
    let frames = |draft: &Draft| draft.frames.iter().map(|frame| sha512(&[frame])).collect::<Vec<_>>();
    vec![
        over("signed-flat-digest", "signed over one digest of the whole container", &|draft| {
            sha512(&[b"cleave/v1 content", &draft.header(), &draft.frames.concat()]).to_vec()
        }),
        over("signed-frames-in-one", "signed over one digest of all frames", &|draft| {
            let digests = [sha512(&[&draft.header()]), sha512(&[&draft.frames.concat()])];
            sha512(&[b"cleave/v1 content", digests.as_flattened()]).to_vec()
        }),
        over("signed-without-label", "signed without the label", &|draft| {
            sha512(&[&sha512(&[&draft.header()]), frames(draft).as_flattened()]).to_vec()
        }),
        over("signed-without-header-mac", "signed over the header without header_mac", &|draft| {
            let header = draft.header();
            let digest = sha512(&[&header[..header.len() - 32]]);
            sha512(&[b"cleave/v1 content", &digest, frames(draft).as_flattened()]).to_vec()
        }),
        over("signed-digests-swapped", "signed over the digests of the frames in another order", &|draft| {
            let mut digests = frames(draft);
            digests.reverse();
            sha512(&[b"cleave/v1 content", &sha512(&[&draft.header()]), digests.as_flattened()]).to_vec()
        }),
        over("signed-not-hashed", "signed over what should have been hashed once more", &|draft| {
            let digest = sha512(&[&draft.header()]);
            [b"cleave/v1 content", &digest[..], frames(draft).as_flattened()].concat()
        }),
        under("signed-other-prehash", "signed under another context string", b"cleave/v1 signature SHA-256"),
        under("signed-no-context", "signed under an empty context string", b""),
    ]
}

fn damaged() -> Vec<Vector> {
    let row = |name, comment, place: usize| {
        let (case, draft) = required(name, comment, SHORT);
        let mut bytes = draft.container();
        let start = bytes.len() - signature::SIGNATURE;
        bytes[start + place] ^= 1;
        case.holds(bytes).fails(SignatureInvalid)
    };
    let cut = |name, comment, missing: usize| {
        let (case, draft) = required(name, comment, SHORT);
        let bytes = draft.container();
        case.holds(&bytes[..bytes.len() - missing]).fails(Truncated)
    };
    let (trailing, draft) = required("signed-trailing", "a byte after the signature", SHORT);
    let trailing = trailing.holds([draft.container(), vec![0]].concat()).fails(TrailingData);
    let (id, draft) = required("signer-id-bit", "one bit of signer_id, by an outsider", SHORT);
    let mut bytes = draft.container();
    bytes[77] ^= 1;
    vec![
        row("signed-bad-signature", "one bit of the signature", 100),
        row("signed-bad-signature-start", "the first bit of the signature", 0),
        row("signed-bad-signature-hint", "one bit of the hint at its end", signature::SIGNATURE - 1),
        cut("signed-no-signature", "the signature is cut off", signature::SIGNATURE),
        cut("signed-signature-cut", "the last byte of the signature is gone", 1),
        trailing,
        id.holds(bytes).fails(HeaderTampered),
    ]
}

/// What those who open the container can do, and the signature tells.
fn insiders() -> Vec<Vector> {
    let (replaced, mut draft) = required(
        "signed-frames-replaced",
        "a recipient replaced an authentic frame: the signature tells",
        TWO_FRAMES,
    );
    draft.signature = Some(draft.sign(&message_of(&draft)));
    let forged: Vec<u8> = plaintext(TWO_FRAMES).iter().map(|byte| byte ^ 1).collect();
    draft.frames = draft.frames_of(&[&forged[..4096], &forged[4096..]]);
    let replaced = replaced.holds(draft.container()).fails(SignatureInvalid);

    let (slots, mut draft) =
        required("signed-slot-added", "a recipient added a slot: the signature tells", SHORT);
    draft.signature = Some(draft.sign(&message_of(&draft)));
    draft.push_slot(draft.slot(1, &Slot::Recipient(BOB.public_key()), &draft.wrapped));
    let slots = slots.holds(draft.container()).fails(SignatureInvalid);

    let (shortened, mut draft) = required(
        "signed-frames-dropped",
        "a recipient shortened the plaintext: the signature tells",
        TWO_FRAMES,
    );
    draft.signature = Some(draft.sign(&message_of(&draft)));
    draft.frames = draft.frames_of(&[&plaintext(4096)]);
    let shortened = shortened.holds(draft.container()).fails(SignatureInvalid);

    let (stripped, mut draft) =
        required("signed-stripped", "a recipient stripped the signature: the header tells", SHORT);
    draft.flags &= !SIGNED;
    draft.signer_id = None;
    draft.signing_key = None;
    let stripped = stripped.holds(draft.container()).fails(SignatureMissing);

    let (own, mut draft) =
        required("signed-anew", "a recipient put their own signature: the header tells", SHORT);
    draft.signing_key = Some(ALICE.signing_seed());
    draft.signer_id = Some(signature::signer_id(&draft.salt, &signature::public_key(&ALICE.signing_seed())));
    let own = own.holds(draft.container()).fails(WrongSigner);

    let (kept_id, mut draft) =
        required("signed-anew-id-kept", "the same, with signer_id kept: the signature tells", SHORT);
    draft.signing_key = Some(ALICE.signing_seed());
    let kept_id = kept_id.holds(draft.container()).fails(SignatureInvalid);
    vec![replaced, slots, shortened, stripped, own, kept_id]
}

/// Without a required signer the signature is there and is not looked into.
fn not_checked() -> Vec<Vector> {
    let (unchecked, draft) = signed("signed-unchecked", "signed, no signer required", SHORT);
    let unchecked = unchecked.holds(draft.container()).opens(SHORT);
    let (bad, mut draft) = signed("signed-unchecked-bad", "a bad signature that nobody asked about", SHORT);
    draft.signature = Some(vec![0; signature::SIGNATURE]);
    let bad = bad.holds(draft.container()).opens(SHORT);
    let (missing, mut draft) =
        signed("signed-unchecked-missing", "a signature that is not there, asked about or not", SHORT);
    draft.signature = Some(Vec::new());
    let missing = missing.holds(draft.container()).fails(Truncated);
    let (trailing, draft) = signed("signed-unchecked-trailing", "a byte after a signature", SHORT);
    let trailing = trailing.holds([draft.container(), vec![0]].concat()).fails(TrailingData);
    vec![unchecked, bad, missing, trailing]
}
