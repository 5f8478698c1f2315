//! Where bytes come from and go to: streams in order, and files at any place.

use super::{Failure, READ_LEN};
use alloc::vec::Vec;
use std::fs::File;
use std::io::{self, Read, Write};

/// An output.
pub enum To<'t> {
    /// Written in order.
    Stream(&'t mut (dyn Write + Send)),
    /// A regular file, written at its places from its beginning on.
    File(&'t File),
}

impl<'t> To<'t> {
    pub(super) fn file(&self) -> Option<&'t File> {
        match self {
            To::Stream(_) => None,
            To::File(file) => Some(file),
        }
    }

    /// Flushes a stream, once all of it was written.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        match self {
            To::Stream(stream) => super::flush(stream),
            To::File(_) => Ok(()),
        }
    }

    /// Writes what stands before the frames or after them, at its place.
    pub(super) fn write_one(&mut self, bytes: &[u8], at: u64) -> Result<(), Failure> {
        match self {
            To::Stream(stream) => stream.write_all(bytes).map_err(Failure::Output),
            To::File(file) => write_all_at(file, bytes, at).map_err(Failure::Output),
        }
    }
}

/// Writes all of `bytes` at a place.
pub(super) fn write_all_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::write_all_at(file, bytes, at);
    #[cfg(windows)]
    {
        let mut done = 0;
        while done < bytes.len() {
            match std::os::windows::fs::FileExt::seek_write(file, &bytes[done..], at + done as u64)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                count => done += count,
            }
        }
        Ok(())
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = (file, bytes, at);
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// Reads on behind the first `have` bytes of `buffer`, until `wanted.most` are there, or `wanted.least` and a read came
/// short, or the input ends; says how many are there. A slow stream's bytes are thus passed on as they come, a fast one's by
/// the buffer. It has the capacity, and is made longer as bytes come: what a large chunk size has no bytes for is not touched.
pub(super) fn fill(
    stream: &mut (dyn Read + Send),
    buffer: &mut Vec<u8>,
    mut have: usize,
    wanted: Wanted,
) -> io::Result<(usize, End)> {
    while have < wanted.most {
        let end = wanted.most.min(buffer.len().max(have + READ_LEN));
        grow(buffer, end);
        let asked = end - have;
        match stream.read(&mut buffer[have..end]) {
            Ok(0) => return Ok((have, End::Ended)),
            Ok(count) => {
                have += count;
                if have >= wanted.least && count < asked {
                    break;
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok((have, End::More))
}

/// How many bytes a buffer is to hold.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub(super) least: usize,
    pub(super) most: usize,
}

/// Makes a buffer at least so long, within its capacity.
pub(super) fn grow(buffer: &mut Vec<u8>, len: usize) {
    debug_assert!(len <= buffer.capacity());
    if buffer.len() < len {
        buffer.resize(len, 0);
    }
}

/// Whether an input has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    More,
    Ended,
}
