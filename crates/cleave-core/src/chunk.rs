//! One frame: its key, its head, sealing and opening it, and sizes both ways (FORMAT.md, "Frames").

use crate::aead::FrameCrypto;
use crate::error::Error;
use crate::ratchet::{ChainKey, ChunkKey};
use crate::signature::SIGNATURE_LEN;

/// Bytes of a frame's head: the length, and the bit of the last frame.
pub const HEAD_LEN: usize = 4;
/// Bytes of a frame's tag.
pub const TAG_LEN: usize = 16;
/// What a frame adds to its chunk.
pub const FRAME_OVERHEAD: usize = HEAD_LEN + TAG_LEN;

const LAST_BIT: u32 = 1 << 31;

/// Plaintext bytes of every chunk but the last: a power of two from 4 KiB to 16 MiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkSize(u8);

impl ChunkSize {
    /// 1 MiB, the published default.
    pub const DEFAULT: Self = Self(20);
    /// 4 KiB.
    pub const MIN: Self = Self(12);
    /// 16 MiB.
    pub const MAX: Self = Self(24);

    /// From the header's field; `None` outside 12 to 24.
    pub fn from_log2(log2: u8) -> Option<Self> {
        (Self::MIN.0..=Self::MAX.0).contains(&log2).then_some(Self(log2))
    }

    /// From a number of bytes; `None` unless it is a power of two from 4 KiB to 16 MiB.
    pub fn from_bytes(bytes: u64) -> Option<Self> {
        if !bytes.is_power_of_two() {
            return None;
        }
        Self::from_log2(u8::try_from(bytes.trailing_zeros()).ok()?)
    }

    /// The header's field.
    pub fn log2(self) -> u8 {
        self.0
    }

    /// Bytes.
    pub fn bytes(self) -> usize {
        1 << self.0
    }

    /// Bytes of a full frame.
    pub fn frame_len(self) -> usize {
        self.bytes() + FRAME_OVERHEAD
    }

    /// Frames of `plaintext_len` bytes: at least one.
    pub fn frames(self, plaintext_len: u64) -> u64 {
        plaintext_len.div_ceil(self.bytes() as u64).max(1)
    }
}

impl Default for ChunkSize {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whether a container ends with a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// It does: 3309 bytes.
    Yes,
    /// It ends with the last frame.
    No,
}

impl Signed {
    /// Bytes after the last frame.
    pub fn signature_len(self) -> u64 {
        match self {
            Signed::Yes => SIGNATURE_LEN as u64,
            Signed::No => 0,
        }
    }
}

/// The size of a container, known before it is written; `None` past 2^64 bytes.
pub fn container_len(header_len: u64, plaintext_len: u64, chunk: ChunkSize, signed: Signed) -> Option<u64> {
    let framing = chunk.frames(plaintext_len).checked_mul(FRAME_OVERHEAD as u64)?;
    header_len.checked_add(plaintext_len)?.checked_add(framing)?.checked_add(signed.signature_len())
}

/// Whether a frame is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// More frames follow.
    Middle,
    /// The last frame.
    Last,
}

/// What it takes to seal or open one frame: hand the key, the nonce and the head (as associated data) to AES-256-GCM.
pub struct Frame {
    /// The frame's index, from 0.
    pub index: u64,
    /// Its place.
    pub position: Position,
    /// Bytes of its ciphertext.
    pub len: usize,
    /// Its head, which is also the associated data.
    pub head: [u8; HEAD_LEN],
    key: ChunkKey,
}

impl Frame {
    fn new(index: u64, position: Position, len: usize, key: ChunkKey) -> Self {
        let len_field = u32::try_from(len).expect("a chunk has at most 2^24 bytes");
        let head = match position {
            Position::Middle => len_field,
            Position::Last => len_field | LAST_BIT,
        };
        Self { index, position, len, head: head.to_be_bytes(), key }
    }

    /// The AES-256 key of this frame alone.
    pub fn key(&self) -> &ChunkKey {
        &self.key
    }

    /// The frame's index as 96 bits.
    pub fn nonce(&self) -> [u8; 12] {
        let mut nonce = [0; 12];
        nonce[4..].copy_from_slice(&self.index.to_be_bytes());
        nonce
    }

    /// Bytes of the whole frame.
    pub fn frame_len(&self) -> usize {
        self.len + FRAME_OVERHEAD
    }

    /// Encrypts the chunk in place and returns the tag.
    ///
    /// # Panics
    /// If `text` is not `len` bytes.
    pub fn seal(&self, crypto: &dyn FrameCrypto, text: &mut [u8]) -> [u8; TAG_LEN] {
        assert_eq!(text.len(), self.len, "the frame was made for another length");
        crypto.seal(self.key.expose(), &self.nonce(), &self.head, text)
    }

    /// Decrypts the ciphertext in place.
    ///
    /// # Errors
    /// [`Error::ChunkTampered`] if it does not authenticate; `text` then holds no plaintext.
    pub fn open(&self, crypto: &dyn FrameCrypto, text: &mut [u8], tag: &[u8; TAG_LEN]) -> Result<(), Error> {
        crypto.open(self.key.expose(), &self.nonce(), &self.head, text, tag).map_err(|_| self.tampered())
    }

