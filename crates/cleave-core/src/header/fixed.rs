//! The part of fixed order between magic and slots.

use super::{HINT, MAGIC, Prefix, SIGNED, SPLIT, Split, VERSION};
use crate::chunk::ChunkSize;
use crate::error::Error;

const FLAGS_AT: usize = MAGIC.len() + 1;
const CHUNK_AT: usize = FLAGS_AT + 1;
const COUNT_AT: usize = CHUNK_AT + 1;
const BEFORE_OPTIONS: usize = COUNT_AT + 2 + 32 + 32;

/// Checks the newest byte and says up to where to read next; `None` once the prefix is whole.
pub(super) fn next_len(part: &[u8]) -> Result<Option<u8>, Error> {
    let malformed = |what| Err(Error::MalformedHeader { what });
    let next = match part.len() {
        FLAGS_AT => {
            let version = part[FLAGS_AT - 1];
            if version != VERSION {
                return Err(Error::UnsupportedVersion { version });
            }
            CHUNK_AT
        }
        CHUNK_AT => {
            let flags = part[FLAGS_AT];
            if flags & !(SPLIT | SIGNED | HINT) != 0 {
                return malformed("a reserved flag is set");
            }
            if flags & HINT != 0 && flags & SPLIT == 0 {
                return malformed("it has the hint of a fragment and is not split");
            }
            COUNT_AT
        }
        COUNT_AT => {
            if ChunkSize::from_log2(part[CHUNK_AT]).is_none() {
                return malformed("its chunk size is out of range");
            }
            COUNT_AT + 2
        }
        len if len == COUNT_AT + 2 => {
            if part[COUNT_AT..] == [0, 0] {
                return malformed("it has no slot");
            }
            whole_len(part[FLAGS_AT])
        }
        _ => return Ok(None),
    };
    Ok(Some(u8::try_from(next).expect("the prefix is at most 117 bytes")))
}

fn whole_len(flags: u8) -> usize {
    BEFORE_OPTIONS + if flags & HINT != 0 { 8 } else { 0 } + if flags & SIGNED != 0 { 32 } else { 0 }
}

pub(super) fn parse(part: &[u8]) -> Result<Prefix, Error> {
    let flags = part[FLAGS_AT];
    let mut rest = &part[COUNT_AT + 2..];
    let salt = *take(&mut rest);
    let commitment = *take(&mut rest);
    let split = match (flags & SPLIT != 0, flags & HINT != 0) {
        (false, _) => Split::Whole,
        (true, false) => Split::Unhinted,
        (true, true) => Split::Hinted(*take(&mut rest)),
    };
    let signer_id = (flags & SIGNED != 0).then(|| *take(&mut rest));
    Ok(Prefix {
        chunk_size: ChunkSize::from_log2(part[CHUNK_AT])
            .ok_or(Error::MalformedHeader { what: "its chunk size is out of range" })?,
        slot_count: u16::from_be_bytes([part[COUNT_AT], part[COUNT_AT + 1]]),
        salt,
        commitment,
        split,
        signer_id,
    })
}

fn take<'a, const N: usize>(rest: &mut &'a [u8]) -> &'a [u8; N] {
    let (field, left) = rest.split_first_chunk().expect("whole_len counted every field");
    *rest = left;
    field
}
