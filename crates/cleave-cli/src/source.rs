//! What is read: files, standard input, and descriptors by number, each opened once.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Seek};
use std::path::Path;
use std::time::SystemTime;

use serde::Serialize;

use crate::args::shown;
use crate::failure::Failure;
use crate::kind::Kind;
use crate::pipe;
use crate::place::Place;

/// An open input and what messages call it.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) file: File,
    pub(crate) metadata: Metadata,
    pub(crate) place: Option<Place>,
}

impl Named {
    /// Bytes of a regular file that are to be read from where it stands on.
    pub(crate) fn bytes_left(&self) -> Option<u64> {
        self.state().map(|state| state.left)
    }

    /// Its state before it is read, to be held against the one after; `None` for what has no size of its own.
    pub(crate) fn state(&self) -> Option<State> {
        let metadata = self.file.metadata().ok().filter(Metadata::is_file)?;
        let position = (&self.file).stream_position().ok()?;
        let left = metadata.len().saturating_sub(position);
        Some(State {
            len: metadata.len(),
            left,
            modified: metadata.modified().ok(),
            made_up: is_made_up(&metadata),
        })
    }

    /// Whether it can be read at any place, and stands at its beginning: then a second pass finds what the first did.
    pub(crate) fn can_be_read_twice(&self) -> bool {
        self.metadata.is_file() && (&self.file).stream_position().is_ok_and(|position| position == 0)
    }
}

/// What is known of a regular file before or after it is read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct State {
    len: u64,
    /// Bytes from where it stands on.
    left: u64,
    modified: Option<SystemTime>,
    /// Its size tells nothing of its content.
    made_up: bool,
}

/// What happened to a file while it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    Shrank,
    Grew,
    /// It was written to, and has its length again or still.
    Overwritten,
}

impl Change {
    /// As the verb of a sentence whose subject is the file.
    pub(crate) fn told(self) -> &'static str {
        match self {
            Self::Shrank => "shrank",
            Self::Grew => "grew",
            Self::Overwritten => "was overwritten",
        }
    }
}

impl State {
    /// What happened since, where `read` bytes were read of `input` up to its end. A write in the same tick of the file
    /// system's clock as one before the reading, and of the same length, cannot be told.
    pub(crate) fn change_of(&self, input: &Named, read: u64) -> Option<Change> {
        let now = input.state()?;
        if (self.made_up || read == self.left) && now.len == self.len && now.modified == self.modified {
            return None;
        }
        Some(match (now.len.cmp(&self.len), read.cmp(&self.left)) {
            (Ordering::Less, _) | (_, Ordering::Less) => Change::Shrank,
            (Ordering::Greater, _) | (_, Ordering::Greater) => Change::Grew,
            (Ordering::Equal, Ordering::Equal) => Change::Overwritten,
        })
    }
}

/// `/proc` and `/sys` give sizes that their files' content does not have, and store nothing.
#[cfg(unix)]
fn is_made_up(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::blocks(metadata) == 0
}

#[cfg(not(unix))]
fn is_made_up(_metadata: &Metadata) -> bool {
    false
}

/// Opens a path, or standard input for `-`.
///
/// # Errors
/// `input` where it is missing, unreadable or a folder; `usage` where nothing or a key was typed in place of a file's name.
pub(crate) fn open_named(typed: &OsStr, role: &str) -> Result<Named, Failure> {
    if typed == "-" {
        return standard_input();
    }
    not_empty(typed, role)?;
    let path = Path::new(typed);
    let file = File::open(path).map_err(|error| not_opened(typed, role, &error))?;
    named(shown(path), file, Some(path))
}

/// Where an empty name comes from.
pub(crate) const UNSET: &str = "a variable that is not set gives an empty name";

/// Refuses a name without letters, which the system would only call missing.
///
/// # Errors
/// `usage`.
pub(crate) fn not_empty(typed: &OsStr, role: &str) -> Result<(), Failure> {
    if typed.is_empty() {
        return Err(Failure::usage(format!("the name of {role} is empty")).hint(UNSET));
    }
    Ok(())
}

/// Standard input.
///
/// # Errors
/// `input` where it is a folder or the system refuses.
pub(crate) fn standard_input() -> Result<Named, Failure> {
    let name = "standard input".to_owned();
    let file = duplicate_of_stdin().map_err(|error| Failure::reading(&name, &error))?;
    named(name, file, None)
}

fn named(name: String, file: File, path: Option<&Path>) -> Result<Named, Failure> {
    let failed = |error: io::Error| Failure::reading(&name, &error);
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(is_directory(&name));
    }
    pipe::widen(&file);
    let place = Place::of_file(&file, path).map_err(failed)?;
    Ok(Named { name, file, metadata, place })
}

fn is_directory(name: &str) -> Failure {
    Failure::input(format!("{name} is a directory"))
}

fn not_opened(typed: &OsStr, role: &str, error: &io::Error) -> Failure {
    // Opening a folder fails on Windows, where reading it fails elsewhere.
    if fs::metadata(typed).is_ok_and(|metadata| metadata.is_dir()) {
        return is_directory(&shown(typed));
    }
    let kind = Kind::of_line(&typed.to_string_lossy());
    let no_such_file = matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::InvalidFilename);
    if no_such_file && kind != Kind::Unknown {
        let failure =
            Failure::usage(format!("{role} is to be a file, and {} was given itself", kind.named()));
        return match kind {
            Kind::Recipient => failure.hint("-r RECIPIENT takes a public key itself"),
            _ => failure
                .hint("put it in a file that only you can read: what is typed stays in the shell's history"),
        };
    }
    Failure::reading(shown(typed), error)
}

fn duplicate_of_stdin() -> io::Result<File> {
    #[cfg(unix)]
    let duplicate = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned()?;
    #[cfg(windows)]
    let duplicate = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned()?;
    Ok(File::from(duplicate))
}

/// A descriptor that this process inherited, by its number.
#[cfg(target_os = "linux")]
pub(crate) fn descriptor(number: u32) -> io::Result<File> {
    use rustix::io::Errno;
    use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};

    let raw = i32::try_from(number).map_err(|_| Errno::BADF)?;
    // A second descriptor for the same open file, its place in it included; opening its name anew would lose that.
    match pidfd_open(getpid(), PidfdFlags::empty())
        .and_then(|process| pidfd_getfd(process, raw, PidfdGetfdFlags::empty()))
    {
        Ok(descriptor) => Ok(File::from(descriptor)),
        Err(Errno::BADF) => Err(Errno::BADF.into()),
        // Before Linux 5.6, and where a sandbox forbids it.
        Err(_) => by_name(number),
    }
}

/// A descriptor that this process inherited, by its number.
#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) fn descriptor(number: u32) -> io::Result<File> {
    by_name(number)
}

#[cfg(unix)]
fn by_name(number: u32) -> io::Result<File> {
    File::open(format!("/dev/fd/{number}"))
}

/// A descriptor that this process inherited, by its number.
#[cfg(windows)]
pub(crate) fn descriptor(_number: u32) -> io::Result<File> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "descriptors by number are not supported on Windows"))
}
