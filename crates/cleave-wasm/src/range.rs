//! A range of plaintext bytes.

use crate::fault::Fault;
use crate::ticket::Ticket;
use cleave_core::{Error, PlaintextRange, RangeReader};
use wasm_bindgen::prelude::wasm_bindgen;

/// A range as it is written: `A..B`, either of which may be left out.
#[wasm_bindgen]
pub struct Span(PlaintextRange);

#[wasm_bindgen]
impl Span {
    /// Reads it.
    ///
    /// # Errors
    /// `range_invalid`.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        Ok(Self(text.parse()?))
    }
}

impl Span {
    pub(crate) fn range(&self) -> PlaintextRange {
        self.0
    }
}

/// A range that is being opened: places to read, and a ticket for each frame that was read.
#[wasm_bindgen]
pub struct RangeOpening {
    reader: RangeReader,
    ticket: Ticket,
    index: u64,
}

impl RangeOpening {
    pub(crate) fn new(reader: RangeReader) -> Self {
        Self { reader, ticket: Ticket::new(), index: 0 }
    }
}

#[wasm_bindgen]
impl RangeOpening {
    /// Where to read next; none if frames that were handed out must come back first, or all is answered.
    pub fn read_at(&self) -> Option<u64> {
        self.reader.next_read().map(|wanted| wanted.offset)
    }

    /// How many bytes to read there.
    pub fn read_len(&self) -> usize {
        self.reader.next_read().map_or(0, |wanted| wanted.len)
    }

    /// Whether all was answered.
    pub fn is_answered(&self) -> bool {
        self.reader.is_answered()
    }

    /// Goes on to the frame that was read there, by its head and how many bytes were read.
    ///
    /// # Errors
    /// `truncated`, `chunk_tampered`.
    pub fn frame(&mut self, head: &[u8], frame_len: usize) -> Result<(), Fault> {
        let what = "the file ended while it was read";
        let head = head.try_into().map_err(|_| Error::Truncated { what })?;
        let frame = self.reader.frame(head, frame_len)?;
        self.ticket.write(&frame);
        self.index = frame.index;
        Ok(())
    }

    /// The address of the frame's ticket: key ‖ nonce ‖ head, 48 bytes, good until the next frame.
    pub fn ticket(&self) -> usize {
        self.ticket.address()
    }

    /// The frame's index.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Whether [`RangeOpening::supply`] must be given SHA-512 of each frame.
    pub fn wants_digests(&self) -> bool {
        self.reader.wants_digests()
    }

    /// Takes the plaintext of the next frame in order, and gives what of it belongs to the range.
    ///
    /// # Errors
    /// `range_invalid` once the length is known; `signature_invalid`.
    #[expect(clippy::needless_pass_by_value, reason = "an option of a slice is passed by value")]
    pub fn supply(&mut self, text: Vec<u8>, digest: Option<Vec<u8>>) -> Result<Vec<u8>, Fault> {
        let digest = digest.as_deref().map(TryInto::try_into).transpose();
        let digest = digest.map_err(|_| Error::Usage { what: "a digest has 64 bytes" })?;
        let mut out = Vec::new();
        self.reader.supply_opened(text, digest, &mut out)?;
        Ok(out)
    }

    /// Bytes of the whole plaintext, once the last frame has authenticated.
    pub fn plaintext_len(&self) -> Option<u64> {
        self.reader.plaintext_len()
    }
}
