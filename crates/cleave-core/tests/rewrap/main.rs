//! Rewrap (FORMAT.md, "Rewrap"): who opens the new header, what stays as it was, and what becomes of the signature.

#[path = "../recipe/mod.rs"]
mod recipe;
mod signatures;

use cleave_core::hazmat::hmac_sha512;
use cleave_core::{
    Error, HintField, Keys, OpenedBy, Reader, Rewrapper, Slot, SlotKind, decrypt, hazmat, rewrap,
};
use recipe::{Dice, Holder, Recipe, cheap, identity, limits, passphrase, plaintext, recipient};

/// Rewraps as `change` says, with fixed randomness, so that a failure can be looked at again.
fn rewrapped(
    container: &[u8],
    keys: Keys,
    change: impl FnOnce(Rewrapper) -> Rewrapper,
) -> Result<Vec<u8>, Error> {
    rewrap(container, keys, limits(), |rewrapper| {
        hazmat::rewrap_from(change(rewrapper), Box::new(Dice::new(9)))
    })
}

/// How a rewrap went, without its bytes.
fn named(result: Result<Vec<u8>, Error>) -> Result<(), &'static str> {
    result.map(|_| ()).map_err(|error| error.name())
}

/// The slots, and where the header ends.
fn header_of(container: &[u8]) -> (Vec<Slot>, usize) {
    let mut reader = Reader::keeping_slots(Keys::new(), limits());
    let taken = reader.push(container).expect("the header is well formed");
    (reader.finish().expect("the header is whole").slots().to_vec(), taken)
}

fn own_key_id(container: &[u8], number: u8) -> [u8; 8] {
    let message = [&b"cleave/v1 key id"[..], recipient(number).as_bytes()].concat();
    *hmac_sha512(&container[13..45], &message).first_chunk().expect("an HMAC-SHA-512 has 64 bytes")
}

/// The container opens to the recipe's plaintext by `keys`.
fn opens(recipe: &Recipe, container: &[u8], keys: Keys) {
    assert_eq!(decrypt(container, keys, limits()).expect("the key fits").plaintext, recipe.plaintext);
}

fn refused(container: &[u8], keys: Keys) -> &'static str {
    decrypt(container, keys, limits()).map(|_| ()).expect_err("no key fits").name()
}

#[test]
fn salt_commitment_chunk_size_and_frames_stay() {
    let recipe = Recipe::of(9000);
    let old = recipe.container();
    let new = rewrapped(&old, recipe.first_keys(), |rewrapper| rewrapper.recipient(recipient(2)))
        .expect("the key fits");
    let (slots, new_len) = header_of(&new);
    assert_eq!(slots.len(), 2);
    assert_eq!(new_len, recipe.header_len() + 1177);
    assert_eq!(old[..11], new[..11], "magic, version, flags, chunk_log2");
    assert_eq!(old[13..77], new[13..77], "salt and commitment");
    assert_ne!(old[recipe.header_len() - 32..][..32], new[new_len - 32..][..32], "header_mac is made anew");
    assert_eq!(old[recipe.header_len()..], new[new_len..], "frames are copied byte for byte");
    opens(&recipe, &new, recipe.first_keys());
    opens(&recipe, &new, Keys::new().identity(identity(2)));
}

#[test]
fn a_slot_that_stays_is_copied_whole() {
    let recipe =
        Recipe { holders: vec![Holder::Named(1), Holder::Hidden(2), Holder::Passphrase], ..Recipe::of(5) };
    let old = recipe.container();
    let new = rewrapped(&old, recipe.first_keys(), |rewrapper| rewrapper.recipient(recipient(3)))
        .expect("the key fits");
    let (old_slots, new_slots) = (header_of(&old).0, header_of(&new).0);
    assert_eq!(new_slots.len(), 4);
    assert!(old_slots.iter().all(|slot| new_slots.contains(slot)));
}

