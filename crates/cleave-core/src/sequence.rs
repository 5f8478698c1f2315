//! Frames in order, the end and the signature (FORMAT.md, "Order of checks", steps 6 to 8), for whoever opens the frames:
//! the machine of `frames.rs`, or a caller that hands them to another implementation, several at a time.

use crate::chunk::{Frame, FrameOpener, HEAD_LEN, Position};
use crate::error::Error;
use crate::frames::{Ending, Read, TRUNCATED, Vouched, Whole, conclude};
use crate::range::{Covering, PlaintextRange};
use crate::signature::{ContentHash, SIGNATURE_LEN};
use alloc::vec::Vec;

/// Hands out frames from their heads and keeps account of them.
///
/// For each frame: [`FrameSequence::next_frame`] with its head; open it, or hash it, elsewhere; report it by
/// [`FrameSequence::report`], in order. Heads may run ahead of reports. What follows the last frame goes into
/// [`FrameSequence::after_last`], and the container is whole only when [`FrameSequence::finish`] says so.
///
/// An error of a frame counts before every error of what stands behind it. Where a signer is required, no plaintext may
/// be acted on before the end, as with [`crate::UnvouchedReader`], unless this is the second pass over the same input.
pub struct FrameSequence {
    opener: FrameOpener,
    ending: Ending,
    ended: bool,
    reported: u64,
    plaintext_len: u64,
    signature: Vec<u8>,
    content: Option<ContentHash>,
    /// The same frames under another header, for whoever signs them anew.
    resigned: Option<ContentHash>,
    /// What a range will read again.
    covering: Option<Covering>,
    /// Of an earlier pass over the same input.
    expected: Option<[u8; 64]>,
}

impl FrameSequence {
    pub(crate) fn new(opener: FrameOpener, ending: Ending, header_hash: &[u8; 64]) -> Self {
        let content = matches!(ending, Ending::Required(_)).then(|| ContentHash::new(header_hash));
        Self {
            opener,
            ending,
            ended: false,
            reported: 0,
            plaintext_len: 0,
            signature: Vec::new(),
            content,
            resigned: None,
            covering: None,
            expected: None,
        }
    }

    /// Has frames hashed under a new header too; [`FrameSequence::conclude`] then gives the message to sign.
    pub(crate) fn resigning(mut self, new_header_hash: &[u8; 64]) -> Self {
        self.resigned = Some(ContentHash::new(new_header_hash));
        self
    }

    pub(crate) fn covering(mut self, covering: Covering) -> Self {
        self.covering = Some(covering);
        self
    }

    pub(crate) fn expecting(mut self, vouched: &Vouched) -> Self {
        self.expected = Some(vouched.message());
        self
    }

    /// The next frame, from its head; the head is held to the framing rules before anything of the frame is read.
    ///
    /// # Errors
    /// [`Error::ChunkTampered`] if the head breaks them; [`Error::Usage`] after the last frame.
    pub fn next_frame(&mut self, head: [u8; HEAD_LEN]) -> Result<Frame, Error> {
        if self.ended {
            return Err(Error::Usage { what: "the last frame came already: what follows it is no frame" });
        }
        let frame = self.opener.next_frame(head)?;
        self.ended = frame.position == Position::Last;
        self.plaintext_len += frame.len as u64;
        Ok(frame)
    }

    /// Whether the last frame was handed out.
    pub fn is_ended(&self) -> bool {
        self.ended
    }

    /// Whether [`FrameSequence::report`] needs SHA-512 of each frame.
    pub fn wants_digests(&self) -> bool {
        self.content.is_some() || self.resigned.is_some()
    }

    /// Takes account of the next frame: it authenticated, or in a pass that only verifies it was hashed. `digest` is
    /// SHA-512 of the whole frame, head and tag included, where [`FrameSequence::wants_digests`].
    ///
    /// # Errors
    /// [`Error::Usage`] without a digest that is wanted, or for a frame that was not handed out.
    pub fn report(&mut self, digest: Option<&[u8; 64]>) -> Result<(), Error> {
        if self.reported == self.opener.next_index() {
            return Err(Error::Usage { what: "a frame was reported that was not handed out" });
        }
        self.reported += 1;
        if !self.wants_digests() {
            return Ok(());
        }
        let digest = digest.ok_or(Error::Usage { what: "a signed frame was reported without its digest" })?;
        self.content.iter_mut().chain(self.resigned.iter_mut()).for_each(|content| content.frame(digest));
        if let Some(covering) = &mut self.covering {
            covering.frame(digest);
        }
        Ok(())
    }

