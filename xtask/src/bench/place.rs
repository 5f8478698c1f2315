//! A folder to measure in: its input, its keys, and what each case makes in it and leaves nothing of.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::args::Measure;
use super::peers::Peers;
use super::plan::{Leaves, Line, Tool};
use crate::shell::{self, Failure, Result};

const MIB: u64 = 1 << 20;
/// Input, the containers of every peer, and an output, in sizes of the input.
const ROOM: u64 = 9;

/// In memory, or on a disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    Tmpfs,
    Disk,
}

impl Storage {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tmpfs => "tmpfs",
            Self::Disk => "disk",
        }
    }
}

pub(crate) struct Place {
    pub(crate) storage: Storage,
    /// As the system calls it: `tmpfs`, `ext2/ext3`.
    pub(crate) file_system: String,
    folder: PathBuf,
    size: u64,
    /// What stays between cases.
    kept: BTreeSet<OsString>,
}

impl Place {
    /// Makes a folder in `parent`, the input and the keys. The error is why nothing can be measured there.
    pub(crate) fn prepare(
        storage: Storage,
        parent: &Path,
        measure: &Measure,
        peers: &mut Peers,
    ) -> Result<Self> {
        let (file_system, free) = file_system(parent)?;
        if storage == Storage::Tmpfs && file_system != "tmpfs" {
            return Err(Failure::new(format!("it is {file_system} and not tmpfs")));
        }
        if free / measure.size < ROOM {
            return Err(Failure::new(format!(
                "{} MiB are free, {ROOM} times the size are needed",
                free / MIB
            )));
        }
        let folder = parent.join(format!("cleave-bench-{}", std::process::id()));
        fs::create_dir(&folder).map_err(cannot)?;
        let mut place = Self { storage, file_system, folder, size: measure.size, kept: BTreeSet::new() };
        place.inputs().map_err(cannot)?;
        place.keys(peers)?;
        place.kept = place.names().map_err(cannot)?;
        Ok(place)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Random bytes, which no program can compress.
    fn inputs(&self) -> io::Result<()> {
        let mut random = File::open("/dev/urandom")?.take(self.size);
        io::copy(&mut random, &mut File::create(self.folder.join("plain"))?)?;
        let mut quarter = File::open(self.folder.join("plain"))?.take(self.size / 4);
        io::copy(&mut quarter, &mut File::create(self.folder.join("quarter"))?)?;
        fs::write(self.folder.join("few"), "meet at noon\n")?;
        fs::write(self.folder.join("pass.txt"), "correct horse battery staple\n")
    }

    fn keys(&self, peers: &mut Peers) -> Result<()> {
        // The reader is the first of 255; the writer puts slots in an order of its own.
        let cleave = "cleave keygen -o me.key && cleave keygen -y me.key > me.pub \
                      && cleave keygen --sign -o signing.key && cleave keygen -y signing.key > signer.pub \
                      && cleave keygen -o other.key && cleave keygen -y other.key > other.pub \
                      && cat me.pub > people.pub && for n in $(seq 254); do rm -f one.key \
                      && cleave keygen -o one.key && cleave keygen -y one.key >> people.pub; done";
        self.run(peers, &Line { tool: Tool::Cleave, text: cleave.to_owned() })?;
        // Post-quantum recipients where this age has them (from 1.3).
        let age = "age-keygen -pq -o age.key || age-keygen -o age.key; age-keygen -y age.key > age.pub";
        let rage = "rage-keygen -o rage.key && rage-keygen -y rage.key > rage.pub";
        for (tool, text) in [(Tool::Age, age), (Tool::Rage, rage)] {
            let line = Line { tool, text: text.to_owned() };
            if peers.is_ready(tool) && self.run(peers, &line).is_err() {
                peers.lose(tool, "it made no key");
            }
        }
        Ok(())
    }

    /// What kind of key age was given.
    pub(crate) fn age_recipient(&self) -> Option<&'static str> {
        let text = fs::read_to_string(self.folder.join("age.pub")).ok()?;
        Some(if text.starts_with("age1pq1") { "X-Wing" } else { "X25519" })
    }

    /// Runs a line that is not measured.
    pub(crate) fn run(&self, peers: &Peers, line: &Line) -> Result<()> {
        let words = line.words();
        let mut command = Command::new("env");
        peers.equip(command.args(&words).current_dir(&self.folder));
        let output = command.output().map_err(cannot)?;
        if output.status.success() {
            return Ok(());
        }
        Err(Failure::new(format!("`{}`: {}", line.text, String::from_utf8_lossy(&output.stderr).trim())))
    }

