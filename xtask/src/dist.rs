//! `cargo xtask dist`: what a release is made of, in dist/: the stripped binary, manual pages, completions, SHA256SUMS.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use crate::shell::{self, Failure, Result};

/// Each shell, and the file in which it looks for the completions of `cleave`.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "cleave.bash"),
    ("elvish", "cleave.elv"),
    ("fish", "cleave.fish"),
    ("powershell", "_cleave.ps1"),
    ("zsh", "_cleave"),
];
const SUMS: &str = "SHA256SUMS";

/// Writes dist/ anew.
pub(crate) fn write(root: &Path) -> Result<()> {
    let dist = root.join("dist");
    let built = build(root)?;
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(|error| cannot("clear", &dist, &error))?;
    }
    let binary = dist.join(built.file_name().expect("a program has a name"));
    make(&dist)?;
    fs::copy(&built, &binary).map_err(|error| cannot("write", &binary, &error))?;
    manual_pages(&binary, &dist.join("man"))?;
    completions(&binary, &dist.join("completions"))?;
    let sums = sums(&dist)?;
    put(&dist.join(SUMS), sums.as_bytes())?;
    print!("{sums}");
    Ok(())
}

/// Builds the command for this machine, without symbols and without paths of this machine in its messages.
fn build(root: &Path) -> Result<PathBuf> {
    let target = root.join("target");
    let mut cargo = shell::cargo(root, "build --locked --profile dist --package cleave-cli");
    let flags = remapped(root, cargo_home().as_deref());
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")).env("CARGO_TARGET_DIR", &target);
    shell::run(&mut cargo)?;
    Ok(target.join("dist").join(format!("cleave{}", std::env::consts::EXE_SUFFIX)))
}

/// Compiler flags that call the repository and cargo's own folder by names that are the same everywhere.
fn remapped(root: &Path, cargo_home: Option<&Path>) -> Vec<String> {
    let mut flags = vec![format!("--remap-path-prefix={}=cleave", root.display())];
    flags.extend(cargo_home.map(|home| format!("--remap-path-prefix={}=cargo", home.display())));
    flags
}

fn cargo_home() -> Option<PathBuf> {
    let given = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    given.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
}

/// The page of the command, and of each subcommand that a page names, however deep.
fn manual_pages(binary: &Path, folder: &Path) -> Result<()> {
    make(folder)?;
    let mut names = vec!["cleave".to_owned()];
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        let words = name.split('-').skip(1);
        let page = told(Command::new(binary).arg("man").args(words))?;
        names.extend(subcommands_of(&name, &String::from_utf8_lossy(&page)));
        put(&folder.join(format!("{name}.1")), &page)?;
        next += 1;
    }
    Ok(())
}

/// The pages of subcommands that a page in roff names: lines such as `cleave\-keygen(1)`.
fn subcommands_of(name: &str, page: &str) -> Vec<String> {
    let plain = page.lines().map(|line| line.replace("\\-", "-"));
    plain
        .filter_map(|line| line.strip_suffix("(1)").map(str::to_owned))
        .filter(|found| found.strip_prefix(name).is_some_and(|rest| rest.starts_with('-')))
        .collect()
}

fn completions(binary: &Path, folder: &Path) -> Result<()> {
    make(folder)?;
    for (shell, file) in COMPLETIONS {
        let script = told(Command::new(binary).args(["completions", shell]))?;
        put(&folder.join(file), &script)?;
    }
    Ok(())
}

/// One line a file below `folder`, as `sha256sum -c` reads them, sorted by path; SHA256SUMS itself is not among them.
fn sums(folder: &Path) -> Result<String> {
    let mut files = Vec::new();
    walk(folder, "", &mut files)?;
    files.retain(|name| name != SUMS);
    files.sort();
    let mut lines = String::new();
    for name in files {
        let path = folder.join(&name);
        let bytes = fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        lines.push_str(&format!("{digest}  {name}\n"));
    }
    Ok(lines)
}

/// Names of files, with `/` between folders on every system.
fn walk(folder: &Path, below: &str, files: &mut Vec<String>) -> Result<()> {
    let failed = |error: std::io::Error| cannot("read", folder, &error);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type().map_err(failed)?.is_dir() {
            walk(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}

/// What a command writes to standard output.
fn told(command: &mut Command) -> Result<Vec<u8>> {
    shell::run_captured(command).map(|output| output.stdout)
}

fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).map_err(|error| cannot("write", path, &error))
}

fn cannot(verb: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot {verb} {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_names_its_subcommands() {
        let page = ".TP\ncleave\\-keygen(1)\nMake a key\n.TP\ncleave\\-fragment(1)\nsee gpg(1)\ngpg(1)\n";
        assert_eq!(subcommands_of("cleave", page), ["cleave-keygen", "cleave-fragment"]);
        assert_eq!(subcommands_of("cleave-fragment", page), [""; 0]);
        let page = "cleave\\-fragment\\-show(1)\n";
        assert_eq!(subcommands_of("cleave-fragment", page), ["cleave-fragment-show"]);
    }

    #[test]
    fn sums_are_those_of_the_standard_in_the_order_of_paths() {
        let folder = std::env::temp_dir().join(format!("cleave-xtask-dist-{}", std::process::id()));
        for (name, content) in [("b", "abc"), ("a/z", ""), ("a.txt", "abc"), (SUMS, "old")] {
            let path = folder.join(name);
            make(path.parent().expect("in the folder")).expect("made");
            put(&path, content.as_bytes()).expect("written");
        }
        let lines = sums(&folder).expect("read");
        fs::remove_dir_all(&folder).expect("removed");
        // FIPS 180-4's example, and the empty message.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(lines, format!("{abc}  a.txt\n{empty}  a/z\n{abc}  b\n"));
    }

    #[test]
    fn paths_of_this_machine_are_called_by_other_names() {
        let flags = remapped(Path::new("/a b/clone"), Some(Path::new("/c")));
        assert_eq!(flags, ["--remap-path-prefix=/a b/clone=cleave", "--remap-path-prefix=/c=cargo"]);
    }
}
