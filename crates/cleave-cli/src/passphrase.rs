//! Where passphrases come from: a descriptor, a file, the environment, or a person at the terminal. Never an argument.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Read};

use cleave_core::Passphrase;
use zeroize::Zeroizing;

use crate::failure::Failure;
use crate::place::{Access, Place, Roles};
use crate::source::{self, Named};
use crate::term::{Terminal, Typed};

/// The variable that holds a passphrase for scripts.
pub(crate) const VARIABLE: &str = "CLEAVE_PASSPHRASE";

/// What messages call a file or descriptor that holds it.
const ROLE: &str = "the passphrase file";

/// Longer than any passphrase; a larger file was given by mistake.
const LONGEST: u64 = 64 << 10;

/// Where a passphrase comes from when nobody is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    Descriptor(u32),
    File(OsString),
    Variable,
}

/// The passphrase of a run. A script's is read once, when it is first needed, however often that is.
pub(crate) struct Passphrases {
    source: Option<Source>,
    read: Option<Typed>,
}

/// A script's source, open.
enum Source {
    Open(String, File),
    Variable,
}

impl Passphrases {
    /// Opens what the script names, and reads nothing yet. A terminal is no script: who types there is asked as
    /// without one, and what is typed is not shown.
    ///
    /// # Errors
    /// `input` where it cannot be opened; `usage` where it is also to be written.
    pub(crate) fn new(script: Option<&Script>, roles: &mut Roles) -> Result<Self, Failure> {
        let source = match script {
            None => None,
            Some(Script::Variable) => Some(Source::Variable),
            Some(Script::Descriptor(number)) => {
                let name = format!("descriptor {number}");
                let opened =
                    source::descriptor(*number).and_then(|file| Ok((Place::of_file(&file, None)?, file)));
                let (place, file) = opened.map_err(|error| unread(&name, &error))?;
                roles.add(ROLE, Access::Read, place)?;
                Some(Source::Open(name, file))
            }
            Some(Script::File(path)) => {
                let Named { name, file, place, .. } = source::open_named(path, ROLE)?;
                roles.add(ROLE, Access::Read, place)?;
                Some(Source::Open(name, file))
            }
        };
        let source = source.filter(|source| !source.is_terminal());
        Ok(Self { source, read: None })
    }

    /// The passphrase that a script gives, if one does.
    ///
    /// # Errors
    /// `input` where it cannot be read, `key_malformed` where it cannot be a passphrase.
    pub(crate) fn scripted(&mut self) -> Result<Option<Passphrase>, Failure> {
        if self.read.is_none() {
            self.read = self.source.as_ref().map(Source::read).transpose()?;
        }
        self.read.as_ref().map(checked).transpose()
    }

    /// None but what a person types.
    pub(crate) fn typed() -> Self {
        Self { source: None, read: None }
    }

    /// Whether a script's passphrase was read.
    pub(crate) fn is_used(&self) -> bool {
        self.read.is_some()
    }

    /// Whether a flag gave a passphrase that nothing has asked for.
    pub(crate) fn is_unused(&self) -> bool {
        self.read.is_none() && matches!(self.source, Some(Source::Open(..)))
    }

    /// The passphrase that opens `what`: a script's, or one typed by a person. `None` where there is neither.
    ///
    /// # Errors
    /// As [`Passphrases::scripted`]; `input` where the terminal fails or the question is not answered.
    pub(crate) fn for_opening(&mut self, what: &str) -> Result<Option<Passphrase>, Failure> {
        if let Some(passphrase) = self.scripted()? {
            return Ok(Some(passphrase));
        }
        let Some(mut terminal) = Terminal::open() else { return Ok(None) };
        let typed = ask(&mut terminal, &format!("Passphrase for {what}: "))?;
        checked(&typed).map(Some)
    }

    /// The passphrase to protect `what` with: a script's, or one that a person types twice. An empty answer makes a
    /// generated one, which only the terminal shows.
    ///
    /// # Errors
    /// As [`Passphrases::for_opening`]; `usage` where there is nobody to ask.
    pub(crate) fn for_protecting(&mut self, what: &str) -> Result<Passphrase, Failure> {
        if let Some(passphrase) = self.scripted()? {
            return Ok(passphrase);
        }
        let Some(mut terminal) = Terminal::open() else {
            return Err(Failure::usage("a passphrase is to be typed, and there is no terminal to ask on").hint(
                format!("in a script, give it by --passphrase-file FILE, --passphrase-fd N or the variable {VARIABLE}"),
            ));
        };
        let question = format!("Passphrase for {what} (leave it empty to have one made): ");
        let typed = ask(&mut terminal, &question)?;
        if typed.is_empty() {
            let made = generated()?;
            let shown = Zeroizing::new(format!("Made this passphrase; keep it: {}\n", made.as_str()));
            terminal.show(&shown).map_err(|error| Failure::writing("the terminal", &error))?;
            return checked(&made);
        }
        let again = ask(&mut terminal, "The same passphrase again: ")?;
        if *typed != *again {
            return Err(Failure::key("the two passphrases differ; nothing was written"));
        }
        checked(&typed)
    }
}

