//! One frame: head, ciphertext, tag (FORMAT.md, "Frames").

use crate::error::Error;
use crate::primitives::{seal, unseal};

/// Bytes of a head, which is L with the top bit set on the last frame.
pub const HEAD: usize = 4;
/// Bytes of a tag.
pub const TAG: usize = 16;
/// Bytes that a frame adds to its chunk.
pub const OVERHEAD: usize = HEAD + TAG;

const LAST_BIT: u32 = 1 << 31;

/// Whether a frame is the one that ends the container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Another frame follows.
    Middle,
    /// Nothing but the signature may follow.
    Last,
}

/// A frame's bytes, whatever the framing rules say about its length.
pub fn build(key: &[u8; 32], index: u64, place: Place, chunk: &[u8]) -> Vec<u8> {
    let length = u32::try_from(chunk.len()).expect("a chunk has at most 2^24 bytes");
    let head = match place {
        Place::Middle => length,
        Place::Last => length | LAST_BIT,
    }
    .to_be_bytes();
    [&head[..], &seal(key, nonce(index), &head, chunk)].concat()
}

/// The place and chunk length that a head states, held against the framing rules.
pub fn check_head(head: [u8; HEAD], index: u64, chunk_size: usize) -> Result<(Place, usize), Error> {
    let word = u32::from_be_bytes(head);
    let length = (word & !LAST_BIT) as usize;
    let (place, allowed) = if word & LAST_BIT == 0 {
        (Place::Middle, length == chunk_size)
    } else {
        (Place::Last, length <= chunk_size && (length > 0 || index == 0))
    };
    if allowed { Ok((place, length)) } else { Err(Error::ChunkTampered(index)) }
}

/// The chunk of a frame whose head was checked.
pub fn open(key: &[u8; 32], index: u64, frame: &[u8]) -> Result<Vec<u8>, Error> {
    let (head, sealed) = frame.split_at(HEAD);
    unseal(key, nonce(index), head, sealed).ok_or(Error::ChunkTampered(index))
}

fn nonce(index: u64) -> [u8; 12] {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&index.to_be_bytes());
    nonce
}
