//! Vectors of rewrapping (FORMAT.md, "Rewrap"): what must hold of a new container, which is not any one's bytes.

use crate::error::Error::{self, *};
use crate::header::{HINT, SIGNED, SPLIT};
use crate::rewrap::{NewPassphrase, Rewrap};
use crate::signature;
use crate::slot::Cost;
use crate::vector::{Attempt, Rewrapped, Vector, hex_sha512};
use crate::vectors::case::{SHORT, case, plaintext, to_alice};
use crate::vectors::people::{ALICE, BOB, CAROL, Person};
use crate::writer::{Draft, Slot, Split};

const HEADER: usize = 109;
const RECIPIENT: usize = 1177;
const PASSPHRASE: usize = 71;
const FRAMES: usize = SHORT + 20;

pub(super) fn vectors() -> Vec<Vector> {
    [slots(), split(), signing(), giving_up(), damaged()].concat()
}

/// Slots: Alice, Bob, a passphrase.
fn draft(name: &str, signer: Option<Person>) -> Draft {
    let mut description = to_alice(name, SHORT);
    description.slots.push(Slot::Recipient(BOB.public_key()));
    description.slots.push(Slot::Passphrase("old".to_string(), Cost::LOW));
    description.signing_key = signer.map(Person::signing_seed);
    Draft::new(&description)
}

fn row(name: &str, comment: &str, draft: &Draft, wish: Rewrap) -> Vector {
    let vector = case(name, comment).by(ALICE).holds(draft.container()).into_vector();
    Vector { rewrap: Some(wish), ..vector }
}

fn gives(vector: Vector, length: usize, flags: u8, slot_count: usize, opens: Vec<Attempt>) -> Vector {
    Vector { rewrapped: Some(Rewrapped { length, flags, slot_count, opens }), ..vector }
}

fn fails(vector: Vector, error: Error) -> Vector {
    Vector { error: Some(error.name().to_string()), chunk: error.chunk(), ..vector }
}

fn by(person: Person) -> Attempt {
    Attempt { identities: Some(vec![person.identity()]), ..Attempt::default() }
}

fn with(passphrase: &str) -> Attempt {
    let passphrase = Some(passphrase.to_string());
    Attempt { identities: Some(Vec::new()), passphrase, ..Attempt::default() }
}

impl Attempt {
    fn opens(self) -> Attempt {
        let text = plaintext(SHORT);
        Attempt { plaintext_length: Some(SHORT), plaintext_sha512: Some(hex_sha512(&text)), ..self }
    }

    fn fails(self, error: Error) -> Attempt {
        Attempt { error: Some(error.name().to_string()), chunk: error.chunk(), ..self }
    }

    fn signer(self, person: Person) -> Attempt {
        Attempt { signer: Some(person.signer()), ..self }
    }
}

fn new_passphrase() -> Vec<NewPassphrase> {
    let Cost { memory_kib, passes, lanes } = Cost::LOW;
    vec![NewPassphrase { passphrase: "new".to_string(), memory_kib, passes, lanes }]
}

