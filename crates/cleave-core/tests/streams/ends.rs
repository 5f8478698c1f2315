//! Inputs and outputs that are slow, short, interrupted, broken, or not the same twice.

use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};

/// Gives at most `most` bytes a call; every third call is interrupted.
pub(crate) struct Slow<R> {
    pub(crate) input: R,
    pub(crate) most: usize,
    pub(crate) calls: usize,
}

impl<R> Slow<R> {
    pub(crate) fn new(input: R, most: usize) -> Self {
        Self { input, most, calls: 0 }
    }
}

impl<R: Read> Read for Slow<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(3) {
            return Err(ErrorKind::Interrupted.into());
        }
        let most = buffer.len().min(self.most);
        self.input.read(&mut buffer[..most])
    }
}

impl<R: Seek> Seek for Slow<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.input.seek(to)
    }
}

/// Fails at a place, and at every call from then on.
pub(crate) struct BrokenInput<'b> {
    pub(crate) bytes: &'b [u8],
    pub(crate) left: usize,
}

impl Read for BrokenInput<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            return Err(ErrorKind::ConnectionReset.into());
        }
        let most = buffer.len().min(self.left);
        let count = self.bytes.read(&mut buffer[..most])?;
        self.left -= count;
        Ok(count)
    }
}

/// Takes `left` bytes, a few a call and with interruptions, and then fails.
pub(crate) struct BrokenOutput {
    pub(crate) written: Vec<u8>,
    pub(crate) left: usize,
    pub(crate) calls: usize,
}

impl BrokenOutput {
    pub(crate) fn after(left: usize) -> Self {
        Self { written: Vec::new(), left, calls: 0 }
    }
}

impl Write for BrokenOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(4) {
            return Err(ErrorKind::Interrupted.into());
        }
        if self.left == 0 {
            return Err(ErrorKind::StorageFull.into());
        }
        let count = bytes.len().min(self.left).min(1000);
        self.written.extend_from_slice(&bytes[..count]);
        self.left -= count;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file that somebody changes: one content until it is read from the front again, then another.
pub(crate) struct Changing {
    now: Cursor<Vec<u8>>,
    then: Option<Vec<u8>>,
}

impl Changing {
    pub(crate) fn new(now: Vec<u8>, then: Vec<u8>) -> Self {
        Self { now: Cursor::new(now), then: Some(then) }
    }
}

impl Read for Changing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.now.read(buffer)
    }
}

impl Seek for Changing {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        if let Some(then) = self.then.take() {
            self.now = Cursor::new(then);
        }
        self.now.seek(to)
    }
}

/// Counts the bytes that are read.
pub(crate) struct Counted {
    pub(crate) bytes: Cursor<Vec<u8>>,
    pub(crate) read: usize,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(buffer)?;
        self.read += count;
        Ok(count)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}
