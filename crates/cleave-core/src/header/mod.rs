//! The wire form of the header, no cryptography but its running hash (FORMAT.md, "Layout").

mod fixed;
mod magic;

use crate::chunk::ChunkSize;
use crate::error::Error;
use crate::hash::Hash;
use crate::keys::Recipient;
use crate::slot::{self, SlotKind, recipient};
use alloc::vec::Vec;

/// The first eight bytes of a container.
pub(crate) const MAGIC: [u8; 8] = [0x89, b'C', b'L', b'V', 0x0D, 0x0A, 0x1A, 0x0A];
/// The only version.
pub(crate) const VERSION: u8 = 1;
/// header_mac.
pub(crate) const MAC_LEN: usize = 32;

const SPLIT: u8 = 1;
const SIGNED: u8 = 2;
const HINT: u8 = 4;

/// What stands before the slots: 77 bytes, 8 more with HINT, 32 more with SIGNED.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prefix {
    /// The size of every chunk but the last.
    pub chunk_size: ChunkSize,
    /// Slots that follow, 1 to 65535.
    pub slot_count: u16,
    /// Random, fresh for each container.
    pub salt: [u8; 32],
    /// The key-committing tag.
    pub commitment: [u8; 32],
    /// Whether the master key is split, and what the header says of the fragment.
    pub split: Split,
    /// The salted identifier of the signer's key, with SIGNED.
    pub signer_id: Option<[u8; 32]>,
}

/// Whether a container is SPLIT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Not split.
    Whole,
    /// Split; the header does not say which fragment belongs to it.
    Unhinted,
    /// Split; the hint by which the fragment is recognised.
    Hinted([u8; 8]),
}

impl Prefix {
    /// The key identifier that a named recipient has in this container: a hash, and no decapsulation.
    pub fn key_id(&self, recipient: &Recipient) -> [u8; 8] {
        recipient::key_id(&self.salt, recipient)
    }

    /// Appends the wire form.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let flags = match self.split {
            Split::Whole => 0,
            Split::Unhinted => SPLIT,
            Split::Hinted(_) => SPLIT | HINT,
        } | if self.signer_id.is_some() { SIGNED } else { 0 };
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&[VERSION, flags, self.chunk_size.log2()]);
        out.extend_from_slice(&self.slot_count.to_be_bytes());
        out.extend_from_slice(&self.salt);
        out.extend_from_slice(&self.commitment);
        if let Split::Hinted(hint) = &self.split {
            out.extend_from_slice(hint);
        }
        if let Some(signer_id) = &self.signer_id {
            out.extend_from_slice(signer_id);
        }
    }
}

