//! Giving a finished file its name, with and without replacing what has it.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

/// Replaces whatever has the name.
pub(super) fn over(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Takes the name if nothing has it; of two runs one gets it, the other `AlreadyExists`.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
pub(super) fn new(from: &Path, to: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;

    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => Ok(()),
        // Some file systems (NFS among them) cannot rename without replacing, older kernels cannot at all.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => by_link(from, to),
        Err(error) => Err(error.into()),
    }
}

/// Takes the name if nothing has it; of two runs one gets it, the other `AlreadyExists`.
#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
pub(super) fn new(from: &Path, to: &Path) -> io::Result<()> {
    by_link(from, to)
}

/// A second name for the same file, and the first one removed: making a link never replaces.
fn by_link(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // FAT and its like have no links.
        Err(_) => by_placeholder(from, to),
    }
}

/// Takes the name with an empty file, and replaces that one: a crash just between leaves it empty, never part-written.
fn by_placeholder(from: &Path, to: &Path) -> io::Result<()> {
    drop(OpenOptions::new().write(true).create_new(true).open(to)?);
    fs::rename(from, to).inspect_err(|_| {
        let _ = fs::remove_file(to);
    })
}

/// Makes the new name durable too, where the system can.
#[cfg(unix)]
pub(crate) fn sync_folder(of: &Path) -> io::Result<()> {
    use rustix::io::Errno;

    // A folder may be writable and not readable; then its names become durable when the system sees fit.
    let Ok(folder) = fs::File::open(crate::place::folder_of(of)) else { return Ok(()) };
    match rustix::fs::fsync(&folder) {
        Ok(()) | Err(Errno::INVAL | Errno::NOTSUP | Errno::BADF | Errno::ROFS) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Makes the new name durable too, where the system can.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_of: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_of_taking_a_name_leaves_what_has_it() {
        for way in [new, by_link, by_placeholder] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let [from, to] = ["from", "to"].map(|name| folder.path().join(name));
            fs::write(&from, "new").expect("write");
            way(&from, &to).expect("the name is free");
            assert_eq!(fs::read_to_string(&to).expect("read"), "new");
            assert!(!from.exists());

            fs::write(&from, "newer").expect("write");
            let error = way(&from, &to).expect_err("the name is taken");
            assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(fs::read_to_string(&to).expect("read"), "new");
            over(&from, &to).expect("replaced");
            assert_eq!(fs::read_to_string(&to).expect("read"), "newer");
            sync_folder(&to).expect("synced");
        }
    }
}
