//! Argon2id, wherever JavaScript has it computed.

use crate::fault::Fault;
use crate::seal::{cost, read_passphrase};
use cleave_core::{Derived, Error};
use wasm_bindgen::prelude::wasm_bindgen;
use zeroize::Zeroize;

/// A derivation that a header waits for: for [`derive()`] in a module of a worker's own, or for [`Derivation::here`].
#[wasm_bindgen]
pub struct Derivation(cleave_core::Derivation);

impl Derivation {
    pub(crate) fn new(derivation: cleave_core::Derivation) -> Self {
        Self(derivation)
    }
}

#[wasm_bindgen]
impl Derivation {
    /// The passphrase, in UTF-8; whoever takes it wipes it.
    pub fn passphrase(&self) -> Vec<u8> {
        self.0.passphrase().to_vec()
    }

    /// The salt, 16 bytes.
    pub fn salt(&self) -> Vec<u8> {
        self.0.salt().to_vec()
    }

    /// Argon2 memory, KiB.
    pub fn memory_kib(&self) -> u32 {
        self.0.cost().memory_kib()
    }

    /// Argon2 passes.
    pub fn passes(&self) -> u8 {
        self.0.cost().passes()
    }

    /// Argon2 lanes.
    pub fn lanes(&self) -> u8 {
        self.0.cost().lanes()
    }

    /// Computes it on this thread; 32 bytes. The memory stays with this module.
    ///
    /// # Errors
    /// `out_of_memory`.
    pub fn here(self) -> Result<Vec<u8>, Fault> {
        Ok(self.0.derive()?.expose().to_vec())
    }
}

/// Computes the derivation of these parts; 32 bytes. The passphrase is wiped, on both sides.
///
/// # Errors
/// `out_of_memory`; `key_malformed` and `usage` for what no header asks for.
#[wasm_bindgen]
pub fn derive(
    utf8: &mut [u8],
    salt: &[u8],
    memory_kib: u32,
    passes: u8,
    lanes: u8,
) -> Result<Vec<u8>, Fault> {
    let passphrase = read_passphrase(utf8)?;
    let salt = salt.try_into().map_err(|_| Error::Usage { what: "an Argon2 salt has 16 bytes" })?;
    let derivation = cleave_core::Derivation::new(&passphrase, salt, cost(memory_kib, passes, lanes)?);
    Ok(derivation.derive()?.expose().to_vec())
}

/// What came back of a derivation, which is wiped where it came from.
pub(crate) fn read_derived(bytes: &mut [u8]) -> Result<Derived, Error> {
    let read = <&[u8; 32]>::try_from(&*bytes).map(Derived::from_bytes);
    bytes.zeroize();
    read.map_err(|_| Error::Usage { what: "Argon2id gives 32 bytes" })
}
