//! Where results go. A regular file is written beside its final name and takes that name only when it is whole and
//! on disk; standard output, fifos and devices are written directly.

mod publish;
mod temporary;
mod terminal;

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use cleave_core::io::To;

use crate::args::shown;
use crate::failure::Failure;
use crate::pipe;
use crate::place::{Place, folder_of};
use temporary::Temporary;
use terminal::Terminal;

pub(crate) use publish::sync_folder;

pub(crate) use terminal::Showing;

/// What happens to a file that has the name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// It stays, and the run ends before any work.
    Refuse,
    /// It is replaced when the new one is whole, which keeps its mode.
    Replace,
    /// It stays, whatever was asked: keys and fragments cannot be had again.
    Never,
}

/// Who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Its owner alone: plaintext, keys, fragments.
    Owner,
    /// Whom the umask lets.
    Umask,
}

/// An output as decided before any work.
#[derive(Debug)]
pub(crate) struct Target {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Stdout(Showing),
    Direct(PathBuf),
    File { path: PathBuf, replaced: Option<Permissions>, overwrite: Overwrite, access: Access },
}

impl Target {
    /// Standard output, and what of it a terminal may be shown.
    pub(crate) fn stdout(showing: Showing) -> Self {
        Self { name: "standard output".to_owned(), kind: Kind::Stdout(showing) }
    }

    /// A path. Links are followed, so that a linked file is written and not the link replaced.
    ///
    /// # Errors
    /// `output` where it is a folder, lies in none, or exists and is not to be overwritten.
    pub(crate) fn path(typed: &Path, overwrite: Overwrite, access: Access) -> Result<Self, Failure> {
        if ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].map(Path::new).contains(&typed) {
            return Ok(Self::stdout(Showing::Everything));
        }
        let name = shown(typed);
        let kind = match fs::metadata(typed) {
            Ok(found) if found.is_dir() => {
                return Err(Failure::output(format!("{name} is a directory")).hint("name a file in it"));
            }
            Ok(found) if found.is_file() => {
                if overwrite != Overwrite::Replace {
                    return Err(exists(&name, overwrite));
                }
                Kind::File { path: followed(typed)?, replaced: Some(found.permissions()), overwrite, access }
            }
            Ok(_) => Kind::Direct(typed.to_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let path = followed(typed)?;
                fs::metadata(folder_of(&path)).map_err(|error| Failure::writing(&name, &error))?;
                if path.file_name().is_none() {
                    return Err(Failure::output(format!("{name} is not the name of a file")));
                }
                Kind::File { path, replaced: None, overwrite, access }
            }
            Err(error) => return Err(Failure::writing(&name, &error)),
        };
        Ok(Self { name, kind })
    }

    /// The file that would be written, to be compared with those that are read.
    ///
    /// # Errors
    /// `output` where the system does not tell.
    pub(crate) fn place(&self) -> Result<Option<Place>, Failure> {
        let place = match &self.kind {
            Kind::Stdout(_) => duplicate_of_stdout().and_then(|file| Place::of_file(&file, None)),
            Kind::Direct(path) | Kind::File { path, .. } => Place::of_path(path),
        };
        place.map_err(|error| Failure::writing(&self.name, &error))
    }

    /// Whether it is a file that stays, and no stream or device.
    pub(crate) fn is_regular(&self) -> bool {
        matches!(self.kind, Kind::File { .. })
    }

    /// Whether it is a device that is a terminal, by whatever name. Only `-o -` writes binary to one.
    pub(crate) fn is_terminal_device(&self) -> bool {
        match &self.kind {
            // Opening a fifo waits for its reader; a terminal is a character device.
            Kind::Direct(path) if is_character_device(path) => {
                OpenOptions::new().write(true).open(path).is_ok_and(|file| file.is_terminal())
            }
            _ => false,
        }
    }

    /// Starts to write.
    ///
    /// # Errors
    /// `output` where the temporary file cannot be made or the device not be opened.
    pub(crate) fn open(self) -> Result<Sink, Failure> {
        let failed = |error: io::Error| Failure::writing(&self.name, &error);
        let (out, end) = match self.kind {
            Kind::Stdout(showing) => (guarded(duplicate_of_stdout().map_err(failed)?, showing), End::Close),
            Kind::Direct(path) => {
                let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
                (guarded(file, Showing::Text), End::Close)
            }
            Kind::File { path, replaced, overwrite, access } => {
                let (temporary, file) = Temporary::create(&path, access).map_err(failed)?;
                (Out::File(file), End::Publish { temporary, path, replaced, overwrite })
            }
        };
        Ok(Sink { name: self.name, out: BufWriter::new(out), end, written: 0 })
    }
}

