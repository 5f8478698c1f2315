//! What holds of any bytes at all. The fuzzers in `fuzz/` look for bytes of which it does not; the test beside this file
//! runs the same on stable, over `vectors/` and damaged copies of them.
#![allow(unreachable_pub, reason = "the fuzzers' crate includes this file, and hands the properties out")]

use crate::choices::{Choices, damaged, flipped};
use crate::recipe::{Dice, Holder, Signing, armored, identity, limits, recipient, signing_key};
use cleave_core::armor::{Decoder, Form};
use cleave_core::hazmat::{self, portable, rewrap_from, sha512};
use cleave_core::io::Failure;
use cleave_core::{
    Error, Fragment, FrameCrypto, HeaderPart, Identity, Keys, PlaintextRange, Portable, Read, Reader,
    Recipient, SIGNATURE_LEN, Signed, Signer, SigningKey, container_len, decrypt, decrypt_range, fastest, io,
    rewrap as rewrapped,
};
use std::sync::{Arc, Mutex};

/// The identity that most of `vectors/` are for.
const OF_VECTORS: &str = "CLEAVE-SECRET-KEY-19XME8VULX6J35C0QVUUFNHPGMU0LQP3KUAM86J09D5AMT35A36EQSEJ5WM";

/// A header is the same in whatever pieces it comes, and its parts add up to it.
pub fn header(data: &[u8]) {
    let (told, slots) = header_in_pieces(data, data.len().max(1));
    assert_eq!((&told, &slots), (&header_in_pieces(data, 1).0, &header_in_pieces(data, 7).1));
    if let Ok(len) = told {
        let end = data[..len].strip_suffix(&data[len - 32..len]).expect("header_mac ends it");
        let before = end.strip_suffix(&slots[..]).expect("the slots stand before it, as they were shown");
        assert!([77, 85, 109, 117].contains(&before.len()), "{} bytes before the slots", before.len());
    }
}

/// The length of the header or what is wrong with it, and the bytes of its slots.
fn header_in_pieces(data: &[u8], step: usize) -> (Result<usize, Error>, Vec<u8>) {
    let shown = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&shown);
    let mut reader = Reader::showing(Keys::new(), limits(), move |part| {
        if let HeaderPart::Slot(slot) = part {
            kept.lock().expect("nobody panicked").extend_from_slice(&slot.bytes);
        }
    });
    let taken = data.chunks(step).try_fold(0, |taken, piece| Ok(taken + reader.push(piece)?));
    let whole = taken.and_then(|taken| reader.finish().map(|_| taken));
    let slots = shown.lock().expect("nobody panicked").clone();
    (whole, slots)
}

/// One call and a stream, in pieces of any size, give the same of anything; what a stream released is what the call gives,
/// or the beginning of nothing.
pub fn reader(data: &[u8]) {
    let Some((first, container)) = data.split_first() else { return };
    let keys = || Keys::new().identity(Identity::parse(OF_VECTORS).expect("it is one"));
    let mut released = Vec::new();
    let streamed = streamed(container, usize::from(*first) + 1, keys(), &mut released);
    match (decrypt(container, keys(), limits()), streamed) {
        (Ok(opened), Ok(read)) => assert_eq!((opened.plaintext, opened.read), (released, read)),
        (Err(one), Err(other)) => assert_eq!(one, other),
        (one, other) => panic!("{:?} in one call, {other:?} streamed", one.map(|opened| opened.read)),
    }
}

fn streamed(container: &[u8], step: usize, keys: Keys, out: &mut Vec<u8>) -> Result<Read, Error> {
    let unsealed = io::open(Slow { bytes: container, step }, keys, limits()).and_then(io::Opening::unlock);
    let result = unsealed.and_then(|unsealed| match unsealed.unlocked().requires_signer() {
        true => unsealed.decrypt_unvouched(out, &mut |_| {}),
        false => unsealed.decrypt(out, &mut |_| {}),
    });
    result.map_err(|failure| match failure {
        Failure::Format(error) => error,
        other => panic!("memory can be read and written: {other}"),
    })
}

/// Gives at most `step` bytes a call.
struct Slow<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl std::io::Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let most = buffer.len().min(self.step);
        self.bytes.read(&mut buffer[..most])
    }
}

