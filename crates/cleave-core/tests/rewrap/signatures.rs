//! What becomes of a signature: unsigned or signed before, and refused, removed, or made anew by the same signer or by one
//! who adopts the content.

use crate::recipe::{Holder, Recipe, Signing, limits, recipient, signing_key};
use crate::{header_of, named, rewrapped};
use cleave_core::{Adoption, Authorship, Error, Keys, Resign, decrypt};

pub(crate) fn own(number: u8) -> Resign {
    Resign::Sign(signing_key(number), Adoption::OwnOnly)
}

fn adopted(number: u8) -> Resign {
    Resign::Sign(signing_key(number), Adoption::Adopt)
}

const SIGNED_BY_1: Signing = Signing::Unchecked(1);

/// Two chunks, the second not full.
fn signed(signing: Signing) -> Recipe {
    Recipe { signing, ..Recipe::of(5000) }
}

fn resigned(recipe: &Recipe, container: &[u8], signing: Resign) -> Result<Vec<u8>, Error> {
    rewrapped(container, recipe.first_keys(), |rewrapper| rewrapper.recipient(recipient(2)).signing(signing))
}

/// Who vouches for the container, where signing key `number` is required of it.
fn required(container: &[u8], number: u8) -> Result<Authorship, &'static str> {
    let keys = Recipe { signing: Signing::Required(number), ..Recipe::of(0) }.keys(Holder::Named(2));
    decrypt(container, keys, limits()).map(|opened| opened.read.authorship).map_err(|error| error.name())
}

