//! Armor: RFC 7468 in its strict form with the label `CLEAVE CONTAINER` (FORMAT.md, "Text forms").

use crate::error::Error;
use crate::memory;
use alloc::vec::Vec;
use base64ct::{Base64, Encoding};

const BEGIN: &[u8] = b"-----BEGIN CLEAVE CONTAINER-----";
const END: &[u8] = b"-----END CLEAVE CONTAINER-----";

/// Columns of every line but the last.
const COLUMNS: usize = 64;
/// Bytes that a full line carries.
const LINE_BYTES: usize = COLUMNS / 4 * 3;

/// Writes armor as bytes come. [`Encoder::push`], then [`Encoder::finish`].
#[derive(Default)]
pub struct Encoder {
    stage: Stage,
    pending: Vec<u8>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Before,
    Body,
}

impl Encoder {
    /// Nothing written yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes container bytes and appends the lines that they fill.
    pub fn push(&mut self, mut input: &[u8], out: &mut Vec<u8>) {
        if self.stage == Stage::Before {
            self.stage = Stage::Body;
            out.extend_from_slice(BEGIN);
            out.push(b'\n');
        }
        while self.pending.len() + input.len() >= LINE_BYTES {
            let (fill, rest) = input.split_at(LINE_BYTES - self.pending.len());
            self.pending.extend_from_slice(fill);
            self.line(out);
            input = rest;
        }
        self.pending.extend_from_slice(input);
    }

    /// Appends what is left and the END line.
    pub fn finish(mut self, out: &mut Vec<u8>) {
        self.push(&[], out);
        // A last line that would be empty is not written.
        if !self.pending.is_empty() {
            self.line(out);
        }
        out.extend_from_slice(END);
        out.push(b'\n');
    }

    fn line(&mut self, out: &mut Vec<u8>) {
        let mut text = [0; COLUMNS];
        let text = Base64::encode(&self.pending, &mut text).expect("48 bytes make 64 characters");
        out.extend_from_slice(text.as_bytes());
        out.push(b'\n');
        self.pending.clear();
    }
}

/// Takes armor off, or passes binary input through as it is: which of the two it is, the first bytes tell.
///
/// A line's bytes are given out once the line has proved well formed.
pub struct Decoder {
    state: State,
    line: Vec<u8>,
    number: u64,
}

/// What the input turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Too little came to tell.
    Undecided,
    /// As it is.
    Binary,
    /// Armored.
    Armored,
}

enum State {
    /// White space only so far, or part of BEGIN; kept, in case it is binary after all.
    Sniffing(Vec<u8>),
    Binary,
    /// BEGIN came, and is in `line`; its line break did not.
    Begin,
    /// Full lines so far.
    Body(Blank),
    /// A short or padded line came: only END may follow.
    LastLine,
    /// END came: white space may follow.
    After,
    Failed(Error),
}

/// Whether any line of the body has come yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    Nothing,
    Something,
}

