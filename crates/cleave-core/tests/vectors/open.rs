//! The ways to open a container that the crate offers.

use crate::vector::{Outcome, Vector};
use cleave_core::io::{self, Failure};
use cleave_core::{Error, Frames, Reader, armor, decrypt, decrypt_range};
use std::io::{Cursor, Read as _, Seek as _, SeekFrom};
use std::num::NonZeroUsize;

/// The whole container in memory.
pub(crate) fn one_call(vector: &Vector) -> Outcome {
    let container = vector.container();
    let open = || match vector.range() {
        None => decrypt(&container, vector.keys()?, vector.limits()).map(|opened| opened.plaintext),
        Some(range) => decrypt_range(&container, vector.keys()?, vector.limits(), range?),
    };
    open().into()
}

/// The machines, fed by pushes of `step` bytes. A range has no machine that is fed in order: it is asked for by place,
/// `step` bytes of header at a time.
pub(crate) fn pushed(vector: &Vector, step: usize) -> Outcome {
    let mut out = Vec::new();
    let result = push_all(vector, step, &mut out);
    let released = out.len();
    Outcome { result: result.map(|()| out), released }
}

fn push_all(vector: &Vector, step: usize, out: &mut Vec<u8>) -> Result<(), Error> {
    let input = vector.container();
    let range = vector.range().transpose()?;
    let mut pieces = input.chunks(step);
    let mut decoder = Some(armor::Decoder::new());
    let mut fault = None;
    // The next container bytes; none at the end. A fault of the armor comes after the bytes before it.
    let mut next = move || -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        while bytes.is_empty() && decoder.is_some() {
            if let Some(fault) = fault.take() {
                return Err(fault);
            }
            fault = match (pieces.next(), &mut decoder) {
                (Some(piece), Some(decoder)) => decoder.push(piece, &mut bytes).err(),
                _ => decoder.take().unwrap().finish(&mut bytes).err(),
            };
            if let (Some(_), None, true) = (&fault, &decoder, bytes.is_empty()) {
                return Err(fault.take().unwrap());
            }
        }
        Ok(bytes)
    };
    let mut reader = Reader::new(vector.keys()?, vector.limits());
    let mut rest = Vec::new();
    while !reader.is_complete() {
        rest = next()?;
        if rest.is_empty() {
            break;
        }
        let taken = reader.push(&rest)?;
        rest.drain(..taken);
    }
    let unlocked = reader.finish()?.unlock()?;
    if let Some(range) = range {
        if unlocked.requires_signer() {
            let container = vector.container();
            *out = decrypt_range(&container, vector.keys()?, vector.limits(), range)?;
            return Ok(());
        }
        let mut container = input.clone();
        if container.starts_with(b"-----") {
            container.clear();
            let mut decoder = armor::Decoder::new();
            decoder.push(&input, &mut container)?;
            decoder.finish(&mut container)?;
        }
        let mut reader = unlocked.range(container.len() as u64, range, None)?;
        while let Some(wanted) = reader.next_read() {
            let start = usize::try_from(wanted.offset).unwrap();
            let end = (start + wanted.len).min(container.len());
            reader.supply(&container[start..end], out)?;
        }
        return Ok(());
    }
    match unlocked.frames() {
        Frames::Authentic(mut reader) => {
            while !rest.is_empty() || {
                rest = next()?;
                !rest.is_empty()
            } {
                reader.push(&rest, out)?;
                rest.clear();
            }
            reader.finish()?;
        }
        Frames::Unvouched(mut reader) => {
            let mut held = Vec::new();
            while !rest.is_empty() || {
                rest = next()?;
                !rest.is_empty()
            } {
                reader.push_unvouched(&rest, &mut held)?;
                rest.clear();
            }
            reader.finish()?;
            *out = held;
        }
    }
    Ok(())
}

/// A stream that is read once.
pub(crate) fn one_pass(vector: &Vector) -> Outcome {
    let mut out = Vec::new();
    let container = vector.container();
    let mut open = || -> Result<(), Failure> {
        if vector.range().is_some() {
            return over_a_file(vector, &mut out);
        }
        let unsealed = io::open(&container[..], vector.keys()?, vector.limits())?.unlock()?;
        if unsealed.unlocked().requires_signer() {
            let mut held = Vec::new();
            unsealed.decrypt_unvouched(&mut held, &mut |_| {})?;
            out = held;
            return Ok(());
        }
        unsealed.decrypt(&mut out, &mut |_| {}).map(|_| ())
    };
    let result = open().map_err(format_error);
    let released = out.len();
    Outcome { result: result.map(|()| out), released }
}

/// A file that is read twice where a signer is required.
pub(crate) fn two_passes(vector: &Vector) -> Outcome {
    let mut out = Vec::new();
    let result = over_a_file(vector, &mut out).map_err(format_error);
    let released = out.len();
    if vector.keys().is_ok_and(|_| result.is_err()) && vector.requires_signer() {
        assert_eq!(released, 0, "{}: nothing is released before the signature verifies", vector.name);
    }
    Outcome { result: result.map(|()| out), released }
}

fn over_a_file(vector: &Vector, out: &mut Vec<u8>) -> Result<(), Failure> {
    let range = vector.range().transpose()?;
    let unsealed = io::open(Cursor::new(vector.container()), vector.keys()?, vector.limits())?.unlock()?;
    match range {
        None => unsealed.decrypt_verified(out, &mut |_| {}).map(|_| ()),
        Some(range) => unsealed.decrypt_range(range, out, &mut |_| {}).map(|_| ()),
    }
}

fn format_error(failure: Failure) -> Error {
    match failure {
        Failure::Format(error) => error,
        other => panic!("memory can be read and written: {other}"),
    }
}

/// Two threads and the fastest set that was built in, in order to memory; to a file where a signer is required.
pub(crate) fn threaded(vector: &Vector) -> Outcome {
    let mut out = Vec::new();
    let container = vector.container();
    let mut open = || -> Result<(), Failure> {
        if vector.range().is_some() {
            return over_a_file(vector, &mut out);
        }
        let opening = io::open(&container[..], vector.keys()?, vector.limits())?;
        let unsealed = opening.frame_crypto(cleave_core::fastest()).unlock()?;
        let threads = NonZeroUsize::new(2).expect("two is not zero");
        if unsealed.unlocked().requires_signer() {
            let file = tempfile::tempfile().expect("a temporary file can be made");
            unsealed.decrypt_on(threads, io::To::File(&file), &mut |_| {})?;
            let mut file = file;
            file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut out)).expect("it can be read");
            return Ok(());
        }
        unsealed.decrypt_on(threads, io::To::Stream(&mut out), &mut |_| {}).map(|_| ())
    };
    let result = open().map_err(format_error);
    let released = out.len();
    Outcome { result: result.map(|()| out), released }
}
