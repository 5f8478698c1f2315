//! Standard output that is a terminal: binary does not get there unasked, and typed input is not mixed with output.

use std::fs::File;
use std::io::{self, IsTerminal, Write};

use crate::failure::Failure;

/// What a terminal may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Showing {
    /// Everything: it was asked for with `-o -`, or is known to be text.
    Everything,
    /// Text alone; the first other byte ends the run.
    Text,
}

/// A terminal as an output.
#[derive(Debug)]
pub(super) struct Terminal {
    file: File,
    showing: Showing,
    /// While input is typed on a terminal too, output waits here for its end.
    held: Option<Vec<u8>>,
    /// The start of a letter of UTF-8 whose other bytes come with the next write.
    pending: Vec<u8>,
}

impl Terminal {
    /// Guards a file that is a terminal, and hands back one that is not.
    pub(super) fn guard(file: File, showing: Showing) -> Result<Self, File> {
        if !file.is_terminal() {
            return Err(file);
        }
        let held = io::stdin().is_terminal().then(Vec::new);
        Ok(Self { file, showing, held, pending: Vec::new() })
    }

    /// Shows what was held back, at the end.
    pub(super) fn show_held(&mut self) -> io::Result<()> {
        match self.held.take() {
            Some(held) => self.file.write_all(&held),
            None => Ok(()),
        }
    }

    /// The terminal itself, to be closed.
    pub(super) fn into_file(self) -> File {
        self.file
    }

    fn check(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pending.extend_from_slice(bytes);
        let text = match std::str::from_utf8(&self.pending) {
            Ok(text) => text,
            Err(error) if error.error_len().is_none() => {
                let (whole, _) = self.pending.split_at(error.valid_up_to());
                std::str::from_utf8(whole).unwrap_or_default()
            }
            Err(_) => return Err(io::Error::other(Refusal)),
        };
        // Escape sequences can do more to a terminal than letters do.
        if text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r')) {
            return Err(io::Error::other(Refusal));
        }
        let checked = text.len();
        self.pending.drain(..checked);
        Ok(())
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.showing == Showing::Text {
            self.check(bytes)?;
        }
        match &mut self.held {
            Some(held) => {
                held.try_reserve(bytes.len())?;
                held.extend_from_slice(bytes);
            }
            None => self.file.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The error inside an `io::Error` by which a terminal refuses binary.
#[derive(Debug)]
struct Refusal;

impl std::error::Error for Refusal {}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the content is not text, and is not written to a terminal")
    }
}

/// The failure of a write that a terminal's guard refused.
pub(super) fn refusal(error: &io::Error) -> Option<Failure> {
    let inner = error.get_ref()?;
    inner
        .is::<Refusal>()
        .then(|| Failure::output(inner.to_string()).hint("name a file with -o FILE, or force it with -o -"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shown(pieces: &[&[u8]]) -> Result<Vec<u8>, String> {
        let file = tempfile::tempfile().expect("a temporary file");
        let mut terminal =
            Terminal { file, showing: Showing::Text, held: Some(Vec::new()), pending: Vec::new() };
        for piece in pieces {
            terminal.write_all(piece).map_err(|error| refusal(&error).expect("ours").message().to_owned())?;
        }
        Ok(terminal.held.take().unwrap_or_default())
    }

    #[test]
    fn letters_may_be_cut_between_writes() {
        let text = "é, ü and\t\u{1f512}\r\n".as_bytes();
        for cut in 0..text.len() {
            assert_eq!(shown(&[&text[..cut], &text[cut..]]).as_deref(), Ok(text));
        }
    }

    #[test]
    fn binary_and_escape_sequences_are_refused() {
        for bytes in [&b"a\0"[..], b"\x1b[2J", b"\xff", b"\xc3(", "\u{9b}".as_bytes()] {
            assert!(shown(&[b"text ", bytes]).is_err(), "{bytes:?}");
        }
    }
}
