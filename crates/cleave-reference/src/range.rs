//! The ranged reader (FORMAT.md, "Frames"): some plaintext bytes, by place, without what lies before them.

use crate::error::Error;
use crate::frame::{self, Place};
use crate::header;
use crate::input::Input;
use crate::keys::{DecodedKeys, Keys};
use crate::limits::Limits;
use crate::reader::{Opened, Signed, Unlocked, open_whole, unlock};
use crate::schedule;
use crate::signature;

/// A range of plaintext bytes: from the first included to the end not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// 0 where it is left out.
    pub start: u64,
    /// Nothing where it is left out: the end of the plaintext.
    pub end: Option<u64>,
}

impl Range {
    /// Reads `A..B`, either of which may be left out.
    pub fn parse(text: &str) -> Result<Range, Error> {
        let (start, end) = text.split_once("..").ok_or(Error::RangeInvalid)?;
        let start = if start.is_empty() { 0 } else { number(start)? };
        let end = if end.is_empty() { None } else { Some(number(end)?) };
        if end.is_some_and(|end| end < start) {
            return Err(Error::RangeInvalid);
        }
        Ok(Range { start, end })
    }
}

fn number(digits: &str) -> Result<u64, Error> {
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Error::RangeInvalid);
    }
    digits.parse().map_err(|_| Error::RangeInvalid)
}

/// Opens a range of a container. With a required signer everything is hashed and verified first; where that fails, a
/// reader of the whole says why.
pub fn open_range(container: &[u8], keys: &Keys, limits: &Limits, range: &str) -> Result<Opened, Error> {
    let range = Range::parse(range)?;
    let keys = keys.decode()?;
    let mut input = Input::new(container);
    let mut signed = Signed::No;
    if keys.signer.is_some() {
        signed = Signed::Verified;
        if !verifies(&mut input.clone(), &keys, limits)? {
            open_whole(&mut input.clone(), &keys, limits)?;
            return Err(Error::SignatureInvalid);
        }
    }
    let unlocked = unlock(&mut input, &keys, limits)?;
    if unlocked.header.has(header::SIGNED) && signed == Signed::No {
        signed = Signed::Unchecked;
    }
    input.expect_whole()?;
    let plaintext = Frames::new(&input, &unlocked)?.read(range)?;
    Ok(Opened { plaintext, signed })
}

/// Whether the frames, as their heads bound them, are what the required signer signed; none of them is opened.
fn verifies(input: &mut Input, keys: &DecodedKeys, limits: &Limits) -> Result<bool, Error> {
    let unlocked = unlock(input, keys, limits)?;
    let signer = keys.signer.as_ref().ok_or(Error::SignatureMissing)?;
    let Ok((frames, signature)) = bounded(input, &unlocked) else {
        return Ok(false);
    };
    let frames: Vec<&[u8]> = frames.iter().map(Vec::as_slice).collect();
    let message = signature::message(&unlocked.header.bytes(), &frames);
    Ok(signature::verify(signer, &message, &signature))
}

type Bounded = (Vec<Vec<u8>>, [u8; signature::SIGNATURE]);

fn bounded(input: &mut Input, unlocked: &Unlocked) -> Result<Bounded, Error> {
    let mut frames = Vec::new();
    for index in 0.. {
        let head = input.array::<{ frame::HEAD }>()?;
        let (place, length) = frame::check_head(head, index, unlocked.header.chunk_size())?;
        frames.push([&head, input.take(length + frame::TAG)?].concat());
        if place == Place::Last {
            break;
        }
    }
    let signature = input.array()?;
    input.expect_end()?;
    Ok((frames, signature))
}

/// The frames of a container as its length places them.
struct Frames<'a> {
    unlocked: &'a Unlocked,
    bytes: &'a [u8],
    chunk_size: u64,
    count: u64,
    /// Plaintext bytes of the last frame, by the input's length.
    last_length: u64,
}

impl<'a> Frames<'a> {
    fn new(input: &'a Input, unlocked: &'a Unlocked) -> Result<Frames<'a>, Error> {
        let signature = if unlocked.header.has(header::SIGNED) { signature::SIGNATURE } else { 0 };
        let length = input.left().len().checked_sub(signature).ok_or(Error::Truncated)?;
        let bytes = &input.left()[..length];
        let overhead = frame::OVERHEAD as u64;
        let chunk_size = unlocked.header.chunk_size() as u64;
        let count = (length as u64).div_ceil(chunk_size + overhead).max(1);
        let last_frame = length as u64 - (count - 1) * (chunk_size + overhead);
        let last_length = last_frame.checked_sub(overhead).ok_or(Error::Truncated)?;
        Ok(Frames { unlocked, bytes, chunk_size, count, last_length })
    }

    fn read(&self, range: Range) -> Result<Vec<u8>, Error> {
        let derived_end = (self.count - 1) * self.chunk_size + self.last_length;
        if range.end.is_none_or(|end| end > derived_end) {
            self.open(self.count - 1)?;
        }
        if range.start > derived_end {
            return Err(Error::RangeInvalid);
        }
        let end = range.end.unwrap_or(derived_end).min(derived_end);
        let mut plaintext = Vec::new();
        if range.start < end {
            let first = range.start / self.chunk_size;
            for index in first..=(end - 1) / self.chunk_size {
                plaintext.extend(self.open(index)?);
            }
            let skipped = first * self.chunk_size;
            plaintext.truncate((end - skipped) as usize);
            plaintext.drain(..(range.start - skipped) as usize);
        }
        Ok(plaintext)
    }

    /// The chunk of one frame, which must be what its place says.
    fn open(&self, index: u64) -> Result<Vec<u8>, Error> {
        let last = index == self.count - 1;
        let expected = if last { (Place::Last, self.last_length) } else { (Place::Middle, self.chunk_size) };
        let start = (index * (self.chunk_size + frame::OVERHEAD as u64)) as usize;
        let frame = &self.bytes[start..start + frame::OVERHEAD + expected.1 as usize];
        let head = frame[..frame::HEAD].try_into().expect("a frame begins with its head");
        let (place, length) = frame::check_head(head, index, self.chunk_size as usize)?;
        if (place, length as u64) != expected {
            return Err(Error::ChunkTampered(index));
        }
        let mut keys = schedule::frame_keys(&self.unlocked.prk, self.unlocked.header.chunk_log2);
        let key = keys.nth(index as usize).expect("the ratchet has no end");
        frame::open(&key, index, frame)
    }
}
