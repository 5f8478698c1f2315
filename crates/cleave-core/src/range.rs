//! A ranged reader (FORMAT.md, "Frames"): opens the chunks that a range covers, without reading what lies before them.

use crate::aead::FrameCrypto;
use crate::chunk::{ChunkSize, FRAME_OVERHEAD, Frame, FrameOpener, HEAD_LEN, Position, TAG_LEN};
use crate::error::Error;
use crate::hash::Hash;
use crate::memory;
pub(crate) use crate::plaintext_range::PlaintextRange;
use crate::secret::equal;
use crate::unlocked::Unlocked;
use alloc::vec::Vec;

const SHORT: Error = Error::Truncated { what: "the file ended while it was read" };

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
/// Or, to have frames opened elsewhere and several at a time: [`RangeReader::frame`] for what was read, and
/// [`RangeReader::supply_opened`] for each in the same order, until [`RangeReader::is_answered`].
///
/// It vouches for the chunks that the range covers and for no other.
pub struct RangeReader {
    places: Places,
    range: PlaintextRange,
    crypto: &'static dyn FrameCrypto,
    /// Stands at the next frame to hand out in order.
    opener: FrameOpener,
    /// The next frame of the range to give.
    given: u64,
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
    /// It was handed out and is being opened.
    LastHandedOut,
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

