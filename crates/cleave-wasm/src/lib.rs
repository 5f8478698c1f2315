//! The core for JavaScript: bindings only. No format logic and no policy; `web/package` is what people import.
//!
//! Plaintext does not pass through here where the platform's cryptography is used: a machine says for each frame which
//! key, nonce and head it has (a `ticket`), and JavaScript hands them to `crypto.subtle`. The portable set is here too,
//! for platforms without it.
//!
//! Errors are thrown as [`Fault`], which carries the error's stable name.

mod armor;
mod derivation;
mod fault;
mod header;
mod keys;
mod keyset;
mod open;
mod portable;
mod range;
mod rewrap;
mod seal;
mod self_test;
mod sequence;
mod ticket;

pub use armor::{Armoring, Dearmoring};
pub use derivation::{Derivation, derive};
pub use fault::{Fault, chunk_tampered};
pub use header::SlotInfo;
pub use keys::{KeyPair, fingerprint, fragment_hint, generate_identity, generate_signing_key};
pub use keys::{fragment_bytes, fragment_text, recipient_of, signer_of};
pub use keyset::{KeySet, ReaderLimits};
pub use open::{LockedHeader, OpenedHeader, Opening, slot_len};
pub use portable::{portable_open, portable_seal, portable_sha512};
pub use range::{RangeOpening, Span};
pub use rewrap::{FrameCopying, HeaderRewriting, Rewrapping};
pub use seal::{Recipe, Sealing, default_chunk_len};
pub use self_test::{self_test, self_tests};
pub use sequence::{Outcome, Proof, Sequence};
