//! Slots: one wrapped master key each (FORMAT.md, "Slots"). Their wire form; the two kinds have a file each.

pub(crate) mod argon2id;
#[cfg(all(feature = "native", unix))]
mod lanes;
pub(crate) mod passphrase;
pub(crate) mod recipient;

use crate::aead;
use crate::error::Error;
use crate::secret::Secret;
use alloc::vec::Vec;

/// The sealed master key: 32 bytes and a 16-byte tag.
pub(crate) const SEALED_LEN: usize = 48;

/// The kinds of slot that a reader tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlotKind {
    /// `01`: for an X-Wing public key.
    Recipient,
    /// `02`: for a passphrase.
    Passphrase,
    /// `80` to `FF`: an extension that this version skips.
    Extension(u8),
}

/// Bytes at a slot's beginning in which its key identifier or its cost stand.
#[cfg(feature = "std")]
pub(crate) const STATED_LEN: usize = 9;

/// How long a slot must be, as far as its first bytes tell: one byte gives the type, more give the length.
///
/// # Errors
/// [`Error::MalformedHeader`] as soon as a byte says what no slot can.
pub(crate) fn wanted_len(part: &[u8]) -> Result<usize, Error> {
    match part {
        [] => Ok(1),
        [recipient::TYPE, ..] => Ok(recipient::LEN),
        [passphrase::TYPE, ..] => passphrase::wanted_len(part),
        [0x80..=0xFF, high, low, ..] => Ok(3 + usize::from(u16::from_be_bytes([*high, *low]))),
        [0x80..=0xFF, ..] => Ok(3),
        _ => Err(Error::MalformedHeader { what: "it has a slot of a type that does not exist" }),
    }
}

/// The kind of a slot that [`wanted_len`] found whole.
pub(crate) fn kind(slot: &[u8]) -> SlotKind {
    match slot[0] {
        recipient::TYPE => SlotKind::Recipient,
        passphrase::TYPE => SlotKind::Passphrase,
        other => SlotKind::Extension(other),
    }
}

/// Appends `sealed` to a slot that is written up to it: all its bytes so far are the associated data.
fn seal_onto(slot: &mut Vec<u8>, start: usize, wrap_key: &Secret<32>, wrapped: &Secret<32>) {
    let mut tag = [0; 16];
    let text = Secret::<32>::fill_with(|text| {
        text.copy_from_slice(wrapped.bytes());
        tag = aead::seal(wrap_key.bytes(), &[0; 12], &slot[start..], text);
    });
    slot.extend_from_slice(text.bytes());
    slot.extend_from_slice(&tag);
}

/// Opens `sealed`, the last 48 bytes of a slot, under its other bytes as associated data.
fn open_sealed(slot: &[u8], wrap_key: &Secret<32>) -> Option<Secret<32>> {
    let (aad, sealed) = slot.split_at(slot.len() - SEALED_LEN);
    let (text, tag) = sealed.split_first_chunk::<32>()?;
    let tag = tag.first_chunk::<16>()?;
    Secret::try_fill_with(|wrapped| {
        wrapped.copy_from_slice(text);
        aead::open(wrap_key.bytes(), &[0; 12], aad, wrapped, tag)
    })
    .ok()
}
