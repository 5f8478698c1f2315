//! Reading a container from a stream: header, key, then frames, a range, or a rewrap (FORMAT.md, "Order of checks").

use super::derive::{derive_all, derive_on};
use super::place::To;
use super::source::Source;
use super::unseal::decrypt_frames;
use super::{Failure, Progress, WRITE_LEN, flush, flush_over};
use crate::aead::FrameCrypto;
use crate::armor::Form;
use crate::error::{Error, Wanted};
use crate::frames::{Read, Verifier, Vouched};
use crate::header::Prefix;
use crate::header_writer::HeaderState;
use crate::keys::Passphrase;
use crate::limits::Limits;
use crate::range::PlaintextRange;
use crate::reader::{Locked, Reader, Slot};
use crate::rewrap::{FrameCopier, HeaderRewriter, Rewrapper};
use crate::trial::Keys;
use crate::unlocked::{Frames, Unlocked};
use alloc::vec::Vec;
use std::io::{self, Seek, Write};
use std::num::NonZeroUsize;

/// Reads a container's header from `input`, binary or armored, trying `keys` as its slots go by. An input that is to be
/// read twice, or at a place, must stand at its beginning, and that must be the container's.
///
/// # Errors
/// [`Failure`]: the header's structure, or the input.
pub fn open<R: io::Read>(input: R, keys: Keys, limits: Limits) -> Result<Opening<R>, Failure> {
    read_header(input, |_| Reader::new(keys, limits))
}

/// As [`open`], and keeps the slots, for [`Opening::slots`] and [`Opening::rewrap`].
///
/// # Errors
/// As [`open`].
pub fn open_keeping_slots<R: io::Read>(input: R, keys: Keys, limits: Limits) -> Result<Opening<R>, Failure> {
    read_header(input, |_| Reader::keeping_slots(keys, limits))
}

/// As [`open_keeping_slots`], for an input that stands at its beginning and can be read again at any place. Of the slots
/// of a binary container only what tells them apart is kept, and [`Opening::rewrap`] reads those that stay once more: so
/// that 65,535 of them do not take 77 MB.
///
/// # Errors
/// As [`open`].
pub fn open_noting_slots<R: io::Read + Seek>(
    input: R,
    keys: Keys,
    limits: Limits,
) -> Result<Opening<R>, Failure> {
    let opening = read_header(input, |form| match form {
        Form::Binary => Reader::noting_slots(keys, limits),
        // Armor would have to be taken off again from its beginning for each slot.
        Form::Armored | Form::Undecided => Reader::keeping_slots(keys, limits),
    })?;
    Ok(Opening { read_at: Some(Source::read_at), ..opening })
}

fn read_header<R: io::Read>(input: R, reader: impl FnOnce(Form) -> Reader) -> Result<Opening<R>, Failure> {
    let mut source = Source::new(input);
    source.peek()?;
    let mut reader = reader(source.form());
    while !reader.is_complete() {
        let bytes = source.peek()?;
        if bytes.is_empty() {
            break;
        }
        let taken = reader.push(bytes)?;
        source.consume(taken);
    }
    let locked = reader.finish()?;
    source.header_ended();
    Ok(Opening { locked, source, threads: NonZeroUsize::MIN, read_at: None })
}

/// A header that was read and is not unlocked yet.
pub struct Opening<R> {
    locked: Locked,
    source: Source<R>,
    threads: NonZeroUsize,
    read_at: Option<ReadAt<R>>,
}

/// Reads so many bytes at a place of the container.
type ReadAt<R> = fn(&mut Source<R>, u64, usize, &mut Vec<u8>) -> Result<(), Failure>;

/// What a rewrap wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewritten {
    /// The frames.
    pub read: Read,
    /// Bytes of the new header.
    pub header_len: u64,
    /// Which keys its slots ask for.
    pub wanted: Wanted,
}

impl<R: io::Read> Opening<R> {
    /// What the header says to everyone; not authenticated.
    pub fn prefix(&self) -> &Prefix {
        self.locked.prefix()
    }

    /// Bytes of the header.
    pub fn header_len(&self) -> u64 {
        self.locked.header_len()
    }

    /// Which keys the slots ask for.
    pub fn wanted(&self) -> &Wanted {
        self.locked.wanted()
    }

    /// The slots, if they were kept.
    pub fn slots(&self) -> &[Slot] {
        self.locked.slots()
    }

    /// Whether the input is armored.
    pub fn form(&self) -> Form {
        self.source.form()
    }

    /// Whether only a passphrase, which was not given yet, could still open the container.
    pub fn wants_passphrase(&self) -> bool {
        self.locked.wants_passphrase()
    }

    /// Gives that passphrase.
    pub fn give_passphrase(&mut self, passphrase: Passphrase) {
        self.locked.give_passphrase(passphrase);
    }

    /// Has frames opened and hashed by another implementation; the bytes are the same.
    pub fn frame_crypto(self, crypto: &'static dyn FrameCrypto) -> Self {
        Self { locked: self.locked.frame_crypto(crypto), ..self }
    }