/// An output that is being written. Dropped before [`Sealed::publish`], it leaves nothing.
#[derive(Debug)]
pub(crate) struct Sink {
    name: String,
    out: BufWriter<Out>,
    end: End,
    /// Bytes in order; what [`Sink::to`] hands out counts itself.
    written: u64,
}

#[derive(Debug)]
enum Out {
    File(File),
    Terminal(Terminal),
}

#[derive(Debug)]
enum End {
    Close,
    Publish { temporary: Temporary, path: PathBuf, replaced: Option<Permissions>, overwrite: Overwrite },
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.written += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Terminal(terminal) => terminal.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Terminal(terminal) => terminal.flush(),
        }
    }
}

impl Sink {
    /// The failure that an error of writing to this sink stands for.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        terminal::refusal(error).unwrap_or_else(|| Failure::writing(&self.name, error))
    }

    /// Whether what is written stays unseen until it is published.
    pub(crate) fn is_withheld(&self) -> bool {
        matches!(self.end, End::Publish { .. })
    }

    /// Whether it is a terminal, on which output is shown.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.out.get_ref(), Out::Terminal(_))
    }

    /// Bytes that were written to it in order, and not at their places through [`Sink::to`].
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Whether something was written where others may see it already.
    pub(crate) fn was_released(&self) -> bool {
        self.written > 0 && !self.is_withheld()
    }

    /// Hands the output out for content that is written on several threads: a file that nobody sees yet is written at
    /// its places, behind what was written before or in its stead, and everything else in order.
    ///
    /// # Errors
    /// As `write`.
    pub(crate) fn to(&mut self) -> io::Result<To<'_>> {
        if self.is_withheld() {
            self.out.flush()?;
        }
        match self.end {
            End::Close => Ok(To::Stream(self)),
            End::Publish { .. } => match self.out.get_ref() {
                Out::File(file) => Ok(To::File(file)),
                Out::Terminal(_) => unreachable!("a terminal has no name to take"),
            },
        }
    }

    /// Brings everything to disk; a file does not have its name yet.
    ///
    /// # Errors
    /// `output` where the last bytes cannot be written or made durable.
    pub(crate) fn seal(mut self) -> Result<Sealed, Failure> {
        self.out.flush().map_err(|error| self.failure(&error))?;
        if let Out::Terminal(terminal) = self.out.get_mut() {
            let shown = terminal.show_held();
            shown.map_err(|error| self.failure(&error))?;
        }
        let Self { name, out, end, .. } = self;
        // Never a second descriptor of the same file: the first close is the one that tells of a failed write.
        let file = match out.into_parts().0 {
            Out::File(file) => file,
            Out::Terminal(terminal) => terminal.into_file(),
        };
        match end {
            End::Close => {
                let synced = sync_where_it_means_something(&file).and_then(|()| close(file));
                synced.map_err(|error| Failure::writing(&name, &error))?;
                Ok(Sealed { name, file: None })
            }
            End::Publish { temporary, path, replaced, overwrite } => {
                let whole =
                    keep_mode(&file, replaced).and_then(|()| file.sync_all()).and_then(|()| close(file));
                whole.map_err(|error| Failure::writing(&name, &error))?;
                Ok(Sealed { name, file: Some((temporary, path, overwrite)) })
            }
        }
    }
}

