//! The CLEAVE container, version 1: post-quantum file encryption as machines without I/O.
//!
//! FORMAT.md in the repository is the normative description; each file here names the section that it carries out.
//! The crate is unaudited.
//!
//! ```
//! use cleave_core::{Encryptor, Identity, Keys, Limits, decrypt, encrypt};
//!
//! let identity = Identity::generate()?;
//! let sealed = encrypt(b"until 2060", Encryptor::new().recipient(identity.recipient().clone()))?;
//! let opened = decrypt(&sealed.container, Keys::new().identity(identity), Limits::default())?;
//! assert_eq!(opened.plaintext, b"until 2060");
//! # Ok::<(), cleave_core::Error>(())
//! ```
//!
//! Streams: [`Encryptor::start`] and [`Reader`] are machines that take and give bytes; `io` (feature `std`) drives
//! them over `Read` and `Write`, and alone makes threads. A machine that waits for Argon2id says so ([`Derivation`]) and
//! is given what came of it, from wherever that was computed; one that is not given it computes it where it stands.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod aead;
pub mod armor;
mod chunk;
mod encryptor;
mod entropy;
mod error;
mod fragment;
mod frames;
mod hash;
#[cfg(feature = "hazmat")]
pub mod hazmat;
mod header;
mod header_writer;
#[cfg(feature = "std")]
pub mod io;
mod kem;
pub mod keys;
mod limits;
mod memory;
#[cfg(all(feature = "native", unix))]
mod native;
mod plaintext_range;
mod range;
mod ratchet;
mod reader;
mod rewrap;
mod schedule;
mod secret;
mod sequence;
mod signature;
mod slot;
mod text;
mod trial;
mod unlocked;
mod whole;
mod writer;

pub use aead::{FrameCrypto, Portable, TagMismatch, fastest};
pub use chunk::{
    ChunkSize, FRAME_OVERHEAD, Frame, FrameOpener, FrameSealer, HEAD_LEN, Position, Signed, TAG_LEN,
    container_len,
};
pub use encryptor::{Encryptor, Start};
pub use error::{Error, KdfExcess, Wanted};
pub use fragment::{FRAGMENT_LEN, FRAGMENT_PREFIX, Fragment, HintField};
pub use frames::{Authorship, FrameReader, Read, UnvouchedReader, Verifier, Vouched};
pub use header::{Prefix, Split};
pub use header_writer::HeaderState;
pub use keys::{Identity, Passphrase, Recipient, Signer, SigningKey};
pub use limits::Limits;
#[cfg(all(feature = "native", unix))]
pub use native::Native;
pub use plaintext_range::PlaintextRange;
pub use range::{RangeReader, ReadAt};
pub use ratchet::ChunkKey;
pub use reader::{HeaderPart, Locked, Reader, Slot};
pub use rewrap::{Adoption, FrameCopier, HeaderRewriter, Resign, Rewrapped, Rewrapper};
pub use sequence::{FrameSequence, Pass};
pub use signature::SIGNATURE_LEN;
pub use slot::SlotKind;
pub use slot::argon2id::{ARGON2_SALT_LEN, Argon2Cost, Derivation, Derived};
pub use slot::recipient::LEN as RECIPIENT_SLOT_LEN;
pub use trial::{Keys, OpenedBy};
pub use unlocked::{Frames, Unlocked};
pub use whole::{Opened, Sealed, decrypt, decrypt_deriving, decrypt_range, encrypt, rewrap};
pub use writer::{ContentSigner, Writer, Written};
