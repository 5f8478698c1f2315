//! Argon2id (RFC 9106) as FORMAT.md, "Slots", uses it: what a derivation is made of, and what comes of it.

#[cfg(all(feature = "native", unix))]
use super::lanes;
use crate::error::Error;
use crate::keys::Passphrase;
use crate::secret::Secret;
use alloc::vec::Vec;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The cost of one Argon2id derivation (RFC 9106, section 3.1: m, t, p).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argon2Cost {
    memory_kib: u32,
    passes: u8,
    lanes: u8,
}

impl Default for Argon2Cost {
    /// RFC 9106's second recommended set: 64 MiB, 3 passes, 4 lanes.
    fn default() -> Self {
        Self { memory_kib: 65536, passes: 3, lanes: 4 }
    }
}

impl Argon2Cost {
    /// `None` where RFC 9106 allows no such cost: no pass, no lane, or under 8 KiB a lane.
    pub fn new(memory_kib: u32, passes: u8, lanes: u8) -> Option<Self> {
        let possible = passes >= 1 && lanes >= 1 && memory_kib >= 8 * u32::from(lanes);
        possible.then_some(Self { memory_kib, passes, lanes })
    }

    /// Memory, KiB.
    pub fn memory_kib(&self) -> u32 {
        self.memory_kib
    }

    /// Passes over the memory.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// Lanes, which may be computed in parallel.
    pub fn lanes(&self) -> u8 {
        self.lanes
    }

    /// Memory × passes, KiB: what the time grows with.
    pub fn work_kib(&self) -> u64 {
        u64::from(self.memory_kib) * u64::from(self.passes)
    }
}

/// Bytes of the salt that a passphrase slot has.
pub const ARGON2_SALT_LEN: usize = 16;

/// A derivation that a machine waits for: Argon2id version 0x13, 32 bytes out, no secret value, no associated data
/// (RFC 9106, section 3). Whoever has a better place for it computes it there. Wiped on drop; has no Debug.
pub struct Derivation {
    password: Zeroizing<Vec<u8>>,
    salt: Vec<u8>,
    cost: Argon2Cost,
}

/// By its only secret field.
impl ZeroizeOnDrop for Derivation {}

impl Derivation {
    /// Of a passphrase, under a slot's salt and at its cost.
    pub fn new(passphrase: &Passphrase, salt: &[u8; ARGON2_SALT_LEN], cost: Argon2Cost) -> Self {
        Self::of_bytes(passphrase.as_bytes(), salt, cost)
    }

    pub(crate) fn of_bytes(password: &[u8], salt: &[u8], cost: Argon2Cost) -> Self {
        Self { password: Zeroizing::new(password.to_vec()), salt: salt.to_vec(), cost }
    }

    /// The passphrase, NFC in UTF-8: Argon2id's message P.
    pub fn passphrase(&self) -> &[u8] {
        &self.password
    }

    /// The salt, 16 bytes: Argon2id's nonce S.
    pub fn salt(&self) -> &[u8] {
        &self.salt
    }

    /// The cost: m, t and p.
    pub fn cost(&self) -> Argon2Cost {
        self.cost
    }

    /// Computes it on the calling thread, and on no other.
    ///
    /// Inside a rayon pool of the caller's (feature `native`) the lanes go to that pool's threads.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if the memory cannot be had.
    pub fn derive(self) -> Result<Derived, Error> {
        #[cfg(all(feature = "native", unix))]
        return lanes::on_this_thread(move || self.compute());
        #[cfg(not(all(feature = "native", unix)))]
        self.compute()
    }

    /// Computes it on the calling thread and those that `spawn` starts, `threads` in all.
    #[cfg(all(feature = "native", unix))]
    pub(crate) fn derive_beside(
        self,
        threads: core::num::NonZeroUsize,
        spawn: lanes::Spawn<'_>,
    ) -> Result<Derived, Error> {
        lanes::beside_each_other(threads, spawn, move || self.compute())
    }

    fn compute(&self) -> Result<Derived, Error> {
        let Argon2Cost { memory_kib, passes, lanes } = self.cost;
        let params = Params::new(memory_kib, u32::from(passes), u32::from(lanes), Some(32))
            .expect("Argon2Cost holds RFC 9106's bounds");
        let mut memory: Vec<Block> = Vec::new();
        memory.try_reserve_exact(params.block_count()).map_err(|_| Error::OutOfMemory)?;
        memory.resize(params.block_count(), Block::default());
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let secret = Secret::try_fill_with(|out| {
            argon2
                .hash_password_into_with_memory(&self.password, &self.salt, out, &mut memory[..])
                // What is left to fail is a passphrase of 4 GiB or a salt under 8 bytes.
                .map_err(|_| Error::KeyMalformed { what: "the passphrase is longer than Argon2 takes" })
        });
        memory.iter_mut().for_each(Zeroize::zeroize);
        secret.map(Derived)
    }
}

/// What came of a [`Derivation`]: 32 bytes. Wiped on drop; has no Debug.
pub struct Derived(Secret<32>);

/// By its only field.
impl ZeroizeOnDrop for Derived {}

impl Derived {
    /// Takes what was computed elsewhere. A reader finds out whether it is right; a writer cannot, and makes a slot of it
    /// that opens to nobody if it is not.
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(Secret::copy_of(bytes))
    }

    /// The 32 bytes, for whoever waits for them elsewhere.
    pub fn expose(&self) -> &[u8; 32] {
        self.0.bytes()
    }
}
