//! An input whose armor is taken off as it is read.

use super::{Failure, Progress, READ_LEN, WRITE_LEN, flush_over, read_some};
use crate::armor::{self, Form};
use crate::error::Error;
use crate::frames::{Read, UnvouchedReader};
use crate::memory;
use alloc::vec;
use alloc::vec::Vec;
use std::io::{self, Seek, SeekFrom, Write};

impl<R: io::Read> io::Read for Source<R> {
    /// The container's bytes; binary ones go from the input to `buffer` directly.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.used == self.decoded.len() && self.form == Form::Binary && self.decoder.is_some() {
            let count = self.input.read(buffer)?;
            self.position += count as u64;
            return Ok(count);
        }
        let bytes = match self.peek() {
            Ok(bytes) => bytes,
            Err(Failure::Input(error) | Failure::Output(error)) => return Err(error),
            // Told apart again by whoever reads a container through this.
            Err(Failure::Format(error)) => return Err(io::Error::other(error)),
        };
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}

/// Bytes read at a time while the header lasts. Each page of a buffer costs more when it is first touched than its bytes
/// cost to read, and most containers are opened for a file that is small.
const HEADER_READ_LEN: usize = 16 << 10;

/// Takes container bytes and appends what they give.
pub(super) type Take<'t> = &'t mut dyn FnMut(&[u8], &mut Vec<u8>) -> Result<(), Error>;

/// An input with its armor taken off, read forward and, where it can be, at any place.
pub(super) struct Source<R> {
    input: R,
    decoder: Option<armor::Decoder>,
    form: Form,
    raw: Vec<u8>,
    /// Bytes asked for at a time.
    read_len: usize,
    /// Decoded bytes that were not consumed yet, from `used` on.
    decoded: Vec<u8>,
    used: usize,
    /// Container bytes consumed.
    position: u64,
    /// A fault of the armor, to be told once the bytes before it were consumed.
    fault: Option<Error>,
}

impl<R: io::Read> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            decoder: Some(armor::Decoder::new()),
            form: Form::Undecided,
            raw: vec![0; READ_LEN],
            read_len: HEADER_READ_LEN,
            decoded: Vec::new(),
            used: 0,
            position: 0,
            fault: None,
        }
    }

    /// A header is read, in small pieces: what follows it is not wanted now.
    pub(super) fn header_begins(&mut self) {
        self.read_len = HEADER_READ_LEN;
    }

    /// The header was read: what follows it comes in larger pieces.
    pub(super) fn header_ended(&mut self) {
        self.read_len = READ_LEN;
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// Container bytes consumed.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// The next bytes; none at the end of the input.
    pub(super) fn peek(&mut self) -> Result<&[u8], Failure> {
        while self.used == self.decoded.len() {
            if let Some(fault) = &self.fault {
                return Err(Failure::Format(fault.clone()));
            }
            let Some(decoder) = &mut self.decoder else {
                break;
            };
            self.decoded.clear();
            self.used = 0;
            let count = read_some(&mut self.input, &mut self.raw[..self.read_len])?;
            let decoded = if count == 0 {
                let ended = self.decoder.take().map(|decoder| decoder.finish(&mut self.decoded));
                ended.unwrap_or(Ok(()))
            } else {
                let pushed = decoder.push(&self.raw[..count], &mut self.decoded);
                self.form = decoder.form();
                pushed
            };
            self.fault = decoded.err();
        }
        Ok(&self.decoded[self.used..])
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.used += count;
        self.position += count as u64;
    }

    /// Hands everything that is left to `take` and writes what it appends.
    pub(super) fn each(
        &mut self,
        take: Take<'_>,
        output: &mut dyn Write,
        progress: Progress<'_>,
    ) -> Result<(), Failure> {
        let mut out = Vec::new();
        loop {
            let bytes = self.peek()?;
            if bytes.is_empty() {
                return flush_over(0, &mut out, output);
            }
            let taken = take(bytes, &mut out);
            let count = bytes.len();
            // What authenticated before a fault may be released.
            flush_over(if taken.is_ok() { WRITE_LEN } else { 0 }, &mut out, output)?;
            taken?;
            self.consume(count);
            progress(self.position);
        }
    }

    pub(super) fn withhold(
        &mut self,
        mut reader: UnvouchedReader,
        held: &mut dyn Write,
        progress: Progress<'_>,
    ) -> Result<Read, Failure> {
        self.each(&mut |bytes, out| reader.push_unvouched(bytes, out), held, progress)?;
        Ok(reader.finish()?)
    }
}

impl<R: io::Read + Seek> Source<R> {
    /// Goes back so that the next byte is the container's byte `position`.
    pub(super) fn rewind_to(&mut self, position: u64) -> Result<(), Failure> {
        let binary = self.form != Form::Armored;
        let start = if binary { position } else { 0 };
        self.input.seek(SeekFrom::Start(start)).map_err(Failure::Input)?;
        let mut decoder = armor::Decoder::new();
        if binary {
            decoder.assume_binary();
        }
        self.decoder = Some(decoder);
        self.fault = None;
        self.decoded.clear();
        self.used = 0;
        self.position = start;
        self.skip_to(position)
    }

    fn skip_to(&mut self, position: u64) -> Result<(), Failure> {
        while self.position < position {
            let left = usize::try_from(position - self.position).unwrap_or(usize::MAX);
            let count = self.peek()?.len().min(left);
            if count == 0 {
                break;
            }
            self.consume(count);
        }
        Ok(())
    }

    /// Bytes of the container; an armored one is read through for it.
    pub(super) fn container_len(&mut self) -> Result<u64, Failure> {
        if self.form != Form::Armored {
            return self.input.seek(SeekFrom::End(0)).map_err(Failure::Input);
        }
        self.rewind_to(u64::MAX)?;
        Ok(self.position)
    }

    /// Reads up to `len` bytes at a place of the container; fewer at its end.
    pub(super) fn read_at(&mut self, offset: u64, len: usize, bytes: &mut Vec<u8>) -> Result<(), Failure> {
        if self.form != Form::Armored || offset < self.position {
            self.rewind_to(offset)?;
        } else {
            self.skip_to(offset)?;
        }
        bytes.clear();
        memory::reserve(bytes, len)?;
        while bytes.len() < len {
            let more = self.peek()?;
            if more.is_empty() {
                break;
            }
            let count = more.len().min(len - bytes.len());
            bytes.extend_from_slice(&more[..count]);
            self.consume(count);
        }
        Ok(())
    }
}
