//! Recipient slots (FORMAT.md, "Slots", type `01`): an X-Wing encapsulation to a public key, 1177 bytes.

use super::{SEALED_LEN, open_sealed, seal_onto};
use crate::entropy::Entropy;
use crate::error::Error;
use crate::hash::{hkdf, hmac};
use crate::kem;
use crate::keys::{Identity, Recipient};
use crate::secret::Secret;
use alloc::vec::Vec;

pub(crate) const TYPE: u8 = 1;
/// Bytes of a recipient's slot, 1177: type ‖ key_id ‖ enc ‖ sealed.
pub const LEN: usize = 1 + KEY_ID_LEN + kem::CIPHERTEXT_LEN + SEALED_LEN;
pub(crate) const KEY_ID_LEN: usize = 8;

/// The key identifier of a hidden recipient.
pub(crate) const HIDDEN: [u8; KEY_ID_LEN] = [0; KEY_ID_LEN];

const ENC_AT: usize = 1 + KEY_ID_LEN;

/// Whether a slot names the key that it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    Named,
    Hidden,
}

/// The salted key identifier: who does not have the public key cannot link two containers by it.
pub(crate) fn key_id(salt: &[u8; 32], public_key: &Recipient) -> [u8; KEY_ID_LEN] {
    let mac = hmac(salt, &[b"cleave/v1 key id", public_key.as_bytes()]);
    *mac.first_chunk().expect("an HMAC-SHA-512 has 64 bytes")
}

/// The key identifier that a slot states.
pub(crate) fn stated_key_id(slot: &[u8]) -> [u8; KEY_ID_LEN] {
    *slot[1..].first_chunk().expect("the parser hands out recipient slots of 1177 bytes")
}

/// Appends a new slot that wraps `wrapped` for `recipient`.
pub(crate) fn write(
    out: &mut Vec<u8>,
    recipient: &Recipient,
    naming: Naming,
    salt: &[u8; 32],
    wrapped: &Secret<32>,
    entropy: &mut dyn Entropy,
) -> Result<(), Error> {
    let (ss, enc) = kem::encapsulate(recipient, entropy)?;
    let start = out.len();
    out.push(TYPE);
    out.extend_from_slice(&match naming {
        Naming::Named => key_id(salt, recipient),
        Naming::Hidden => HIDDEN,
    });
    out.extend_from_slice(&enc);
    seal_onto(out, start, &wrap_key(salt, &ss), wrapped);
    Ok(())
}

/// The wrapped key, if `identity` opens the slot: one decapsulation.
pub(crate) fn open(slot: &[u8], identity: &Identity, salt: &[u8; 32]) -> Option<Secret<32>> {
    let enc = slot[ENC_AT..].first_chunk().expect("the parser hands out recipient slots of 1177 bytes");
    let ss = identity.key_pair().decapsulate(enc)?;
    open_sealed(slot, &wrap_key(salt, &ss))
}

fn wrap_key(salt: &[u8; 32], ss: &Secret<32>) -> Secret<32> {
    hkdf(salt, ss.bytes(), &[b"cleave/v1 recipient"])
}
