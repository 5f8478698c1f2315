//! Passphrase slots (FORMAT.md, "Slots", type `02`): Argon2id (RFC 9106), 71 bytes.

use super::argon2id::{ARGON2_SALT_LEN, Argon2Cost, Derivation, Derived};
use super::{SEALED_LEN, open_sealed, seal_onto};
use crate::error::{Error, KdfExcess};
use crate::hash::hkdf;
use crate::keys::Passphrase;
use crate::limits::Limits;
use crate::secret::Secret;
use alloc::vec::Vec;

pub(crate) const TYPE: u8 = 2;
/// type ‖ memory_kib ‖ passes ‖ lanes ‖ argon_salt ‖ sealed.
pub(crate) const LEN: usize = COST_LEN + ARGON2_SALT_LEN + SEALED_LEN;
const COST_LEN: usize = 7;
const PASSES_AT: usize = 5;

/// See [`super::wanted_len`]: each field of the cost is checked as soon as it is there.
pub(crate) fn wanted_len(part: &[u8]) -> Result<usize, Error> {
    let possible = match part.len() {
        ..COST_LEN if part.len() <= PASSES_AT => return Ok(PASSES_AT + 1),
        ..COST_LEN if part[PASSES_AT] != 0 => return Ok(COST_LEN),
        ..COST_LEN => false,
        _ => read_cost(part).is_some(),
    };
    if !possible {
        return Err(Error::MalformedHeader { what: "it has a passphrase slot whose Argon2 cost cannot be" });
    }
    Ok(LEN)
}

fn read_cost(slot: &[u8]) -> Option<Argon2Cost> {
    Argon2Cost::new(u32::from_be_bytes([slot[1], slot[2], slot[3], slot[4]]), slot[5], slot[6])
}

/// The cost that a slot states.
pub(crate) fn stated_cost(slot: &[u8]) -> Argon2Cost {
    read_cost(slot).expect("the parser hands out passphrase slots of a possible cost")
}

/// What `passphrase` must be derived to before [`open`].
pub(crate) fn derivation(slot: &[u8; LEN], passphrase: &Passphrase) -> Derivation {
    let argon_salt = slot[COST_LEN..].first_chunk().expect("a passphrase slot has 71 bytes");
    Derivation::new(passphrase, argon_salt, stated_cost(slot))
}

/// The wrapped key, if what a passphrase was derived to opens the slot.
pub(crate) fn open(slot: &[u8; LEN], derived: &Derived, salt: &[u8; 32]) -> Option<Secret<32>> {
    open_sealed(slot, &wrap_key(derived, salt))
}

/// Appends a new slot that wraps `wrapped` under what a passphrase was derived to.
pub(crate) fn write(
    out: &mut Vec<u8>,
    cost: Argon2Cost,
    argon_salt: &[u8; ARGON2_SALT_LEN],
    derived: &Derived,
    salt: &[u8; 32],
    wrapped: &Secret<32>,
) {
    let start = out.len();
    out.push(TYPE);
    out.extend_from_slice(&cost.memory_kib().to_be_bytes());
    out.extend_from_slice(&[cost.passes(), cost.lanes()]);
    out.extend_from_slice(argon_salt);
    seal_onto(out, start, &wrap_key(derived, salt), wrapped);
}

fn wrap_key(derived: &Derived, salt: &[u8; 32]) -> Secret<32> {
    hkdf(salt, derived.expose(), &[b"cleave/v1 passphrase"])
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
        self.most_memory_kib = self.most_memory_kib.max(u64::from(cost.memory_kib()));
        self.most_lanes = self.most_lanes.max(u64::from(cost.lanes()));
        self.work_kib += cost.work_kib();
    }

    pub(crate) fn slots(&self) -> u64 {
        self.slots
    }

    pub(crate) fn check(&self, limits: &Limits) -> Result<(), Error> {
        let mut excesses = Vec::new();
        let mut hold = |found: u64, limit: u64, excess: fn(u64, u64) -> KdfExcess| {
            if found > limit {
                excesses.push(excess(found, limit));
            }
        };
        hold(self.slots, u64::from(limits.kdf_slots), |found, limit| KdfExcess::Slots { found, limit });
        hold(self.most_memory_kib, u64::from(limits.kdf_memory_kib), |found, limit| KdfExcess::Memory {
            found,
            limit,
        });
        hold(self.most_lanes, u64::from(limits.kdf_lanes), |found, limit| KdfExcess::Lanes { found, limit });
        hold(self.work_kib, limits.kdf_work_kib, |found, limit| KdfExcess::Work { found, limit });
        if excesses.is_empty() { Ok(()) } else { Err(Error::KdfLimit(excesses)) }
    }
}
