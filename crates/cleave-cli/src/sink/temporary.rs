//! A temporary file beside the file that it becomes: `.NAME.cleave-*.tmp`. Left behind by what ends a process on the spot:
//! SIGKILL, the system's own want of memory, a signal where no thread could be had to wait for it.

use std::collections::hash_map::RandomState;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use super::Access;
use crate::interrupt::with_temporaries;
use crate::place::folder_of;

/// A temporary file's name; the file is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Temporary {
    path: PathBuf,
}

impl Temporary {
    /// Makes one beside `target`. The mode is set as the file is made, before anything is in it.
    pub(super) fn create(target: &Path, access: Access) -> io::Result<(Self, File)> {
        const ATTEMPTS: usize = 64;
        let name = target.file_name().unwrap_or_default();
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(
            &mut options,
            match access {
                Access::Owner => 0o600,
                Access::Umask => 0o666,
            },
        );
        #[cfg(not(unix))]
        let _ = access;

        let mut last = None;
        for _ in 0..ATTEMPTS {
            let path = folder_of(target).join(temporary_name(name));
            let made = with_temporaries(|temporaries| -> io::Result<File> {
                let file = options.open(&path)?;
                temporaries.push(path.clone());
                Ok(file)
            });
            match made {
                Ok(file) => {
                    let temporary = Self { path };
                    #[cfg(unix)]
                    if access == Access::Owner {
                        // A umask that takes the owner's own bits away would leave a key that its owner cannot read.
                        use std::os::unix::fs::PermissionsExt;
                        file.set_permissions(fs::Permissions::from_mode(0o600))?;
                    }
                    return Ok((temporary, file));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(last.expect("the loop ran and every attempt found a file"))
    }

    /// Renames it by `rename`, after which there is nothing to remove.
    pub(super) fn rename(self, rename: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
        with_temporaries(|temporaries| {
            rename(&self.path)?;
            temporaries.retain(|path| *path != self.path);
            Ok(())
        })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        with_temporaries(|temporaries| {
            let known = temporaries.len();
            temporaries.retain(|path| *path != self.path);
            if temporaries.len() < known {
                // The run is failing already, and its own reason is the one to report.
                let _ = fs::remove_file(&self.path);
            }
        });
    }
}

/// Names longer than a file system takes are cut, so that the longest output name still gets a temporary one.
fn temporary_name(name: &OsStr) -> OsString {
    const NAME_MAX: usize = 255;
    let suffix = format!(".cleave-{:08x}.tmp", random());
    let room = NAME_MAX - 1 - suffix.len();
    let mut temporary = OsString::from(".");
    if name.len() <= room {
        temporary.push(name);
    } else {
        let text = name.to_string_lossy();
        temporary.push(&text[..text.floor_char_boundary(room)]);
    }
    temporary.push(suffix);
    temporary
}

/// Random enough not to meet another run's name; a meeting is noticed and another is tried.
fn random() -> u32 {
    (RandomState::new().build_hasher().finish() >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_names_are_cut_at_a_letter() {
        let long = "é".repeat(127);
        let name = temporary_name(OsStr::new(&long));
        assert!(
            name.len() <= 255
                && name.to_str().is_some_and(|name| name.starts_with(".é") && name.ends_with(".tmp"))
        );
        assert!(temporary_name(OsStr::new("a")).to_string_lossy().starts_with(".a.cleave-"));
    }

    #[test]
    fn a_dropped_one_is_gone_and_a_renamed_one_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let target = folder.path().join("x");
        let (temporary, _file) = Temporary::create(&target, Access::Owner).expect("made");
        let path = temporary.path.clone();
        assert!(path.exists());
        drop(temporary);
        assert!(!path.exists());

        let (temporary, _file) = Temporary::create(&target, Access::Owner).expect("made");
        temporary.rename(|from| fs::rename(from, &target)).expect("renamed");
        assert!(target.exists());
    }
}
