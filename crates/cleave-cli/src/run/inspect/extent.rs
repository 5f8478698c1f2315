//! How far a container goes, by what the heads of its frames say (FORMAT.md, "Frames"); nothing is decrypted.

use cleave_core::{ChunkSize, HEAD_LEN, SIGNATURE_LEN, TAG_LEN};

/// A walk from head to head.
#[derive(Debug)]
pub(super) struct Walk {
    chunk: u64,
    signature: u64,
    place: Place,
    extent: Extent,
}

#[derive(Debug)]
enum Place {
    Head([u8; HEAD_LEN], usize),
    Body {
        len: u64,
        left: u64,
        last: bool,
    },
    Signature {
        left: u64,
    },
    End,
    /// A head cannot be: nothing is known of what follows.
    Lost,
}

/// Bytes behind the header, by what they are.
#[derive(Debug, Default)]
pub(super) struct Extent {
    pub(super) chunks: u64,
    pub(super) plaintext: u64,
    /// Heads and tags.
    pub(super) overhead: u64,
    pub(super) signature: u64,
    /// Of a frame or signature that is not whole, behind the end, or behind a head that cannot be.
    pub(super) rest: u64,
    pub(super) outcome: Outcome,
}

/// Whether the heads lead to the file's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Outcome {
    #[default]
    Whole,
    Truncated,
    TrailingData,
    /// The head of this frame.
    BadHead(u64),
}

const LAST: u32 = 1 << 31;

impl Walk {
    pub(super) fn new(chunk: ChunkSize, signed: bool) -> Self {
        Self {
            chunk: chunk.bytes() as u64,
            signature: if signed { SIGNATURE_LEN as u64 } else { 0 },
            place: Place::Head([0; HEAD_LEN], 0),
            extent: Extent::default(),
        }
    }

    pub(super) fn take(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            if let Place::Head(head, have) = &mut self.place {
                head[*have] = bytes[0];
                *have += 1;
                bytes = &bytes[1..];
                if *have == HEAD_LEN {
                    let head = u32::from_be_bytes(*head);
                    self.place = self.after(head);
                }
            } else {
                let count = usize::try_from(self.unseen()).unwrap_or(usize::MAX).min(bytes.len());
                self.pass(count as u64);
                bytes = &bytes[count..];
            }
        }
    }

    fn after(&mut self, head: u32) -> Place {
        let (len, last) = (u64::from(head & !LAST), head & LAST != 0);
        let possible =
            if last { len <= self.chunk && (len > 0 || self.extent.chunks == 0) } else { len == self.chunk };
        if possible {
            return Place::Body { len, left: len + TAG_LEN as u64, last };
        }
        self.extent.rest = HEAD_LEN as u64;
        Place::Lost
    }

    /// Bytes from here on that need not be looked at.
    pub(super) fn unseen(&self) -> u64 {
        match self.place {
            Place::Head(..) => 0,
            Place::Body { left, .. } | Place::Signature { left } => left,
            Place::End | Place::Lost => u64::MAX,
        }
    }

    /// Goes on by `count` bytes, at most [`Walk::unseen`].
    pub(super) fn pass(&mut self, count: u64) {
        match &mut self.place {
            Place::Head(..) => {}
            Place::End | Place::Lost => self.extent.rest += count,
            Place::Signature { left } => {
                *left -= count;
                if *left == 0 {
                    self.extent.signature = self.signature;
                    self.place = Place::End;
                }
            }
            Place::Body { len, left, last } => {
                *left -= count;
                if *left == 0 {
                    self.extent.chunks += 1;
                    self.extent.plaintext += *len;
                    self.extent.overhead += (HEAD_LEN + TAG_LEN) as u64;
                    self.place = match (*last, self.signature) {
                        (false, _) => Place::Head([0; HEAD_LEN], 0),
                        (true, 0) => Place::End,
                        (true, left) => Place::Signature { left },
                    };
                }
            }
        }
    }

    pub(super) fn finish(mut self) -> Extent {
        let (rest, outcome) = match self.place {
            Place::Head(_, have) => (have as u64, Outcome::Truncated),
            Place::Body { len, left, .. } => ((HEAD_LEN + TAG_LEN) as u64 + len - left, Outcome::Truncated),
            Place::Signature { left } => (self.signature - left, Outcome::Truncated),
            Place::End if self.extent.rest == 0 => (0, Outcome::Whole),
            Place::End => (self.extent.rest, Outcome::TrailingData),
            Place::Lost => (self.extent.rest, Outcome::BadHead(self.extent.chunks)),
        };
        (self.extent.rest, self.extent.outcome) = (rest, outcome);
        self.extent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walked(bytes: &[u8], signed: bool, step: usize) -> Extent {
        let mut walk = Walk::new(ChunkSize::MIN, signed);
        bytes.chunks(step).for_each(|piece| walk.take(piece));
        walk.finish()
    }

    fn frame(len: usize, last: bool) -> Vec<u8> {
        let head = len as u32 | if last { LAST } else { 0 };
        [&head.to_be_bytes()[..], &vec![7; len + TAG_LEN]].concat()
    }

    #[test]
    fn every_cut_is_noticed_and_every_byte_is_counted() {
        for signed in [false, true] {
            let signature = if signed { vec![9; SIGNATURE_LEN] } else { Vec::new() };
            let whole = [frame(4096, false), frame(5, true), signature].concat();
            for step in [1, 3, whole.len()] {
                let extent = walked(&whole, signed, step);
                assert_eq!((extent.chunks, extent.plaintext, extent.overhead), (2, 4101, 40));
                assert_eq!((extent.outcome, extent.rest), (Outcome::Whole, 0));
            }
            for cut in 0..whole.len() {
                let extent = walked(&whole[..cut], signed, 1000);
                let all = extent.plaintext + extent.overhead + extent.signature + extent.rest;
                assert_eq!((extent.outcome, all), (Outcome::Truncated, cut as u64));
            }
            let longer = [whole, vec![0; 3]].concat();
            let extent = walked(&longer, signed, 7);
            assert_eq!((extent.outcome, extent.rest), (Outcome::TrailingData, 3));
        }
    }

    #[test]
    fn heads_that_cannot_be_end_the_walk() {
        for (bytes, at) in [
            (frame(4097, true), 0),
            (frame(4095, false), 0),
            ([frame(4096, false), frame(0, true)].concat(), 1),
        ] {
            let extent = walked(&bytes, false, 11);
            assert_eq!(extent.outcome, Outcome::BadHead(at));
            assert_eq!(extent.plaintext + extent.overhead + extent.rest, bytes.len() as u64);
        }
        assert_eq!(walked(&frame(0, true), false, 1).outcome, Outcome::Whole);
    }
}