fn ask(terminal: &mut Terminal, question: &str) -> Result<Typed, Failure> {
    match terminal.ask_hidden(question) {
        Ok(Some(typed)) => Ok(typed),
        Ok(None) => Err(Failure::input("no passphrase was typed")),
        Err(error) => Err(Failure::reading("the terminal", &error)),
    }
}

fn checked(text: &Typed) -> Result<Passphrase, Failure> {
    Passphrase::new(text).map_err(|error| Failure::new(error.name(), error.to_string()))
}

/// Ten words of 2,048, drawn at random: 110 bits.
fn generated() -> Result<Typed, Failure> {
    const WORDS: usize = 10;
    let list = include_str!("../data/words.txt").lines().collect::<Vec<_>>();
    assert_eq!(list.len(), 2048, "eleven bits choose a word without bias");
    let mut random = Zeroizing::new([0u8; 2 * WORDS]);
    getrandom::fill(&mut *random).map_err(|_| {
        Failure::new("randomness", "the system's random generator failed; nothing was written")
    })?;
    let mut words = Zeroizing::new(String::with_capacity(16 * WORDS));
    for pair in random.chunks_exact(2) {
        if !words.is_empty() {
            words.push('-');
        }
        words.push_str(list[usize::from(u16::from_be_bytes([pair[0], pair[1]]) & 0x7ff)]);
    }
    Ok(words)
}

impl Source {
    fn is_terminal(&self) -> bool {
        matches!(self, Self::Open(_, file) if file.is_terminal())
    }

    fn read(&self) -> Result<Typed, Failure> {
        let (name, bytes) = match self {
            Self::Open(name, file) => (name.clone(), bounded(file).map_err(|error| unread(name, &error))?),
            Self::Variable => {
                let value = std::env::var_os(VARIABLE).unwrap_or_default();
                (format!("the variable {VARIABLE}"), Zeroizing::new(value.into_encoded_bytes()))
            }
        };
        if bytes.len() as u64 > LONGEST {
            return Err(Failure::key(format!("{name}: too long for a passphrase (over {LONGEST} bytes)")));
        }
        one_line(&bytes).map_err(|what| Failure::key(format!("{name}: {what}")))
    }
}

fn unread(name: &str, error: &io::Error) -> Failure {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::BADF.raw_os_error()) {
        return Failure::input(format!("{name} is not open for reading"))
            .hint("the shell opens it: --passphrase-fd 3 3< FILE");
    }
    Failure::reading(name, error)
}

fn bounded(file: &File) -> io::Result<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(1 + LONGEST as usize));
    file.take(LONGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The one line that a passphrase is: its line break at the end is dropped, any other is an error.
fn one_line(bytes: &[u8]) -> Result<Typed, &'static str> {
    let text = match bytes {
        // PowerShell writes UTF-16, and some editors a mark before UTF-8.
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        [0xef, 0xbb, 0xbf, rest @ ..] | rest => Zeroizing::new(
            std::str::from_utf8(rest).map_err(|_| "the passphrase is not UTF-8 text")?.to_owned(),
        ),
    };
    let line = text.strip_suffix('\n').map_or(text.as_str(), |line| line.strip_suffix('\r').unwrap_or(line));
    if line.is_empty() {
        return Err("the passphrase is empty");
    }
    if line.contains(['\n', '\r']) {
        return Err(
            "more than one line; a passphrase is one line, and its line break at the end is not part of it",
        );
    }
    Ok(Zeroizing::new(line.to_owned()))
}

fn utf16(bytes: &[u8], order: fn([u8; 2]) -> u16) -> Result<Typed, &'static str> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = Zeroizing::new(pairs.iter().map(|pair| order(*pair)).collect::<Vec<_>>());
    let text = String::from_utf16(&units).ok().filter(|_| rest.is_empty());
    text.map(Zeroizing::new).ok_or("the passphrase is not UTF-16 text, although it begins so")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_break_at_the_end_is_dropped_and_no_other() {
        let line = |bytes: &[u8]| one_line(bytes).ok().map(|text| text.to_string());
        for bytes in
            [&b"a b "[..], b"a b \n", b"a b \r\n", b"\xef\xbb\xbfa b \n", b"\xff\xfea\0 \0b\0 \0\r\0\n\0"]
        {
            assert_eq!(line(bytes).as_deref(), Some("a b "), "{bytes:?}");
        }
        for bytes in
            [&b""[..], b"\n", b"\r\n", b"a\n\n", b"a\r", b"a\rb", b"a\nb", b"\na", b"\xff", b"\xff\xfea"]
        {
            assert_eq!(line(bytes), None, "{bytes:?}");
        }
        assert_eq!(line(" é ".as_bytes()).as_deref(), Some(" é "));
    }

    #[test]
    fn a_generated_passphrase_has_ten_words_of_the_list() {
        let made = generated().expect("randomness");
        let list = include_str!("../data/words.txt");
        assert_eq!(made.split('-').count(), 10);
        assert!(made.split('-').all(|word| list.lines().any(|listed| listed == word)));
        assert_ne!(*made, *generated().expect("randomness"));
    }
}
