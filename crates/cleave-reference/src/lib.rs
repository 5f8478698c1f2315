//! The plain witness of the CLEAVE container, version 1: every part of FORMAT.md once more, whole file in
//! memory, in the order in which the page says it. It shares no code with the core and, where there is a
//! choice, no cryptographic crate. It writes `vectors/` and is what the core's tests are held against; it does
//! not wipe secrets and is not for protecting anything.

pub mod armor;
pub mod bech32;
pub mod error;
pub mod fragment;
pub mod frame;
pub mod header;
pub mod input;
pub mod keys;
pub mod limits;
pub mod primitives;
pub mod range;
pub mod reader;
pub mod rewrap;
pub mod schedule;
pub mod signature;
pub mod slot;
pub mod text;
pub mod vector;
pub mod vectors;
pub mod writer;
pub mod xwing;

pub use error::Error;
pub use keys::Keys;
pub use limits::Limits;
pub use range::open_range;
pub use reader::{Opened, Signed, open};
pub use writer::{Description, Draft, Slot, Split, write};
