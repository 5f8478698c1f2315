//! Decrypting on several threads: heads and ratchet in order, frames opened and hashed beside each other.

use super::place::{End, To, Wanted, fill, grow, write_all_at};
use super::turnstile::{Taken, Work, run};
use super::{BATCH_LEN, Failure, Progress};
use crate::aead::FrameCrypto;
use crate::chunk::{FRAME_OVERHEAD, Frame, FrameOpener, HEAD_LEN, Position, TAG_LEN};
use crate::error::Error;
use crate::frames::{Ending, Read, TRUNCATED, conclude};
use crate::memory;
use crate::signature::{ContentHash, SIGNATURE_LEN};
use crate::unlocked::Unlocked;
use alloc::vec::Vec;
use std::fs::File;
use std::io::Write;
use std::num::NonZeroUsize;

/// Reads the frames of `stream`, which stands behind the header, to `to`. The errors are those of one thread, and so is
/// what was given out of a stream before them. A file gets its chunks in any order.
pub(super) fn decrypt_frames(
    threads: NonZeroUsize,
    unlocked: &Unlocked,
    stream: &mut (dyn std::io::Read + Send),
    to: To<'_>,
    progress: Progress<'_>,
) -> Result<Read, Failure> {
    let ending = unlocked.ending();
    let chunk = unlocked.prefix().chunk_size.bytes();
    let required = matches!(ending, Ending::Required(_));
    let opening = Opening {
        crypto: unlocked.crypto(),
        chunk,
        batch: (BATCH_LEN / chunk).max(1),
        signature_len: match ending {
            Ending::Unsigned => 0,
            Ending::Unchecked | Ending::Required(_) => SIGNATURE_LEN,
        },
        output: to.file(),
        digests: required,
    };
    let input = Sealed {
        stream,
        opener: unlocked.frame_opener(),
        frame: None,
        carry: Vec::new(),
        signature: Vec::new(),
    };
    let output = Plain {
        to,
        content: required.then(|| ContentHash::new(unlocked.hash_with_mac())),
        progress,
        read: unlocked.header_len(),
        plaintext_len: 0,
        chunks: 0,
    };
    let (input, mut output) = run(threads, input, output, &opening)?;
    let message = output.content.take().map(ContentHash::message);
    let authorship = conclude(ending, &input.signature, message.as_ref(), None)?;
    output.to.flush()?;
    Ok(Read { plaintext_len: output.plaintext_len, chunks: output.chunks, authorship })
}

struct Opening<'f> {
    crypto: &'static dyn FrameCrypto,
    /// Bytes of a chunk.
    chunk: usize,
    /// Frames of a batch.
    batch: usize,
    signature_len: usize,
    output: Option<&'f File>,
    digests: bool,
}

/// Where frames come from.
struct Sealed<'s> {
    stream: &'s mut (dyn std::io::Read + Send),
    opener: FrameOpener,
    /// The frame whose head was read and whose end was not.
    frame: Option<Frame>,
    /// The bytes behind the last whole frame.
    carry: Vec<u8>,
    signature: Vec<u8>,
}

struct Plain<'t, 'p> {
    to: To<'t>,
    content: Option<ContentHash>,
    progress: Progress<'p>,
    read: u64,
    plaintext_len: u64,
    chunks: u64,
}

struct Batch {
    frames: Vec<Frame>,
    /// Frames from 0 on, then plaintext from 0 on.
    buffer: Vec<u8>,
    /// Bytes of plaintext, once processed.
    text_len: usize,
    digests: Vec<[u8; 64]>,
    /// What comes after the frames that are good.
    fault: Option<Failure>,
}

