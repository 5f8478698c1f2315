//! What a container is opened with, and a reader's limits.

use crate::fault::Fault;
use crate::seal::read_passphrase;
use cleave_core::{Fragment, Identity, Keys, Limits};
use wasm_bindgen::prelude::wasm_bindgen;

/// What a container is opened with.
#[wasm_bindgen]
#[derive(Default)]
pub struct KeySet {
    pub(crate) keys: Keys,
}

#[wasm_bindgen]
impl KeySet {
    /// Nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an identity; they are tried in this order.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn identity(&mut self, text: &str) -> Result<(), Fault> {
        let identity = Identity::parse(text)?;
        self.change(|keys| keys.identity(identity));
        Ok(())
    }

    /// Sets the passphrase, in UTF-8, and wipes it on both sides.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn passphrase(&mut self, utf8: &mut [u8]) -> Result<(), Fault> {
        let passphrase = read_passphrase(utf8)?;
        self.change(|keys| keys.passphrase(passphrase));
        Ok(())
    }

    /// Sets the fragment by its text form. That it is malformed is told by a container that asks for it.
    pub fn fragment_text(&mut self, text: &str) {
        self.change(|keys| keys.fragment(Fragment::parse(text)));
    }

    /// Sets the fragment by its 61 bytes, likewise.
    pub fn fragment_bytes(&mut self, bytes: &[u8]) {
        self.change(|keys| keys.fragment(Fragment::from_bytes(bytes)));
    }

    /// Requires this signer.
    ///
    /// # Errors
    /// `key_malformed`.
    pub fn signer(&mut self, text: &str) -> Result<(), Fault> {
        let signer = text.parse()?;
        self.change(|keys| keys.signer(signer));
        Ok(())
    }

    fn change(&mut self, with: impl FnOnce(Keys) -> Keys) {
        self.keys = with(core::mem::take(&mut self.keys));
    }
}

/// A reader's limits; those of a browser unless they are raised.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct ReaderLimits {
    /// Header bytes.
    pub header_bytes: u64,
    /// Passphrase slots tried in one container.
    pub kdf_slots: u32,
    /// Argon2 memory of one slot, KiB.
    pub kdf_memory_kib: u32,
    /// Argon2 lanes of one slot.
    pub kdf_lanes: u8,
    /// Argon2 memory × passes over all slots, KiB.
    pub kdf_work_kib: u64,
    /// Trial decapsulations.
    pub trials: u64,
}

#[wasm_bindgen]
impl ReaderLimits {
    /// 256 MiB of Argon2 memory, else FORMAT.md's.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Default for ReaderLimits {
    fn default() -> Self {
        let Limits { header_bytes, kdf_slots, kdf_memory_kib, kdf_lanes, kdf_work_kib, trials } =
            Limits::browser();
        Self { header_bytes, kdf_slots, kdf_memory_kib, kdf_lanes, kdf_work_kib, trials }
    }
}

impl From<ReaderLimits> for Limits {
    fn from(limits: ReaderLimits) -> Self {
        let ReaderLimits { header_bytes, kdf_slots, kdf_memory_kib, kdf_lanes, kdf_work_kib, trials } =
            limits;
        Self { header_bytes, kdf_slots, kdf_memory_kib, kdf_lanes, kdf_work_kib, trials }
    }
}