    /// Has a passphrase derived on `threads` threads at most, instead of on the calling one alone: see [`derive_on`].
    ///
    /// [`derive_on`]: super::derive_on
    pub fn derive_on(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Finds the key that fits and checks the header.
    ///
    /// # Errors
    /// As [`Locked::unlock`].
    pub fn unlock(mut self) -> Result<Unsealed<R>, Failure> {
        derive_all(self.threads, &mut self.locked)?;
        Ok(Unsealed { unlocked: self.locked.unlock()?, source: self.source })
    }

    /// Writes the container with the new header that `change` begins.
    ///
    /// # Errors
    /// As [`Locked::rewrap`], [`Rewrapper::begin`], [`HeaderRewriter::header`] and [`crate::FrameCopier::push`]; what was
    /// written is then worthless. [`Error::HeaderTampered`] too where a slot that is read again has changed.
    pub fn rewrap(
        mut self,
        change: impl FnOnce(Rewrapper) -> Result<HeaderRewriter, Error>,
        output: &mut dyn Write,
        progress: Progress<'_>,
    ) -> Result<Rewritten, Failure> {
        derive_all(self.threads, &mut self.locked)?;
        let old_header_len = self.locked.header_len();
        let writer = change(self.locked.rewrap()?)?;
        let (copier, written) = rewrite(writer, &mut self.source, self.read_at, self.threads, output)?;
        if let Some(read_at) = self.read_at {
            read_at(&mut self.source, old_header_len, 0, &mut Vec::new())?;
        }
        self.source.header_ended();
        let read = copy(copier, &mut self.source, output, progress)?;
        let wanted = written.wanted().clone();
        Ok(Rewritten { read, header_len: written.header_len(), wanted })
    }
}

/// Writes a new header, and reads it back on the way.
fn rewrite<R: io::Read>(
    mut writer: HeaderRewriter,
    source: &mut Source<R>,
    read_at: Option<ReadAt<R>>,
    threads: NonZeroUsize,
    output: &mut dyn Write,
) -> Result<(FrameCopier, Locked), Failure> {
    let mut written = Reader::new(Keys::new(), Limits { header_bytes: u64::MAX, ..Limits::default() });
    let (mut part, mut old) = (Vec::new(), Vec::new());
    source.header_begins();
    loop {
        if let Some(derivation) = writer.next_derivation()? {
            writer.give_derived(derive_on(threads, derivation)?);
        }
        if let (Some(place), Some(read_at)) = (writer.next_old_slot(), read_at) {
            read_at(source, place.at, place.len, &mut old)?;
            writer.give_old_slot(&old);
        }
        let state = writer.header(&mut part)?;
        written.push(&part)?;
        flush_over(0, &mut part, output)?;
        if state == HeaderState::Whole {
            return Ok((writer.into_copier()?, written.finish()?));
        }
    }
}

/// Copies the frames.
fn copy<R: io::Read>(
    mut copier: FrameCopier,
    source: &mut Source<R>,
    output: &mut dyn Write,
    progress: Progress<'_>,
) -> Result<Read, Failure> {
    let mut out = Vec::new();
    loop {
        let bytes = source.peek()?;
        if bytes.is_empty() {
            break;
        }
        copier.push(bytes, &mut out)?;
        let count = bytes.len();
        source.consume(count);
        flush_over(WRITE_LEN, &mut out, output)?;
        progress(source.position());
    }
    let read = copier.finish(&mut out)?;
    flush_over(0, &mut out, output)?;
    flush(output)?;
    Ok(read)
}

/// An opened container, standing at its first frame.
pub struct Unsealed<R> {
    unlocked: Unlocked,
    source: Source<R>,
}

impl<R: io::Read> Unsealed<R> {
    /// What was opened.
    pub fn unlocked(&self) -> &Unlocked {
        &self.unlocked
    }

    /// Decrypts in one pass, releasing each chunk once it authenticates. "Done" is said only by the return.
    ///
    /// # Errors
    /// [`Failure`]; what was written before it is authentic, and not all there is. [`Error::Usage`] where a signer is
    /// required: see [`Unsealed::decrypt_unvouched`] and [`Unsealed::decrypt_verified`].
    pub fn decrypt(mut self, output: &mut dyn Write, progress: Progress<'_>) -> Result<Read, Failure> {
        match self.unlocked.frames() {
            Frames::Authentic(mut reader) => {
                self.source.each(&mut |bytes, out| reader.push(bytes, out), output, progress)?;
                let read = reader.finish()?;
                flush(output)?;
                Ok(read)
            }
            Frames::Unvouched(_) => Err(Failure::Format(Error::Usage { what: HOLD_BACK })),
        }
    }

