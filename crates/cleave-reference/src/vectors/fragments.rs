//! Vectors of split containers and their fragments (FORMAT.md, "Fragment").

use crate::bech32;
use crate::error::Error::*;
use crate::fragment;
use crate::slot::Cost;
use crate::text;
use crate::vector::Vector;
use crate::vectors::case::{Case, SHORT, case, for_alice, to_alice};
use crate::vectors::people::{ALICE, BOB};
use crate::writer::{Draft, Slot, Split};

pub(super) fn vectors() -> Vec<Vector> {
    [good(), other(), broken(), not_split()].concat()
}

fn draft(name: &str, split: Split) -> Draft {
    let mut description = to_alice(name, SHORT);
    description.slots.push(Slot::Passphrase("split".to_string(), Cost::LOW));
    description.split = split;
    Draft::new(&description)
}

fn row(name: &str, comment: &str, split: Split) -> (Case, Draft) {
    let draft = draft(name, split);
    (case(name, comment).holds(draft.container()), draft)
}

fn good() -> Vec<Vector> {
    let (hint, first) = row("split", "split, with pairing hint", Split::WithHint);
    let (no_hint, second) = row("split-no-hint", "split without the hint, by passphrase", Split::WithoutHint);
    let (by_passphrase, third) =
        row("split-passphrase", "split, with pairing hint, by passphrase", Split::WithHint);
    let (identity, fourth) =
        row("split-no-hint-identity", "split without the hint, by identity", Split::WithoutHint);
    let (ignored, fifth) = row(
        "fragment-hint-field-ignored",
        "the fragment's own hint field is wrong, its share is right",
        Split::WithHint,
    );
    let other_field = fragment::to_text(&fragment::build(&[0; 8], &fifth.share));
    let (lower, sixth) = row("fragment-lower-case", "the fragment's text in lower case", Split::WithHint);
    vec![
        hint.by(ALICE).fragment(&first.fragment()).opens(SHORT),
        no_hint.passphrase("split").fragment(&second.fragment()).opens(SHORT),
        by_passphrase.passphrase("split").fragment(&third.fragment()).opens(SHORT),
        identity.by(ALICE).fragment(&fourth.fragment()).opens(SHORT),
        ignored.by(ALICE).fragment(&other_field).opens(SHORT),
        lower.by(ALICE).fragment(&sixth.fragment().to_lowercase()).opens(SHORT),
    ]
}

/// A good fragment, but not this container's, or none.
fn other() -> Vec<Vector> {
    let other = draft("the container of the other fragment", Split::WithHint).fragment();
    let with_hint = |name, comment| row(name, comment, Split::WithHint).0;
    let without = |name, comment| row(name, comment, Split::WithoutHint).0;
    let (share, draft) =
        row("fragment-other-share", "the fragment's hint field fits, its share does not", Split::WithHint);
    let share_only = fragment::build(&draft.hint.expect("the container has a hint"), &[7; 32]);
    let (hint_bit, damaged) =
        row("hint-bit", "the container's hint was changed: the fragment is a good one", Split::WithHint);
    let mut bytes = damaged.container();
    bytes[77] ^= 1;
    let (not_mine, third) = row("split-not-mine", "fragment fits, identity does not", Split::WithHint);
    let (wrong, fourth) =
        row("split-wrong-passphrase", "fragment fits, passphrase does not", Split::WithoutHint);
    vec![
        with_hint("split-no-fragment", "split, no fragment given").by(ALICE).fails(FragmentRequired),
        without("split-no-hint-no-fragment", "split without the hint, no fragment given")
            .by(ALICE)
            .fails(FragmentRequired),
        with_hint("split-other-fragment", "fragment of another container")
            .by(ALICE)
            .fragment(&other)
            .fails(FragmentMismatch),
        without("split-no-hint-other", "wrong fragment is found by the commitment")
            .by(ALICE)
            .fragment(&other)
            .fails(FragmentMismatch),
        without("split-no-hint-other-passphrase", "by passphrase: passphrase or fragment is wrong")
            .passphrase("split")
            .fragment(&other)
            .fails(WrongPassphrase),
        without("split-no-hint-other-both", "a recipient slot opened, so it is the fragment")
            .by(ALICE)
            .passphrase("split")
            .fragment(&other)
            .fails(FragmentMismatch),
        share.by(ALICE).fragment(&fragment::to_text(&share_only)).fails(FragmentMismatch),
        hint_bit.by(ALICE).fragment(&damaged.fragment()).holds(bytes).fails(FragmentMismatch),
        not_mine.by(BOB).fragment(&third.fragment()).fails(NoMatchingKey),
        wrong.passphrase("wrong").fragment(&fourth.fragment()).fails(WrongPassphrase),
    ]
}

/// Fragments that are none, given with a container that needs one.
fn broken() -> Vec<Vector> {
    let row = |name, comment, change: &dyn Fn(&Draft) -> String| {
        let (case, draft) = row(name, comment, Split::WithHint);
        case.by(ALICE).fragment(&change(&draft)).fails(FragmentMalformed)
    };
    let bytes = |draft: &Draft| text::fragment(&draft.fragment()).expect("it was just made").to_vec();
    let text = |bytes: &[u8]| text::secret(text::FRAGMENT, bytes);
    let changed = |draft: &Draft, place: usize| {
        let mut bytes = bytes(draft);
        bytes[place] ^= 1;
        text(&bytes)
    };
    vec![
        row("split-damaged-fragment", "a text form whose checksum fails", &|draft| {
            let mut text = draft.fragment();
            let last = text.pop();
            text + if last == Some('Q') { "P" } else { "Q" }
        }),
        row("fragment-checksum", "the checksum in the fragment fails", &|draft| changed(draft, 60)),
        row("fragment-share-bit", "one bit of the share: the checksum fails", &|draft| changed(draft, 20)),
        row("fragment-hint-bit", "one bit of the hint field: the checksum fails", &|draft| changed(draft, 6)),
        row("fragment-magic", "another magic", &|draft| changed(draft, 0)),
        row("fragment-version", "another version", &|draft| changed(draft, 4)),
        row("fragment-short", "60 bytes", &|draft| text(&bytes(draft)[..60])),
        row("fragment-long", "62 bytes", &|draft| text(&[&bytes(draft)[..], &[0]].concat())),
        row("fragment-empty", "no text at all", &|_| String::new()),
        row("fragment-prefix", "an identity given as the fragment", &|_| ALICE.identity()),
        row("fragment-other-prefix", "the right bytes under another prefix", &|draft| {
            text::secret("cleave-fragments-", &bytes(draft))
        }),
        row("fragment-mixed-case", "upper and lower case mixed", &|draft| {
            draft.fragment().replace("FRAGMENT", "fragment")
        }),
        row("fragment-padding", "a padding bit is set", &|draft| {
            let mut groups = bech32::to_groups(&bytes(draft));
            *groups.last_mut().expect("61 bytes have groups") |= 1;
            bech32::encode_groups(text::FRAGMENT, &groups).to_uppercase()
        }),
    ]
}

fn not_split() -> Vec<Vector> {
    let (unneeded, draft) =
        for_alice("fragment-unneeded", "a fragment given to a container that is not split is ignored", SHORT);
    let (malformed, second) = for_alice(
        "fragment-unneeded-malformed",
        "what is given as a fragment is not looked at when the container is not split",
        SHORT,
    );
    vec![
        unneeded.fragment(&draft.fragment()).holds(draft.container()).opens(SHORT),
        malformed.fragment("not a fragment").holds(second.container()).opens(SHORT),
    ]
}
