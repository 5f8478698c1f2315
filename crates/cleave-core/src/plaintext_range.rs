//! A range of plaintext bytes, and its form `A..B` (FORMAT.md, "Frames").

use crate::error::Error;
use core::str::FromStr;

/// Plaintext bytes from a first one on, up to but not including another, or to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaintextRange {
    pub(crate) start: u64,
    pub(crate) end: Option<u64>,
}

impl PlaintextRange {
    /// From `start` up to `end`, not included; `None` is the end of the plaintext, and so is any place past it.
    ///
    /// # Errors
    /// [`Error::RangeInvalid`] if it ends before it starts.
    pub fn new(start: u64, end: Option<u64>) -> Result<Self, Error> {
        if end.is_some_and(|end| end < start) {
            return Err(Error::RangeInvalid { what: "it ends before it starts" });
        }
        Ok(Self { start, end })
    }

    /// The first byte.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The byte after the last, where one was given.
    pub fn end(&self) -> Option<u64> {
        self.end
    }
}

impl FromStr for PlaintextRange {
    type Err = Error;

    /// Reads `A..B`, in bytes, either of which may be left out.
    fn from_str(text: &str) -> Result<Self, Error> {
        let place = |digits: &str| match digits {
            "" => Ok(None),
            // Not parse() alone, which takes a sign.
            _ if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits
                .parse()
                .map(Some)
                .map_err(|_| Error::RangeInvalid { what: "a place in it is past 2^64 bytes" }),
            _ => Err(Error::RangeInvalid { what: "a place in it is not a number of bytes" }),
        };
        let (start, end) =
            text.split_once("..").ok_or(Error::RangeInvalid { what: "it is not of the form A..B" })?;
        Self::new(place(start)?.unwrap_or(0), place(end)?)
    }
}
