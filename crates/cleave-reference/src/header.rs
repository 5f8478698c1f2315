//! The structure of the header, in byte order (FORMAT.md, "Layout", and the first of the "Order of checks").

use crate::error::Error;
use crate::input::Input;
use crate::limits::Limits;
use crate::slot::{self, Cost, Kind, Slot};
use crate::xwing;

/// The first eight bytes: 0x89 `CLV` CR LF SUB LF.
pub const MAGIC: [u8; 8] = [0x89, 0x43, 0x4c, 0x56, 0x0d, 0x0a, 0x1a, 0x0a];
/// The one version that there is.
pub const VERSION: u8 = 1;
/// Flag: the master key is split.
pub const SPLIT: u8 = 1;
/// Flag: signer_id and signature are there.
pub const SIGNED: u8 = 2;
/// Flag: the pairing hint is there.
pub const HINT: u8 = 4;

/// A header whose structure holds.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Header {
    pub flags: u8,
    pub chunk_log2: u8,
    pub salt: [u8; 32],
    pub commitment: [u8; 32],
    pub hint: Option<[u8; 8]>,
    pub signer_id: Option<[u8; 32]>,
    pub slots: Vec<Slot>,
    pub header_mac: [u8; 32],
    /// Every byte before header_mac.
    pub before_mac: Vec<u8>,
}

impl Header {
    /// The whole header.
    pub fn bytes(&self) -> Vec<u8> {
        [&self.before_mac[..], &self.header_mac].concat()
    }

    /// Bytes of a full chunk.
    pub fn chunk_size(&self) -> usize {
        1 << self.chunk_log2
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// Takes a header from the front of the input.
pub fn parse(input: &mut Input, limits: &Limits) -> Result<Header, Error> {
    check_magic(input)?;
    let mut bytes = Bounded { input, limit: limits.header_bytes };
    bytes.array::<8>()?;
    if bytes.byte()? != VERSION {
        return Err(Error::UnsupportedVersion);
    }
    let flags = bytes.byte()?;
    if flags & !(SPLIT | SIGNED | HINT) != 0 || (flags & HINT != 0 && flags & SPLIT == 0) {
        return Err(Error::MalformedHeader);
    }
    let chunk_log2 = bytes.byte()?;
    if !(12..=24).contains(&chunk_log2) {
        return Err(Error::MalformedHeader);
    }
    let slot_count = u16::from_be_bytes(bytes.array()?);
    if slot_count == 0 {
        return Err(Error::MalformedHeader);
    }
    let salt = bytes.array()?;
    let commitment = bytes.array()?;
    let hint = if flags & HINT != 0 { Some(bytes.array()?) } else { None };
    let signer_id = if flags & SIGNED != 0 { Some(bytes.array()?) } else { None };
    let mut slots = Vec::new();
    for _ in 0..slot_count {
        slots.push(parse_slot(&mut bytes)?);
    }
    let before_mac = bytes.input.taken().to_vec();
    let header_mac = bytes.array()?;
    Ok(Header { flags, chunk_log2, salt, commitment, hint, signer_id, slots, header_mac, before_mac })
}

fn check_magic(input: &Input) -> Result<(), Error> {
    let start = input.left();
    let recoded: [&[u8]; 3] = [b"\x09CLV", b"\xc2\x89CLV", b"\xef\xbf\xbdCLV"];
    if start.starts_with(&MAGIC) {
        Ok(())
    } else if MAGIC.starts_with(start) {
        Err(input.end_error())
    } else if start.starts_with(&MAGIC[..4]) || recoded.iter().any(|damaged| start.starts_with(damaged)) {
        Err(Error::TextModeDamage)
    } else {
        Err(Error::NotAContainer)
    }
}

fn parse_slot(bytes: &mut Bounded) -> Result<Slot, Error> {
    let start = bytes.input.taken().len();
    let kind = match bytes.byte()? {
        slot::RECIPIENT => {
            let key_id = bytes.array()?;
            let enc = Box::new(bytes.array::<{ xwing::ENC }>()?);
            bytes.array::<48>()?;
            Kind::Recipient { key_id, enc }
        }
        slot::PASSPHRASE => {
            let cost = parse_cost(bytes)?;
            let argon_salt = bytes.array()?;
            bytes.array::<48>()?;
            Kind::Passphrase { cost, argon_salt }
        }
        slot::FIRST_EXTENSION.. => {
            let length = u16::from_be_bytes(bytes.array()?);
            bytes.take(length.into())?;
            Kind::Extension
        }
        _ => return Err(Error::MalformedHeader),
    };
    Ok(Slot { kind, bytes: bytes.input.taken()[start..].to_vec() })
}

fn parse_cost(bytes: &mut Bounded) -> Result<Cost, Error> {
    let memory_kib = u32::from_be_bytes(bytes.array()?);
    let passes = bytes.byte()?;
    if passes == 0 {
        return Err(Error::MalformedHeader);
    }
    let lanes = bytes.byte()?;
    if lanes == 0 || memory_kib < 8 * u32::from(lanes) {
        return Err(Error::MalformedHeader);
    }
    Ok(Cost { memory_kib, passes, lanes })
}

/// The header's bytes: the first one past the limit is refused when it is there to be read.
struct Bounded<'a> {
    input: &'a mut Input,
    limit: u64,
}

impl Bounded<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], Error> {
        let taken = self.input.taken().len();
        let there = taken + self.input.left().len().min(count);
        if there as u64 > self.limit {
            return Err(Error::HeaderLimit);
        }
        self.input.take(count)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        Ok(self.take(N)?.try_into().expect("exactly N bytes were taken"))
    }

    fn byte(&mut self) -> Result<u8, Error> {
        Ok(self.array::<1>()?[0])
    }
}
