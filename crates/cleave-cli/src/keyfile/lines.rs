//! Lines of a key file as people's editors and shells leave them: CRLF, byte-order marks, UTF-16, spaces around a
//! line. Memory is bounded by one line, however long the file's are.

use std::io::{self, Read};

use zeroize::Zeroizing;

/// Longer than any key: a recipient has 1,959 characters, a signer 3,142.
pub(super) const LONGEST: usize = 8192;
/// Bytes of a file that are looked at, at most: 65,535 recipients and a comment for each.
const LARGEST: u64 = 256 << 20;
/// Bytes that are there before the first line is read, for telling what kind of file it is.
const HEAD: usize = 64;

/// A line reader. Its buffers are wiped.
pub(super) struct Lines<R> {
    source: R,
    buffer: Zeroizing<Vec<u8>>,
    /// What was read and not handed out is `buffer[at..filled]`.
    at: usize,
    filled: usize,
    taken: u64,
    encoding: Encoding,
    number: u64,
    /// Of the line that was handed out last, bytes from where the source stood.
    start: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Utf16(Order),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Little,
    Big,
}

/// One line, without its break and the spaces around it.
pub(super) struct Line {
    /// From 1.
    pub(super) number: u64,
    pub(super) content: Content,
}

pub(super) enum Content {
    /// Text, which may be empty.
    Text(Zeroizing<String>),
    /// Bytes that no text has.
    Binary,
    /// More than [`LONGEST`]; it was passed over.
    TooLong,
}

impl<R: Read> Lines<R> {
    /// Reads the first bytes, and takes a byte-order mark off.
    pub(super) fn new(source: R) -> io::Result<Self> {
        let buffer = Zeroizing::new(vec![0; LONGEST]);
        let mut lines = Self {
            source,
            buffer,
            at: 0,
            filled: 0,
            taken: 0,
            encoding: Encoding::Utf8,
            number: 0,
            start: 0,
        };
        while lines.filled < HEAD && lines.fill()? {}
        let (mark, encoding) = match lines.head() {
            [0xef, 0xbb, 0xbf, ..] => (3, Encoding::Utf8),
            [0xff, 0xfe, ..] => (2, Encoding::Utf16(Order::Little)),
            [0xfe, 0xff, ..] => (2, Encoding::Utf16(Order::Big)),
            _ => (0, Encoding::Utf8),
        };
        (lines.at, lines.encoding) = (mark, encoding);
        Ok(lines)
    }

    /// What stands at the present place: before the first line, at least 64 bytes or the whole file.
    pub(super) fn head(&self) -> &[u8] {
        &self.buffer[self.at..self.filled]
    }

    /// The rest of the source as it is, from the present place on, up to `most` bytes.
    pub(super) fn into_bytes(self, most: u64) -> io::Result<Zeroizing<Vec<u8>>> {
        let mut bytes = Zeroizing::new(self.head().to_vec());
        self.source.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Where the line that was handed out last begins, in bytes from where the source stood at first. There it can be
    /// read by itself, if it is in UTF-8.
    pub(super) fn line_start(&self) -> Option<u64> {
        (self.encoding == Encoding::Utf8).then_some(self.start)
    }

    /// The next line, or `None` at the end.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let mut bytes = Zeroizing::new(Vec::with_capacity(256));
        let mut length = 0;
        let mut ended = false;
        self.start = self.taken - (self.filled - self.at) as u64;
        while let Some(byte) = self.next_byte()? {
            if byte == b'\n' {
                ended = true;
                break;
            }
            length += 1;
            if bytes.len() < LONGEST {
                push_wiping(&mut bytes, byte);
            }
        }
        if length == 0 && !ended {
            return Ok(None);
        }
        self.number += 1;
        let content = if length > LONGEST && bytes[0] != b'#' { Content::TooLong } else { text(&bytes) };
        Ok(Some(Line { number: self.number, content }))
    }

