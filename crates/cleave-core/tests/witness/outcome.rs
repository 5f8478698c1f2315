//! What comes of opening, in words that both sides have.

use crate::people::{core_keys, core_limits};
use cleave_core::io::{self, Failure};
use cleave_core::{Authorship, Error, Opened, decrypt, decrypt_range};
use cleave_reference::vector::hex_sha512;
use cleave_reference::{Keys, Limits, Signed};
use std::io::Cursor;

/// What came of it. Plaintext stands as length and digest, so that a difference can be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Opened { length: usize, sha512: String, signed: Option<Signed> },
    Failed { name: &'static str, chunk: Option<u64> },
}

impl Outcome {
    /// It opens to this plaintext.
    pub(crate) fn opened(plaintext: &[u8], signed: Option<Signed>) -> Self {
        Outcome::Opened { length: plaintext.len(), sha512: hex_sha512(plaintext), signed }
    }
}

impl From<Error> for Outcome {
    fn from(error: Error) -> Self {
        let chunk = match error {
            Error::ChunkTampered { index } => Some(index),
            _ => None,
        };
        Outcome::Failed { name: error.name(), chunk }
    }
}

impl From<cleave_reference::Error> for Outcome {
    fn from(error: cleave_reference::Error) -> Self {
        Outcome::Failed { name: error.name(), chunk: error.chunk() }
    }
}

/// By the witness.
pub(crate) fn witness(container: &[u8], keys: &Keys, limits: &Limits) -> Outcome {
    match cleave_reference::open(container, keys, limits) {
        Ok(opened) => Outcome::opened(&opened.plaintext, Some(opened.signed)),
        Err(error) => error.into(),
    }
}

/// By the core: in one call, from a stream that is read once, and from a file that may be read twice.
pub(crate) fn core(container: &[u8], keys: &Keys, limits: &Limits) -> [(&'static str, Outcome); 3] {
    let limits = core_limits(limits);
    let outcome = |result: Result<(Vec<u8>, Authorship), Failure>| match result {
        Ok((plaintext, authorship)) => Outcome::opened(&plaintext, Some(signed(authorship))),
        Err(failure) => format_error(failure).into(),
    };
    let one_call = || {
        let Opened { plaintext, read, .. } = decrypt(container, core_keys(keys)?, limits)?;
        Ok((plaintext, read.authorship))
    };
    let one_pass = || {
        let mut held = Vec::new();
        let unsealed = io::open(container, core_keys(keys)?, limits)?.unlock()?;
        let read = unsealed.decrypt_unvouched(&mut held, &mut |_| {})?;
        Ok((held, read.authorship))
    };
    let two_passes = || {
        let mut plaintext = Vec::new();
        let unsealed = io::open(Cursor::new(container), core_keys(keys)?, limits)?.unlock()?;
        let read = unsealed.decrypt_verified(&mut plaintext, &mut |_| {})?;
        Ok((plaintext, read.authorship))
    };
    [
        ("one call", outcome(one_call())),
        ("one pass", outcome(one_pass())),
        ("two passes", outcome(two_passes())),
    ]
}

/// A range, by the witness.
pub(crate) fn witness_range(container: &[u8], keys: &Keys, range: &str) -> Outcome {
    match cleave_reference::open_range(container, keys, &Limits::default(), range) {
        Ok(opened) => Outcome::opened(&opened.plaintext, None),
        Err(error) => error.into(),
    }
}

/// A range, by the core: in one call, and by seeking in a file.
pub(crate) fn core_range(container: &[u8], keys: &Keys, range: &str) -> [(&'static str, Outcome); 2] {
    let limits = core_limits(&Limits::default());
    let outcome = |result: Result<Vec<u8>, Failure>| match result {
        Ok(plaintext) => Outcome::opened(&plaintext, None),
        Err(failure) => format_error(failure).into(),
    };
    let one_call = || Ok(decrypt_range(container, core_keys(keys)?, limits, range.parse()?)?);
    let seeking = || {
        let mut plaintext = Vec::new();
        let range = range.parse::<cleave_core::PlaintextRange>()?;
        let unsealed = io::open(Cursor::new(container), core_keys(keys)?, limits)?.unlock()?;
        unsealed.decrypt_range(range, &mut plaintext, &mut |_| {})?;
        Ok(plaintext)
    };
    [("one call", outcome(one_call())), ("seeking", outcome(seeking()))]
}

/// The format's error; memory can be read and written.
pub(crate) fn format_error(failure: Failure) -> Error {
    match failure {
        Failure::Format(error) => error,
        other => panic!("memory can be read and written: {other}"),
    }
}

fn signed(authorship: Authorship) -> Signed {
    match authorship {
        Authorship::Unsigned => Signed::No,
        Authorship::Unchecked => Signed::Unchecked,
        Authorship::Verified => Signed::Verified,
    }
}