/// No edit of a container passes: it is refused, and what was released before is the beginning of what was written.
pub fn damage(data: &[u8]) {
    let mut choices = Choices::new(data);
    let recipe = choices.recipe();
    let good = recipe.container();
    let bad = damaged(&good, &mut choices);
    let mut released = Vec::new();
    let result = streamed(&bad, choices.below(500) + 1, recipe.first_keys(), &mut released);
    assert_eq!(result.is_ok(), bad == good, "{result:?}");
    let one_call = decrypt(&bad, recipe.first_keys(), limits()).map(|opened| opened.read);
    assert_eq!(one_call, result);
    assert!(recipe.plaintext.starts_with(&released));
}

/// Armor says the same in any pieces; what it takes off goes on again; what is no armor passes as it is, but for white space
/// before it.
pub fn armor(data: &[u8]) {
    let (bytes, form, result) = unarmored(data, data.len().max(1));
    assert_eq!(unarmored(data, 1), (bytes.clone(), form, result.clone()));
    match (form, result) {
        (Form::Armored, Ok(())) => assert_eq!(tidied(data), armored(&bytes)),
        (_, Ok(())) => assert_eq!(bytes, passed(data)),
        (_, Err(error)) => assert_eq!(error.name(), "armor_malformed"),
    }
    if !data.is_empty() {
        assert_eq!(unarmored(&armored(data), 61), (data.to_vec(), Form::Armored, Ok(())));
    }
}

fn unarmored(text: &[u8], step: usize) -> (Vec<u8>, Form, Result<(), Error>) {
    let (mut decoder, mut out) = (Decoder::new(), Vec::new());
    let pushed = text.chunks(step).try_for_each(|piece| decoder.push(piece, &mut out));
    let form = decoder.form();
    let result = pushed.and_then(|()| decoder.finish(&mut out));
    (out, form, result)
}

/// Of white space at the beginning no more is kept than shows that it is no container: 16 bytes.
fn passed(data: &[u8]) -> Vec<u8> {
    let white = data.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 0x0B).count();
    [&data[..white.min(16)], &data[white..]].concat()
}

/// With line feeds alone, and no white space around.
fn tidied(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8(text.to_vec()).expect("armor is ASCII").replace("\r\n", "\n");
    let space = |c: char| c.is_ascii_whitespace() || c == '\x0b';
    format!("{}\n", text.trim_matches(space)).into_bytes()
}

/// A key has one text form (in either case), and a changed character of it is refused.
pub fn keys(data: &[u8]) {
    let typed = String::from_utf8_lossy(data);
    let forms = text_forms(&typed);
    // Identities and recipients of age are read, and written as this format's.
    assert!(forms.len() < 2 && forms.iter().all(|form| payload(form) == payload(&typed)), "{forms:?}");
    let mut choices = Choices::new(data);
    let number = choices.byte();
    let made = [
        identity(number).to_text().to_string(),
        recipient(number).to_string(),
        signing_key(number).to_text().to_string(),
        signing_key(number).signer().to_string(),
    ];
    let text = &made[choices.below(4)];
    assert_eq!(text_forms(text), [text.as_str()]);
    assert_eq!(text_forms(&retyped(text, &mut choices)), [""; 0]);
}

/// What a text is read as, written again: of each kind of key that takes it.
fn text_forms(text: &str) -> Vec<String> {
    let identity = Identity::parse(text).map(|key| key.to_text().to_string());
    let signing = SigningKey::parse(text).map(|key| key.to_text().to_string());
    let recipient = text.parse::<Recipient>().map(|key| key.to_string());
    let signer = text.parse::<Signer>().map(|key| key.to_string());
    [identity, signing, recipient, signer].into_iter().flatten().collect()
}

/// What stands between a text form's prefix and its checksum, in one case.
fn payload(text: &str) -> Option<String> {
    let (_, rest) = text.rsplit_once('1')?;
    rest.len().checked_sub(6).map(|len| rest[..len].to_ascii_lowercase())
}

/// With one letter or digit changed for another.
fn retyped(text: &str, choices: &mut Choices) -> String {
    let (at, by) = (choices.below(text.len()), 1 + choices.below(31));
    let alphabet = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    let old = text.as_bytes()[at].to_ascii_lowercase();
    let place = alphabet.iter().position(|letter| *letter == old).unwrap_or(0);
    let new = char::from(alphabet[(place + by) % 32]);
    let upper = text.as_bytes()[0].is_ascii_uppercase();
    let new = if upper { new.to_ascii_uppercase() } else { new };
    let changed = format!("{}{new}{}", &text[..at], &text[at + 1..]);
    if changed == text { format!("{text}{new}") } else { changed }
}