/// Before, what is asked for, and what is there after or the refusal's name.
type Case = (Signing, fn() -> Resign, Result<Signing, &'static str>);

#[test]
fn every_way_from_every_container() {
    let cases: [Case; 12] = [
        (Signing::Unsigned, || Resign::Refuse, Ok(Signing::Unsigned)),
        (Signing::Unsigned, || Resign::Remove, Ok(Signing::Unsigned)),
        (Signing::Unsigned, || own(1), Err("signature_missing")),
        (Signing::Unsigned, || adopted(1), Ok(Signing::Required(1))),
        (SIGNED_BY_1, || Resign::Refuse, Err("usage")),
        (SIGNED_BY_1, || Resign::Remove, Ok(Signing::Unsigned)),
        (SIGNED_BY_1, || own(1), Ok(Signing::Required(1))),
        (SIGNED_BY_1, || own(2), Err("wrong_signer")),
        (SIGNED_BY_1, || adopted(2), Ok(Signing::Required(2))),
        (SIGNED_BY_1, || adopted(1), Ok(Signing::Required(1))),
        (Signing::Required(1), || adopted(2), Ok(Signing::Required(2))),
        (Signing::Required(1), || own(2), Err("wrong_signer")),
    ];
    for (number, (before, signing, after)) in cases.into_iter().enumerate() {
        let recipe = signed(before);
        let old = recipe.container();
        let new = match (resigned(&recipe, &old, signing()), after) {
            (Err(error), Err(name)) => {
                assert_eq!(error.name(), name, "case {number}");
                continue;
            }
            (new, after) => {
                assert!(after.is_ok(), "case {number}: accepted");
                new.unwrap_or_else(|error| panic!("case {number}: {}: {error}", error.name()))
            }
        };
        let (_, header_len) = header_of(&new);
        let frames = 5000 + 2 * 20;
        assert_eq!(
            old[recipe.header_len()..][..frames],
            new[header_len..][..frames],
            "case {number}: frames are copied byte for byte"
        );
        match after {
            Ok(Signing::Required(signer)) => {
                assert_eq!(new[9] & 2, 2, "case {number}: SIGNED");
                assert_eq!(new.len(), header_len + frames + 3309, "case {number}");
                assert_eq!(required(&new, signer), Ok(Authorship::Verified), "case {number}");
                assert_eq!(required(&new, 3 - signer), Err("wrong_signer"), "case {number}");
            }
            _ => {
                assert_eq!(new[9] & 2, 0, "case {number}: SIGNED is cleared");
                assert_eq!(header_len, 109 + 2 * 1177, "case {number}: signer_id is gone");
                assert_eq!(new.len(), header_len + frames, "case {number}: the signature is gone");
                assert_eq!(required(&new, 1), Err("signature_missing"), "case {number}");
            }
        }
    }
}

/// A frame that was changed, a frame that a recipient made, a signature that was changed, and a cut.
fn damaged(recipe: &Recipe) -> [(&'static str, Vec<u8>); 5] {
    let good = recipe.container();
    let changed = |at: usize| {
        let mut container = good.clone();
        container[at] ^= 1;
        container
    };
    // The same randomness gives the same keys: what a recipient who kept them could write under this header.
    let forged = Recipe { plaintext: vec![b'!'; 5000], ..recipe.clone() }.container();
    let signature = good.len() - 3309;
    [
        ("a changed frame", changed(recipe.header_len() + 4116 + 100)),
        ("a recipient's frames", [&forged[..signature], &good[signature..]].concat()),
        ("a changed signature", changed(signature + 9)),
        ("a cut signature", good[..good.len() - 1].to_vec()),
        ("something appended", [&good[..], b"\n"].concat()),
    ]
}

/// How each is refused where the old signature must verify.
const OWN: [&str; 5] =
    ["chunk_tampered", "signature_invalid", "signature_invalid", "truncated", "trailing_data"];

#[test]
fn a_rewrap_that_signs_authenticates_and_verifies() {
    let recipe = signed(SIGNED_BY_1);
    for ((what, container), name) in damaged(&recipe).into_iter().zip(OWN) {
        let result = resigned(&recipe, &container, own(1));
        assert_eq!(named(result), Err(name), "{what}");
    }
}

/// Who adopts takes over what any recipient could have written, but nothing that no recipient could.
#[test]
fn a_rewrap_that_adopts_authenticates_every_frame() {
    let recipe = signed(SIGNED_BY_1);
    let names = [Err("chunk_tampered"), Ok(()), Ok(()), Err("truncated"), Err("trailing_data")];
    for ((what, container), outcome) in damaged(&recipe).into_iter().zip(names) {
        let result = resigned(&recipe, &container, adopted(2));
        assert_eq!(named(result), outcome, "{what}");
    }
    // What bears the signer's own name is not adopted unverified.
    for ((what, container), name) in damaged(&recipe).into_iter().zip(OWN) {
        assert_eq!(named(resigned(&recipe, &container, adopted(1))), Err(name), "{what}");
    }
    let mut unsigned = signed(Signing::Unsigned).container();
    let last = unsigned.len() - 1;
    unsigned[last] ^= 1;
    let result = resigned(&recipe, &unsigned, adopted(2));
    assert_eq!(result.map(|_| ()), Err(Error::ChunkTampered { index: 1 }));
}

/// A signer that the caller requires is required of what is rewrapped, whatever becomes of the signature.
#[test]
fn a_required_signer_is_verified_though_the_signature_goes() {
    let recipe = signed(Signing::Required(1));
    for signing in [|| Resign::Remove, || adopted(2)] {
        assert!(resigned(&recipe, &recipe.container(), signing()).is_ok());
        for ((what, container), name) in damaged(&recipe).into_iter().zip(OWN) {
            let result = resigned(&recipe, &container, signing());
            assert_eq!(named(result), Err(name), "{what}");
        }
    }
    let unsigned = signed(Signing::Unsigned).container();
    for signing in [Resign::Refuse, Resign::Remove, own(1), adopted(1)] {
        let result = resigned(&recipe, &unsigned, signing);
        assert_eq!(named(result), Err("signature_missing"));
    }
}

#[test]
fn a_changed_frame_is_copied_where_nobody_signs() {
    let recipe = signed(Signing::Unsigned);
    let mut container = recipe.container();
    let last = container.len() - 1;
    container[last] ^= 1;
    let new = resigned(&recipe, &container, Resign::Refuse).expect("frames are not looked into");
    let opened = decrypt(&new, Keys::new().identity(crate::identity(2)), limits()).map(|_| ());
    assert_eq!(opened, Err(Error::ChunkTampered { index: 1 }));
}
