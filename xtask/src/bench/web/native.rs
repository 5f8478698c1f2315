//! The sweep over sizes of chunks by the command, in memory: what the same sizes do outside of engines.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::super::child::{self, Sample};
use super::super::order::Order;
use super::NATIVE;
use super::args::Measure;
use super::record::{Case, Entry};
use crate::shell::{self, Failure, Result, cargo};

/// Times the plaintext of a page, or starting the command would be a large part of a sample.
const LARGER: u64 = 4;
const KIB: u64 = 1 << 10;

/// In each round every size is encrypted and decrypted once, in a random order, after a round that does not count.
pub(crate) fn measure(root: &Path, measure: &Measure) -> Result<Vec<Case>> {
    let place = Place::prepare(root, &measure.tmpfs, measure.bytes * LARGER)?;
    let mut order = Order::from_seed(measure.seed);
    let mut cases = ["chunks-encrypt", "chunks-decrypt"].map(|name| Case {
        name: name.to_owned(),
        place: NATIVE.to_owned(),
        entries: measure.chunk_sizes.iter().map(|size| without_samples(name, *size, place.bytes)).collect(),
    });
    for round in 0..=measure.rounds {
        for index in order.of(measure.chunk_sizes.len()) {
            let size = measure.chunk_sizes[index];
            for case in &mut cases {
                let entry = &mut case.entries[index];
                let sample = place.sample(&command(&case.name, size))?;
                if round > 0 {
                    entry.nanoseconds.push(sample.nanoseconds);
                }
            }
            place.check()?;
        }
    }
    Ok(cases.into())
}

fn command(case: &str, size: u64) -> String {
    if case == "chunks-encrypt" {
        format!("cleave -j2 -R me.pub --chunk-size {}KiB -o sealed plain", size / KIB)
    } else {
        "cleave -d -j2 -i me.key -o opened sealed".to_owned()
    }
}

fn without_samples(case: &str, size: u64, bytes: u64) -> Entry {
    Entry {
        name: format!("{} KiB", size / KIB),
        what: command(case, size),
        bytes,
        nanoseconds: Vec::new(),
        gap_nanoseconds: Vec::new(),
    }
}

/// A folder in memory with an input and a key, which goes when this does.
struct Place {
    folder: PathBuf,
    cleave: PathBuf,
    bytes: u64,
}

impl Place {
    fn prepare(root: &Path, tmpfs: &Path, bytes: u64) -> Result<Self> {
        let target = root.join("target");
        let mut build = cargo(root, "build --locked --release --package cleave-cli");
        shell::run(build.env("CARGO_TARGET_DIR", &target))?;
        let folder = tmpfs.join(format!("cleave-bench-web-{}", std::process::id()));
        fs::create_dir(&folder).map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
        let place = Self { folder, cleave: target.join("release/cleave"), bytes };
        place.plain().map_err(|error| Failure::new(format!("the input: {error}")))?;
        place.sample("cleave keygen -o me.key")?;
        let public =
            shell::ask(place.equip(&mut Command::new(&place.cleave)).args(["keygen", "-y", "me.key"]))
                .ok_or_else(|| Failure::new("cleave did not tell a recipient"))?;
        fs::write(place.folder.join("me.pub"), public).map_err(|error| Failure::new(error.to_string()))?;
        Ok(place)
    }

    fn plain(&self) -> io::Result<()> {
        let mut random = File::open("/dev/urandom")?.take(self.bytes);
        io::copy(&mut random, &mut File::create(self.folder.join("plain"))?).map(drop)
    }

    fn equip<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("CLEAVE_") {
                command.env_remove(&name);
            }
        }
        command.current_dir(&self.folder)
    }

    /// Of a command that begins with `cleave`.
    fn sample(&self, line: &str) -> Result<Sample> {
        let failed = |what: &str| Failure::new(format!("`{line}`: {what}"));
        let program = self.cleave.to_str().ok_or_else(|| failed("the path of the build is not UTF-8"))?;
        let words: Vec<&str> = std::iter::once(program).chain(line.split_whitespace().skip(1)).collect();
        let mut command = child::wrapped(1, &words)?;
        let output = self.equip(&mut command).output().map_err(|error| failed(&error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).trim()));
        }
        child::read(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| failed("no sample was printed"))
    }

    /// What was opened has the length of the input; it and its container go.
    fn check(&self) -> Result<()> {
        let failed = |error: io::Error| Failure::new(format!("what was decrypted: {error}"));
        let opened = self.folder.join("opened");
        let length = fs::metadata(&opened).map_err(failed)?.len();
        if length != self.bytes {
            return Err(Failure::new(format!("{length} bytes were decrypted, not {}", self.bytes)));
        }
        fs::remove_file(&opened).map_err(failed)?;
        fs::remove_file(self.folder.join("sealed")).map_err(failed)
    }
}

impl Drop for Place {
    /// Its key opens nothing but what this run made.
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_spelled_as_the_command_takes_it() {
        let sealing = command("chunks-encrypt", 16 << 20);
        assert_eq!(sealing, "cleave -j2 -R me.pub --chunk-size 16384KiB -o sealed plain");
        assert_eq!(without_samples("chunks-decrypt", 4096, 1).name, "4 KiB");
    }
}
