//! Key files: recipients, identities, signing keys, signers and fragments, one a line, `#` and blank lines ignored.
//! Messages give file and line and never content; a wrong kind of file is named.

mod kind;
mod lines;
mod protected;
mod write;

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Cursor, Read};

use cleave_core::{Error, Fragment, Identity, Recipient, Signer, SigningKey};
use zeroize::Zeroizing;

use crate::args::shown;
use crate::failure::Failure;
use crate::place::Access;
use crate::session::Session;
use crate::source::{self, Named};
use lines::{Content, LONGEST, Line, Lines};

pub(crate) use kind::Kind;
pub(crate) use write::{fragment_text, hex, identity_text, signing_key_text};

/// A file of keys that is open and whose first bytes were looked at.
struct KeyFile {
    name: String,
    lines: Lines<Box<dyn Read>>,
}

/// Whether others may read a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Secrecy {
    Public,
    Secret,
}

/// Reads the recipients in a file (`-` is standard input) and hands each on, in order.
///
/// # Errors
/// `input`; `key_malformed` with the line, or where there is none at all.
pub(crate) fn recipients(
    typed: &OsStr,
    session: &mut Session,
    found: &mut dyn FnMut(Recipient),
) -> Result<(), Failure> {
    let mut file = open(typed, "the recipients file", Secrecy::Public, session)?;
    file.refuse_other_files(Kind::Recipient)?;
    file.each(Kind::Recipient, |text| text.parse::<Recipient>(), found)
}

/// Reads one recipient as an argument.
///
/// # Errors
/// `key_malformed`; a secret key typed here is not shown again.
pub(crate) fn recipient_argument(typed: &str) -> Result<Recipient, Failure> {
    let kind = Kind::of_line(typed.trim());
    let error = match typed.trim().parse::<Recipient>() {
        Ok(recipient) => return Ok(recipient),
        Err(error) => error,
    };
    match kind {
        Kind::Recipient if typed.trim().contains(char::is_whitespace) => {
            Err(Failure::key("-r: the recipient is broken by spaces or line breaks; give it as one word"))
        }
        Kind::Recipient => Err(Failure::key(format!("-r: {error}"))),
        Kind::Unknown if std::path::Path::new(typed).exists() => {
            Err(Failure::key("-r takes a recipient itself, and a file's name was given")
                .hint("-R FILE takes the recipients in a file; -e -i FILE those of an identity file"))
        }
        Kind::Unknown => Err(Failure::key(format!("-r: {error}")).hint(kind.hint())),
        other => {
            Err(Failure::key(format!("-r takes a recipient, and this is {}", other.named()))
                .hint(other.hint()))
        }
    }
}

/// Reads the identities in a file, plain or protected by a passphrase.
///
/// # Errors
/// As [`recipients`]; `wrong_passphrase`.
pub(crate) fn identities(typed: &OsStr, session: &mut Session) -> Result<Vec<Identity>, Failure> {
    let file = open(typed, "the identity file", Secrecy::Secret, session)?;
    let mut file = file.unlocked(session)?;
    file.refuse_other_files(Kind::Identity)?;
    let mut identities = Vec::new();
    file.each(Kind::Identity, Identity::parse, &mut |identity| identities.push(identity))?;
    Ok(identities)
}

/// Reads the one signing key in a file, plain or protected by a passphrase.
///
/// # Errors
/// As [`identities`]; `key_malformed` where there is more than one.
pub(crate) fn signing_key(typed: &OsStr, session: &mut Session) -> Result<SigningKey, Failure> {
    let file = open(typed, "the signing key's file", Secrecy::Secret, session)?;
    let mut file = file.unlocked(session)?;
    file.refuse_other_files(Kind::SigningKey)?;
    let name = file.name.clone();
    let mut keys = Vec::new();
    file.each(Kind::SigningKey, SigningKey::parse, &mut |key| keys.push(key))?;
    only(keys, &name, "signing key")
}

/// Reads a signer: the key itself, or a file that holds one.
///
/// # Errors
/// As [`recipients`]; `key_malformed` where there is more than one.
pub(crate) fn signer(typed: &OsStr, session: &mut Session) -> Result<Signer, Failure> {
    if let Some(text) = typed.to_str()
        && Kind::of_line(text) == Kind::Signer
    {
        return text.parse::<Signer>().map_err(|error| Failure::key(format!("--signer: {error}")));
    }
    let mut file = open(typed, "the signer's file", Secrecy::Public, session)?;
    file.refuse_other_files(Kind::Signer)?;
    let name = file.name.clone();
    let mut signers = Vec::new();
    file.each(Kind::Signer, |text| text.parse::<Signer>(), &mut |signer| signers.push(signer))?;
    only(signers, &name, "signer")
}

/// Reads a fragment, as text or as its 61 bytes. One that does not decode is handed to the reader, which says so only
/// if the container is split.
///
/// # Errors
/// `input`; `fragment_malformed` where the file is plainly something else.
pub(crate) fn fragment(typed: &OsStr, session: &mut Session) -> Result<Result<Fragment, Error>, Failure> {
    const RAW: u64 = 4096;
    let mut file = open(typed, "the fragment", Secrecy::Secret, session)?;
    let name = file.name.clone();
    if Kind::of_file(file.lines.head()) == Some(Kind::RawFragment) {
        let bytes = file.lines.into_bytes(RAW).map_err(|error| Failure::reading(&name, &error))?;
        return Ok(Fragment::from_bytes(&bytes));
    }
    let mut fragment = None;
    while let Some((number, text)) = file.next_key()? {
        let kind = Kind::of_line(&text);
        if kind != Kind::Fragment && kind != Kind::Unknown {
            let message = format!("{name}: line {number}: this is {}, and not a fragment", kind.named());
            return Err(Failure::new("fragment_malformed", message).hint(kind.hint()));
        }
        if fragment.is_some() {
            let message = format!("{name}: line {number}: one fragment is wanted, and more are here");
            return Err(Failure::new("fragment_malformed", message));
        }
        fragment = Some(Fragment::parse(&text));
    }
    Ok(fragment.unwrap_or(Err(Error::FragmentMalformed { what: "the file holds none" })))
}