/// What the parser has just read whole.
pub(crate) enum Part<'a> {
    Prefix(&'a Prefix),
    Slot(SlotKind, &'a [u8]),
}

/// A parsed header's end: what header_mac must be held against.
pub(crate) struct Parsed {
    pub(crate) prefix: Prefix,
    /// SHA-512 of every byte before header_mac.
    pub(crate) hash: [u8; 64],
    /// SHA-512 of the header with header_mac.
    pub(crate) hash_with_mac: [u8; 64],
    pub(crate) mac: [u8; 32],
    /// Bytes, header_mac included.
    pub(crate) len: u64,
}

/// Reads a header in byte order, a part at a time; holds one part (at most 65,538 bytes) and never the whole.
pub(crate) struct Parser {
    stage: Stage,
    part: Vec<u8>,
    read: u64,
    limit: u64,
    hash: Hash,
    prefix: Option<Prefix>,
    slots_left: u16,
}

#[derive(Clone, Copy)]
enum Stage {
    Magic,
    Fixed(u8),
    Slot,
    Mac,
    Done(Finished),
}

#[derive(Clone, Copy)]
struct Finished {
    hash: [u8; 64],
    hash_with_mac: [u8; 64],
    mac: [u8; 32],
}

impl Parser {
    pub(crate) fn new(limit: u64) -> Self {
        Self {
            stage: Stage::Magic,
            part: Vec::new(),
            read: 0,
            limit,
            hash: Hash::new(),
            prefix: None,
            slots_left: 0,
        }
    }

    pub(crate) fn is_done(&self) -> bool {
        matches!(self.stage, Stage::Done(_))
    }

    /// Takes bytes up to the header's end, hands each part to `visit`, and says how many were taken.
    pub(crate) fn push(
        &mut self,
        input: &[u8],
        visit: &mut dyn FnMut(Part<'_>) -> Result<(), Error>,
    ) -> Result<usize, Error> {
        let mut taken = 0;
        while !self.is_done() {
            let want = self.want()? - self.part.len();
            let left = &input[taken..];
            if left.is_empty() {
                break;
            }
            let allowed = usize::try_from(self.limit - self.read).unwrap_or(usize::MAX);
            if allowed == 0 {
                return Err(Error::HeaderLimit { limit: self.limit });
            }
            let now = want.min(left.len()).min(allowed);
            self.part.extend_from_slice(&left[..now]);
            taken += now;
            self.read += now as u64;
            if now == want {
                self.advance(visit)?;
            }
        }
        Ok(taken)
    }

    /// The parsed header, once it is whole.
    pub(crate) fn finish(self) -> Result<Parsed, Error> {
        match (self.stage, self.prefix) {
            (Stage::Done(Finished { hash, hash_with_mac, mac }), Some(prefix)) => {
                Ok(Parsed { prefix, hash, hash_with_mac, mac, len: self.read })
            }
            (Stage::Magic, _) => Err(magic::ended(&self.part)),
            _ => Err(Error::Truncated { what: "the file ends inside the container's header" }),
        }
    }

    /// How long the present part must be before the next decision about it can be made.
    fn want(&self) -> Result<usize, Error> {
        match self.stage {
            Stage::Magic => Ok(self.part.len() + 1),
            Stage::Fixed(len) => Ok(usize::from(len)),
            Stage::Slot => slot::wanted_len(&self.part),
            Stage::Mac => Ok(MAC_LEN),
            Stage::Done(_) => Ok(0),
        }
    }

    fn advance(&mut self, visit: &mut dyn FnMut(Part<'_>) -> Result<(), Error>) -> Result<(), Error> {
        match self.stage {
            Stage::Magic => {
                if magic::check(&self.part)? == magic::State::Whole {
                    self.stage = Stage::Fixed(9);
                }
            }
            Stage::Fixed(have) => {
                self.stage = match fixed::next_len(&self.part)? {
                    Some(len) => Stage::Fixed(len),
                    None => {
                        debug_assert_eq!(self.part.len(), usize::from(have));
                        let prefix = fixed::parse(&self.part)?;
                        visit(Part::Prefix(&prefix))?;
                        self.slots_left = prefix.slot_count;
                        self.prefix = Some(prefix);
                        self.end_part();
                        Stage::Slot
                    }
                };
            }
            Stage::Slot => {
                // A slot is whole when its first bytes ask for no more than is there.
                if slot::wanted_len(&self.part)? == self.part.len() {
                    visit(Part::Slot(slot::kind(&self.part), &self.part))?;
                    self.end_part();
                    self.slots_left -= 1;
                    if self.slots_left == 0 {
                        self.stage = Stage::Mac;
                    }
                }
            }
            Stage::Mac => {
                let hash = self.hash.clone().finish();
                let mut mac = [0; MAC_LEN];
                mac.copy_from_slice(&self.part);
                self.end_part();
                let hash_with_mac = self.hash.clone().finish();
                self.stage = Stage::Done(Finished { hash, hash_with_mac, mac });
            }
            Stage::Done(_) => {}
        }
        Ok(())
    }

    fn end_part(&mut self) {
        self.hash.update(&self.part);
        self.part.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    /// A header as it was parsed, written back.
    fn written(bytes: &[u8], steps: &[usize]) -> Result<(Vec<u8>, u64), Error> {
        let mut parser = Parser::new(u64::MAX);
        let (mut out, mut slots, mut count) = (Vec::new(), Vec::new(), 0u16);
        let mut at = 0;
        for step in steps.iter().chain([&bytes.len()]) {
            let end = bytes.len().min(at + step);
            at += parser.push(&bytes[at..end], &mut |part| {
                match part {
                    Part::Prefix(prefix) => prefix.write(&mut out),
                    Part::Slot(kind, slot) => {
                        assert_eq!(kind, slot::kind(slot));
                        slots.extend_from_slice(slot);
                        count += 1;
                    }
                }
                Ok(())
            })?;
        }
        let parsed = parser.finish()?;
        assert_eq!(parsed.prefix.slot_count, count);
        assert_eq!(parsed.len, at as u64);
        out.extend_from_slice(&slots);
        assert_eq!(parsed.hash, crate::hash::sha512(&[&out]));
        out.extend_from_slice(&parsed.mac);
        assert_eq!(parsed.hash_with_mac, crate::hash::sha512(&[&out]));
        Ok((out, parsed.len))
    }

    fn slot() -> impl Strategy<Value = Vec<u8>> {
        let bytes = |len| prop::collection::vec(any::<u8>(), len);
        let recipient = bytes(1176).prop_map(|rest| [vec![1], rest].concat());
        let passphrase = (1u8..=255, 1u8..=255, 0u32..=u32::MAX - 2040, bytes(64)).prop_map(
            |(passes, lanes, over, rest)| {
                let memory = (over + 8 * u32::from(lanes)).to_be_bytes();
                [&[2][..], &memory, &[passes, lanes], &rest].concat()
            },
        );
        let extension =
            (0x80u8..=0xFF, prop::collection::vec(any::<u8>(), 0..600)).prop_map(|(kind, body)| {
                let len = u16::try_from(body.len()).unwrap().to_be_bytes();
                [&[kind][..], &len, &body].concat()
            });
        prop_oneof![recipient, passphrase, extension]
    }

    fn header() -> impl Strategy<Value = Vec<u8>> {
        let flags = prop::sample::select(vec![0u8, 1, 2, 3, 5, 7]);
        let fixed = prop::collection::vec(any::<u8>(), 64 + 40 + 32);
        (flags, 12u8..=24, prop::collection::vec(slot(), 1..8), fixed).prop_map(
            |(flags, log2, slots, fixed)| {
                let (mac, fixed) = fixed.split_at(32);
                let options =
                    if flags & HINT != 0 { 8 } else { 0 } + if flags & SIGNED != 0 { 32 } else { 0 };
                let count = u16::try_from(slots.len()).unwrap().to_be_bytes();
                [&MAGIC[..], &[VERSION, flags, log2], &count, &fixed[..64 + options], &slots.concat(), mac]
                    .concat()
            },
        )
    }

    proptest! {
        #[test]
        fn parse_then_write_gives_the_same_bytes(header in header(), steps in prop::collection::vec(0usize..400, 0..9)) {
            let (out, len) = written(&header, &steps).unwrap();
            prop_assert_eq!(&out, &header);
            prop_assert_eq!(len, header.len() as u64);
        }

        #[test]
        fn every_cut_is_truncated(header in header(), at in any::<Index>()) {
            let cut = &header[..at.index(header.len())];
            let result = written(cut, &[]).map(|_| ()).map_err(|error| error.name());
            prop_assert_eq!(result, Err("truncated"));
        }

        #[test]
        fn what_parses_at_all_is_what_was_given(mut header in header(), at in any::<Index>(), to in any::<u8>()) {
            let at = at.index(header.len());
            header[at] = to;
            if let Ok((out, len)) = written(&header, &[]) {
                prop_assert_eq!(&out[..], &header[..usize::try_from(len).unwrap()]);
            }
        }

        #[test]
        fn no_bytes_panic(header in header(), from in any::<Index>(), noise in prop::collection::vec(any::<u8>(), 0..400)) {
            let from = from.index(header.len());
            let _ = written(&[&header[..from], &noise].concat(), &[]);
            let _ = written(&noise, &[]);
        }
    }
}
