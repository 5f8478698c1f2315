//! One call each: a whole container in memory, binary or armored.

use crate::armor;
use crate::encryptor::{Encryptor, Start};
use crate::error::Error;
use crate::fragment::Fragment;
use crate::frames::Read;
use crate::limits::Limits;
use crate::range::PlaintextRange;
use crate::reader::{Locked, Reader};
use crate::rewrap::{Rewrapped, Rewrapper};
use crate::slot::argon2id::{Derivation, Derived};
use crate::trial::{Keys, OpenedBy};
use crate::unlocked::Frames;
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// What [`encrypt`] gives.
pub struct Sealed {
    /// The container, binary.
    pub container: Vec<u8>,
    /// The detachable fragment of a split container: keep it apart, and safe.
    pub fragment: Option<Fragment>,
}

/// What [`decrypt`] gives.
#[non_exhaustive]
pub struct Opened {
    /// The plaintext; where a signer was required, it is theirs.
    pub plaintext: Vec<u8>,
    /// Lengths, and what is known of the author.
    pub read: Read,
    /// Which key opened it.
    pub opened_by: OpenedBy,
}

/// Encrypts `plaintext` as `encryptor` says.
///
/// # Errors
/// As [`Encryptor::start`].
pub fn encrypt(plaintext: &[u8], encryptor: Encryptor) -> Result<Sealed, Error> {
    let Start { mut writer, fragment } = encryptor.start()?;
    let mut container = Vec::new();
    writer.push(plaintext, &mut container)?;
    writer.finish(&mut container)?;
    Ok(Sealed { container, fragment })
}

/// Opens a container, binary or armored. Nothing is returned unless all of it is genuine, to its end.
///
/// # Errors
/// Any of the format's errors, by FORMAT.md's order of checks.
pub fn decrypt(container: &[u8], keys: Keys, limits: Limits) -> Result<Opened, Error> {
    decrypt_deriving(container, keys, limits, Derivation::derive)
}

/// As [`decrypt`], with `derive` to compute what a passphrase asks for, in a better place than the calling thread.
///
/// # Errors
/// As [`decrypt`], and those of `derive`.
pub fn decrypt_deriving(
    container: &[u8],
    keys: Keys,
    limits: Limits,
    mut derive: impl FnMut(Derivation) -> Result<Derived, Error>,
) -> Result<Opened, Error> {
    let (container, armor_end) = dearmor(container);
    let (mut locked, body) = split_header(&container, keys, limits, &armor_end)?;
    while let Some(derivation) = locked.next_derivation() {
        locked.give_derived(&derive(derivation)?);
    }
    let unlocked = locked.unlock()?;
    let mut plaintext = Vec::new();
    let read = match unlocked.frames() {
        Frames::Authentic(mut reader) => {
            reader.push(body, &mut plaintext)?;
            armor_end?;
            reader.finish()?
        }
        Frames::Unvouched(mut reader) => {
            reader.push_unvouched(body, &mut plaintext)?;
            armor_end?;
            reader.finish()?
        }
    };
    Ok(Opened { plaintext, read, opened_by: unlocked.opened_by() })
}

/// Opens a range of a container's plaintext. With a required signer the whole is verified first.
///
/// # Errors
/// As [`decrypt`]; [`Error::RangeInvalid`].
pub fn decrypt_range(
    container: &[u8],
    keys: Keys,
    limits: Limits,
    range: PlaintextRange,
) -> Result<Vec<u8>, Error> {
    let (container, armor_end) = dearmor(container);
    let (locked, body) = split_header(&container, keys, limits, &armor_end)?;
    let unlocked = locked.unlock()?;
    let proof = match unlocked.range_verifier(range) {
        None => None,
        Some(mut verifier) => {
            let verified =
                verifier.push(body).and_then(|()| armor_end.clone()).and_then(|()| verifier.finish());
            if let (Err(_), Frames::Unvouched(mut reader)) = (&verified, unlocked.frames()) {
                // A frame that was changed is named before the end, its armor's included, and before the signature.
                reader.push_unvouched(body, &mut Vec::new())?;
                armor_end.clone()?;
                reader.finish()?;
            }
            Some(verified?)
        }
    };
    armor_end?;
    let mut reader = unlocked.range(container.len() as u64, range, proof.as_ref())?;
    let mut out = Vec::new();
    while let Some(wanted) = reader.next_read() {
        let start = usize::try_from(wanted.offset).unwrap_or(usize::MAX).min(container.len());
        let end = start.saturating_add(wanted.len).min(container.len());
        reader.supply(&container[start..end], &mut out)?;
    }
    Ok(out)
}

/// Writes a new header over a container's frames, as `change` says.
///
/// # Errors
/// As [`decrypt`], as far as the rewrap must look; as [`Rewrapper::start`].
pub fn rewrap(
    container: &[u8],
    keys: Keys,
    limits: Limits,
    change: impl FnOnce(Rewrapper) -> Result<Rewrapped, Error>,
) -> Result<Vec<u8>, Error> {
    let (container, armor_end) = dearmor(container);
    let mut reader = Reader::keeping_slots(keys, limits);
    let taken = reader.push(&container)?;
    if !reader.is_complete() {
        armor_end.clone()?;
    }
    let Rewrapped { header, mut copier } = change(reader.finish()?.rewrap()?)?;
    let mut out = header;
    copier.push(&container[taken..], &mut out)?;
    armor_end?;
    copier.finish(&mut out)?;
    Ok(out)
}

/// The binary form, and how its armor ended. Bytes before a fault in the armor are looked at first, as a reader of a
/// stream would.
fn dearmor(input: &[u8]) -> (Cow<'_, [u8]>, Result<(), Error>) {
    let mut decoder = armor::Decoder::new();
    let mut first = Vec::new();
    let probe = input.len().min(PROBE);
    let pushed = decoder.push(&input[..probe], &mut first);
    if decoder.form() == armor::Form::Binary {
        return (Cow::Borrowed(input), Ok(()));
    }
    let end = pushed
        .and_then(|()| decoder.push(&input[probe..], &mut first))
        .and_then(|()| decoder.finish(&mut first));
    (Cow::Owned(first), end)
}

/// Enough to tell most binary input without copying it.
const PROBE: usize = 64;

fn split_header<'c>(
    container: &'c [u8],
    keys: Keys,
    limits: Limits,
    armor_end: &Result<(), Error>,
) -> Result<(Locked, &'c [u8]), Error> {
    let mut reader = Reader::new(keys, limits);
    let taken = reader.push(container)?;
    if !reader.is_complete() {
        // Where armor broke off, the container's end is not where it seems to be.
        armor_end.clone()?;
    }
    Ok((reader.finish()?, &container[taken..]))
}
