//! The slots: each wraps the same 32 bytes (FORMAT.md, "Slots").

use crate::primitives::{argon2id, hkdf, hmac, seal, unseal};
use crate::xwing;

/// Type of a recipient slot, 1177 bytes.
pub const RECIPIENT: u8 = 0x01;
/// Type of a passphrase slot, 71 bytes.
pub const PASSPHRASE: u8 = 0x02;
/// The first of the types that a reader skips.
pub const FIRST_EXTENSION: u8 = 0x80;
/// The key_id of a hidden recipient.
pub const HIDDEN: [u8; 8] = [0; 8];

const SEALED: usize = 48;
const NONCE: [u8; 12] = [0; 12];

/// What Argon2id is made to cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes over it.
    pub passes: u8,
    /// Lanes.
    pub lanes: u8,
}

impl Cost {
    /// The default for writing: RFC 9106's second recommended set.
    pub const DEFAULT: Cost = Cost { memory_kib: 65536, passes: 3, lanes: 4 };
    /// For vectors that are about something else.
    pub const LOW: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };
}

/// A slot as it was read.
#[derive(Debug, Clone)]
pub struct Slot {
    /// What the slot's type says.
    pub kind: Kind,
    /// The whole slot, type included.
    pub bytes: Vec<u8>,
}

/// The content of a slot.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum Kind {
    Recipient { key_id: [u8; 8], enc: Box<[u8; xwing::ENC]> },
    Passphrase { cost: Cost, argon_salt: [u8; 16] },
    Extension,
}

/// The eight bytes that name a public key within one container.
pub fn key_id(salt: &[u8; 32], public_key: &[u8; xwing::PUBLIC_KEY]) -> [u8; 8] {
    hmac(salt, &[b"cleave/v1 key id", public_key])[..8].try_into().expect("8 of 64")
}

/// A recipient slot from a shared secret and its `enc`.
pub fn build_recipient(
    salt: &[u8; 32],
    key_id: [u8; 8],
    (ss, enc): &([u8; 32], [u8; xwing::ENC]),
    wrapped: &[u8; 32],
) -> Vec<u8> {
    let before_sealed = [&[RECIPIENT], &key_id[..], enc].concat();
    with_sealed(before_sealed, &recipient_wrap_key(salt, ss), wrapped)
}

/// A passphrase slot; `passphrase` is normalized already.
pub fn build_passphrase(
    salt: &[u8; 32],
    passphrase: &[u8],
    cost: Cost,
    argon_salt: &[u8; 16],
    wrapped: &[u8; 32],
) -> Vec<u8> {
    let wrap_key = passphrase_wrap_key(salt, passphrase, cost, argon_salt);
    with_sealed(passphrase_before_sealed(cost, argon_salt), &wrap_key, wrapped)
}

/// A passphrase slot that nobody made with a passphrase: 48 given bytes stand where the sealed ones would.
pub fn build_unopenable_passphrase(cost: Cost, argon_salt: &[u8; 16], sealed: &[u8; SEALED]) -> Vec<u8> {
    [&passphrase_before_sealed(cost, argon_salt)[..], sealed].concat()
}

/// An extension slot.
///
/// # Panics
/// On a body over 65,535 bytes.
pub fn build_extension(slot_type: u8, body: &[u8]) -> Vec<u8> {
    let length = u16::try_from(body.len()).expect("an extension's length has 16 bits");
    [&[slot_type], &length.to_be_bytes()[..], body].concat()
}

/// What a recipient slot wraps, when it opens under this seed.
pub fn open_recipient(
    salt: &[u8; 32],
    slot: &Slot,
    enc: &[u8; xwing::ENC],
    seed: &[u8; 32],
) -> Option<[u8; 32]> {
    let ss = xwing::decapsulate(seed, enc)?;
    open_sealed(slot, &recipient_wrap_key(salt, &ss))
}

/// What a passphrase slot wraps, when it opens under this passphrase.
pub fn open_passphrase(
    salt: &[u8; 32],
    slot: &Slot,
    cost: Cost,
    argon_salt: &[u8; 16],
    passphrase: &[u8],
) -> Option<[u8; 32]> {
    open_sealed(slot, &passphrase_wrap_key(salt, passphrase, cost, argon_salt))
}

fn recipient_wrap_key(salt: &[u8; 32], ss: &[u8; 32]) -> [u8; 32] {
    hkdf(salt, ss, b"cleave/v1 recipient")
}

fn passphrase_wrap_key(salt: &[u8; 32], passphrase: &[u8], cost: Cost, argon_salt: &[u8; 16]) -> [u8; 32] {
    let secret = argon2id(passphrase, argon_salt, cost.memory_kib, cost.passes, cost.lanes);
    hkdf(salt, &secret, b"cleave/v1 passphrase")
}

fn passphrase_before_sealed(cost: Cost, argon_salt: &[u8; 16]) -> Vec<u8> {
    let memory_kib = cost.memory_kib.to_be_bytes();
    [&[PASSPHRASE], &memory_kib[..], &[cost.passes, cost.lanes], argon_salt].concat()
}

fn with_sealed(before_sealed: Vec<u8>, wrap_key: &[u8; 32], wrapped: &[u8; 32]) -> Vec<u8> {
    let sealed = seal(wrap_key, NONCE, &before_sealed, wrapped);
    [before_sealed, sealed].concat()
}

fn open_sealed(slot: &Slot, wrap_key: &[u8; 32]) -> Option<[u8; 32]> {
    let (before_sealed, sealed) = slot.bytes.split_at(slot.bytes.len() - SEALED);
    let wrapped = unseal(wrap_key, NONCE, before_sealed, sealed)?;
    Some(wrapped.try_into().expect("48 sealed bytes hold 32"))
}