/// An output that is whole and on disk, and takes its name when it is published.
#[derive(Debug)]
#[must_use]
pub(crate) struct Sealed {
    name: String,
    file: Option<(Temporary, PathBuf, Overwrite)>,
}

impl Sealed {
    /// Gives a file its name. What was there before is replaced only where that was asked for.
    ///
    /// # Errors
    /// `output`; `Never` and `Refuse` find a file that appeared meanwhile, and leave it as it is.
    pub(crate) fn publish(self) -> Result<Published, Failure> {
        let Some((temporary, path, overwrite)) = self.file else { return Ok(Published(None)) };
        let published = match overwrite {
            Overwrite::Replace => temporary.rename(|from| publish::over(from, &path)),
            Overwrite::Refuse | Overwrite::Never => temporary.rename(|from| publish::new(from, &path)),
        };
        published.and_then(|()| publish::sync_folder(&path)).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Failure::output(format!(
                "{} was made by another while this run was writing, and is left as it is",
                self.name
            )),
            _ => Failure::writing(&self.name, &error),
        })?;
        Ok(Published(Some(path)))
    }
}

/// An output that has its name.
#[derive(Debug)]
pub(crate) struct Published(Option<PathBuf>);

impl Published {
    /// Removes it again: what it belongs to could not be published.
    pub(crate) fn withdraw(self) {
        if let Some(path) = self.0 {
            // The failure that leads here is the one to report.
            let _ = fs::remove_file(path);
        }
    }
}

/// A terminal with its guard, and everything else as it is.
fn guarded(file: File, showing: Showing) -> Out {
    pipe::widen(&file);
    match Terminal::guard(file, showing) {
        Ok(terminal) => Out::Terminal(terminal),
        Err(file) => Out::File(file),
    }
}

#[cfg(unix)]
fn is_character_device(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|found| found.file_type().is_char_device())
}

#[cfg(not(unix))]
fn is_character_device(_path: &Path) -> bool {
    true
}

fn exists(name: &str, overwrite: Overwrite) -> Failure {
    let failure = Failure::output(format!("{name} already exists"));
    match overwrite {
        Overwrite::Never => failure,
        Overwrite::Refuse | Overwrite::Replace => failure.hint("--force overwrites it"),
    }
}

/// The name that links at the end of a path lead to, which need not exist.
fn followed(path: &Path) -> Result<PathBuf, Failure> {
    // Linux follows 40.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(Failure::output(format!("{}: too many links", shown(&path))))
}

/// A descriptor of its own for standard output, so that its close can be checked.
///
/// One that was closed (`>&-`) is `/dev/null` by now: the runtime opens that in its place, for reading and writing, before
/// `main`. It is not refused, since it cannot be told from a `/dev/null` that was meant: Python's `subprocess.DEVNULL`,
/// daemons and service managers open theirs for reading and writing too.
fn duplicate_of_stdout() -> io::Result<File> {
    #[cfg(unix)]
    let duplicate = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let duplicate = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(File::from(duplicate))
}

fn keep_mode(file: &File, replaced: Option<Permissions>) -> io::Result<()> {
    let Some(permissions) = replaced else { return Ok(()) };
    // What was executable for a group stays so; set-user-ID bits belong to the content that is gone.
    #[cfg(unix)]
    let permissions = {
        use std::os::unix::fs::PermissionsExt;
        Permissions::from_mode(permissions.mode() & 0o777)
    };
    file.set_permissions(permissions)
}

/// Pipes, terminals and most devices have nothing to sync, and say so with an error.
fn sync_where_it_means_something(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() { file.sync_all() } else { Ok(()) }
}

/// Some file systems (network and user-space ones) report a failed write only here.
#[cfg(unix)]
fn close(file: File) -> io::Result<()> {
    nix::unistd::close(file).map_err(io::Error::from)
}

#[cfg(not(unix))]
fn close(file: File) -> io::Result<()> {
    drop(file);
    Ok(())
}
