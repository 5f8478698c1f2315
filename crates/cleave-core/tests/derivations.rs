//! Argon2id is computed wherever a caller wants it: the machines ask for it and are given it, with the bytes, the errors
//! and the order of checks that they have when they compute it themselves; and little is tried at once where that is asked.

mod recipe;

use cleave_core::hazmat::start_from;
use cleave_core::{
    Argon2Cost, Derivation, Derived, Encryptor, Error, HeaderState, Keys, Limits, Locked, OpenedBy,
    Passphrase, Reader, hazmat,
};
use recipe::{Dice, Holder, Recipe, cheap, identity, passphrase, recipient};
use std::num::NonZeroU32;

const PASSPHRASES: [&str; 3] = ["first", "second", "third"];

fn known(text: &str) -> Passphrase {
    Passphrase::new(text).expect("a good passphrase")
}

/// For three passphrases and a recipient.
fn encryptor() -> Encryptor {
    let encryptor = Encryptor::new().recipient(recipient(1));
    PASSPHRASES.iter().fold(encryptor, |encryptor, text| encryptor.passphrase(known(text), cheap()))
}

fn header_of_four() -> Vec<u8> {
    let mut writer = start_from(encryptor(), Box::new(Dice::new(0))).expect("somebody can open it").writer;
    let mut header = Vec::new();
    while writer.header(&mut header).expect("dice do not fail") == HeaderState::More {}
    header
}

fn locked(header: &[u8], keys: Keys, limits: Limits) -> Locked {
    let mut reader = Reader::new(keys, limits);
    assert_eq!(reader.push(header), Ok(header.len()));
    reader.finish().expect("the header is whole")
}

/// As somebody would elsewhere: from the parts of the derivation.
fn elsewhere(derivation: &Derivation) -> Derived {
    let bytes = hazmat::argon2id(derivation.passphrase(), derivation.salt(), derivation.cost());
    Derived::from_bytes(&bytes.expect("little memory is asked for"))
}

#[test]
fn a_header_has_the_same_bytes_wherever_its_passphrases_are_derived() {
    let mut writer = start_from(encryptor(), Box::new(Dice::new(0))).expect("somebody can open it").writer;
    let (mut header, mut derived) = (Vec::new(), 0);
    loop {
        if let Some(derivation) = writer.next_derivation().expect("dice do not fail") {
            // Asked again, it asks for the same.
            let again = writer.next_derivation().expect("dice do not fail").expect("it was not given yet");
            assert_eq!(again.salt(), derivation.salt());
            assert_eq!(derivation.cost(), cheap());
            writer.give_derived(elsewhere(&derivation));
            assert!(writer.next_derivation().expect("dice do not fail").is_none());
            derived += 1;
        }
        if writer.header(&mut header).expect("dice do not fail") == HeaderState::Whole {
            break;
        }
    }
    assert_eq!(derived, 3);
    assert!(writer.next_derivation().expect("the header is whole").is_none());
    assert!(header == header_of_four());
}

#[test]
fn a_rewrapped_header_has_the_same_bytes_too() {
    let rewrapper = || {
        let mut reader = Reader::keeping_slots(Keys::new().identity(identity(1)), Limits::default());
        reader.push(&header_of_four()).expect("it is good");
        let rewrapper = reader.finish().and_then(Locked::rewrap).expect("the identity fits");
        rewrapper.passphrase(known("fourth"), cheap()).recipient(recipient(2))
    };
    let whole = hazmat::rewrap_from(rewrapper(), Box::new(Dice::new(5))).expect("it is allowed");
    let mut writer = hazmat::begin_rewrap_from(rewrapper(), Box::new(Dice::new(5))).expect("it is allowed");
    let (mut header, mut derived) = (Vec::new(), 0);
    loop {
        if let Some(derivation) = writer.next_derivation().expect("dice do not fail") {
            assert_eq!(derivation.passphrase(), b"fourth");
            writer.give_derived(elsewhere(&derivation));
            derived += 1;
        }
        if writer.header(&mut header).expect("dice do not fail") == HeaderState::Whole {
            break;
        }
    }
    // Only the new slot is derived; the old ones are kept as they are.
    assert_eq!(derived, 1);
    assert!(header == whole.header);
    assert_eq!(writer.header(&mut header), Ok(HeaderState::Whole), "and gives nothing more");
    assert_eq!(header.len(), whole.header.len());
    assert!(writer.into_copier().is_ok());
    let early = hazmat::begin_rewrap_from(rewrapper(), Box::new(Dice::new(5))).expect("it is allowed");
    assert_eq!(early.into_copier().err().map(|error| error.name()), Some("usage"));
}

