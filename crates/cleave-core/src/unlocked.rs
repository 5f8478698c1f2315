//! A container whose header is genuine: its frames, in whichever way they are read (FORMAT.md, "Order of checks", from 6).

use crate::aead::FrameCrypto;
use crate::chunk::{FrameOpener, Signed};
use crate::error::Error;
use crate::frames::{Ending, FrameReader, UnvouchedReader, Verifier, Vouched};
use crate::header::Prefix;
use crate::range::{Covering, PlaintextRange, RangeReader};
use crate::ratchet::ChainKey;
use crate::sequence::{FrameSequence, Pass};
use crate::trial::OpenedBy;

/// An opened container: its header is genuine, its frames are not read yet.
pub struct Unlocked {
    pub(crate) prefix: Prefix,
    pub(crate) header_len: u64,
    pub(crate) hash_with_mac: [u8; 64],
    pub(crate) chain: ChainKey,
    pub(crate) ending: Ending,
    pub(crate) opened_by: OpenedBy,
    pub(crate) crypto: &'static dyn FrameCrypto,
}

/// The frames of an opened container, by what may be done with their plaintext.
pub enum Frames {
    /// No signer was required: a chunk may be released once it authenticates.
    Authentic(FrameReader),
    /// A signer was required, and the signature comes last: hold everything back until
    /// [`UnvouchedReader::finish`] succeeds.
    Unvouched(UnvouchedReader),
}

impl Unlocked {
    /// What the header says, authenticated.
    pub fn prefix(&self) -> &Prefix {
        &self.prefix
    }

    /// Bytes of the header, where the frames begin.
    pub fn header_len(&self) -> u64 {
        self.header_len
    }

    /// Which key opened it.
    pub fn opened_by(&self) -> OpenedBy {
        self.opened_by
    }

    /// Whether a signature follows the frames.
    pub fn signed(&self) -> Signed {
        match self.ending {
            Ending::Unsigned => Signed::No,
            Ending::Unchecked | Ending::Required(_) => Signed::Yes,
        }
    }

    /// Whether a signer is required.
    pub fn requires_signer(&self) -> bool {
        matches!(self.ending, Ending::Required(_))
    }

    /// A reader of the frames, from the first, for input that is read once.
    pub fn frames(&self) -> Frames {
        match &self.ending {
            Ending::Required(_) => Frames::Unvouched(UnvouchedReader::new(self.reader())),
            Ending::Unsigned | Ending::Unchecked => Frames::Authentic(self.reader()),
        }
    }

    /// A first pass over input that can be read twice: hashes the frames and verifies the signature, decrypting
    /// nothing. `None` where no signer is required.
    pub fn verifier(&self) -> Option<Verifier> {
        self.requires_signer().then(|| Verifier::new(self.reader()))
    }

    /// As [`Unlocked::verifier`], for a range: what it gives is the proof that [`Unlocked::range`] needs, and holds the
    /// frames of the range to.
    pub fn range_verifier(&self, range: PlaintextRange) -> Option<Verifier> {
        self.requires_signer().then(|| Verifier::new(self.reader_of(Pass::VerifyFor(range))))
    }

    /// The second pass: plaintext may be released chunk by chunk, and the end must give the same message.
    pub fn vouched_frames(&self, vouched: &Vouched) -> FrameReader {
        self.reader_of(Pass::Vouched(vouched))
    }

    /// A reader of a range of plaintext bytes, for input of `container_len` bytes that can be read at any place.
    /// Where a signer is required, verify the whole first: by [`Unlocked::range_verifier`], whose proof goes into
    /// `proof`. The frames of the range must then be those that were verified.
    ///
    /// # Errors
    /// [`Error::Truncated`] as far as the lengths tell; [`Error::SignatureInvalid`] if they are not those that were
    /// verified; [`Error::Usage`] if a signer is required and no proof for this range is given.
    pub fn range(
        &self,
        container_len: u64,
        range: PlaintextRange,
        proof: Option<&Vouched>,
    ) -> Result<RangeReader, Error> {
        let vouched = proof.and_then(|proof| proof.covering(range));
        if self.requires_signer() && vouched.is_none() {
            return Err(Error::Usage {
                what: "verify the signature over the whole container before reading a range",
            });
        }
        RangeReader::new(self, container_len, range, vouched)
    }

    /// The key of each frame in turn, for a caller that opens frames itself (several at a time, or elsewhere). The
    /// caller then owes steps 6 to 8 of FORMAT.md, "Order of checks".
    pub fn frame_opener(&self) -> FrameOpener {
        FrameOpener::new(self.chain.duplicate(), self.prefix.chunk_size)
    }

    pub(crate) fn ending(&self) -> &Ending {
        &self.ending
    }

    pub(crate) fn crypto(&self) -> &'static dyn FrameCrypto {
        self.crypto
    }

    pub(crate) fn hash_with_mac(&self) -> &[u8; 64] {
        &self.hash_with_mac
    }

    /// The frames in order, for a caller that opens them itself and leaves the account of them, the end and the
    /// signature to the sequence: steps 6 to 8 of FORMAT.md, "Order of checks".
    ///
    /// # Errors
    /// [`Error::Usage`] for a pass that verifies where no signer is required.
    pub fn sequence(&self, pass: Pass<'_>) -> Result<FrameSequence, Error> {
        match pass {
            Pass::Verify | Pass::VerifyFor(_) if !self.requires_signer() => {
                Err(Error::Usage { what: "there is nothing to verify where no signer is required" })
            }
            _ => Ok(self.sequence_of(pass)),
        }
    }

    fn sequence_of(&self, pass: Pass<'_>) -> FrameSequence {
        let sequence = FrameSequence::new(self.frame_opener(), self.ending.clone(), &self.hash_with_mac);
        match pass {
            Pass::Only | Pass::Verify => sequence,
            Pass::VerifyFor(range) => sequence.covering(Covering::new(range, self.prefix.chunk_size)),
            Pass::Vouched(vouched) => sequence.expecting(vouched),
        }
    }

    fn reader_of(&self, pass: Pass<'_>) -> FrameReader {
        FrameReader::new(self.sequence_of(pass), self.crypto)
    }

    fn reader(&self) -> FrameReader {
        self.reader_of(Pass::Only)
    }
}
