//! Which file a name or a descriptor stands for, so that an input is never taken for an output: device and inode on
//! unix, links and redirects included; the resolved path elsewhere.

use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use crate::failure::Failure;

/// One file on this machine, whatever name leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A file that exists.
    Existing(Id),
    /// A name in a folder, not taken yet.
    New { folder: Id, name: OsString },
}

/// What tells one existing file from another.
#[cfg(unix)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Id {
    device: u64,
    inode: u64,
}

/// What tells one existing file from another.
#[cfg(not(unix))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Id(std::path::PathBuf);

impl Place {
    /// The place of an open file; `None` for terminals, pipes and the like, which are never overwritten by reading
    /// and writing the same one.
    pub(crate) fn of_file(file: &File, path: Option<&Path>) -> io::Result<Option<Self>> {
        let metadata = file.metadata()?;
        Ok(holds_data(&metadata).then(|| Id::of(&metadata, path)).flatten().map(Self::Existing))
    }

    /// The place of a name that may or may not exist. Links are followed.
    pub(crate) fn of_path(path: &Path) -> io::Result<Option<Self>> {
        match fs::metadata(path) {
            Ok(metadata) => {
                Ok(holds_data(&metadata).then(|| Id::of(&metadata, Some(path))).flatten().map(Self::Existing))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let folder = folder_of(path);
                let id = Id::of(&fs::metadata(folder)?, Some(folder));
                Ok(id.zip(path.file_name()).map(|(folder, name)| Self::New { folder, name: name.to_owned() }))
            }
            Err(error) => Err(error),
        }
    }
}

/// The folder that a path lies in; `.` for a bare name.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) => Path::new("."),
        None => path,
    }
}

impl Id {
    #[cfg(unix)]
    fn of(metadata: &Metadata, _path: Option<&Path>) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self { device: metadata.dev(), inode: metadata.ino() })
    }

    #[cfg(not(unix))]
    fn of(_metadata: &Metadata, path: Option<&Path>) -> Option<Self> {
        fs::canonicalize(path?).ok().map(Self)
    }
}

#[cfg(unix)]
fn holds_data(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.is_file() || metadata.file_type().is_block_device()
}

#[cfg(not(unix))]
fn holds_data(metadata: &Metadata) -> bool {
    metadata.is_file()
}

/// What a run reads and writes, each with the word that names it in messages.
#[derive(Debug, Default)]
pub(crate) struct Roles(Vec<(String, Access, Place)>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Written,
}

impl Roles {
    /// Adds a file under its role.
    ///
    /// # Errors
    /// `usage` where it is the same file as one that has a role already, and either of them is written.
    pub(crate) fn add(&mut self, role: &str, access: Access, place: Option<Place>) -> Result<(), Failure> {
        let Some(place) = place else { return Ok(()) };
        let clash = self.0.iter().find(|(_, other, there)| {
            *there == place && (*other == Access::Written || access == Access::Written)
        });
        if let Some((other, ..)) = clash {
            return Err(Failure::usage(format!("{other} and {role} are the same file"))
                .hint("a link or a redirect may lead from one name to the other; choose another output"));
        }
        self.0.push((role.to_owned(), access, place));
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_one_place() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [file, hard, soft] = ["file", "hard", "soft"].map(|name| folder.path().join(name));
        fs::write(&file, "x").expect("write");
        fs::hard_link(&file, &hard).expect("link");
        std::os::unix::fs::symlink(&file, &soft).expect("link");
        let place = |path: &Path| Place::of_path(path).expect("metadata").expect("a file");
        assert_eq!(place(&file), place(&hard));
        assert_eq!(place(&file), place(&soft));

        let mut roles = Roles::default();
        roles.add("the input", Access::Read, Some(place(&file))).expect("the first");
        roles.add("the identity file", Access::Read, Some(place(&hard))).expect("both are read");
        let failure = roles.add("the output", Access::Written, Some(place(&soft))).expect_err("the same");
        assert_eq!(failure.message(), "the input and the output are the same file");
    }

    #[test]
    fn new_names_are_told_apart_by_their_folder() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let place = |name: &str| Place::of_path(&folder.path().join(name)).expect("metadata");
        assert_eq!(place("a"), place("./a"));
        assert_ne!(place("a"), place("b"));
        assert_eq!(Place::of_path(Path::new("/dev/null")).expect("metadata"), None);
    }
}