fn open(typed: &OsStr, role: &str, secrecy: Secrecy, session: &mut Session) -> Result<KeyFile, Failure> {
    let Named { name, file, metadata, place } = source::open_named(typed, role)?;
    session.roles.add(role, Access::Read, place)?;
    #[cfg(unix)]
    if secrecy == Secrecy::Secret && metadata.is_file() {
        use std::os::unix::fs::MetadataExt;
        let mode = metadata.mode() & 0o777;
        if mode & 0o077 != 0 {
            let message = format!("{name} is open to others (mode {mode:04o}); chmod 600 closes it");
            session.reporter.warn(&message);
        }
    }
    #[cfg(not(unix))]
    let _ = (secrecy, metadata);
    KeyFile::new(name, file)
}

impl KeyFile {
    fn new(name: String, file: File) -> Result<Self, Failure> {
        let lines =
            Lines::new(Box::new(file) as Box<dyn Read>).map_err(|error| Failure::reading(&name, &error))?;
        Ok(Self { name, lines })
    }

    /// The same file with its protection taken off, if it is a container.
    fn unlocked(self, session: &mut Session) -> Result<Self, Failure> {
        if !matches!(Kind::of_file(self.lines.head()), Some(Kind::Container | Kind::ArmoredContainer)) {
            return Ok(self);
        }
        let container = self
            .lines
            .into_bytes(protected::LARGEST)
            .map_err(|error| Failure::reading(&self.name, &error))?;
        let text = protected::open(&self.name, &container, session)?;
        let lines = Lines::new(Box::new(Cursor::new(text)) as Box<dyn Read>)
            .map_err(|error| Failure::reading(&self.name, &error))?;
        Ok(Self { name: self.name, lines })
    }

    fn refuse_other_files(&self, wanted: Kind) -> Result<(), Failure> {
        match Kind::of_file(self.lines.head()) {
            None => Ok(()),
            Some(kind) => {
                let message = format!("{} is {}, and not {}", self.name, kind.named(), wanted.named());
                Err(Failure::key(message).hint(kind.hint()))
            }
        }
    }

    /// Parses every key of the file.
    fn each<T>(
        &mut self,
        wanted: Kind,
        parse: impl Fn(&str) -> Result<T, Error>,
        found: &mut dyn FnMut(T),
    ) -> Result<(), Failure> {
        let mut any = false;
        while let Some((number, text)) = self.next_key()? {
            match parse(&text) {
                Ok(key) => found(key),
                Err(error) => return Err(self.malformed(number, &text, wanted, &error)?),
            }
            any = true;
        }
        if any { Ok(()) } else { Err(Failure::key(format!("{}: no key is in this file", self.name))) }
    }

    /// The next line that is neither blank nor a comment.
    fn next_key(&mut self) -> Result<Option<(u64, Zeroizing<String>)>, Failure> {
        loop {
            let line = self.lines.next_line().map_err(|error| Failure::reading(&self.name, &error))?;
            let Some(Line { number, content }) = line else { return Ok(None) };
            match content {
                Content::Text(text) if text.is_empty() || text.starts_with('#') => {}
                Content::Text(text) => return Ok(Some((number, text))),
                Content::Binary => {
                    return Err(Failure::key(format!("{}: line {number} is not text", self.name))
                        .hint("a key file is text; is this another file?"));
                }
                Content::TooLong => {
                    let what = format!("line {number} is too long to be a key (over {LONGEST} characters)");
                    return Err(Failure::key(format!("{}: {what}", self.name)));
                }
            }
        }
    }

    /// Why a line is not the key that it should be.
    fn malformed(
        &mut self,
        number: u64,
        text: &str,
        wanted: Kind,
        error: &Error,
    ) -> Result<Failure, Failure> {
        let at = format!("{}: line {number}", self.name);
        let kind = Kind::of_line(text);
        if kind == Kind::Unknown {
            return Ok(Failure::key(format!("{at}: {error}")));
        }
        if kind != wanted {
            let what = format!("{at}: this is {}, and not {}", kind.named(), wanted.named());
            return Ok(Failure::key(what).hint(kind.hint()));
        }
        if self.is_wrapped(text)? {
            return Ok(Failure::key(format!("{at}: the key goes on over the next line"))
                .hint("it was wrapped when it was pasted; write it on one line"));
        }
        Ok(Failure::key(format!("{at}: {error}")))
    }

    /// Whether the line after a broken key looks like the rest of it.
    fn is_wrapped(&mut self, text: &str) -> Result<bool, Failure> {
        if text.contains(char::is_whitespace) {
            return Ok(true);
        }
        let Some(next) = self.lines.next_line().map_err(|error| Failure::reading(&self.name, &error))? else {
            return Ok(false);
        };
        let Content::Text(next) = next.content else { return Ok(false) };
        let data =
            |c: char| c.is_ascii_alphanumeric() && !matches!(c.to_ascii_lowercase(), '1' | 'b' | 'i' | 'o');
        Ok(!next.is_empty() && next.chars().all(data))
    }
}

fn only<T>(mut keys: Vec<T>, name: &str, what: &str) -> Result<T, Failure> {
    match (keys.pop(), keys.is_empty()) {
        (Some(key), true) => Ok(key),
        _ => Err(Failure::key(format!("{}: one {what} is wanted, and more are here", shown(name)))),
    }
}
