//! Reading frames in order, the end and the signature (FORMAT.md, "Order of checks", steps 6 to 8).

use crate::aead::FrameCrypto;
use crate::chunk::{Frame, HEAD_LEN, TAG_LEN};
use crate::error::Error;
use crate::keys::Signer;
use crate::memory;
use crate::range::{Covering, PlaintextRange};
use crate::secret::equal;
use crate::sequence::FrameSequence;
use crate::signature::{self, SIGNATURE_LEN};
use alloc::vec::Vec;

/// What follows the last frame, and whether anyone asked for it.
#[derive(Clone)]
pub(crate) enum Ending {
    Unsigned,
    Unchecked,
    Required(Signer),
}

/// What is known of the author once a container was read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authorship {
    /// The container is not signed.
    Unsigned,
    /// It is signed, and nobody asked by whom: the signature was not checked.
    Unchecked,
    /// The required signer signed exactly this content.
    Verified,
}

/// A container read to its end: every frame authenticated, nothing missing, nothing after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Read {
    /// Plaintext bytes.
    pub plaintext_len: u64,
    /// Frames.
    pub chunks: u64,
    /// What is known of the author.
    pub authorship: Authorship,
}

/// Opens frames as their bytes arrive. Plaintext of a frame is given out only after the frame authenticates; the
/// whole is complete only when [`FrameReader::finish`] says so.
pub struct FrameReader {
    sequence: FrameSequence,
    crypto: &'static dyn FrameCrypto,
    task: Task,
    /// The present frame, as far as it came.
    part: Vec<u8>,
    frame: Option<Frame>,
    failed: Option<Error>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    Open,
    /// Hash the frames, look at their heads, decrypt nothing.
    Hash,
}

impl FrameReader {
    pub(crate) fn new(sequence: FrameSequence, crypto: &'static dyn FrameCrypto) -> Self {
        Self { sequence, crypto, task: Task::Open, part: Vec::new(), frame: None, failed: None }
    }

    /// Has frames looked at without being decrypted: heads, order and end.
    pub(crate) fn only_framing(mut self) -> Self {
        self.task = Task::Hash;
        self
    }

    /// Bytes of the signature that have come so far: what a copier of the frames leaves out.
    pub(crate) fn signature_bytes(&self) -> usize {
        self.sequence.signature_bytes()
    }

    /// Takes bytes of frames and signature and appends the plaintext of the frames that they complete.
    ///
    /// # Errors
    /// [`Error::ChunkTampered`], [`Error::TrailingData`], [`Error::OutOfMemory`] where a chunk has no room; every later
    /// call gives the same. What was appended before is authentic; nothing of the failing frame is appended.
    pub fn push(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        match self.failed.clone() {
            Some(error) => Err(error),
            None => self.take(input, out).inspect_err(|error| self.failed = Some(error.clone())),
        }
    }

    /// Ends the container.
    ///
    /// # Errors
    /// [`Error::Truncated`], [`Error::SignatureInvalid`], or the error of an earlier push.
    pub fn finish(self) -> Result<Read, Error> {
        self.finish_whole().map(|whole| whole.read)
    }

    fn take(&mut self, mut input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        while !self.is_past_frames() && !input.is_empty() {
            let want = match &self.frame {
                None => HEAD_LEN,
                Some(frame) => frame.frame_len(),
            };
            if self.part.is_empty() && self.frame.is_none() {
                // A whole frame in the input is opened where it is, without being gathered first.
                if let Some(rest) = self.take_whole(input, out)? {
                    input = rest;
                    continue;
                }
            }
            let missing = want - self.part.len();
            memory::reserve(&mut self.part, missing)?;
            let now = missing.min(input.len());
            self.part.extend_from_slice(&input[..now]);
            input = &input[now..];
            if self.part.len() < want {
                continue;
            }
            match self.frame.take() {
                None => self.frame = Some(self.next_frame()?),
                Some(frame) => {
                    let part = core::mem::take(&mut self.part);
                    self.complete(&frame, &part, out)?;
                    self.part = part;
                    self.part.clear();
                }
            }
        }
        if self.is_past_frames() { self.sequence.after_last(input) } else { Ok(()) }
    }

    /// The last frame is whole.
    fn is_past_frames(&self) -> bool {
        self.sequence.is_ended() && self.frame.is_none()
    }

    fn next_frame(&mut self) -> Result<Frame, Error> {
        let head = *self.part.first_chunk().expect("HEAD_LEN bytes are there");
        self.sequence.next_frame(head)
    }