fn slots() -> Vec<Vector> {
    let new = |name, comment, wish| row(name, comment, &draft(name, None), wish);
    let added = Rewrap { keep: vec![0, 1, 2], recipients: vec![CAROL.recipient()], ..Rewrap::default() };
    let removed = Rewrap { keep: vec![0], ..Rewrap::default() };
    let hidden = Rewrap { keep: vec![0], hidden: vec![CAROL.recipient()], ..Rewrap::default() };
    let replaced = Rewrap { recipients: vec![CAROL.recipient()], ..Rewrap::default() };
    let passphrase = Rewrap { keep: vec![0], passphrases: new_passphrase(), ..Rewrap::default() };
    let malformed = Rewrap { keep: vec![0], recipients: vec![CAROL.identity()], ..Rewrap::default() };
    let refused = Rewrap {
        keep: vec![0],
        passphrases: vec![NewPassphrase { passphrase: String::new(), ..new_passphrase().remove(0) }],
        ..Rewrap::default()
    };
    vec![
        gives(
            new("rewrap-add", "a recipient is added", added),
            HEADER + 3 * RECIPIENT + PASSPHRASE + FRAMES,
            0,
            4,
            vec![by(CAROL).opens(), by(ALICE).opens(), by(BOB).opens(), with("old").opens()],
        ),
        gives(
            new("rewrap-remove", "all others are removed", removed),
            HEADER + RECIPIENT + FRAMES,
            0,
            1,
            vec![by(ALICE).opens(), by(BOB).fails(NoMatchingKey), with("old").fails(NoMatchingKey)],
        ),
        gives(
            new("rewrap-add-hidden", "a hidden recipient is added", hidden),
            HEADER + 2 * RECIPIENT + FRAMES,
            0,
            2,
            vec![by(CAROL).opens(), by(ALICE).opens(), by(BOB).fails(NoMatchingKey)],
        ),
        gives(
            new("rewrap-replace", "nothing is kept", replaced),
            HEADER + RECIPIENT + FRAMES,
            0,
            1,
            vec![by(CAROL).opens(), by(ALICE).fails(NoMatchingKey)],
        ),
        gives(
            new("rewrap-passphrase", "a passphrase takes another's place", passphrase),
            HEADER + RECIPIENT + PASSPHRASE + FRAMES,
            0,
            2,
            vec![with("new").opens(), with("old").fails(WrongPassphrase), by(ALICE).opens()],
        ),
        fails(new("rewrap-key-malformed", "an identity given as a new recipient", malformed), KeyMalformed),
        fails(new("rewrap-passphrase-empty", "a new passphrase that is empty", refused), KeyMalformed),
    ]
}

/// The share stays, so the old fragment opens the new container.
fn split() -> Vec<Vector> {
    let rewrapped = |name, comment, kind, flags, extra: usize| {
        let mut description = to_alice(name, SHORT);
        description.split = kind;
        let draft = Draft::new(&description);
        let fragment = Some(draft.fragment());
        let wish = Rewrap { recipients: vec![CAROL.recipient()], ..Rewrap::default() };
        let vector = Vector { fragment: fragment.clone(), ..row(name, comment, &draft, wish) };
        let opens = Attempt { fragment, ..by(CAROL) }.opens();
        let length = HEADER + extra + RECIPIENT + FRAMES;
        gives(vector, length, flags, 1, vec![opens, by(CAROL).fails(FragmentRequired)])
    };
    let name = "rewrap-split-no-fragment";
    let mut description = to_alice(name, SHORT);
    description.split = Split::WithHint;
    let wish = Rewrap { keep: vec![0], ..Rewrap::default() };
    let missing = row(name, "a split container, and no fragment", &Draft::new(&description), wish);
    vec![
        rewrapped("rewrap-split", "a split container with the hint", Split::WithHint, SPLIT | HINT, 8),
        rewrapped("rewrap-split-no-hint", "a split container without the hint", Split::WithoutHint, SPLIT, 0),
        fails(missing, FragmentRequired),
    ]
}

const SIGNED_LENGTH: usize = HEADER + 32 + RECIPIENT + FRAMES + signature::SIGNATURE;

fn to_carol_signed_by(person: Person) -> Rewrap {
    Rewrap {
        recipients: vec![CAROL.recipient()],
        signing_key: Some(person.signing_key()),
        ..Rewrap::default()
    }
}

fn signing() -> Vec<Vector> {
    let new = |name, comment, old: Option<Person>, wish| row(name, comment, &draft(name, old), wish);
    let adopted = |wish| Rewrap { adopt: true, ..wish };
    let by_bob = || vec![by(CAROL).signer(BOB).opens(), by(CAROL).signer(ALICE).fails(WrongSigner)];
    let gives_signed = |vector| gives(vector, SIGNED_LENGTH, SIGNED, 1, by_bob());
    vec![
        gives_signed(new(
            "rewrap-signed",
            "signed again by the same signer",
            Some(BOB),
            to_carol_signed_by(BOB),
        )),
        fails(
            new("rewrap-sign-unsigned", "an unsigned one is to be signed", None, to_carol_signed_by(BOB)),
            SignatureMissing,
        ),
        fails(
            new("rewrap-sign-other", "another's is to be signed", Some(ALICE), to_carol_signed_by(BOB)),
            WrongSigner,
        ),
        gives_signed(new(
            "rewrap-adopt-unsigned",
            "an unsigned one is to be signed, and is adopted",
            None,
            adopted(to_carol_signed_by(BOB)),
        )),
        gives_signed(new(
            "rewrap-adopt-other",
            "another's is to be signed, and is adopted",
            Some(ALICE),
            adopted(to_carol_signed_by(BOB)),
        )),
    ]
}