/// More leading white space than any container's magic is long: what it is not, is then certain.
const KEPT: usize = 16;

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// Nothing read yet.
    pub fn new() -> Self {
        Self { state: State::Sniffing(Vec::new()), line: Vec::new(), number: 1 }
    }

    /// Passes everything on, for input that is known to be binary and does not begin at its beginning.
    #[cfg(feature = "std")]
    pub(crate) fn assume_binary(&mut self) {
        self.state = State::Binary;
    }

    /// What the input is, as far as can be told.
    pub fn form(&self) -> Form {
        match self.state {
            State::Sniffing(_) => Form::Undecided,
            State::Binary => Form::Binary,
            _ => Form::Armored,
        }
    }

    /// Takes input and appends the container bytes that it gives. What is no armor is passed on, but for white space
    /// beyond the sixteenth byte at its beginning, which no container begins with.
    ///
    /// # Errors
    /// [`Error::ArmorMalformed`] with the line; every later call gives the same. [`Error::OutOfMemory`].
    pub fn push(&mut self, mut input: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        // Armored or not, it gives no more than comes, but for a line or the beginning that is kept.
        memory::reserve(out, input.len())?;
        while let Some((byte, rest)) = input.split_first() {
            match &mut self.state {
                State::Binary => {
                    out.extend_from_slice(input);
                    return Ok(());
                }
                State::Failed(error) => return Err(error.clone()),
                State::Sniffing(_) => self.sniff(*byte, out),
                State::Body(_) if self.line.is_empty() => {
                    let taken = self.full_lines(input, out);
                    if taken > 0 {
                        input = &input[taken..];
                        continue;
                    }
                    self.text_or_fail(*byte, out)?;
                }
                _ => self.text_or_fail(*byte, out)?,
            }
            input = rest;
        }
        Ok(())
    }

    /// Ends the input.
    ///
    /// # Errors
    /// [`Error::ArmorMalformed`] if armor began and did not end.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        match core::mem::replace(&mut self.state, State::After) {
            State::Binary | State::After => Ok(()),
            // White space alone is no armor, and is passed on; a part of BEGIN is.
            State::Sniffing(kept) if self.line.is_empty() => {
                out.extend_from_slice(&kept);
                Ok(())
            }
            State::Sniffing(_) => Err(self.malformed("it ends inside its BEGIN line")),
            State::Failed(error) => Err(error),
            State::Begin | State::Body(_) | State::LastLine => Err(self.malformed("its END line is missing")),
        }
    }

    fn sniff(&mut self, byte: u8, out: &mut Vec<u8>) {
        let State::Sniffing(kept) = &mut self.state else { return };
        if self.line.is_empty() && is_white(byte) {
            if byte == b'\n' {
                self.number += 1;
            }
            if kept.len() < KEPT {
                kept.push(byte);
            }
            return;
        }
        kept.push(byte);
        self.line.push(byte);
        if !BEGIN.starts_with(&self.line) {
            out.append(kept);
            self.line.clear();
            self.state = State::Binary;
        } else if self.line == BEGIN {
            self.state = State::Begin;
        }
    }

    /// Decodes the full lines that `input` begins with, and says how many bytes they have: the way that nearly all of a
    /// container takes. Whatever is not such a line is left to [`Decoder::text`], byte by byte.
    fn full_lines(&mut self, input: &[u8], out: &mut Vec<u8>) -> usize {
        let mut taken = 0;
        let mut bytes = [0; LINE_BYTES];
        while let Some((line, rest)) = input[taken..].split_first_chunk::<COLUMNS>() {
            let line_break = match rest {
                [b'\n', ..] => 1,
                [b'\r', b'\n', ..] => 2,
                _ => break,
            };
            let decoded =
                core::str::from_utf8(line).ok().and_then(|text| Base64::decode(text, &mut bytes).ok());
            match decoded {
                Some(decoded) if decoded.len() == LINE_BYTES => out.extend_from_slice(decoded),
                _ => break,
            }
            self.state = State::Body(Blank::Something);
            self.number += 1;
            taken += COLUMNS + line_break;
        }
        taken
    }

    fn text_or_fail(&mut self, byte: u8, out: &mut Vec<u8>) -> Result<(), Error> {
        self.text(byte, out).inspect_err(|error| self.state = State::Failed(error.clone()))
    }

    fn text(&mut self, byte: u8, out: &mut Vec<u8>) -> Result<(), Error> {
        if matches!(self.state, State::After) {
            if !is_white(byte) {
                return Err(self.malformed("something stands after its END line"));
            }
            self.number += u64::from(byte == b'\n');
            return Ok(());
        }
        if byte == b'\n' {
            self.end_line(out)?;
            self.number += 1;
            return Ok(());
        }
        // A line that is longer than any that can be right is not gathered further: 64 columns and CR.
        if self.line.len() > COLUMNS {
            return Err(self.malformed("a line is longer than 64 columns"));
        }
        self.line.push(byte);
        if self.line == END {
            match self.state {
                State::Body(Blank::Something) | State::LastLine => self.state = State::After,
                _ => return Err(self.malformed("it is empty")),
            }
        }
        Ok(())
    }

    fn end_line(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let mut line = core::mem::take(&mut self.line);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        match self.state {
            State::Begin if line == BEGIN => self.state = State::Body(Blank::Nothing),
            State::Begin => return Err(self.malformed("its BEGIN line has something after it")),
            State::Body(_) => self.body_line(&line, out)?,
            State::LastLine => return Err(self.malformed("a line before the last is not 64 columns long")),
            State::Sniffing(_) | State::Binary | State::After | State::Failed(_) => {}
        }
        line.clear();
        self.line = line;
        Ok(())
    }

    fn body_line(&mut self, line: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        if line.is_empty() {
            return Err(self.malformed("a line is empty"));
        }
        if line.len() > COLUMNS {
            return Err(self.malformed("a line is longer than 64 columns"));
        }
        let mut bytes = [0; LINE_BYTES];
        let text = core::str::from_utf8(line).map_err(|_| self.malformed("a line is not base64"))?;
        let bytes = Base64::decode(text, &mut bytes)
            .map_err(|_| self.malformed("a line is not padded canonical base64"))?;
        let full = line.len() == COLUMNS && bytes.len() == LINE_BYTES;
        out.extend_from_slice(bytes);
        self.state = if full { State::Body(Blank::Something) } else { State::LastLine };
        Ok(())
    }

    fn malformed(&self, what: &'static str) -> Error {
        Error::ArmorMalformed { line: self.number, what }
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r')
}