    /// The frame that `head` begins, held against what the container's length says of it.
    fn frame_of(
        &self,
        opener: &mut FrameOpener,
        head: [u8; HEAD_LEN],
        frame_len: usize,
    ) -> Result<Frame, Error> {
        let frame = opener.next_frame(head)?;
        let position = if frame.index == self.frames - 1 { Position::Last } else { Position::Middle };
        if frame.position != position || frame.frame_len() != frame_len {
            return Err(frame.tampered());
        }
        Ok(frame)
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
            given: 0,
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

    /// What to read next; `None` when the range is answered, or waits for a frame that is being opened elsewhere.
    pub fn next_read(&self) -> Option<ReadAt> {
        let end = self.places.frames - 1;
        match self.stage {
            Stage::Last => Some(self.places.frame(end)),
            Stage::Through(last) => {
                let next = self.opener.next_index();
                let kept = next == end && self.last.is_some();
                (next <= last && !kept).then(|| self.places.frame(next))
            }
            Stage::LastHandedOut | Stage::Done => None,
        }
    }

    /// Whether all of the range was given.
    pub fn is_answered(&self) -> bool {
        self.stage == Stage::Done
    }

    /// Takes the bytes that [`RangeReader::next_read`] asked for, and appends what they give of the range.
    ///
    /// # Errors
    /// [`Error::Truncated`] if fewer came; [`Error::ChunkTampered`]; [`Error::RangeInvalid`] once the length is known;
    /// [`Error::OutOfMemory`] where a chunk has no room;
    /// [`Error::SignatureInvalid`] if a required signer's frames are not those that were verified, which for all but
    /// the last is known once the last of the range was read.
    pub fn supply(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        if self.next_read().is_none() {
            return Ok(());
        }
        let head = bytes.first_chunk().ok_or(SHORT)?;
        let frame = self.frame(*head, bytes.len())?;
        let text = self.open(&frame, bytes)?;
        let digest = self.wants_digests().then(|| self.crypto.sha512(bytes));
        self.supply_opened(text, digest.as_ref(), out)
    }

    /// The frame that was read where [`RangeReader::next_read`] asked, by its head and its length in bytes, head and tag
    /// included; to be opened elsewhere.
    ///
    /// # Errors
    /// [`Error::Truncated`] if fewer came; [`Error::ChunkTampered`]; [`Error::Usage`] if nothing was asked for.
    pub fn frame(&mut self, head: [u8; HEAD_LEN], frame_len: usize) -> Result<Frame, Error> {
        let wanted = self.next_read().ok_or(Error::Usage { what: "nothing more is to be read now" })?;
        if frame_len != wanted.len {
            return Err(SHORT);
        }
        if self.stage == Stage::Last {
            // By way of the range, so that the ratchet goes there once.
            let end = self.places.frames - 1;
            self.opener.skip_to((self.range.start / self.places.chunk.bytes() as u64).min(end));
            let mut there = self.opener.duplicate();
            there.skip_to(end);
            let frame = self.places.frame_of(&mut there, head, frame_len)?;
            self.stage = Stage::LastHandedOut;
            return Ok(frame);
        }
        self.places.frame_of(&mut self.opener, head, frame_len)
    }

    /// Whether [`RangeReader::supply_opened`] needs SHA-512 of each frame.
    pub fn wants_digests(&self) -> bool {
        self.vouched.is_some()
    }

    /// Takes the plaintext of the next frame that was handed out, in order, and appends what it gives of the range.
    /// `digest` is SHA-512 of the whole frame, where [`RangeReader::wants_digests`].
    ///
    /// # Errors
    /// As [`RangeReader::supply`]; [`Error::Usage`] without a digest that is wanted, or for a frame that was not handed
    /// out.
    pub fn supply_opened(
        &mut self,
        text: Vec<u8>,
        digest: Option<&[u8; 64]>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if self.wants_digests() && digest.is_none() {
            return Err(Error::Usage { what: "a frame of a signed range was supplied without its digest" });
        }
        match self.stage {
            Stage::LastHandedOut => self.last_opened(text, digest, out),
            Stage::Through(last) if self.given < self.opener.next_index() => {
                self.seen_again(self.given, digest)?;
                if self.given == last {
                    self.conclude()?;
                }
                self.give(self.given, &text, out)?;
                self.given += 1;
                self.advance(last, out)
            }
            Stage::Last | Stage::Through(_) | Stage::Done => {
                Err(Error::Usage { what: "a frame was supplied that was not handed out" })
            }
        }
    }

    /// The plaintext's length, known once the last frame has authenticated.
    pub fn plaintext_len(&self) -> Option<u64> {
        self.plaintext_len
    }

    fn last_opened(
        &mut self,
        text: Vec<u8>,
        digest: Option<&[u8; 64]>,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        if let (Some(again), Some(digest)) = (&self.vouched, digest) {
            again.last(digest)?;
        }
        let total = self.places.plaintext_len();
        self.plaintext_len = Some(total);
        self.last = Some(text);
        if self.range.start > total {
            return Err(Error::RangeInvalid { what: "it starts past the end of the plaintext" });
        }
        self.go_through(self.range.end.map_or(total, |end| end.min(total)));
        match self.stage {
            Stage::Through(last) => self.give_kept_last(last, out),
            Stage::Last | Stage::LastHandedOut | Stage::Done => Ok(()),
        }
    }

    /// Holds the next frame of the range against the pass that verified.
    fn seen_again(&mut self, index: u64, digest: Option<&[u8; 64]>) -> Result<(), Error> {
        if let (Some(again), Some(digest)) = (&mut self.vouched, digest) {
            if index == self.places.frames - 1 {
                again.last(digest)?;
            }
            again.covered.update(digest);
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
        self.given = self.range.start / chunk;
        self.opener.skip_to(self.given);
        self.stage = Stage::Through((end - 1) / chunk);
    }

    fn advance(&mut self, last: u64, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.given > last {
            self.stage = Stage::Done;
            return Ok(());
        }
        self.give_kept_last(last, out)
    }

    /// Where the next frame is the last one, which was opened already, gives it without another read.
    fn give_kept_last(&mut self, last: u64, out: &mut Vec<u8>) -> Result<(), Error> {
        let end = self.places.frames - 1;
        if self.given == end
            && last == end
            && let Some(text) = self.last.take()
        {
            if let Some(again) = &mut self.vouched {
                again.covered.update(&again.before.last);
            }
            self.conclude()?;
            self.give(last, &text, out)?;
            self.stage = Stage::Done;
        }
        Ok(())
    }

    fn open(&self, frame: &Frame, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        let (text, tag) = bytes[HEAD_LEN..].split_at(frame.len);
        let mut opened = Vec::new();
        memory::append(&mut opened, text)?;
        let tag = tag.first_chunk::<TAG_LEN>().expect("a frame ends with its tag");
        frame.open(self.crypto, &mut opened, tag)?;
        Ok(opened)
    }

    fn give(&self, index: u64, text: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        let first = index * self.places.chunk.bytes() as u64;
        let within =
            |at: u64| usize::try_from(at.saturating_sub(first)).unwrap_or(usize::MAX).min(text.len());
        let end = self.range.end.map_or(text.len(), within);
        memory::append(out, &text[within(self.range.start)..end])
    }
}
