//! Where the repository is, and which files belong to it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Failure, Result};

/// The repository's root, from where this crate was built.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository").to_owned()
}

/// Every file of the repository, relative to `root`, sorted: what git tracks or would track. Without git, every
/// file but build output.
pub(crate) fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
    let mut files: Vec<PathBuf> = match shell::ask(&mut git) {
        Some(listed) => listed.split('\0').filter(|name| !name.is_empty()).map(PathBuf::from).collect(),
        None => walked(root, Path::new(""))?,
    };
    // A file that was removed but not yet committed is still listed.
    files.retain(|file| root.join(file).is_file());
    files.sort();
    files.dedup();
    Ok(files)
}

/// A text file of the repository; nothing if it is not UTF-8.
pub(crate) fn text(root: &Path, file: &Path) -> Result<Option<String>> {
    let bytes =
        fs::read(root.join(file)).map_err(|error| Failure::new(format!("{}: {error}", file.display())))?;
    Ok(String::from_utf8(bytes).ok())
}

/// Names that belong to git, or are build output.
const NOT_OURS: &[&str] = &[".git", "target", "node_modules", "dist"];

fn walked(root: &Path, below: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let folder = root.join(below);
    let cannot = |error: std::io::Error| Failure::new(format!("{}: {error}", folder.display()));
    for entry in fs::read_dir(&folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let name = entry.file_name();
        let path = below.join(&name);
        if NOT_OURS.iter().any(|skipped| name == *skipped) {
            continue;
        }
        if entry.file_type().map_err(cannot)?.is_dir() {
            files.extend(walked(root, &path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_holds_this_file_and_no_build_output() {
        let files = files(&root()).expect("the repository can be listed");
        assert!(files.contains(&PathBuf::from("xtask/src/tree.rs")));
        assert!(!files.iter().any(|file| file.starts_with("target")));
    }

    #[test]
    fn without_git_the_same_sources_are_found() {
        let walked = walked(&root(), Path::new("")).expect("the repository can be walked");
        assert!(walked.contains(&PathBuf::from("xtask/src/tree.rs")));
        assert!(walked.contains(&PathBuf::from(".cargo/config.toml")));
        assert!(!walked.iter().any(|file| file.starts_with("target") || file.starts_with(".git")));
    }
}
