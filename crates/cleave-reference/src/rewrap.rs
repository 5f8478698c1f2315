//! A new header over the same frames (FORMAT.md, "Rewrap").

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::header::{self, Header};
use crate::input::Input;
use crate::keys::{self, Keys};
use crate::limits::Limits;
use crate::reader::{Unlocked, open_whole, unlock};
use crate::schedule;
use crate::signature;
use crate::slot::{self, Cost};
use crate::text;
use crate::writer::Random;
use crate::xwing;

/// What the new header is to have. The flags SPLIT and HINT, hint, salt, commitment and chunk size stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rewrap {
    /// Places of the old slots that are copied whole, the first being 0.
    pub keep: Vec<usize>,
    /// Recipients to be added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub recipients: Vec<String>,
    /// Recipients to be added as hidden ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// Passphrases to be added.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passphrases: Vec<NewPassphrase>,
    /// The key to sign the new container with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signing_key: Option<String>,
    /// That content which this signer did not sign is adopted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub adopt: bool,
    /// That a signature which cannot be renewed is given up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unsign: bool,
}

/// A passphrase to be added, with its cost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct NewPassphrase {
    pub passphrase: String,
    pub memory_kib: u32,
    pub passes: u8,
    pub lanes: u8,
}

/// Why nothing was rewrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The container or a key is at fault.
    Error(Error),
    /// The container is signed, there is no key to sign the new one, and nobody gave the signature up.
    SigningKeyRequired,
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Error(error)
    }
}

/// The new container. A rewrap that signs authenticates every frame and verifies the old signature first.
pub fn rewrap(
    container: &[u8],
    keys: &Keys,
    limits: &Limits,
    wish: &Rewrap,
    random: &Random,
) -> Result<Vec<u8>, Refusal> {
    let mut keys = keys.decode()?;
    let signing_key = wish.signing_key.as_deref().map(text::signing_key).transpose()?;
    let mut input = Input::new(container);
    let Some(signing_key) = signing_key else {
        let unlocked = unlock(&mut input, &keys, limits)?;
        input.expect_whole()?;
        let mut frames = input.left().to_vec();
        if unlocked.header.has(header::SIGNED) {
            if !wish.unsign {
                return Err(Refusal::SigningKeyRequired);
            }
            let length = frames.len().checked_sub(signature::SIGNATURE).ok_or(Error::Truncated)?;
            frames.truncate(length);
        }
        return Ok([new_header(&unlocked, wish, None, random)?, frames].concat());
    };
    let public_key = signature::public_key(&signing_key);
    let old = unlock(&mut input.clone(), &keys, limits)?.header;
    if !wish.adopt || old.signer_id == Some(signature::signer_id(&old.salt, &public_key)) {
        keys.signer = Some(public_key);
    }
    let (unlocked, _) = open_whole(&mut input, &keys, limits)?;
    let header = new_header(&unlocked, wish, Some(&public_key), random)?;
    let frames = frames_of(&unlocked.header, input.taken());
    let message = signature::message(&header, &frames);
    let rnd = random.bytes("rewrap signature");
    let signature = signature::sign(&signing_key, &message, signature::CONTEXT, rnd);
    Ok([&header[..], &frames.concat(), &signature].concat())
}

fn new_header(
    unlocked: &Unlocked,
    wish: &Rewrap,
    signer: Option<&[u8; signature::PUBLIC_KEY]>,
    random: &Random,
) -> Result<Vec<u8>, Error> {
    let old = &unlocked.header;
    let slots = new_slots(unlocked, wish, random)?;
    let slot_count = u16::try_from(slots.len()).map_err(|_| Error::MalformedHeader)?;
    let signed = if signer.is_some() { header::SIGNED } else { 0 };
    let mut bytes = header::MAGIC.to_vec();
    bytes.extend([header::VERSION, old.flags & !header::SIGNED | signed, old.chunk_log2]);
    bytes.extend(slot_count.to_be_bytes());
    bytes.extend(old.salt);
    bytes.extend(old.commitment);
    bytes.extend(old.hint.iter().flatten());
    bytes.extend(signer.map(|key| signature::signer_id(&old.salt, key)).iter().flatten());
    bytes.extend(slots.concat());
    let header_mac = schedule::header_mac(&unlocked.prk, &bytes);
    bytes.extend(header_mac);
    Ok(bytes)
}

fn new_slots(unlocked: &Unlocked, wish: &Rewrap, random: &Random) -> Result<Vec<Vec<u8>>, Error> {
    let (old, wrapped) = (&unlocked.header, &unlocked.wrapped);
    let mut slots: Vec<Vec<u8>> = wish.keep.iter().map(|place| old.slots[*place].bytes.clone()).collect();
    let named = wish.recipients.iter().map(|text| (text, false));
    let hidden = wish.hidden.iter().map(|text| (text, true));
    for (number, (recipient, is_hidden)) in named.chain(hidden).enumerate() {
        let public_key = text::recipient(recipient)?;
        let key_id = if is_hidden { slot::HIDDEN } else { slot::key_id(&old.salt, &public_key) };
        let eseed = random.bytes(&format!("rewrap encapsulation {number}"));
        let pair = xwing::encapsulate(&public_key, &eseed).ok_or(Error::KeyMalformed)?;
        slots.push(slot::build_recipient(&old.salt, key_id, &pair, wrapped));
    }
    for (number, new) in wish.passphrases.iter().enumerate() {
        let passphrase = keys::passphrase(&new.passphrase)?;
        let cost = Cost { memory_kib: new.memory_kib, passes: new.passes, lanes: new.lanes };
        let argon_salt = random.bytes(&format!("rewrap argon salt {number}"));
        slots.push(slot::build_passphrase(&old.salt, &passphrase, cost, &argon_salt, wrapped));
    }
    Ok(slots)
}

/// The frames of a container that was read to its end.
fn frames_of<'a>(header: &Header, container: &'a [u8]) -> Vec<&'a [u8]> {
    let signature = if header.has(header::SIGNED) { signature::SIGNATURE } else { 0 };
    let frames = &container[header.bytes().len()..container.len() - signature];
    frames.chunks(header.chunk_size() + crate::frame::OVERHEAD).collect()
}
