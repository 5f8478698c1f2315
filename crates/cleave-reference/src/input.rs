//! The whole input as bytes to be taken from the front, binary or armored.

use crate::armor;
use crate::error::Error;

/// Bytes not yet taken, and what is named where they run out.
#[derive(Debug, Clone)]
pub struct Input {
    bytes: Vec<u8>,
    taken: usize,
    at_end: Option<Error>,
}

impl Input {
    /// Takes armor off if there is some. A fault in the armor is met where a reader that reads once meets it:
    /// after the bytes of the lines before it.
    pub fn new(given: &[u8]) -> Input {
        match armor::decode(given) {
            None => Input { bytes: given.to_vec(), taken: 0, at_end: None },
            Some((bytes, at_end)) => Input { bytes, taken: 0, at_end },
        }
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&[u8], Error> {
        if self.left().len() < count {
            return Err(self.at_end.unwrap_or(Error::Truncated));
        }
        let start = self.taken;
        self.taken += count;
        Ok(&self.bytes[start..self.taken])
    }

    /// The next bytes as an array.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        Ok(self.take(N)?.try_into().expect("exactly N bytes were taken"))
    }

    /// Everything not yet taken.
    pub fn left(&self) -> &[u8] {
        &self.bytes[self.taken..]
    }

    /// Everything taken so far.
    pub fn taken(&self) -> &[u8] {
        &self.bytes[..self.taken]
    }

    /// What the input says when asked for more than it has.
    pub fn end_error(&self) -> Error {
        self.at_end.unwrap_or(Error::Truncated)
    }

    /// That the input is whole, for a reader that goes by its length.
    pub fn expect_whole(&self) -> Result<(), Error> {
        self.at_end.map_or(Ok(()), Err)
    }

    /// That nothing is left.
    pub fn expect_end(&self) -> Result<(), Error> {
        if !self.left().is_empty() {
            return Err(Error::TrailingData);
        }
        self.expect_whole()
    }
}
