//! Key files: recipients, identities, signing keys, signers and fragments, one a line, `#` and blank lines ignored.
//! Messages give file and line and never content; a wrong kind of file is named.

mod again;
mod lines;
mod protected;
mod public;
mod write;

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{File, Metadata};
use std::io::{Cursor, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use cleave_core::{Error, Fragment, Identity, Recipient, Signer, SigningKey};
use zeroize::Zeroizing;

use crate::failure::Failure;
use crate::kind::Kind;
use crate::memory;
use crate::place::Access;
use crate::session::Session;
use crate::source::{self, Named};
use lines::{Content, LONGEST, Line, Lines};

pub(crate) use again::{Distinct, Given};
pub(crate) use public::{PublicKey, public_keys};
pub(crate) use write::{fragment_text, hex, identity_text, signing_key_text};

/// A file of keys that is open and whose first bytes were looked at.
struct KeyFile {
    name: String,
    lines: Lines<Box<dyn Read>>,
    /// The file, and where in it the lines begin, if it can be read again at any place.
    again: Option<(Arc<File>, u64)>,
    /// Its mode, where it lets others in.
    open_to_others: Option<u32>,
    /// The stable name of what is wrong with its content.
    fault: &'static str,
}

/// Reads the recipients in a file (`-` is standard input) and hands each on, in order.
///
/// # Errors
/// `input`; `key_malformed` with the line, or where there is none at all.
pub(crate) fn recipients(
    typed: &OsStr,
    session: &mut Session,
    found: &mut dyn FnMut(Given),
) -> Result<(), Failure> {
    let mut file = open(typed, "the recipients file", session)?;
    file.refuse_other_files(Kind::Recipient)?;
    let mut any = false;
    while let Some(recipient) = file.next_parsed(Kind::Recipient, &str::parse::<Recipient>)? {
        found(Given { recipient, place: file.place_of_line() });
        any = true;
    }
    file.refuse_empty(any)
}

/// Reads one recipient as the argument of a flag.
///
/// # Errors
/// `key_malformed`; a secret key typed here is not shown again.
pub(crate) fn recipient_argument(flag: &str, typed: &str) -> Result<Recipient, Failure> {
    let kind = Kind::of_line(typed.trim());
    let error = match typed.parse::<Recipient>() {
        Ok(recipient) => return Ok(recipient),
        Err(error) => error,
    };
    match kind {
        Kind::Recipient if typed.contains(char::is_whitespace) => Err(Failure::key(format!(
            "{flag}: spaces or line breaks stand in the recipient, or around it; give it as one word",
        ))),
        Kind::Recipient => Err(Failure::key(format!("{flag}: {error}"))),
        Kind::Unknown if Path::new(typed).exists() => {
            Err(Failure::key(format!("{flag} takes a recipient itself, and a file's name was given"))
                .hint("-R FILE takes the recipients in a file; -e -i FILE those of an identity file"))
        }
        Kind::Unknown => Err(Failure::key(format!("{flag}: {error}")).hint(kind.hint())),
        other => Err(Failure::key(format!("{flag} takes a recipient, and this is {}", other.named()))
            .hint(other.hint())),
    }
}

/// Reads the identities in a file, plain or protected by a passphrase.
///
/// # Errors
/// As [`recipients`]; `wrong_passphrase`.
pub(crate) fn identities(typed: &OsStr, session: &mut Session) -> Result<Vec<Identity>, Failure> {
    let file = open(typed, "the identity file", session)?;
    let mut file = file.unlocked(session)?;
    file.refuse_other_files(Kind::Identity)?;
    let mut identities = Vec::new();
    file.each(Kind::Identity, Identity::parse, &mut |identity| identities.push(identity))?;
    file.warn_if_open(session);
    Ok(identities)
}

/// Reads the one signing key in a file, plain or protected by a passphrase.
///
/// # Errors
/// As [`identities`]; `key_malformed` where there is more than one.
pub(crate) fn signing_key(typed: &OsStr, session: &mut Session) -> Result<SigningKey, Failure> {
    let file = open(typed, "the signing key's file", session)?;
    let mut file = file.unlocked(session)?;
    file.refuse_other_files(Kind::SigningKey)?;
    let name = file.name.clone();
    let mut keys = Vec::new();
    file.each(Kind::SigningKey, SigningKey::parse, &mut |key| keys.push(key))?;
    file.warn_if_open(session);
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
    let kind = Kind::of_line(&typed.to_string_lossy());
    if kind != Kind::Unknown && !Path::new(typed).exists() {
        let message =
            format!("--signer takes a signer or a file that holds one, and this is {}", kind.named());
        return Err(Failure::key(message).hint(kind.hint()));
    }
    let mut file = open(typed, "the signer's file", session)?;
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
    let mut file = open(typed, "the fragment", session)?;
    file.fault = "fragment_malformed";
    if Kind::of_file(file.lines.head()) == Some(Kind::RawFragment) {
        file.warn_if_open(session);
        let bytes = file.lines.into_bytes(RAW).map_err(|error| Failure::reading(&file.name, &error))?;
        return Ok(Fragment::from_bytes(&bytes));
    }
    file.refuse_other_files(Kind::Fragment)?;
    let mut fragment = None;
    while let Some((number, text)) = file.next_key()? {
        let kind = Kind::of_line(&text);
        if kind != Kind::Fragment && kind != Kind::Unknown {
            return Err(file.other_kind(number, kind, Kind::Fragment));
        }
        if fragment.is_some() {
            return Err(file.failure(format!("line {number}: one fragment is wanted, and more are here")));
        }
        fragment = Some(Fragment::parse(&text));
    }
    file.warn_if_open(session);
    Ok(fragment.unwrap_or(Err(Error::FragmentMalformed { what: "the file holds none" })))
}

fn open(typed: &OsStr, role: &str, session: &mut Session) -> Result<KeyFile, Failure> {
    let Named { name, file, metadata, place } = source::open_named(typed, role)?;
    session.roles.add(role, Access::Read, place)?;
    let file = Arc::new(file);
    // What standard input is at belongs to whoever gave it, too.
    let may_move = metadata.is_file() && typed != "-";
    let begin = (&*file).stream_position().ok().filter(|_| may_move);
    let again = begin.map(|begin| (Arc::clone(&file), begin));
    let lines =
        Lines::new(Box::new(file) as Box<dyn Read>).map_err(|error| Failure::reading(&name, &error))?;
    Ok(KeyFile { name, lines, again, open_to_others: mode_if_open(&metadata), fault: "key_malformed" })
}

#[cfg(unix)]
fn mode_if_open(metadata: &Metadata) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    let mode = metadata.mode() & 0o777;
    (metadata.is_file() && mode & 0o077 != 0).then_some(mode)
}