/// A fragment has one form in bytes and one in text; a changed bit or character of either is refused.
pub fn fragment(data: &[u8]) {
    if let Ok(read) = Fragment::from_bytes(data) {
        assert_eq!(&read.to_bytes()[..], data);
    }
    if let Ok(read) = Fragment::parse(&String::from_utf8_lossy(data)) {
        assert!(read.to_text().as_bytes().eq_ignore_ascii_case(data));
    }
    let mut choices = Choices::new(data);
    let mut bytes = [&b"CLVF\x01"[..], &choices.bytes::<40>()].concat();
    bytes.extend_from_slice(&sha512(&[&b"cleave/v1 fragment"[..], &bytes].concat())[..16]);
    let made = Fragment::from_bytes(&bytes).expect("its checksum holds");
    assert_eq!(&Fragment::parse(&made.to_text()).expect("its own text").to_bytes()[..], &bytes[..]);
    assert!(Fragment::parse(&retyped(&made.to_text(), &mut choices)).is_err());
    bytes[choices.below(61)] ^= 1 << choices.below(8);
    assert!(Fragment::from_bytes(&bytes).is_err());
}

/// Who was added opens the new container, who stayed too, who was removed does not; the frames stay as they were.
pub fn rewrap(data: &[u8]) {
    let mut choices = Choices::new(data);
    let recipe = choices.unsigned();
    let named = recipe.holders.iter().filter(|holder| matches!(holder, Holder::Named(_)));
    let removed: Vec<Holder> = named.copied().filter(|_| choices.byte() % 2 == 1).collect();
    let old = recipe.container();
    let new = rewrapped(&old, recipe.first_keys(), limits(), |rewrapper| {
        let ids = removed.iter().filter_map(|holder| match holder {
            Holder::Named(number) => Some(rewrapper.key_id(&recipient(*number))),
            _ => None,
        });
        let gone: Vec<[u8; 8]> = ids.collect();
        let kept = rewrapper.retain(|slot| !slot.key_id().is_some_and(|id| gone.contains(&id)));
        rewrap_from(kept.recipient(recipient(200)), Box::new(Dice::new(9)))
    });
    let new = new.expect("somebody is left, and the key fits");
    assert!(new.ends_with(&old[recipe.header_len()..]));
    for holder in recipe.holders.iter().chain([&Holder::Named(200)]) {
        let opened = decrypt(&new, recipe.keys(*holder), limits()).map(|opened| opened.plaintext);
        assert_eq!(opened.is_ok(), !removed.contains(holder), "{holder:?}: {:?}", opened.as_ref().err());
        assert!(opened.is_err() || opened.is_ok_and(|plaintext| plaintext == recipe.plaintext));
    }
}

/// What is written opens to everyone whom it is for, whole and in ranges, is as long as was foretold, and to nobody else.
pub fn round_trip(data: &[u8]) {
    let mut choices = Choices::new(data);
    let recipe = choices.recipe();
    let container = recipe.container();
    let signed = if recipe.signing == Signing::Unsigned { Signed::No } else { Signed::Yes };
    let len = recipe.plaintext.len();
    let foretold = container_len(recipe.header_len() as u64, len as u64, recipe.chunk, signed);
    assert_eq!(foretold, Some(container.len() as u64));
    for holder in &recipe.holders {
        let opened = decrypt(&container, recipe.keys(*holder), limits()).expect("it is for them");
        assert_eq!(opened.plaintext, recipe.plaintext);
    }
    let stranger = decrypt(&container, recipe.keys(Holder::Named(201)), limits()).map(|opened| opened.read);
    assert!(stranger.is_err());
    let start = choices.below(len + 1);
    let end = start + choices.below(len - start + 1);
    let range = PlaintextRange::new(start as u64, Some(end as u64)).expect("it ends after it begins");
    let part = decrypt_range(&container, recipe.first_keys(), limits(), range).expect("it is within");
    assert_eq!(part, recipe.plaintext[start..end]);
}

