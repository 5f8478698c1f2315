//! Passphrase slots (FORMAT.md, "Slots", type `02`): Argon2id (RFC 9106), 71 bytes.

use super::{SEALED_LEN, open_sealed, seal_onto};
use crate::entropy::{self, Entropy};
use crate::error::{Error, KdfExcess};
use crate::hash::hkdf;
use crate::keys::Passphrase;
use crate::limits::Limits;
use crate::secret::Secret;
use alloc::vec::Vec;
use argon2::{Algorithm, Argon2, Block, Params, Version};
use zeroize::Zeroize;

pub(crate) const TYPE: u8 = 2;
/// type ‖ memory_kib ‖ passes ‖ lanes ‖ argon_salt ‖ sealed.
pub(crate) const LEN: usize = COST_LEN + SALT_LEN + SEALED_LEN;
const SALT_LEN: usize = 16;
const COST_LEN: usize = 7;
const PASSES_AT: usize = 5;

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

    fn read(slot: &[u8]) -> Option<Self> {
        Self::new(u32::from_be_bytes([slot[1], slot[2], slot[3], slot[4]]), slot[5], slot[6])
    }
}

/// See [`super::wanted_len`]: each field of the cost is checked as soon as it is there.
pub(crate) fn wanted_len(part: &[u8]) -> Result<usize, Error> {
    let possible = match part.len() {
        ..COST_LEN if part.len() <= PASSES_AT => return Ok(PASSES_AT + 1),
        ..COST_LEN if part[PASSES_AT] != 0 => return Ok(COST_LEN),
        ..COST_LEN => false,
        _ => Argon2Cost::read(part).is_some(),
    };
    if !possible {
        return Err(Error::MalformedHeader { what: "it has a passphrase slot whose Argon2 cost cannot be" });
    }
    Ok(LEN)
}

/// The cost that a slot states.
pub(crate) fn stated_cost(slot: &[u8]) -> Argon2Cost {
    Argon2Cost::read(slot).expect("the parser hands out passphrase slots of a possible cost")
}

/// Appends a new slot that wraps `wrapped` under `passphrase`.
pub(crate) fn write(
    out: &mut Vec<u8>,
    passphrase: &Passphrase,
    cost: Argon2Cost,
    salt: &[u8; 32],
    wrapped: &Secret<32>,
    entropy: &mut dyn Entropy,
) -> Result<(), Error> {
    let argon_salt: [u8; SALT_LEN] = entropy::public(entropy)?;
    let wrap_key = wrap_key(passphrase, cost, &argon_salt, salt)?;
    let start = out.len();
    out.push(TYPE);
    out.extend_from_slice(&cost.memory_kib.to_be_bytes());
    out.extend_from_slice(&[cost.passes, cost.lanes]);
    out.extend_from_slice(&argon_salt);
    seal_onto(out, start, &wrap_key, wrapped);
    Ok(())
}

/// The wrapped key, if `passphrase` opens the slot: one Argon2id derivation at the slot's cost.
///
/// # Errors
/// [`Error::OutOfMemory`] if the memory cannot be had.
pub(crate) fn open(
    slot: &[u8; LEN],
    passphrase: &Passphrase,
    salt: &[u8; 32],
) -> Result<Option<Secret<32>>, Error> {
    let argon_salt = slot[COST_LEN..].first_chunk().expect("a passphrase slot has 71 bytes");
    Ok(open_sealed(slot, &wrap_key(passphrase, stated_cost(slot), argon_salt, salt)?))
}

fn wrap_key(
    passphrase: &Passphrase,
    cost: Argon2Cost,
    argon_salt: &[u8; SALT_LEN],
    salt: &[u8; 32],
) -> Result<Secret<32>, Error> {
    let secret = argon2id(passphrase.as_bytes(), argon_salt, cost)?;
    Ok(hkdf(salt, secret.bytes(), &[b"cleave/v1 passphrase"]))
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
    let secret = Secret::try_fill_with(|out| {
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_into_with_memory(password, argon_salt, out, &mut memory[..])
            // What is left to fail is a passphrase of 4 GiB or a salt under 8 bytes.
            .map_err(|_| Error::KeyMalformed { what: "the passphrase is longer than Argon2 takes" })
    });
    memory.iter_mut().for_each(Zeroize::zeroize);
    secret
}

/// What the passphrase slots of one container ask for together, held against the limits before any Argon2.
#[derive(Default)]
pub(crate) struct Demand {
    slots: u64,
    most_memory_kib: u64,
    most_lanes: u64,
    work_kib: u64,
}

impl Demand {
    pub(crate) fn add(&mut self, cost: Argon2Cost) {
        self.slots += 1;
        self.most_memory_kib = self.most_memory_kib.max(u64::from(cost.memory_kib));
        self.most_lanes = self.most_lanes.max(u64::from(cost.lanes));
        self.work_kib += cost.work_kib();
    }

    pub(crate) fn slots(&self) -> u64 {
        self.slots
    }

    pub(crate) fn check(&self, limits: &Limits) -> Result<(), Error> {
        let over = |found: u64, limit: u64| (found > limit).then_some((found, limit));
        let excess = if let Some((found, limit)) = over(self.slots, u64::from(limits.kdf_slots)) {
            KdfExcess::Slots { found, limit }
        } else if let Some((found, limit)) = over(self.most_memory_kib, u64::from(limits.kdf_memory_kib)) {
            KdfExcess::Memory { found, limit }
        } else if let Some((found, limit)) = over(self.most_lanes, u64::from(limits.kdf_lanes)) {
            KdfExcess::Lanes { found, limit }
        } else if let Some((found, limit)) = over(self.work_kib, limits.kdf_work_kib) {
            KdfExcess::Work { found, limit }
        } else {
            return Ok(());
        };
        Err(Error::KdfLimit(excess))
    }
}