#[cfg(not(unix))]
fn mode_if_open(_metadata: &Metadata) -> Option<u32> {
    None
}

impl KeyFile {
    /// Once a file proved to hold a secret: warns if it is not closed to others.
    fn warn_if_open(&self, session: &Session) {
        if let Some(mode) = self.open_to_others {
            session
                .reporter
                .warn(&format!("{} is open to others (mode {mode:04o}); chmod 600 closes it", self.name));
        }
    }

    fn failure(&self, what: impl Display) -> Failure {
        Failure::new(self.fault, format!("{}: {what}", self.name))
    }

    fn other_kind(&self, number: u64, kind: Kind, wanted: Kind) -> Failure {
        let what = format!("line {number}: this is {}", kind.and_not(wanted));
        self.failure(what).hint(kind.hint())
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
        // What is protected may lie open.
        Ok(Self { lines, again: None, open_to_others: None, ..self })
    }

    fn refuse_other_files(&self, wanted: Kind) -> Result<(), Failure> {
        match Kind::of_file(self.lines.head()) {
            None => Ok(()),
            Some(kind) => {
                let message = format!("{} is {}", self.name, kind.and_not(wanted));
                Err(Failure::new(self.fault, message).hint(kind.hint()))
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
        while let Some(key) = self.next_parsed(wanted, &parse)? {
            found(key);
            any = true;
        }
        self.refuse_empty(any)
    }

    fn next_parsed<T>(
        &mut self,
        wanted: Kind,
        parse: &impl Fn(&str) -> Result<T, Error>,
    ) -> Result<Option<T>, Failure> {
        let Some((number, text)) = self.next_key()? else { return Ok(None) };
        match parse(&text) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.malformed(number, &text, wanted, &error)?),
        }
    }

    fn refuse_empty(&self, any: bool) -> Result<(), Failure> {
        if any { Ok(()) } else { Err(self.failure("no key is in this file")) }
    }

    /// Where the line that was read last can be read again.
    fn place_of_line(&self) -> Option<again::Place> {
        let (file, begin) = self.again.as_ref()?;
        Some(again::Place { file: Arc::clone(file), at: begin + self.lines.line_start()? })
    }

    /// The next line that is neither blank nor a comment.
    fn next_key(&mut self) -> Result<Option<(u64, Zeroizing<String>)>, Failure> {
        /// The keys of so many lines are smaller than what there is for all that nobody asks for.
        const UNASKED: u64 = 64;
        loop {
            let line = self.lines.next_line().map_err(|error| Failure::reading(&self.name, &error))?;
            let Some(Line { number, content }) = line else { return Ok(None) };
            if number.is_multiple_of(UNASKED) {
                memory::room_for(0)?;
            }
            match content {
                Content::Text(text) if text.is_empty() || text.starts_with('#') => {}
                Content::Text(text) => return Ok(Some((number, text))),
                Content::Binary => {
                    return Err(self
                        .failure(format!("line {number} is not text"))
                        .hint("a key file is text; is this another file?"));
                }
                Content::TooLong => {
                    let what = format!("line {number} is too long to be a key (over {LONGEST} characters)");
                    return Err(self.failure(what));
                }
            }
        }
    }

    /// The failure of a line that is no key at all, where keys of several kinds could stand.
    fn holds_no_key(&self, number: u64) -> Failure {
        self.failure(format!("line {number} holds no key"))
            .hint("a key file has one secret key a line; comments begin with #")
    }

    /// Why a line is not the key that it should be.
    fn malformed(
        &mut self,
        number: u64,
        text: &str,
        wanted: Kind,
        error: &Error,
    ) -> Result<Failure, Failure> {
        let kind = Kind::of_line(text);
        let at = format!("line {number}");
        if kind != wanted && kind != Kind::Unknown {
            return Ok(self.other_kind(number, kind, wanted));
        }
        if kind == wanted && text.contains(char::is_whitespace) {
            return Ok(self.failure(format!("{at}: more than a key stands on this line")));
        }
        if kind == wanted && self.goes_on()? {
            return Ok(self
                .failure(format!("{at}: the key goes on over the next line"))
                .hint("it was wrapped when it was pasted; write it on one line"));
        }
        Ok(self.failure(format!("{at}: {error}")))
    }

    /// Whether the next line looks like the rest of a key.
    fn goes_on(&mut self) -> Result<bool, Failure> {
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
        _ => Err(Failure::key(format!("{name}: one {what} is wanted, and more are here"))),
    }
}