    /// The error that names this frame, for an implementation that opens it elsewhere.
    pub fn tampered(&self) -> Error {
        Error::ChunkTampered { index: self.index }
    }
}

/// Hands out the frames of a container that is written, in order.
pub struct FrameSealer {
    chain: ChainKey,
    chunk: ChunkSize,
    next: u64,
    ended: bool,
}

impl FrameSealer {
    pub(crate) fn new(chain: ChainKey, chunk: ChunkSize) -> Self {
        Self { chain, chunk, next: 0, ended: false }
    }

    /// The next frame, for `len` bytes of plaintext.
    ///
    /// # Panics
    /// If the framing rules forbid it: a middle frame that is not full, a last frame that is over-full, or empty though
    /// another stands before it, anything after the last.
    pub fn next_frame(&mut self, len: usize, position: Position) -> Frame {
        assert!(!self.ended, "a frame after the last");
        match position {
            Position::Middle => assert_eq!(len, self.chunk.bytes(), "a middle frame is full"),
            Position::Last => {
                assert!(len <= self.chunk.bytes(), "a frame holds one chunk");
                assert!(len > 0 || self.next == 0, "only an only frame is empty");
                self.ended = true;
            }
        }
        let frame = Frame::new(self.next, position, len, self.chain.step());
        self.next += 1;
        frame
    }
}

/// Hands out the frames of a container that is read, each from its head.
pub struct FrameOpener {
    chain: ChainKey,
    chunk: ChunkSize,
    next: u64,
}

impl FrameOpener {
    pub(crate) fn new(chain: ChainKey, chunk: ChunkSize) -> Self {
        Self { chain, chunk, next: 0 }
    }

    /// Steps over frames without opening them.
    pub(crate) fn skip_to(&mut self, index: u64) {
        while self.next < index {
            drop(self.chain.step());
            self.next += 1;
        }
    }

    pub(crate) fn duplicate(&self) -> Self {
        Self { chain: self.chain.duplicate(), chunk: self.chunk, next: self.next }
    }

    /// The index of the frame that the next head belongs to.
    pub fn next_index(&self) -> u64 {
        self.next
    }

    /// The frame that `head` begins, checked against the framing rules before anything of it is read.
    ///
    /// # Errors
    /// [`Error::ChunkTampered`] if the head breaks them.
    pub fn next_frame(&mut self, head: [u8; HEAD_LEN]) -> Result<Frame, Error> {
        let field = u32::from_be_bytes(head);
        let len =
            usize::try_from(field & !LAST_BIT).map_err(|_| Error::ChunkTampered { index: self.next })?;
        let (position, allowed) = if field & LAST_BIT == 0 {
            (Position::Middle, len == self.chunk.bytes())
        } else {
            (Position::Last, len <= self.chunk.bytes() && (len > 0 || self.next == 0))
        };
        if !allowed {
            return Err(Error::ChunkTampered { index: self.next });
        }
        let frame = Frame::new(self.next, position, len, self.chain.step());
        self.next += 1;
        Ok(frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;

    #[test]
    fn sizes_at_each_side_of_every_multiple() {
        let chunk = ChunkSize::MIN;
        for (len, frames) in [(0, 1), (1, 1), (4095, 1), (4096, 1), (4097, 2), (8192, 2), (8193, 3)] {
            assert_eq!(chunk.frames(len), frames, "{len}");
            assert_eq!(container_len(1286, len, chunk, Signed::No), Some(1286 + len + 20 * frames));
            assert_eq!(container_len(1318, len, chunk, Signed::Yes), Some(1318 + len + 20 * frames + 3309));
        }
        assert_eq!(container_len(1286, u64::MAX, chunk, Signed::No), None);
    }

    #[test]
    fn chunk_sizes_are_powers_of_two_in_range() {
        assert_eq!(ChunkSize::from_bytes(1 << 20), Some(ChunkSize::DEFAULT));
        for bad in [0, 1, 2048, 4095, 4097, 3 << 12, 1 << 25] {
            assert_eq!(ChunkSize::from_bytes(bad), None, "{bad}");
        }
    }

    #[test]
    fn heads_that_break_the_framing_rules_are_named() {
        let opener = || FrameOpener::new(ChainKey::new(Secret::copy_of(&[1; 32])), ChunkSize::MIN);
        let head = |len: u32, last: u32| (len | last << 31).to_be_bytes();
        for bad in [head(4095, 0), head(4097, 0), head(0, 0), head(4097, 1)] {
            assert_eq!(opener().next_frame(bad).err(), Some(Error::ChunkTampered { index: 0 }));
        }
        let mut second = opener();
        assert!(second.next_frame(head(4096, 0)).is_ok());
        assert_eq!(second.next_frame(head(0, 1)).err(), Some(Error::ChunkTampered { index: 1 }));
        assert!(opener().next_frame(head(0, 1)).is_ok());
    }
}
