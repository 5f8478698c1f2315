//! Vectors of rewrapping: the new header is fresh, so what must hold of it is said, not its bytes.

use crate::vector::{Vector, compare, keys};
use cleave_core::io::{self, Failure};
use cleave_core::{
    Adoption, Argon2Cost, Error, Keys, Limits, Locked, Passphrase, Reader, Recipient, Resign, Rewrapper,
    SigningKey, decrypt,
};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{Cursor, Read};

/// The change that a vector wishes for, with its keys read.
pub(crate) struct Wish {
    keep: BTreeSet<u64>,
    recipients: Vec<Recipient>,
    hidden: Vec<Recipient>,
    passphrases: Vec<(Passphrase, Argon2Cost)>,
    signing: Resign,
}

/// A way to carry a rewrap out.
pub(crate) type Way = fn(&[u8], Keys, Limits, Wish) -> Result<Vec<u8>, Error>;

/// The whole container in memory.
pub(crate) fn one_call(old: &[u8], keys: Keys, limits: Limits, wish: Wish) -> Result<Vec<u8>, Error> {
    cleave_core::rewrap(old, keys, limits, |rewrapper| wish.apply(rewrapper).start())
}

/// A stream that is read once.
pub(crate) fn streamed(old: &[u8], keys: Keys, limits: Limits, wish: Wish) -> Result<Vec<u8>, Error> {
    by_io(io::open_keeping_slots(old, keys, limits), wish)
}

/// A file whose slots are read again.
pub(crate) fn read_again(old: &[u8], keys: Keys, limits: Limits, wish: Wish) -> Result<Vec<u8>, Error> {
    by_io(io::open_noting_slots(Cursor::new(old), keys, limits), wish)
}

fn by_io<R: Read>(opening: Result<io::Opening<R>, Failure>, wish: Wish) -> Result<Vec<u8>, Error> {
    let mut new = Vec::new();
    let rewrapped = opening
        .and_then(|opening| opening.rewrap(|rewrapper| wish.apply(rewrapper).begin(), &mut new, &mut |_| {}));
    match rewrapped {
        Ok(_) => Ok(new),
        Err(Failure::Format(error)) => Err(error),
        Err(other) => panic!("memory can be read and written: {other}"),
    }
}

/// Whether the rewrap gives, or is refused with, what the vector says.
pub(crate) fn holds(vector: &Vector, way: Way) -> Result<(), String> {
    let old = vector.container();
    let rewrap = || way(&old, vector.keys()?, vector.limits(), Wish::read(vector.field("rewrap"))?);
    match (rewrap(), vector.field("refused").as_str()) {
        (Ok(new), None) if vector.field("rewrapped").is_object() => {
            keeps_what_must_stay(&old, &new)?;
            is_as_said(vector.field("rewrapped"), &new)
        }
        (Ok(_), _) => Err("rewrapped, and another outcome is expected".to_owned()),
        // The one refusal that has no name in FORMAT.md: its message says what is wanted.
        (Err(Error::Usage { what }), Some("signing_key_required")) if what.contains("signing key") => Ok(()),
        (Err(error), Some(refused)) => Err(format!("{}, not {refused}", error.name())),
        (Err(error), None) => vector.fails(&error),
    }
}

impl Wish {
    fn read(wish: &Value) -> Result<Self, Error> {
        let list = |field: &str| wish[field].as_array().into_iter().flatten();
        let recipients = |field: &str| {
            list(field).map(|text| text.as_str().unwrap().parse()).collect::<Result<Vec<Recipient>, _>>()
        };
        let passphrase = |new: &Value| {
            let small = |field: &str| u8::try_from(new[field].as_u64().unwrap()).unwrap();
            let memory_kib = u32::try_from(new["memory_kib"].as_u64().unwrap()).unwrap();
            let cost = Argon2Cost::new(memory_kib, small("passes"), small("lanes")).unwrap();
            Ok((Passphrase::new(new["passphrase"].as_str().unwrap())?, cost))
        };
        let told = |field: &str| wish[field].as_bool() == Some(true);
        let adoption = if told("adopt") { Adoption::Adopt } else { Adoption::OwnOnly };
        Ok(Self {
            keep: list("keep").map(|place| place.as_u64().unwrap()).collect(),
            recipients: recipients("recipients")?,
            hidden: recipients("hidden")?,
            passphrases: list("passphrases").map(passphrase).collect::<Result<_, Error>>()?,
            signing: match wish["signing_key"].as_str() {
                Some(text) => Resign::Sign(SigningKey::parse(text)?, adoption),
                None if told("unsign") => Resign::Remove,
                None => Resign::Refuse,
            },
        })
    }

    fn apply(self, rewrapper: Rewrapper) -> Rewrapper {
        let mut places = 0..;
        let mut new = rewrapper.retain(|_| places.next().is_some_and(|place| self.keep.contains(&place)));
        for recipient in self.recipients {
            new = new.recipient(recipient);
        }
        for recipient in self.hidden {
            new = new.hidden_recipient(recipient);
        }
        for (passphrase, cost) in self.passphrases {
            new = new.passphrase(passphrase, cost);
        }
        new.signing(self.signing)
    }
}

/// F-71: salt, commitment, chunk size, SPLIT and hint stay, and the frames byte for byte.
fn keeps_what_must_stay(old: &[u8], new: &[u8]) -> Result<(), String> {
    let (old_header, old_frames) = parts(old);
    let (new_header, new_frames) = parts(new);
    let stays = |locked: &Locked| {
        let prefix = locked.prefix();
        (prefix.salt, prefix.commitment, prefix.chunk_size, prefix.split)
    };
    if stays(&old_header) != stays(&new_header) {
        return Err("the header lost what must stay".to_owned());
    }
    if old_frames != new_frames {
        return Err("the frames are others".to_owned());
    }
    Ok(())
}

fn parts(container: &[u8]) -> (Locked, &[u8]) {
    let mut reader = Reader::new(Keys::new(), Limits::default());
    let header_len = reader.push(container).expect("both headers are well formed");
    let locked = reader.finish().expect("both headers are whole");
    let signature = if locked.prefix().signer_id.is_some() { cleave_core::SIGNATURE_LEN } else { 0 };
    (locked, &container[header_len..container.len() - signature])
}

fn is_as_said(expected: &Value, new: &[u8]) -> Result<(), String> {
    let slot_count = u64::from(u16::from_be_bytes([new[11], new[12]]));
    for (field, found) in [("length", new.len() as u64), ("flags", new[9].into()), ("slot_count", slot_count)]
    {
        if expected[field].as_u64() != Some(found) {
            return Err(format!("{field} is {found}, not {}", expected[field]));
        }
    }
    let attempts = expected["opens"].as_array().unwrap();
    if attempts.is_empty() {
        return Err("nothing is said of who opens it".to_owned());
    }
    for (number, attempt) in attempts.iter().enumerate() {
        let opened = keys(attempt).and_then(|keys| decrypt(new, keys, Limits::default()));
        compare(attempt, opened.as_ref().map(|opened| &opened.plaintext[..]))
            .map_err(|difference| format!("attempt {number}: {difference}"))?;
    }
    Ok(())
}