#[test]
fn who_was_removed_no_longer_opens_the_new_header() {
    let recipe = Recipe { holders: vec![Holder::Named(1), Holder::Named(2)], ..Recipe::of(100) };
    let old = recipe.container();
    let gone = own_key_id(&old, 2);
    let new = rewrapped(&old, recipe.first_keys(), |rewrapper| {
        assert_eq!(rewrapper.key_id(&recipient(2)), gone);
        assert_eq!(rewrapper.slots().len(), 2);
        rewrapper.retain(|slot| slot.key_id() != Some(gone))
    })
    .expect("the key fits");
    opens(&recipe, &old, recipe.keys(Holder::Named(2)));
    opens(&recipe, &new, recipe.keys(Holder::Named(1)));
    assert_eq!(refused(&new, recipe.keys(Holder::Named(2))), "no_matching_key");
    assert_eq!(new.len(), old.len() - 1177);
}

#[test]
fn everybody_can_be_replaced() {
    let recipe = Recipe { holders: vec![Holder::Passphrase], ..Recipe::of(4096) };
    let new = rewrapped(&recipe.container(), recipe.first_keys(), |rewrapper| {
        rewrapper.retain(|_| false).recipient(recipient(5))
    })
    .expect("the passphrase fits");
    opens(&recipe, &new, Keys::new().identity(identity(5)));
    assert_eq!(refused(&new, Keys::new().passphrase(passphrase())), "no_matching_key");
}

#[test]
fn a_hidden_recipient_and_a_passphrase_are_added() {
    let recipe = Recipe::of(1);
    let new = rewrapped(&recipe.container(), recipe.first_keys(), |rewrapper| {
        rewrapper.hidden_recipient(recipient(2)).passphrase(passphrase(), cheap())
    })
    .expect("the key fits");
    opens(&recipe, &new, recipe.first_keys());
    opens(&recipe, &new, Keys::new().identity(identity(2)));
    opens(&recipe, &new, Keys::new().passphrase(passphrase()));
    let (slots, _) = header_of(&new);
    let hidden = slots.iter().filter(|slot| slot.kind == SlotKind::Recipient && slot.key_id().is_none());
    assert_eq!(hidden.count(), 1);
    assert_eq!(slots.iter().filter_map(Slot::argon2_cost).collect::<Vec<_>>(), [cheap()]);
    let opened = decrypt(&new, Keys::new().passphrase(passphrase()), limits()).expect("it fits");
    assert_eq!(opened.opened_by, OpenedBy::Passphrase);
}

#[test]
fn slots_stand_in_an_order_that_the_randomness_draws() {
    let recipe = Recipe::of(1);
    let old = recipe.container();
    let mut first = std::collections::BTreeSet::new();
    for dice in 0..40 {
        let new = rewrap(&old, recipe.first_keys(), limits(), |rewrapper| {
            hazmat::rewrap_from(rewrapper.passphrase(passphrase(), cheap()), Box::new(Dice::new(dice)))
        });
        first.insert(header_of(&new.expect("the key fits")).0[0].bytes[0]);
    }
    assert_eq!(first.into_iter().collect::<Vec<_>>(), [1, 2], "each of the two comes first at times");
}

#[test]
fn split_stays_split_with_the_same_fragment() {
    for field in [HintField::Stored, HintField::Omitted] {
        let recipe = Recipe { split: Some(field), ..Recipe::of(4097) };
        let old = recipe.container();
        let new = rewrapped(&old, recipe.first_keys(), |rewrapper| {
            rewrapper.retain(|_| false).recipient(recipient(2)).passphrase(passphrase(), cheap())
        })
        .expect("key and fragment fit");
        assert_eq!(old[9], new[9], "flags");
        if field == HintField::Stored {
            assert_eq!(old[77..85], new[77..85], "the hint");
        }
        for holder in [Holder::Named(2), Holder::Passphrase] {
            opens(&recipe, &new, recipe.keys(holder));
        }
        assert_eq!(refused(&new, Keys::new().identity(identity(2))), "fragment_required");
        let without = rewrapped(&old, Keys::new().identity(identity(1)), |rewrapper| rewrapper);
        assert_eq!(named(without), Err("fragment_required"));
    }
}