#[test]
fn slots_are_asked_for_one_by_one_until_one_opens() {
    let header = header_of_four();
    let mut places = Vec::new();
    for text in PASSPHRASES {
        let mut locked = locked(&header, Keys::new().passphrase(known(text)), Limits::default());
        let mut asked = 0;
        while let Some(derivation) = locked.next_derivation() {
            assert_eq!(derivation.passphrase(), text.as_bytes());
            locked.give_derived(&elsewhere(&derivation));
            asked += 1;
        }
        let unlocked = locked.unlock().expect("it is one of them");
        assert_eq!(unlocked.opened_by(), OpenedBy::Passphrase);
        places.push(asked);
    }
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3]);
}

#[test]
fn a_wrong_result_is_a_wrong_passphrase_and_what_is_left_is_computed_here() {
    let header = header_of_four();
    let keys = || Keys::new().passphrase(known("first"));
    let mut spoiled = locked(&header, keys(), Limits::default());
    while spoiled.next_derivation().is_some() {
        spoiled.give_derived(&Derived::from_bytes(&[7; 32]));
    }
    assert_eq!(spoiled.unlock().err(), Some(Error::WrongPassphrase { split: false }));
    let wrong = locked(&header, Keys::new().passphrase(known("other")), Limits::default());
    assert_eq!(wrong.unlock().err(), Some(Error::WrongPassphrase { split: false }));
    // What nobody waits for changes nothing.
    let mut untried = locked(&header, Keys::new().identity(identity(1)), Limits::default());
    untried.give_derived(&Derived::from_bytes(&[7; 32]));
    assert!(untried.unlock().is_ok());
    assert!(locked(&header, keys(), Limits::default()).unlock().is_ok());
}

#[test]
fn nothing_is_asked_for_that_cannot_help() {
    let header = header_of_four();
    let fits = Keys::new().identity(identity(1)).passphrase(known("first"));
    assert!(locked(&header, fits, Limits::default()).next_derivation().is_none());
    let none = locked(&header, Keys::new().identity(identity(2)), Limits::default());
    assert!(none.next_derivation().is_none());
    // Over the limits: their error comes from unlocking, as ever.
    let little = Limits { kdf_slots: 2, ..Limits::default() };
    let over = locked(&header, Keys::new().passphrase(known("first")), little);
    assert!(over.next_derivation().is_none());
    assert_eq!(over.unlock().err().map(|error| error.name()), Some("kdf_limit"));
    let split = Recipe {
        holders: vec![Holder::Passphrase],
        split: Some(cleave_core::HintField::Stored),
        ..Recipe::of(0)
    };
    let container = split.container();
    let mut reader = Reader::new(Keys::new().passphrase(passphrase()), Limits::default());
    reader.push(&container).expect("it is good");
    let without = reader.finish().expect("it is whole");
    assert!(without.next_derivation().is_none());
    assert_eq!(without.unlock().err(), Some(Error::FragmentRequired));
}

#[test]
fn a_reader_that_must_not_be_kept_makes_few_trials_at_once_and_finds_the_same() {
    let hidden = |number| Encryptor::new().hidden_recipient(recipient(number)).hidden_recipient(recipient(9));
    let header = {
        let start = start_from(hidden(8), Box::new(Dice::new(0))).expect("somebody can open it");
        let (mut writer, mut header) = (start.writer, Vec::new());
        while writer.header(&mut header).expect("dice do not fail") == HeaderState::More {}
        header
    };
    for (most, limit) in [(1, 4096), (3, 4096), (100, 4096), (2, 5)] {
        let keys = || (1..=8).fold(Keys::new(), |keys, number| keys.identity(identity(number)));
        let limits = Limits { trials: limit, ..Limits::default() };
        let at_once = NonZeroU32::new(most).expect("not zero");
        let mut reader = Reader::new(keys(), limits).trials_at_once(at_once);
        let (mut taken, mut pushes) = (0, 0);
        while !reader.is_complete() {
            let end = header.len().min(taken + 1000);
            taken += reader.push(&header[taken..end]).expect("it is good");
            pushes += 1;
        }
        assert_eq!(taken, header.len());
        let slowly = reader.finish().expect("it is whole");
        let quickly = locked(&header, keys(), limits);
        assert_eq!(slowly.trials(), quickly.trials());
        // A push either takes bytes or makes so many trials at most.
        assert!(pushes as u64 >= slowly.trials() / u64::from(most), "{pushes} pushes");
        let by = |locked: Locked| locked.unlock().map(|unlocked| unlocked.opened_by());
        assert_eq!(by(slowly), by(quickly));
    }
}

#[test]
fn what_was_computed_elsewhere_is_what_is_computed_here() {
    let cost = Argon2Cost::new(64, 2, 3).expect("a possible cost");
    let derivation = || Derivation::new(&known("caf\u{e9}"), &[3; 16], cost);
    let here = derivation().derive().expect("little memory is asked for");
    assert_eq!(elsewhere(&derivation()).expose(), here.expose());
    // Passphrases are normalized before they are derived.
    let decomposed = Derivation::new(&known("cafe\u{301}"), &[3; 16], cost).derive();
    assert_eq!(decomposed.expect("little memory is asked for").expose(), here.expose());
}
