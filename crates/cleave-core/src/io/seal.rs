//! Encrypting on several threads: the ratchet steps in order, the frames are sealed beside each other.

use super::derive::header_on;
use super::place::{End, To, Wanted, fill, grow, write_all_at};
use super::turnstile::{Taken, Work, run};
use super::{BATCH_LEN, Failure, Progress};
use crate::aead::FrameCrypto;
use crate::chunk::{FRAME_OVERHEAD, Frame, FrameSealer, HEAD_LEN, Position, TAG_LEN};
use crate::error::Error;
use crate::header_writer::HeaderState;
use crate::memory;
use crate::writer::{ContentSigner, Writer, Written};
use alloc::vec::Vec;
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroUsize;

/// Encrypts `stream` to `to` on `threads` threads, or as many as the system has threads and memory for. Memory: one chunk,
/// or 512 KiB of smaller ones, a thread.
///
/// Header bytes that were taken from `writer` before are not written again; in a file their place is left as it is.
///
/// # Errors
/// [`Failure`]; what was written is then worthless.
pub fn encrypt_on(
    threads: NonZeroUsize,
    mut writer: Writer,
    stream: &mut (dyn Read + Send),
    mut to: To<'_>,
    progress: Progress<'_>,
) -> Result<Written, Failure> {
    let chunk = writer.chunk().bytes();
    let (crypto, mut header_len, mut part) = (writer.crypto(), writer.header_len(), Vec::new());
    loop {
        let state = header_on(threads, &mut writer, &mut part)?;
        to.write_one(&part, header_len)?;
        header_len += part.len() as u64;
        part.clear();
        if state == HeaderState::Whole {
            break;
        }
    }
    let (sealer, signer) = writer.into_frame_sealer()?;
    let sealing = Sealing {
        crypto,
        chunk,
        batch: (BATCH_LEN / chunk).max(1),
        header_len,
        output: to.file(),
        digests: signer.wants_digests(),
    };
    let input = Plain { stream, sealer, carry: Vec::new() };
    let output = Frames { to, signer, progress, plaintext_len: 0, chunks: 0 };
    let (_, mut output) = run(threads, input, output, &sealing)?;
    let container_len = header_len + output.plaintext_len + output.chunks * FRAME_OVERHEAD as u64;
    let signature = output.signer.finish()?.unwrap_or_default();
    output.to.write_one(&signature, container_len)?;
    output.to.flush()?;
    Ok(Written {
        plaintext_len: output.plaintext_len,
        container_len: container_len + signature.len() as u64,
        header_len,
        chunks: output.chunks,
    })
}

const PAGE: usize = 4096;
/// How far behind a page's beginning plaintext is read to. A file's pages are copied from their beginnings, and on some
/// processors (seen on AMD's Zen 3) `rep movsb`, with which Linux does that, takes twice as long to a place that stands 1 to
/// some 30 bytes further on in its page than the source does: where a large allocation and a frame's head would put it.
const PAGE_OFFSET: usize = 512;

struct Sealing<'f> {
    crypto: &'static dyn FrameCrypto,
    /// Bytes of a chunk.
    chunk: usize,
    /// Chunks of a batch.
    batch: usize,
    header_len: u64,
    output: Option<&'f File>,
    digests: bool,
}

/// Where plaintext comes from, and the frames that it will make.
struct Plain<'s> {
    stream: &'s mut (dyn Read + Send),
    sealer: FrameSealer,
    /// What was read and not sealed yet: one byte at least until the end, since the last frame must be known as such
    /// when it is sealed.
    carry: Vec<u8>,
}

struct Frames<'t, 'p> {
    to: To<'t>,
    signer: ContentSigner,
    progress: Progress<'p>,
    plaintext_len: u64,
    chunks: u64,
}

struct Batch {
    frames: Vec<Frame>,
    /// Plaintext from [`Sealing::text_at`] behind `start` on, then frames from `start` on.
    buffer: Vec<u8>,
    start: usize,
    digests: Vec<[u8; 64]>,
    fault: Option<Failure>,
}

impl Batch {
    fn text_len(&self) -> usize {
        self.frames.iter().map(|frame| frame.len).sum()
    }

    fn framed_len(&self) -> usize {
        self.frames.iter().map(Frame::frame_len).sum()
    }
}