    /// Takes bytes that follow the last frame: the signature, where there is one, and nothing more.
    ///
    /// # Errors
    /// [`Error::TrailingData`].
    pub fn after_last(&mut self, input: &[u8]) -> Result<(), Error> {
        let left = match self.ending {
            Ending::Unsigned => 0,
            Ending::Unchecked | Ending::Required(_) => SIGNATURE_LEN - self.signature.len(),
        };
        let now = left.min(input.len());
        self.signature.extend_from_slice(&input[..now]);
        if now < input.len() { Err(Error::TrailingData) } else { Ok(()) }
    }

    /// Bytes of the signature that have come so far.
    pub(crate) fn signature_bytes(&self) -> usize {
        self.signature.len()
    }

    /// Ends the container.
    ///
    /// # Errors
    /// [`Error::Truncated`] if the last frame was not handed out, or one that was handed out was not reported: its bytes
    /// did not come; [`Error::SignatureInvalid`].
    pub fn finish(self) -> Result<Read, Error> {
        self.conclude().map(|whole| whole.read)
    }

    /// Ends a pass that verified the signature of a required signer.
    ///
    /// # Errors
    /// As [`FrameSequence::finish`].
    pub fn finish_vouched(self) -> Result<Vouched, Error> {
        Vouched::of(self.conclude()?)
    }

    pub(crate) fn conclude(self) -> Result<Whole, Error> {
        if !self.ended || self.reported != self.opener.next_index() {
            return Err(Error::Truncated { what: TRUNCATED });
        }
        let message = self.content.map(ContentHash::message);
        let resigned = self.resigned.map(ContentHash::message);
        let authorship = conclude(&self.ending, &self.signature, message.as_ref(), self.expected.as_ref())?;
        let read = Read { plaintext_len: self.plaintext_len, chunks: self.reported, authorship };
        Ok(Whole { read, message, resigned, covering: self.covering })
    }
}

/// What a pass over the frames of an opened container is for.
#[derive(Clone, Copy)]
pub enum Pass<'a> {
    /// The only one.
    Only,
    /// The first of two, that verifies the signature of a required signer over the whole: by
    /// [`FrameSequence::finish_vouched`].
    Verify,
    /// As [`Pass::Verify`], before a range is read.
    VerifyFor(PlaintextRange),
    /// The second, after a first that gave this proof: plaintext may be acted on frame by frame.
    Vouched(&'a Vouched),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::ChunkSize;
    use crate::ratchet::ChainKey;
    use crate::secret::Secret;

    fn sequence(ending: Ending) -> FrameSequence {
        let chain = ChainKey::new(Secret::copy_of(&[1; 32]));
        FrameSequence::new(FrameOpener::new(chain, ChunkSize::MIN), ending, &[0; 64])
    }

    const MIDDLE: [u8; 4] = 4096u32.to_be_bytes();
    const LAST: [u8; 4] = (5 | 1u32 << 31).to_be_bytes();

    #[test]
    fn frames_may_be_handed_out_before_they_are_reported() {
        let mut frames = sequence(Ending::Unsigned);
        for head in [MIDDLE, MIDDLE, LAST] {
            frames.next_frame(head).unwrap();
        }
        for _ in 0..3 {
            frames.report(None).unwrap();
        }
        let read = frames.finish().unwrap();
        assert_eq!((read.plaintext_len, read.chunks), (2 * 4096 + 5, 3));
    }

    #[test]
    fn a_frame_that_was_not_reported_is_no_success() {
        let mut frames = sequence(Ending::Unsigned);
        frames.next_frame(MIDDLE).unwrap();
        frames.next_frame(LAST).unwrap();
        frames.report(None).unwrap();
        assert_eq!(frames.finish().err(), Some(Error::Truncated { what: TRUNCATED }));
    }

    #[test]
    fn a_frame_that_was_not_handed_out_is_not_reported() {
        assert!(matches!(sequence(Ending::Unsigned).report(None), Err(Error::Usage { .. })));
    }

    #[test]
    fn nothing_is_a_frame_after_the_last() {
        let mut frames = sequence(Ending::Unsigned);
        frames.next_frame(LAST).unwrap();
        assert!(matches!(frames.next_frame(LAST), Err(Error::Usage { .. })));
        assert_eq!(frames.after_last(&[0]), Err(Error::TrailingData));
    }

    #[test]
    fn a_signed_frame_without_a_digest_is_refused() {
        let signer = crate::SigningKey::generate().unwrap().signer().clone();
        let mut frames = sequence(Ending::Required(signer));
        frames.next_frame(LAST).unwrap();
        assert!(frames.wants_digests());
        assert!(matches!(frames.report(None), Err(Error::Usage { .. })));
    }

    #[test]
    fn an_input_that_ends_early_is_truncated() {
        let mut frames = sequence(Ending::Unsigned);
        frames.next_frame(MIDDLE).unwrap();
        frames.report(None).unwrap();
        assert_eq!(frames.finish().err(), Some(Error::Truncated { what: TRUNCATED }));
    }
}
