//! What one frame's cryptography needs, at a place of the memory where JavaScript reads it: key ‖ nonce ‖ head.

use cleave_core::{Frame, HEAD_LEN};
use zeroize::Zeroizing;

const KEY_LEN: usize = 32;
const NONCE_LEN: usize = 12;

/// Bytes of a ticket.
pub(crate) const LEN: usize = KEY_LEN + NONCE_LEN + HEAD_LEN;

/// The ticket of the frame that was handed out last. It stays at one place and is wiped there: as a returned array a
/// copy of the key would stay behind in memory that was given back.
pub(crate) struct Ticket(Box<Zeroizing<[u8; LEN]>>);

impl Ticket {
    pub(crate) fn new() -> Self {
        Self(Box::new(Zeroizing::new([0; LEN])))
    }

    pub(crate) fn write(&mut self, frame: &Frame) {
        let (key, rest) = self.0.split_at_mut(KEY_LEN);
        let (nonce, head) = rest.split_at_mut(NONCE_LEN);
        key.copy_from_slice(frame.key().expose());
        nonce.copy_from_slice(&frame.nonce());
        head.copy_from_slice(&frame.head);
    }

    /// Its address in the module's memory.
    pub(crate) fn address(&self) -> usize {
        self.0.as_ptr().addr()
    }
}

/// A ticket that came back: key, nonce and head.
pub(crate) fn parts(ticket: &[u8]) -> Option<(&[u8; KEY_LEN], &[u8; NONCE_LEN], &[u8; HEAD_LEN])> {
    let ticket: &[u8; LEN] = ticket.try_into().ok()?;
    let (key, rest) = ticket.split_first_chunk()?;
    let (nonce, head) = rest.split_first_chunk()?;
    Some((key, nonce, head.first_chunk()?))
}