impl Sealing<'_> {
    /// Where behind the batch's start plaintext is read to: so far back that each chunk moves forward to its place, and the last not at all.
    fn text_at(&self) -> usize {
        self.batch * FRAME_OVERHEAD - TAG_LEN
    }

    /// The frames of `len` bytes; `ending` is the place of the last of them.
    fn frames(&self, sealer: &mut FrameSealer, batch: &mut Batch, len: usize, ending: Position) {
        let count = len.div_ceil(self.chunk).max(usize::from(ending == Position::Last));
        for index in 0..count {
            let left = len - index * self.chunk;
            let position = if index + 1 == count { ending } else { Position::Middle };
            batch.frames.push(sealer.next_frame(left.min(self.chunk), position));
        }
    }
}

impl<'s> Work<Plain<'s>, Frames<'_, '_>, Batch> for Sealing<'_> {
    fn batch(&self) -> Result<Batch, Error> {
        let mut buffer = Vec::new();
        memory::reserve(&mut buffer, PAGE + self.batch * (self.chunk + FRAME_OVERHEAD))?;
        let text = buffer.as_ptr().addr() + self.text_at();
        let start = PAGE_OFFSET.wrapping_sub(text) % PAGE;
        let (frames, digests) = (Vec::with_capacity(self.batch), Vec::with_capacity(self.batch));
        Ok(Batch { frames, buffer, start, digests, fault: None })
    }

    fn take(&self, input: &mut Plain<'s>, batch: &mut Batch) -> Taken {
        batch.frames.clear();
        let from = batch.start + self.text_at();
        let carried = from + input.carry.len();
        grow(&mut batch.buffer, carried);
        batch.buffer[from..carried].copy_from_slice(&input.carry);
        // One byte more than the batch shows that its last chunk is not the last.
        let wanted = Wanted { least: from + self.chunk + 1, most: from + self.batch * self.chunk + 1 };
        let (have, end) = match fill(input.stream, &mut batch.buffer, carried, wanted) {
            Ok((filled, end)) => (filled - from, end),
            Err(error) => {
                batch.fault = Some(Failure::Input(error));
                return Taken::Last;
            }
        };
        input.carry.clear();
        match end {
            End::Ended => {
                self.frames(&mut input.sealer, batch, have, Position::Last);
                Taken::Last
            }
            End::More => {
                let whole = (have - 1) / self.chunk * self.chunk;
                input.carry.extend_from_slice(&batch.buffer[from..][whole..have]);
                self.frames(&mut input.sealer, batch, whole, Position::Middle);
                Taken::Batch
            }
        }
    }

    fn process(&self, batch: &mut Batch) {
        batch.digests.clear();
        let len = batch.start + batch.framed_len();
        grow(&mut batch.buffer, len);
        let (mut from, mut to) = (batch.start + self.text_at(), batch.start);
        for frame in &batch.frames {
            let text = to + HEAD_LEN;
            if from != text {
                batch.buffer.copy_within(from..from + frame.len, text);
            }
            batch.buffer[to..text].copy_from_slice(&frame.head);
            let tag = frame.seal(self.crypto, &mut batch.buffer[text..text + frame.len]);
            from += frame.len;
            let end = to + frame.frame_len();
            batch.buffer[end - TAG_LEN..end].copy_from_slice(&tag);
            if self.digests {
                batch.digests.push(self.crypto.sha512(&batch.buffer[to..end]));
            }
            to = end;
        }
        if let (Some(file), Some(first)) = (self.output, batch.frames.first()) {
            let place = self.header_len + first.index * (self.chunk + FRAME_OVERHEAD) as u64;
            if let Err(error) = write_all_at(file, &batch.buffer[batch.start..to], place) {
                batch.fault = Some(Failure::Output(error));
            }
        }
    }

    fn give(&self, output: &mut Frames<'_, '_>, batch: &mut Batch) -> Result<(), Failure> {
        if let Some(fault) = batch.fault.take() {
            return Err(fault);
        }
        if let To::Stream(stream) = &mut output.to {
            stream.write_all(&batch.buffer[batch.start..][..batch.framed_len()]).map_err(Failure::Output)?;
        }
        for digest in &batch.digests {
            output.signer.frame(digest);
        }
        output.plaintext_len += batch.text_len() as u64;
        output.chunks += batch.frames.len() as u64;
        (output.progress)(output.plaintext_len);
        Ok(())
    }
}
