//! The magic, byte by byte, and the two ways in which text handling spoils it.

use super::MAGIC;
use crate::error::Error;

#[derive(PartialEq, Eq)]
pub(super) enum State {
    Partial,
    Whole,
}

/// A stripped high bit; Latin-1 read and UTF-8 written; an undecodable byte replaced by U+FFFD.
const SPOILED: [&[u8]; 3] = [b"\x09CLV", b"\xC2\x89CLV", b"\xEF\xBF\xBDCLV"];

pub(super) fn check(seen: &[u8]) -> Result<State, Error> {
    if MAGIC.starts_with(seen) {
        return Ok(if seen.len() == MAGIC.len() { State::Whole } else { State::Partial });
    }
    if seen.starts_with(&MAGIC[..4]) || SPOILED.contains(&seen) {
        return Err(Error::TextModeDamage);
    }
    if SPOILED.iter().any(|spoiled| spoiled.starts_with(seen)) {
        return Ok(State::Partial);
    }
    Err(Error::NotAContainer)
}

/// The input ended inside the magic.
pub(super) fn ended(seen: &[u8]) -> Error {
    if seen.is_empty() {
        return Error::Truncated { what: "the input is empty" };
    }
    if MAGIC.starts_with(seen) {
        return Error::Truncated { what: "the file ends inside the container's first eight bytes" };
    }
    Error::NotAContainer
}
