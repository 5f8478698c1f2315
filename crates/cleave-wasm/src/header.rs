//! What a header says to everyone.

use cleave_core::{Slot, SlotKind};
use core::fmt::Write as _;
use wasm_bindgen::prelude::wasm_bindgen;

/// One slot as it stands in a header.
#[wasm_bindgen(getter_with_clone)]
pub struct SlotInfo {
    /// `recipient`, `passphrase` or `extension`.
    pub kind: String,
    /// The key identifier of a named recipient, in hexadecimal.
    pub key_id: Option<String>,
    /// Argon2 memory of a passphrase slot, KiB.
    pub memory_kib: Option<u32>,
    /// Argon2 passes of a passphrase slot.
    pub passes: Option<u8>,
    /// Argon2 lanes of a passphrase slot.
    pub lanes: Option<u8>,
}

impl SlotInfo {
    pub(crate) fn of(slot: &Slot) -> Self {
        let kind = match slot.kind {
            SlotKind::Recipient => "recipient",
            SlotKind::Passphrase => "passphrase",
            _ => "extension",
        };
        let cost = slot.argon2_cost();
        Self {
            kind: kind.to_owned(),
            key_id: slot.key_id().map(|id| hex(&id)),
            memory_kib: cost.map(|cost| cost.memory_kib()),
            passes: cost.map(|cost| cost.passes()),
            lanes: cost.map(|cost| cost.lanes()),
        }
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a String does not fail");
        text
    })
}