#[test]
fn nobody_left_is_refused() {
    let recipe = Recipe::of(1);
    let result = rewrapped(&recipe.container(), recipe.first_keys(), |rewrapper| rewrapper.retain(|_| false));
    assert_eq!(named(result), Err("usage"));
}

/// An extension slot opens to nobody that this version knows.
#[test]
fn an_extension_slot_stays_and_is_nobody() {
    let recipe = Recipe::of(3);
    let old = recipe.container_with_extension(&EXTENSION);
    opens(&recipe, &old, recipe.first_keys());
    let new = rewrapped(&old, recipe.first_keys(), |rewrapper| rewrapper.recipient(recipient(2)))
        .expect("the key fits");
    let (slots, _) = header_of(&new);
    assert!(slots.iter().any(|slot| slot.kind == SlotKind::Extension(0x90) && slot.bytes == EXTENSION));
    opens(&recipe, &new, Keys::new().identity(identity(2)));
    let nobody = rewrapped(&old, recipe.first_keys(), |rewrapper| {
        rewrapper.retain(|slot| matches!(slot.kind, SlotKind::Extension(_)))
    });
    assert_eq!(named(nobody), Err("usage"));
}

const EXTENSION: [u8; 7] = [0x90, 0, 4, 1, 2, 3, 4];

#[test]
fn a_key_that_does_not_fit_and_a_changed_header_are_refused_as_by_a_reader() {
    let recipe = Recipe::of(10);
    let mut old = recipe.container();
    let result = rewrapped(&old, Keys::new().identity(identity(2)), |rewrapper| rewrapper);
    assert_eq!(named(result), Err("no_matching_key"));
    let mac = recipe.header_len() - 1;
    old[mac] ^= 1;
    let result = rewrapped(&old, recipe.first_keys(), |rewrapper| rewrapper);
    assert_eq!(named(result), Err("header_tampered"));
}

#[test]
fn what_is_cut_or_appended_is_refused_without_a_signature_too() {
    let recipe = Recipe::of(5000);
    let old = recipe.container();
    let keep = |container: &[u8]| named(rewrapped(container, recipe.first_keys(), |rewrapper| rewrapper));
    assert_eq!(keep(&old), Ok(()));
    for len in [0, 5, 100, recipe.header_len(), recipe.header_len() + 4116, old.len() - 1] {
        assert_eq!(keep(&old[..len]), Err("truncated"), "cut at {len}");
    }
    assert_eq!(keep(&[&old[..], b"\0"].concat()), Err("trailing_data"));
    let mut head = old.clone();
    head[recipe.header_len()] ^= 1;
    assert_eq!(keep(&head), Err("chunk_tampered"));
}

#[test]
fn any_split_into_pushes_copies_the_same() {
    let recipe = Recipe { signing: recipe::Signing::Required(1), ..Recipe::of(9000) };
    let old = recipe.container();
    let whole = copied(&recipe, &old, old.len());
    for step in [1, 7, 64, 3309, 4116] {
        assert_eq!(copied(&recipe, &old, step), whole, "by {step}");
    }
    opens(&recipe, &whole, recipe.first_keys());
    assert_eq!(recipe.plaintext, plaintext(9000));
}

fn copied(recipe: &Recipe, container: &[u8], step: usize) -> Vec<u8> {
    let mut reader = Reader::keeping_slots(recipe.first_keys(), limits());
    let mut at = 0;
    while !reader.is_complete() {
        at += reader.push(&container[at..container.len().min(at + step)]).expect("the header is good");
    }
    let rewrapper = reader.finish().and_then(cleave_core::Locked::rewrap).expect("the key fits");
    let change = rewrapper.signing(signatures::own(1));
    let started = hazmat::rewrap_from(change, Box::new(Dice::new(9))).expect("the signer is the same");
    let (mut out, mut copier) = (started.header, started.copier);
    for piece in container[at..].chunks(step) {
        copier.push(piece, &mut out).expect("the frames are good");
    }
    copier.finish(&mut out).expect("the signature is good");
    out
}
