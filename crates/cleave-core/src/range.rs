//! A ranged reader (FORMAT.md, "Frames"): opens the chunks that a range covers, without reading what lies before them.

use crate::aead::FrameCrypto;
use crate::chunk::{ChunkSize, FRAME_OVERHEAD, Frame, FrameOpener, HEAD_LEN, Position, TAG_LEN};
use crate::error::Error;
use crate::hash::Hash;
use crate::reader::Unlocked;
use crate::secret::equal;
use alloc::vec::Vec;
use core::str::FromStr;

/// Plaintext bytes from a first one on, up to but not including another, or to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaintextRange {
    start: u64,
    end: Option<u64>,
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

/// A read that the caller owes: `len` bytes of the container at `offset`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadAt {
    /// From the container's first byte.
    pub offset: u64,
    /// At most one frame: 16 MiB and 20 bytes.
    pub len: usize,
}

/// Opens a range. While [`RangeReader::next_read`] asks, read there and [`RangeReader::supply`].
///
/// It vouches for the chunks that the range covers and for no other.
pub struct RangeReader {
    places: Places,
    range: PlaintextRange,
    crypto: &'static dyn FrameCrypto,
    /// Stands at the next frame to open in order.
    opener: FrameOpener,
    stage: Stage,
    /// The last chunk's plaintext, if it had to be authenticated first.
    last: Option<Vec<u8>>,
    plaintext_len: Option<u64>,
    vouched: Option<Again>,
}

/// What the pass that verified the signature saw of the frames that a range covers, and of the last. It is as small
/// for a large range as for a small one.
#[derive(Clone)]
pub(crate) struct Covering {
    range: PlaintextRange,
    chunk: ChunkSize,
    frames: u64,
    covered: Hash,
    last: [u8; 64],
}

impl Covering {
    pub(crate) fn new(range: PlaintextRange, chunk: ChunkSize) -> Self {
        Self { range, chunk, frames: 0, covered: Hash::new(), last: [0; 64] }
    }

    pub(crate) fn is_of(&self, range: PlaintextRange) -> bool {
        self.range == range
    }

    /// Takes SHA-512 of the next frame.
    pub(crate) fn frame(&mut self, digest: &[u8; 64]) {
        let first = self.frames * self.chunk.bytes() as u64;
        let after = first.saturating_add(self.chunk.bytes() as u64);
        if after > self.range.start && self.range.end.is_none_or(|end| first < end) {
            self.covered.update(digest);
        }
        self.frames += 1;
        self.last = *digest;
    }
}

/// The frames that a verified signature covers, read again.
struct Again {
    before: Covering,
    covered: Hash,
}

impl Again {
    /// The last frame, which is told from others before anything of the range is given.
    fn last(&self, digest: &[u8; 64]) -> Result<(), Error> {
        if equal(&self.before.last, digest) { Ok(()) } else { Err(Error::SignatureInvalid) }
    }

    /// All frames of the range were read again.
    fn conclude(&self) -> Result<(), Error> {
        let [before, again] = [&self.before.covered, &self.covered].map(|hash| hash.clone().finish());
        if equal(&before, &again) { Ok(()) } else { Err(Error::SignatureInvalid) }
    }
}

/// Where frames lie, as far as the container's length tells.
#[derive(Clone, Copy)]
struct Places {
    header_len: u64,
    chunk: ChunkSize,
    frames: u64,
    last_len: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The last frame must authenticate before a length is stated or a range that needs it is answered.
    Last,
    /// The frames of the range, up to the one of this index.
    Through(u64),
    Done,
}

impl Places {
    fn new(header_len: u64, container_len: u64, signature_len: u64, chunk: ChunkSize) -> Result<Self, Error> {
        let truncated = Error::Truncated { what: "the file ends before the container's last chunk does" };
        let body = container_len.checked_sub(header_len).and_then(|rest| rest.checked_sub(signature_len));
        let Some(body) = body.filter(|body| *body >= FRAME_OVERHEAD as u64) else {
            return Err(truncated);
        };
        let frame_len = chunk.frame_len() as u64;
        let frames = body.div_ceil(frame_len);
        let last_frame = body - (frames - 1) * frame_len;
        let last_len = last_frame.checked_sub(FRAME_OVERHEAD as u64).ok_or(truncated)?;
        let last_len = usize::try_from(last_len).expect("a frame has at most 16 MiB and 20 bytes");
        Ok(Self { header_len, chunk, frames, last_len })
    }

    /// Plaintext bytes, if the last frame is genuine.
    fn plaintext_len(&self) -> u64 {
        (self.frames - 1) * self.chunk.bytes() as u64 + self.last_len as u64
    }

    fn frame(&self, index: u64) -> ReadAt {
        let text = if index == self.frames - 1 { self.last_len } else { self.chunk.bytes() };
        ReadAt { offset: self.header_len + index * self.chunk.frame_len() as u64, len: text + FRAME_OVERHEAD }
    }
}

impl RangeReader {
    pub(crate) fn new(
        unlocked: &Unlocked,
        container_len: u64,
        range: PlaintextRange,
        vouched: Option<Covering>,
    ) -> Result<Self, Error> {
        let chunk = unlocked.prefix().chunk_size;
        let places =
            Places::new(unlocked.header_len(), container_len, unlocked.signed().signature_len(), chunk)?;
        if vouched.as_ref().is_some_and(|before| before.frames != places.frames) {
            return Err(Error::SignatureInvalid);
        }
        let mut reader = Self {
            places,
            range,
            crypto: unlocked.crypto(),
            opener: unlocked.frame_opener(),
            stage: Stage::Last,
            last: None,
            plaintext_len: None,
            vouched: vouched.map(|before| Again { before, covered: Hash::new() }),
        };
        if let Some(end) = range.end.filter(|end| *end <= places.plaintext_len()) {
            reader.go_through(end);
        }
        Ok(reader)
    }

