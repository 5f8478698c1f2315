//! The machines over `std::io`, in bounded memory: on one thread, or on several with the same bytes and errors.
//!
//! Whoever succeeds has flushed the output that it was given; after a failure a buffer may hold bytes back.

mod derive;
mod opening;
mod place;
mod seal;
mod source;
mod turnstile;
mod unseal;

pub use derive::{derive_on, header_on};
pub use opening::{Opening, Rewritten, Unsealed, open, open_keeping_slots, open_noting_slots};
pub use place::To;
pub use seal::encrypt_on;

use crate::armor;
use crate::error::Error;
use crate::header_writer::HeaderState;
use crate::memory;
use crate::writer::{Writer, Written};
use alloc::vec;
use alloc::vec::Vec;
use std::io::{self, ErrorKind, Write};

/// Bytes asked of a reader at once.
const READ_LEN: usize = 256 << 10;
/// Bytes that a thread takes at once, where a chunk is not larger.
const BATCH_LEN: usize = 512 << 10;
/// Output that is gathered before it is written.
const WRITE_LEN: usize = 256 << 10;

/// Why a stream could not be carried through.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// The container, a key or a request is at fault.
    #[error(transparent)]
    Format(#[from] Error),
    /// The input could not be read.
    #[error("reading the input failed: {0}")]
    Input(io::Error),
    /// The output could not be written.
    #[error("writing the output failed: {0}")]
    Output(io::Error),
}

impl Failure {
    /// The format's stable name, or `input`, or `output`.
    pub fn name(&self) -> &'static str {
        match self {
            Failure::Format(error) => error.name(),
            Failure::Input(_) => "input",
            Failure::Output(_) => "output",
        }
    }
}

/// Told how many bytes of the input were used so far, in this pass over it.
pub type Progress<'p> = &'p mut (dyn FnMut(u64) + Send);

/// Encrypts `input` to its end. Memory: one chunk and the buffers.
///
/// # Errors
/// [`Failure`]; what was written is then worthless.
pub fn encrypt(
    mut writer: Writer,
    input: &mut dyn io::Read,
    output: &mut dyn Write,
    progress: Progress<'_>,
) -> Result<Written, Failure> {
    let mut out = Vec::new();
    while writer.header(&mut out)? == HeaderState::More {
        flush_over(WRITE_LEN, &mut out, output)?;
    }
    let mut buffer = vec![0; READ_LEN];
    let mut done = 0;
    loop {
        let count = read_some(input, &mut buffer)?;
        if count == 0 {
            break;
        }
        writer.push(&buffer[..count], &mut out)?;
        flush_over(WRITE_LEN, &mut out, output)?;
        done += count as u64;
        progress(done);
    }
    let written = writer.finish(&mut out)?;
    flush_over(0, &mut out, output)?;
    flush(output)?;
    Ok(written)
}

/// Writes the armor of what is written to it. [`ArmorWriter::finish`] writes the END line.
pub struct ArmorWriter<W: Write> {
    encoder: armor::Encoder,
    out: Vec<u8>,
    output: W,
}

impl<W: Write> ArmorWriter<W> {
    /// Armor over `output`.
    pub fn new(output: W) -> Self {
        Self { encoder: armor::Encoder::new(), out: Vec::new(), output }
    }

    /// Ends the armor, flushes the output and returns it.
    ///
    /// # Errors
    /// As the output's `write` and `flush`.
    pub fn finish(mut self) -> io::Result<W> {
        self.encoder.finish(&mut self.out);
        self.output.write_all(&self.out)?;
        self.output.flush()?;
        Ok(self.output)
    }
}

impl<W: Write> Write for ArmorWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Whoever writes a header of megabytes at once gets no second copy of it.
        let bytes = &bytes[..bytes.len().min(WRITE_LEN)];
        self.encoder.push(bytes, &mut self.out);
        self.output.write_all(&self.out)?;
        self.out.clear();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Whether `bytes` of memory could be had now, beside what is taken here without asking: for a program that would rather
/// fail than be aborted where there is no more.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn room_for(bytes: usize) -> Result<(), Error> {
    memory::room_for(bytes)
}

/// Whether one more thread could be had now, with all that it takes: for a program that can go on without it.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn room_for_thread() -> Result<(), Error> {
    memory::room_for_thread()
}

fn read_some(input: &mut dyn io::Read, buffer: &mut [u8]) -> Result<usize, Failure> {
    loop {
        match input.read(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            other => return other.map_err(Failure::Input),
        }
    }
}

/// Ends the writing of a result: what a buffer holds back reaches its destination, or the failure is told.
fn flush(output: &mut dyn Write) -> Result<(), Failure> {
    output.flush().map_err(Failure::Output)
}

/// Writes `out` and empties it, once it holds over `least` bytes.
fn flush_over(least: usize, out: &mut Vec<u8>, output: &mut dyn Write) -> Result<(), Failure> {
    if out.len() > least {
        output.write_all(out).map_err(Failure::Output)?;
        out.clear();
    }
    Ok(())
}