    /// The next byte of UTF-8, or of what UTF-16 has of ASCII: keys are nothing else, and comments are not read.
    fn next_byte(&mut self) -> io::Result<Option<u8>> {
        let Some(first) = self.next_raw()? else { return Ok(None) };
        let Encoding::Utf16(order) = self.encoding else { return Ok(Some(first)) };
        let Some(second) = self.next_raw()? else { return Ok(Some(b'?')) };
        let unit = match order {
            Order::Little => u16::from_le_bytes([first, second]),
            Order::Big => u16::from_be_bytes([first, second]),
        };
        Ok(Some(u8::try_from(unit).ok().filter(u8::is_ascii).unwrap_or(b'?')))
    }

    fn next_raw(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.filled {
            (self.at, self.filled) = (0, 0);
            if !self.fill()? {
                return Ok(None);
            }
        }
        let byte = self.buffer[self.at];
        self.at += 1;
        Ok(Some(byte))
    }

    /// Reads more; says whether there was more.
    fn fill(&mut self) -> io::Result<bool> {
        if self.taken > LARGEST {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "too large for a key file"));
        }
        let read = loop {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.filled += read;
        self.taken += read as u64;
        Ok(read > 0)
    }
}

/// Grows by copying into a new buffer and wiping the old one, which `Vec` itself would leave.
fn push_wiping(bytes: &mut Zeroizing<Vec<u8>>, byte: u8) {
    if bytes.len() == bytes.capacity() {
        let mut larger = Zeroizing::new(Vec::with_capacity(2 * bytes.capacity()));
        larger.extend_from_slice(bytes);
        *bytes = larger;
    }
    bytes.push(byte);
}

fn text(bytes: &[u8]) -> Content {
    let bytes = bytes.trim_ascii();
    if bytes.iter().any(|byte| byte.is_ascii_control() && *byte != b'\t' && *byte != b'\r') {
        return Content::Binary;
    }
    // Comments may be in any encoding; only what is read as a key must be text.
    match std::str::from_utf8(bytes) {
        Ok(text) => Content::Text(Zeroizing::new(text.trim().to_owned())),
        Err(_) if bytes.first() == Some(&b'#') => Content::Text(Zeroizing::new("#".to_owned())),
        Err(_) => Content::Binary,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte at a time, as a slow pipe may.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            (out[0], self.0) = (*first, rest);
            Ok(1)
        }
    }

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(Slow(bytes)).expect("no error");
        let mut found = Vec::new();
        while let Some(line) = lines.next_line().expect("no error") {
            assert_eq!(line.number, found.len() as u64 + 1);
            found.push(match line.content {
                Content::Text(text) => text.to_string(),
                Content::Binary => "<binary>".to_owned(),
                Content::TooLong => "<too long>".to_owned(),
            });
        }
        found
    }

    #[test]
    fn line_ends_marks_and_spaces_are_taken_off() {
        let expected = ["# a", "KEY", "", "KEY2"];
        assert_eq!(lines(b"# a\nKEY\n\nKEY2"), expected);
        assert_eq!(lines(b"\xef\xbb\xbf# a\r\n  KEY \t\r\n\r\nKEY2\r\n"), expected);
        let utf16 = |order: fn(u16) -> [u8; 2]| {
            "\u{feff}# a\r\nKEY\r\n\r\n KEY2 \r\n".encode_utf16().flat_map(order).collect::<Vec<_>>()
        };
        assert_eq!(lines(&utf16(u16::to_le_bytes)), expected);
        assert_eq!(lines(&utf16(u16::to_be_bytes)), expected);
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\n\n"), ["", ""]);
    }

    #[test]
    fn what_is_not_a_line_of_text_is_said_to_be_so() {
        let mut long = vec![b'A'; 1 << 20];
        long.extend_from_slice(b"\nKEY\n#");
        long.extend_from_slice(&vec![b'A'; 1 << 20]);
        let found = lines(&long);
        assert_eq!(found[..2], ["<too long>", "KEY"]);
        assert!(found[2].starts_with("#A") && found[2].len() <= LONGEST);
        assert_eq!(lines(b"a\0b\n\xff\xfd\n# \xff\nb"), ["<binary>", "<binary>", "#", "b"]);
    }
}