/// The fast set and the portable one seal alike, open each other's, and refuse the same.
pub fn providers(data: &[u8]) {
    let mut choices = Choices::new(data);
    let (key, nonce) = (choices.bytes::<32>(), choices.bytes::<12>());
    let (aad, flip) = (choices.bytes::<4>(), choices.byte());
    let text = choices.rest();
    let (mut one, mut other) = (text.clone(), text.clone());
    let tag = Portable.seal(&key, &nonce, &aad, &mut one);
    assert_eq!((fastest().seal(&key, &nonce, &aad, &mut other), &other), (tag, &one));
    assert_eq!(fastest().sha512(&text), Portable.sha512(&text));
    let opened = |crypto: &dyn FrameCrypto, tag: &[u8; 16]| {
        let mut bytes = one.clone();
        crypto.open(&key, &nonce, &aad, &mut bytes, tag).map(|()| bytes)
    };
    assert_eq!((opened(&Portable, &tag), opened(fastest(), &tag)), (Ok(text.clone()), Ok(text)));
    let mut bad = tag;
    bad[usize::from(flip >> 3) % 16] ^= 1 << (flip & 7);
    assert!(opened(&Portable, &bad).is_err() && opened(fastest(), &bad).is_err());
}

/// X-Wing and ML-DSA-65 of the set that is built in and of the portable one give the same of the same bytes, whole or with
/// bits flipped.
pub fn sets(data: &[u8]) {
    let mut choices = Choices::new(data);
    x_wing_sets(&mut choices);
    ml_dsa_sets(data, &mut choices);
}

fn x_wing_sets(choices: &mut Choices<'_>) {
    let (seed, eseed) = (choices.bytes(), choices.bytes::<64>());
    let identity = hazmat::identity_from_seed(&seed);
    let mut public_key = *identity.recipient().as_bytes();
    assert_eq!(public_key, portable::xwing_public_key(&seed));
    match choices.below(4) {
        0 => public_key[1184..].copy_from_slice(&of_low_order(choices)),
        1 => public_key = flipped(&public_key, choices),
        _ => {}
    }
    let recipient = Recipient::from_bytes(&public_key);
    assert_eq!(recipient.is_ok(), portable::is_xwing_public_key(&public_key));
    let Ok(recipient) = recipient else { return };
    let (ss, enc) = hazmat::xwing_encapsulate(&recipient, &eseed);
    assert_eq!((ss, enc.clone()), portable::xwing_encapsulate(&public_key, &eseed));
    let mut enc = flipped(&enc, choices);
    if choices.below(4) == 0 {
        enc[1088..].copy_from_slice(&of_low_order(choices));
    }
    assert_eq!(hazmat::xwing_decapsulate(&identity, &enc), portable::xwing_decapsulate(&seed, &enc));
}

/// A point of X25519 with which every result is all zero: 0, 1, next to the prime, or of order eight, with and without the
/// top bit.
fn of_low_order(choices: &mut Choices<'_>) -> [u8; 32] {
    const ORDER_EIGHT: [u8; 32] = [
        0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24, 0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B, 0x04,
        0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86, 0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
    ];
    const OTHERS: [(u8, u8, u8); 5] =
        [(0, 0, 0), (1, 0, 0), (0xEC, 0xFF, 0x7F), (0xED, 0xFF, 0x7F), (0xEE, 0xFF, 0x7F)];
    let mut point = ORDER_EIGHT;
    if let Some((first, between, last)) = OTHERS.get(choices.below(6)) {
        point = [*between; 32];
        (point[0], point[31]) = (*first, *last);
    }
    point[31] |= choices.byte() & 0x80;
    point
}

fn ml_dsa_sets(message: &[u8], choices: &mut Choices<'_>) {
    let (seed, rnd, context) = (choices.bytes(), choices.bytes(), [choices.byte(); 256]);
    let context = &context[..[0, 1, 26, 255, 256][choices.below(5)]];
    let key = hazmat::signing_key_from_seed(&seed);
    let signer = *key.signer().as_bytes();
    assert_eq!(signer, portable::ml_dsa_public_key(&seed));
    let signature = hazmat::ml_dsa_sign(&key, message, context, &rnd).ok();
    assert_eq!(signature, portable::ml_dsa_sign(&seed, message, context, &rnd));
    let verifies = |context: &[u8], signature: &[u8; SIGNATURE_LEN]| {
        let verifies = hazmat::ml_dsa_verify(key.signer(), message, context, signature);
        assert_eq!(verifies, portable::ml_dsa_verify(&signer, message, context, signature));
        verifies
    };
    let Some(signature) = signature else { return assert_eq!(context.len(), 256) };
    let good = signature[..].try_into().expect("a signature has one length");
    assert!(verifies(context, &good) && !verifies(b"another", &good));
    let bad = flipped(&signature, choices);
    assert_eq!(verifies(context, &bad), bad == good);
}
