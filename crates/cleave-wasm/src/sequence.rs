//! Frames in order, the end and the signature.

use crate::fault::Fault;
use crate::ticket::Ticket;
use cleave_core::{Authorship, Error, FrameSequence, HEAD_LEN, Vouched};
use wasm_bindgen::prelude::wasm_bindgen;

/// Hands out a ticket for each frame and keeps account of the frames that JavaScript opened.
#[wasm_bindgen]
pub struct Sequence {
    frames: FrameSequence,
    ticket: Ticket,
}

impl Sequence {
    pub(crate) fn new(frames: FrameSequence) -> Self {
        Self { frames, ticket: Ticket::new() }
    }
}

#[wasm_bindgen]
impl Sequence {
    /// Goes on to the frame that this head begins, and says how many bytes the frame has, head included.
    ///
    /// # Errors
    /// `chunk_tampered` if the head breaks the framing rules.
    pub fn next(&mut self, head: &[u8]) -> Result<usize, Fault> {
        let head: [u8; HEAD_LEN] =
            head.try_into().map_err(|_| Error::Usage { what: "a frame's head has 4 bytes" })?;
        let frame = self.frames.next_frame(head)?;
        self.ticket.write(&frame);
        Ok(frame.frame_len())
    }

    /// The address of the frame's ticket: key ‖ nonce ‖ head, 48 bytes, good until the next frame.
    pub fn ticket(&self) -> usize {
        self.ticket.address()
    }

    /// Whether the frame at hand is the last.
    pub fn is_ended(&self) -> bool {
        self.frames.is_ended()
    }

    /// Whether [`Sequence::report`] must be given SHA-512 of each frame.
    pub fn wants_digests(&self) -> bool {
        self.frames.wants_digests()
    }

    /// Takes account of the next frame in order, which was opened or hashed.
    ///
    /// # Errors
    /// `usage` without a digest that is wanted.
    #[expect(clippy::needless_pass_by_value, reason = "an option of a slice is passed by value")]
    pub fn report(&mut self, digest: Option<Vec<u8>>) -> Result<(), Fault> {
        let digest = digest.as_deref().map(TryInto::try_into).transpose();
        let digest = digest.map_err(|_| Error::Usage { what: "a digest has 64 bytes" })?;
        Ok(self.frames.report(digest)?)
    }

    /// Takes bytes that follow the last frame.
    ///
    /// # Errors
    /// `trailing_data`.
    pub fn after_last(&mut self, input: &[u8]) -> Result<(), Fault> {
        Ok(self.frames.after_last(input)?)
    }

    /// Ends the container.
    ///
    /// # Errors
    /// `truncated`, `signature_invalid`.
    pub fn finish(self) -> Result<Outcome, Fault> {
        let read = self.frames.finish()?;
        let authorship = match read.authorship {
            Authorship::Unsigned => "unsigned",
            Authorship::Unchecked => "unchecked",
            Authorship::Verified => "verified",
        };
        Ok(Outcome {
            plaintext_len: read.plaintext_len,
            chunks: read.chunks,
            authorship: authorship.to_owned(),
        })
    }

    /// Ends a pass that verified.
    ///
    /// # Errors
    /// `truncated`, `signature_invalid`.
    pub fn finish_vouched(self) -> Result<Proof, Fault> {
        Ok(Proof(self.frames.finish_vouched()?))
    }
}

/// A container that was read to its end.
#[wasm_bindgen(getter_with_clone)]
pub struct Outcome {
    /// Plaintext bytes.
    pub plaintext_len: u64,
    /// Frames.
    pub chunks: u64,
    /// `unsigned`, `unchecked` or `verified`.
    pub authorship: String,
}

/// Proof that the required signer's signature verifies.
#[wasm_bindgen]
pub struct Proof(Vouched);

impl Proof {
    pub(crate) fn vouched(&self) -> &Vouched {
        &self.0
    }
}