impl Opening<'_> {
    /// Bytes of a batch's buffer: whole frames.
    fn capacity(&self) -> usize {
        self.batch * (self.chunk + FRAME_OVERHEAD)
    }

    /// Finds whole frames in the `have` bytes of the buffer; says where they end, and whether the last was among them.
    fn split(
        &self,
        input: &mut Sealed<'_>,
        batch: &mut Batch,
        have: usize,
    ) -> Result<(usize, Position), Error> {
        let mut at = 0;
        loop {
            let frame = match input.frame.take() {
                Some(frame) => frame,
                None => match batch.buffer[at..have].first_chunk::<HEAD_LEN>() {
                    Some(head) => input.opener.next_frame(*head)?,
                    None => return Ok((at, Position::Middle)),
                },
            };
            if have - at < frame.frame_len() {
                input.frame = Some(frame);
                return Ok((at, Position::Middle));
            }
            at += frame.frame_len();
            let position = frame.position;
            batch.frames.push(frame);
            if position == Position::Last {
                return Ok((at, Position::Last));
            }
        }
    }

    fn take_frames(&self, input: &mut Sealed<'_>, batch: &mut Batch) -> Result<Taken, Failure> {
        let mut have = input.carry.len();
        grow(&mut batch.buffer, have);
        batch.buffer[..have].copy_from_slice(&input.carry);
        input.carry.clear();
        loop {
            let least = input.frame.as_ref().map_or(HEAD_LEN, Frame::frame_len);
            let wanted = Wanted { least, most: self.capacity() };
            let (filled, end) =
                fill(input.stream, &mut batch.buffer, have, wanted).map_err(Failure::Input)?;
            have = filled;
            let (at, position) = self.split(input, batch, have)?;
            if position == Position::Last {
                // One byte too many is enough to tell.
                let end = have.min(at + self.signature_len + 1);
                input.signature.extend_from_slice(&batch.buffer[at..end]);
                return self.take_end(input).map(|()| Taken::Last);
            }
            if end == End::Ended {
                return Err(Failure::Format(Error::Truncated { what: TRUNCATED }));
            }
            if !batch.frames.is_empty() {
                input.carry.extend_from_slice(&batch.buffer[at..have]);
                return Ok(Taken::Batch);
            }
        }
    }

    /// Reads what follows the last frame: the signature, and then nothing.
    fn take_end(&self, input: &mut Sealed<'_>) -> Result<(), Failure> {
        let mut have = input.signature.len();
        if have <= self.signature_len {
            let most = self.signature_len + 1;
            input.signature.reserve(most - have);
            let wanted = Wanted { least: most, most };
            (have, _) = fill(input.stream, &mut input.signature, have, wanted).map_err(Failure::Input)?;
            input.signature.truncate(have);
        }
        if have > self.signature_len { Err(Failure::Format(Error::TrailingData)) } else { Ok(()) }
    }
}

impl<'s> Work<Sealed<'s>, Plain<'_, '_>, Batch> for Opening<'_> {
    fn batch(&self) -> Result<Batch, Error> {
        let mut buffer = Vec::new();
        memory::reserve(&mut buffer, self.capacity())?;
        let (frames, digests) = (Vec::with_capacity(self.batch), Vec::with_capacity(self.batch));
        Ok(Batch { frames, buffer, text_len: 0, digests, fault: None })
    }

    fn take(&self, input: &mut Sealed<'s>, batch: &mut Batch) -> Taken {
        batch.frames.clear();
        self.take_frames(input, batch).unwrap_or_else(|failure| {
            batch.fault = Some(failure);
            Taken::Last
        })
    }

    fn process(&self, batch: &mut Batch) {
        batch.digests.clear();
        batch.text_len = 0;
        let mut at = 0;
        let mut good = 0;
        for frame in &batch.frames {
            let end = at + frame.frame_len();
            if self.digests {
                batch.digests.push(self.crypto.sha512(&batch.buffer[at..end]));
            }
            let (text, tag) = batch.buffer[at + HEAD_LEN..end].split_at_mut(frame.len);
            let tag = tag.first_chunk::<TAG_LEN>().expect("a frame ends with its tag");
            if let Err(error) = frame.open(self.crypto, text, tag) {
                batch.fault = Some(Failure::Format(error));
                break;
            }
            good += 1;
            at = end;
        }
        batch.frames.truncate(good);
        let mut from = HEAD_LEN;
        for frame in &batch.frames {
            let to = HEAD_LEN + batch.text_len;
            if from != to {
                batch.buffer.copy_within(from..from + frame.len, to);
            }
            batch.text_len += frame.len;
            from += frame.frame_len();
        }
        if let (Some(file), Some(first)) = (self.output, batch.frames.first()) {
            let place = first.index * self.chunk as u64;
            if let Err(error) = write_all_at(file, &batch.buffer[HEAD_LEN..][..batch.text_len], place) {
                batch.fault = Some(Failure::Output(error));
            }
        }
    }

    fn give(&self, output: &mut Plain<'_, '_>, batch: &mut Batch) -> Result<(), Failure> {
        if let To::Stream(stream) = &mut output.to {
            stream.write_all(&batch.buffer[HEAD_LEN..][..batch.text_len]).map_err(Failure::Output)?;
        }
        if let Some(content) = &mut output.content {
            batch.digests.iter().for_each(|digest| content.frame(digest));
        }
        output.plaintext_len += batch.text_len as u64;
        output.chunks += batch.frames.len() as u64;
        output.read += (batch.text_len + batch.frames.len() * FRAME_OVERHEAD) as u64;
        (output.progress)(output.read);
        batch.fault.take().map_or(Ok(()), Err)
    }
}