    /// Opens the frame that begins `input`, if all of it is there, and returns what follows it.
    fn take_whole<'i>(&mut self, input: &'i [u8], out: &mut Vec<u8>) -> Result<Option<&'i [u8]>, Error> {
        let Some(head) = input.first_chunk::<HEAD_LEN>() else {
            return Ok(None);
        };
        let frame = self.sequence.next_frame(*head)?;
        match input.split_at_checked(frame.frame_len()) {
            Some((whole, rest)) => {
                self.complete(&frame, whole, out)?;
                Ok(Some(rest))
            }
            None => {
                memory::reserve(&mut self.part, frame.frame_len())?;
                self.part.extend_from_slice(input);
                self.frame = Some(frame);
                Ok(Some(&[]))
            }
        }
    }

    fn complete(&mut self, frame: &Frame, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        if self.task == Task::Open {
            let start = out.len();
            let (text, tag) = bytes[HEAD_LEN..].split_at(frame.len);
            let tag = tag.first_chunk::<TAG_LEN>().expect("a frame ends with its tag");
            memory::append(out, text)?;
            if let Err(error) = frame.open(self.crypto, &mut out[start..], tag) {
                out.truncate(start);
                return Err(error);
            }
        }
        let digest = self.sequence.wants_digests().then(|| self.crypto.sha512(bytes));
        self.sequence.report(digest.as_ref())
    }

    pub(crate) fn finish_whole(self) -> Result<Whole, Error> {
        match self.failed {
            Some(error) => Err(error),
            None => self.sequence.conclude(),
        }
    }
}

/// What an input that ends before the last frame does is told.
pub(crate) const TRUNCATED: &str = "the file ends before the container's last chunk does";

/// The end, once every frame was read: the signature is whole and, where it is asked for, verifies.
pub(crate) fn conclude(
    ending: &Ending,
    signature: &[u8],
    message: Option<&[u8; 64]>,
    expected: Option<&[u8; 64]>,
) -> Result<Authorship, Error> {
    let authorship = match ending {
        Ending::Unsigned => Authorship::Unsigned,
        Ending::Unchecked | Ending::Required(_) => {
            let signature: &[u8; SIGNATURE_LEN] = signature
                .try_into()
                .map_err(|_| Error::Truncated { what: "the file ends inside the container's signature" })?;
            match (ending, message) {
                (Ending::Required(signer), Some(message)) => {
                    if !signature::verifies(signer, message, signature) {
                        return Err(Error::SignatureInvalid);
                    }
                    Authorship::Verified
                }
                (Ending::Required(_), None) => return Err(Error::SignatureInvalid),
                _ => Authorship::Unchecked,
            }
        }
    };
    if expected.is_some_and(|expected| message.is_none_or(|message| !equal(expected, message))) {
        return Err(Error::SignatureInvalid);
    }
    Ok(authorship)
}

/// A finished reader's result, with the messages that its frames make.
pub(crate) struct Whole {
    pub(crate) read: Read,
    pub(crate) message: Option<[u8; 64]>,
    pub(crate) resigned: Option<[u8; 64]>,
    pub(crate) covering: Option<Covering>,
}

/// Opens the frames of a container whose signer is required and whose input is read once: each chunk is authentic,
/// and who wrote it is known only at the end.
pub struct UnvouchedReader(FrameReader);

impl UnvouchedReader {
    pub(crate) fn new(reader: FrameReader) -> Self {
        Self(reader)
    }

    /// As [`FrameReader::push`]; what it appends is not vouched for. Keep it where nothing acts on it, and destroy it
    /// unless [`UnvouchedReader::finish`] succeeds.
    ///
    /// # Errors
    /// As [`FrameReader::push`].
    pub fn push_unvouched(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        self.0.push(input, out)
    }

    /// Ends the container: on success, all that was given out is the required signer's.
    ///
    /// # Errors
    /// As [`FrameReader::finish`].
    pub fn finish(self) -> Result<Read, Error> {
        self.0.finish()
    }
}

/// A first pass that hashes and verifies. Where it fails, read again with [`crate::Unlocked::frames`], releasing
/// nothing, and report that reader's error: a frame that was changed is named before the signature.
pub struct Verifier(FrameReader);

/// Proof that a required signer's signature verifies over a content.
pub struct Vouched {
    message: [u8; 64],
    covering: Option<Covering>,
}

impl Vouched {
    pub(crate) fn of(whole: Whole) -> Result<Self, Error> {
        let Whole { message, covering, .. } = whole;
        message.map(|message| Self { message, covering }).ok_or(Error::SignatureInvalid)
    }

    pub(crate) fn message(&self) -> [u8; 64] {
        self.message
    }

    /// What the pass saw of the frames of `range`, if it was to look at them.
    pub(crate) fn covering(&self, range: PlaintextRange) -> Option<Covering> {
        self.covering.clone().filter(|covering| covering.is_of(range))
    }
}

impl Verifier {
    pub(crate) fn new(reader: FrameReader) -> Self {
        Self(reader.only_framing())
    }

    /// Takes bytes of frames and signature.
    ///
    /// # Errors
    /// As [`FrameReader::push`], as far as the heads tell.
    pub fn push(&mut self, input: &[u8]) -> Result<(), Error> {
        let mut nothing = Vec::new();
        self.0.push(input, &mut nothing)
    }

    /// Ends the pass.
    ///
    /// # Errors
    /// [`Error::Truncated`], [`Error::SignatureInvalid`].
    pub fn finish(self) -> Result<Vouched, Error> {
        Vouched::of(self.0.finish_whole()?)
    }
}
