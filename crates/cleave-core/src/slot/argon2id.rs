//! Argon2id (RFC 9106) as FORMAT.md, "Slots", uses it, its lanes beside each other where threads are to be had.

use crate::error::Error;
use crate::secret::Secret;
use alloc::vec::Vec;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use zeroize::Zeroize;

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

/// Argon2id version 0x13, 32 bytes out, no secret value, no associated data (RFC 9106, section 3).
///
/// # Errors
/// [`Error::OutOfMemory`] if the memory cannot be had.
pub(crate) fn argon2id(password: &[u8], argon_salt: &[u8], cost: Argon2Cost) -> Result<Secret<32>, Error> {
    let params = Params::new(cost.memory_kib, u32::from(cost.passes), u32::from(cost.lanes), Some(32))
        .expect("Argon2Cost holds RFC 9106's bounds");
    let mut memory: Vec<Block> = Vec::new();
    memory.try_reserve_exact(params.block_count()).map_err(|_| Error::OutOfMemory)?;
    memory.resize(params.block_count(), Block::default());
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let secret = Secret::try_fill_with(|out| {
        beside_each_other(cost.lanes, || {
            argon2.hash_password_into_with_memory(password, argon_salt, out, &mut memory[..])
        })
        // What is left to fail is a passphrase of 4 GiB or a salt under 8 bytes.
        .map_err(|_| Error::KeyMalformed { what: "the passphrase is longer than Argon2 takes" })
    });
    memory.iter_mut().for_each(Zeroize::zeroize);
    secret
}

/// Does `work`, whose lanes argon2 hands to rayon, on as many threads as there are cores for the lanes; on this one where
/// there are no others, or where the system gives none.
///
/// A pool of its own, since rayon's global one stays, and panics where its threads cannot be made.
#[cfg(all(feature = "native", unix))]
fn beside_each_other<T: Send>(lanes: u8, work: impl FnOnce() -> T + Send) -> T {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.min(usize::from(lanes));
    if threads > 1
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        return pool.install(work);
    }
    // From here on this thread is a pool of one; that it is one already is the only way to fail.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    work()
}

#[cfg(not(all(feature = "native", unix)))]
fn beside_each_other<T>(_lanes: u8, work: impl FnOnce() -> T) -> T {
    work()
}