/// A signed container without the key that would sign the new one.
fn giving_up() -> Vec<Vector> {
    let wish = Rewrap { keep: vec![0], ..Rewrap::default() };
    let unsigning = Rewrap { unsign: true, ..wish.clone() };
    let name = "rewrap-signed-no-key";
    let no_key = row(name, "signed, and there is no key to sign again", &draft(name, Some(BOB)), wish);
    let name = "rewrap-unsign";
    let unsigned = row(name, "the signature is given up", &draft(name, Some(BOB)), unsigning);
    let opens = vec![by(ALICE).opens(), by(ALICE).signer(BOB).fails(SignatureMissing)];
    vec![
        Vector { refused: Some("signing_key_required".to_string()), ..no_key },
        gives(unsigned, HEADER + RECIPIENT + FRAMES, 0, 1, opens),
    ]
}

/// Old containers that a recipient or an outsider changed.
fn damaged() -> Vec<Vector> {
    let new = |name, comment, old: Option<Person>, edit: &dyn Fn(&mut Draft), wish| {
        let mut draft = draft(name, old);
        edit(&mut draft);
        row(name, comment, &draft, wish)
    };
    let keeping = Rewrap { keep: vec![0], ..Rewrap::default() };
    let adopting = Rewrap { adopt: true, ..to_carol_signed_by(BOB) };
    let bad_frame: &dyn Fn(&mut Draft) = &|draft| draft.frames[0][40] ^= 1;
    let bad_signature: &dyn Fn(&mut Draft) = &|draft| draft.signature = Some(vec![1; signature::SIGNATURE]);
    let stranger = Vector {
        identities: Some(vec![CAROL.identity()]),
        ..new("rewrap-no-key", "no key of the old container", None, &|_| (), keeping.clone())
    };
    vec![
        fails(stranger, NoMatchingKey),
        fails(
            new(
                "rewrap-header-mac",
                "header_mac differs",
                None,
                &|draft| draft.header_mac = Some([0; 32]),
                keeping.clone(),
            ),
            HeaderTampered,
        ),
        gives(
            new("rewrap-frame-bad", "frames are copied as they are, bad ones too", None, bad_frame, keeping),
            HEADER + RECIPIENT + FRAMES,
            0,
            1,
            vec![by(ALICE).fails(ChunkTampered(0))],
        ),
        fails(
            new(
                "rewrap-sign-frame-bad",
                "nothing is signed over a bad frame",
                Some(BOB),
                bad_frame,
                to_carol_signed_by(BOB),
            ),
            ChunkTampered(0),
        ),
        fails(
            new("rewrap-adopt-frame-bad", "nor adopted", None, bad_frame, adopting.clone()),
            ChunkTampered(0),
        ),
        fails(
            new(
                "rewrap-sign-bad-signature",
                "the old signature is verified",
                Some(BOB),
                bad_signature,
                to_carol_signed_by(BOB),
            ),
            SignatureInvalid,
        ),
        fails(
            new(
                "rewrap-adopt-bad-signature",
                "what bears the signer's own name is not adopted unverified",
                Some(BOB),
                bad_signature,
                adopting.clone(),
            ),
            SignatureInvalid,
        ),
        fails(
            new(
                "rewrap-sign-trailing",
                "nothing is signed over what has bytes too many",
                None,
                &|draft| draft.frames.push(vec![0]),
                adopting,
            ),
            TrailingData,
        ),
    ]
}