    /// What to read next; `None` when the range is answered.
    pub fn next_read(&self) -> Option<ReadAt> {
        match self.stage {
            Stage::Last => Some(self.places.frame(self.places.frames - 1)),
            Stage::Through(_) => Some(self.places.frame(self.opener.next_index())),
            Stage::Done => None,
        }
    }

    /// Takes the bytes that [`RangeReader::next_read`] asked for, and appends what they give of the range.
    ///
    /// # Errors
    /// [`Error::Truncated`] if fewer came; [`Error::ChunkTampered`]; [`Error::RangeInvalid`] once the length is known;
    /// [`Error::SignatureInvalid`] if a required signer's frames are not those that were verified, which for all but
    /// the last is known once the last of the range was read.
    pub fn supply(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let Some(wanted) = self.next_read() else {
            return Ok(());
        };
        if bytes.len() != wanted.len {
            return Err(Error::Truncated { what: "the file ended while it was read" });
        }
        match self.stage {
            Stage::Last => self.last_frame(bytes, out),
            Stage::Through(last) => {
                let frame = self.frame_of(bytes)?;
                let text = self.open(&frame, bytes)?;
                self.seen_again(&frame, bytes)?;
                if frame.index == last {
                    self.conclude()?;
                }
                self.give(frame.index, &text, out);
                self.advance(last, out)
            }
            Stage::Done => Ok(()),
        }
    }

    /// The plaintext's length, known once the last frame has authenticated.
    pub fn plaintext_len(&self) -> Option<u64> {
        self.plaintext_len
    }

    fn last_frame(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        // By way of the range, so that the ratchet goes there once.
        let end = self.places.frames - 1;
        self.opener.skip_to((self.range.start / self.places.chunk.bytes() as u64).min(end));
        let here = self.opener.duplicate();
        self.opener.skip_to(end);
        let frame = self.frame_of(bytes)?;
        let text = self.open(&frame, bytes)?;
        if let Some(again) = &self.vouched {
            again.last(&self.crypto.sha512(bytes))?;
        }
        self.opener = here;
        let total = self.places.plaintext_len();
        self.plaintext_len = Some(total);
        self.last = Some(text);
        if self.range.start > total {
            return Err(Error::RangeInvalid { what: "it starts past the end of the plaintext" });
        }
        self.go_through(self.range.end.map_or(total, |end| end.min(total)));
        match self.stage {
            Stage::Through(last) => self.give_kept_last(last, out),
            Stage::Last | Stage::Done => Ok(()),
        }
    }

    /// Holds the next frame of the range against the pass that verified.
    fn seen_again(&mut self, frame: &Frame, bytes: &[u8]) -> Result<(), Error> {
        if let Some(again) = &mut self.vouched {
            let digest = self.crypto.sha512(bytes);
            if frame.position == Position::Last {
                again.last(&digest)?;
            }
            again.covered.update(&digest);
        }
        Ok(())
    }

    fn conclude(&self) -> Result<(), Error> {
        self.vouched.as_ref().map_or(Ok(()), Again::conclude)
    }

    /// Sets out for the frames that hold `start..end`.
    fn go_through(&mut self, end: u64) {
        self.range.end = Some(end);
        if self.range.start >= end {
            self.stage = Stage::Done;
            return;
        }
        let chunk = self.places.chunk.bytes() as u64;
        self.opener.skip_to(self.range.start / chunk);
        self.stage = Stage::Through((end - 1) / chunk);
    }

    fn advance(&mut self, last: u64, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.opener.next_index() > last {
            self.stage = Stage::Done;
            return Ok(());
        }
        self.give_kept_last(last, out)
    }

    /// Where the next frame is the last one, which was opened already, gives it without another read.
    fn give_kept_last(&mut self, last: u64, out: &mut Vec<u8>) -> Result<(), Error> {
        let end = self.places.frames - 1;
        if self.opener.next_index() == end
            && last == end
            && let Some(text) = self.last.take()
        {
            if let Some(again) = &mut self.vouched {
                again.covered.update(&again.before.last);
            }
            self.conclude()?;
            self.give(last, &text, out);
            self.stage = Stage::Done;
        }
        Ok(())
    }

    /// The frame that `bytes` is, held against what the container's length says of it.
    fn frame_of(&mut self, bytes: &[u8]) -> Result<Frame, Error> {
        let index = self.opener.next_index();
        let head = bytes.first_chunk::<HEAD_LEN>().ok_or(Error::ChunkTampered { index })?;
        let frame = self.opener.next_frame(*head)?;
        let position = if index == self.places.frames - 1 { Position::Last } else { Position::Middle };
        if frame.position != position || frame.frame_len() != bytes.len() {
            return Err(frame.tampered());
        }
        Ok(frame)
    }

    fn open(&self, frame: &Frame, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let (text, tag) = bytes[HEAD_LEN..].split_at(frame.len);
        let mut text = text.to_vec();
        frame.open(
            self.crypto,
            &mut text,
            tag.first_chunk::<TAG_LEN>().expect("a frame ends with its tag"),
        )?;
        Ok(text)
    }

    fn give(&self, index: u64, text: &[u8], out: &mut Vec<u8>) {
        let first = index * self.places.chunk.bytes() as u64;
        let within =
            |at: u64| usize::try_from(at.saturating_sub(first)).unwrap_or(usize::MAX).min(text.len());
        let end = self.range.end.map_or(text.len(), within);
        out.extend_from_slice(&text[within(self.range.start)..end]);
    }
}