    /// Decrypts in one pass a container whose signer is required, from input that cannot be read twice. `held` must
    /// keep what it gets where nothing acts on it, and destroy it unless this succeeds.
    ///
    /// # Errors
    /// As [`Unsealed::decrypt`], and the signature errors.
    pub fn decrypt_unvouched(
        mut self,
        held: &mut dyn Write,
        progress: Progress<'_>,
    ) -> Result<Read, Failure> {
        match self.unlocked.frames() {
            Frames::Unvouched(reader) => {
                let read = self.source.withhold(reader, held, progress)?;
                flush(held)?;
                Ok(read)
            }
            Frames::Authentic(_) => self.decrypt(held, progress),
        }
    }
}

impl<R: io::Read + Send> Unsealed<R> {
    /// As [`Unsealed::decrypt`], on `threads` threads, and with a required signer too: a [`To::File`] must then be one
    /// that nobody looks at before this succeeds, and a stream is refused.
    ///
    /// # Errors
    /// As [`Unsealed::decrypt`]. What a stream was given is authentic; a file's content is worthless.
    pub fn decrypt_on(
        mut self,
        threads: NonZeroUsize,
        to: To<'_>,
        progress: Progress<'_>,
    ) -> Result<Read, Failure> {
        if self.unlocked.requires_signer() && matches!(to, To::Stream(_)) {
            return Err(Failure::Format(Error::Usage { what: HOLD_BACK }));
        }
        decrypt_frames(threads, &self.unlocked, &mut self.source, to, progress).map_err(armor_fault)
    }
}

/// A fault of the armor, which came through `std::io::Read`, is the format's again.
fn armor_fault(failure: Failure) -> Failure {
    match failure {
        Failure::Input(error) => match error.downcast::<Error>() {
            Ok(fault) => Failure::Format(fault),
            Err(error) => Failure::Input(error),
        },
        other => other,
    }
}

const HOLD_BACK: &str = "the signature comes last: read the container twice, or hold the plaintext back";

impl<R: io::Read + Seek> Unsealed<R> {
    /// Decrypts; where a signer is required, verifies all of it before anything is written, by reading twice.
    ///
    /// `passes` is told which pass begins, so that progress over both can be shown.
    ///
    /// # Errors
    /// As [`Unsealed::decrypt`], and the signature errors, with nothing written. An input that changes between the
    /// passes is [`Error::SignatureInvalid`] or [`Error::ChunkTampered`], with some of it written.
    pub fn decrypt_verified(
        mut self,
        output: &mut dyn Write,
        progress: Progress<'_>,
    ) -> Result<Read, Failure> {
        let Some(vouched) = self.vouch(self.unlocked.verifier(), progress)? else {
            return self.decrypt(output, progress);
        };
        self.source.rewind_to(self.unlocked.header_len())?;
        let mut reader = self.unlocked.vouched_frames(&vouched);
        self.source.each(&mut |bytes, out| reader.push(bytes, out), output, progress)?;
        let read = reader.finish()?;
        flush(output)?;
        Ok(read)
    }

    /// Decrypts a range of the plaintext by seeking; where a signer is required, verifies all of it first, and holds the
    /// frames of the range to what was verified.
    ///
    /// # Errors
    /// As [`Unsealed::decrypt_verified`]; [`Error::RangeInvalid`].
    pub fn decrypt_range(
        mut self,
        range: PlaintextRange,
        output: &mut dyn Write,
        progress: Progress<'_>,
    ) -> Result<u64, Failure> {
        let proof = self.vouch(self.unlocked.range_verifier(range), progress)?;
        let container_len = self.source.container_len()?;
        let mut reader = self.unlocked.range(container_len, range, proof.as_ref())?;
        let (mut bytes, mut out, mut given) = (Vec::new(), Vec::new(), 0);
        while let Some(wanted) = reader.next_read() {
            self.source.read_at(wanted.offset, wanted.len, &mut bytes)?;
            reader.supply(&bytes, &mut out)?;
            given += out.len() as u64;
            flush_over(0, &mut out, output)?;
            progress(given);
        }
        flush(output)?;
        Ok(given)
    }

    /// The first pass, where a signer is required.
    fn vouch(
        &mut self,
        verifier: Option<Verifier>,
        progress: Progress<'_>,
    ) -> Result<Option<Vouched>, Failure> {
        let Some(mut verifier) = verifier else {
            return Ok(None);
        };
        let hashed = self.source.each(&mut |bytes, _| verifier.push(bytes), &mut io::sink(), progress);
        let verified = match hashed {
            Ok(()) => verifier.finish().map_err(Failure::Format),
            Err(failure) => Err(failure),
        };
        match verified {
            Ok(vouched) => Ok(Some(vouched)),
            Err(Failure::Format(error)) => {
                // A frame that was changed is named before the end and the signature.
                self.source.rewind_to(self.unlocked.header_len())?;
                if let Frames::Unvouched(reader) = self.unlocked.frames() {
                    self.source.withhold(reader, &mut io::sink(), progress)?;
                }
                Err(Failure::Format(error))
            }
            Err(failure) => Err(failure),
        }
    }
}