    /// Removes the last output, and on a disk waits until everything that was written is there: what one command
    /// left to be written must not slow down the next. In memory, writes and removes as much as the next command may
    /// write: the system of a virtual machine gives free memory back to its host, and who takes it first waits for it.
    pub(crate) fn settle(&self, leaves: Leaves) -> Result<()> {
        let out = self.folder.join("out");
        if out.exists() {
            fs::remove_file(&out).map_err(cannot)?;
        }
        if self.storage == Storage::Tmpfs && leaves.is_large() {
            take_memory(&out, self.size + self.size / 4).map_err(cannot)?;
        }
        if self.storage == Storage::Disk {
            shell::ask(Command::new("sync").arg("-f").arg(&self.folder))
                .ok_or_else(|| Failure::new("`sync -f` failed"))?;
        }
        Ok(())
    }

    /// Whether `out` is what it must be.
    pub(crate) fn check(&self, leaves: Leaves, depth: Compare) -> Result<()> {
        let (len, from) = match leaves {
            Leaves::Nothing => return Ok(()),
            Leaves::Plain => (self.size, 0),
            Leaves::Quarter => (self.size / 4, 0),
            Leaves::Tail => (MIB, self.size - MIB),
            Leaves::Sealed => return self.check_sealed(),
        };
        let out = self.folder.join("out");
        let found = fs::metadata(&out).map_err(cannot)?.len();
        if found != len {
            return Err(Failure::new(format!("the output has {found} bytes and not {len}")));
        }
        let same =
            depth == Compare::Length || same_from(&self.folder.join("plain"), from, &out).map_err(cannot)?;
        if same { Ok(()) } else { Err(Failure::new("the output is not the input")) }
    }

    fn check_sealed(&self) -> Result<()> {
        let found = fs::metadata(self.folder.join("out")).map_err(cannot)?.len();
        // The least that any case encrypts.
        if found >= self.size / 4 {
            Ok(())
        } else {
            Err(Failure::new(format!("the output has {found} bytes")))
        }
    }

    /// Removes what a case made.
    pub(crate) fn clear(&self) -> Result<()> {
        for name in self.names().map_err(cannot)?.difference(&self.kept) {
            fs::remove_file(self.folder.join(name)).map_err(cannot)?;
        }
        Ok(())
    }

    fn names(&self) -> io::Result<BTreeSet<OsString>> {
        fs::read_dir(&self.folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.folder) {
            eprintln!("xtask: {} is left: {error}", self.folder.display());
        }
    }
}

/// Writes `len` bytes and removes them.
fn take_memory(file: &Path, len: u64) -> io::Result<()> {
    let zeros = vec![0; 1 << 20];
    let mut writer = File::create(file)?;
    for _ in 0..len / MIB {
        writer.write_all(&zeros)?;
    }
    fs::remove_file(file)
}

/// How an output is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compare {
    Length,
    Bytes,
}

/// Whether `whole`, from `from` on, begins with all of `part`.
fn same_from(whole: &Path, from: u64, part: &Path) -> io::Result<bool> {
    let (mut whole, mut part) = (File::open(whole)?, File::open(part)?);
    whole.seek(SeekFrom::Start(from))?;
    let (mut expected, mut found) = (vec![0; 1 << 20], vec![0; 1 << 20]);
    loop {
        let len = part.read(&mut found)?;
        if len == 0 {
            return Ok(true);
        }
        match whole.read_exact(&mut expected[..len]) {
            Ok(()) if expected[..len] == found[..len] => {}
            Ok(()) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            Err(error) => return Err(error),
        }
    }
}

/// Its name, and the bytes that are free on it.
fn file_system(folder: &Path) -> Result<(String, u64)> {
    let told = shell::ask(Command::new("stat").args(["-f", "-c", "%a %S %T"]).arg(folder))
        .ok_or_else(|| Failure::new("there is no such folder, or `stat -f` does not know it"))?;
    let mut words = told.split_whitespace();
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok());
    let free = number().zip(number()).map(|(blocks, size)| blocks * size);
    let name = words.collect::<Vec<_>>().join(" ");
    free.map(|free| (name, free)).ok_or_else(|| Failure::new(format!("`stat -f` told {told}")))
}

/// For `map_err`, which hands the error over.
#[expect(clippy::needless_pass_by_value)]
fn cannot(error: io::Error) -> Failure {
    Failure::new(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_compared_with_its_part_of_the_input() {
        let folder = std::env::temp_dir().join(format!("cleave-xtask-place-{}", std::process::id()));
        fs::create_dir(&folder).expect("a folder for temporary files can hold one");
        let (whole, part) = (folder.join("whole"), folder.join("part"));
        fs::write(&whole, "0123456789").expect("it can be written");
        let same = |from, text: &str| {
            fs::write(&part, text).expect("it can be written");
            same_from(&whole, from, &part).expect("both can be read")
        };
        let found = [same(0, "0123456789"), same(0, "012"), same(7, "789"), same(7, "788"), same(7, "7890")];
        fs::remove_dir_all(&folder).expect("it is ours");
        assert_eq!(found, [true, true, true, false, false]);
    }
}
