//! What a run leaves in runs/: every sample, and what it takes to make the run again. It names no host, user or folder.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::stats::Spread;
use crate::shell::{Failure, Result};

/// Goes up when a field changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Record {
    pub(crate) schema: u32,
    /// The command line, folders left out.
    pub(crate) command: String,
    /// The day, UTC: `2026-12-01`.
    pub(crate) date: String,
    /// The commit, `+` after it where files were changed.
    pub(crate) commit: String,
    pub(crate) machine: Machine,
    /// Bytes of the input.
    pub(crate) size: u64,
    pub(crate) rounds: usize,
    /// Of the order within each round.
    pub(crate) seed: u64,
    pub(crate) tools: Vec<ToolState>,
    /// What was to be measured and was not.
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) cases: Vec<Case>,
}

#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct Machine {
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) memory_mib: u64,
    pub(crate) system: String,
    pub(crate) kernel: String,
    pub(crate) rustc: String,
    /// Programs that wanted a core in the minute before the run: near 0 on a quiet machine.
    pub(crate) load_before: String,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct ToolState {
    pub(crate) program: String,
    /// As it states it itself; none where it is absent.
    pub(crate) version: Option<String>,
    /// What it was given, or why it is absent.
    pub(crate) note: Option<String>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Skipped {
    pub(crate) what: String,
    pub(crate) why: String,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// `tmpfs` or `disk`.
    pub(crate) storage: String,
    pub(crate) file_system: String,
    /// Runs behind one sample, which is their mean.
    pub(crate) repeat: u32,
    pub(crate) entries: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) command: String,
    /// One a round, in the order of rounds, so that samples of one index were taken beside each other.
    pub(crate) nanoseconds: Vec<u64>,
    pub(crate) peak_bytes: Vec<u64>,
}

impl Record {
    pub(crate) fn case(&self, name: &str, storage: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.name == name && case.storage == storage)
    }

    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        save(self, path)
    }

    pub(crate) fn load(path: &Path) -> Result<Self> {
        let record: Self = load(path)?;
        if record.schema == SCHEMA {
            Ok(record)
        } else {
            Err(Failure::new(format!("{}: another version of the record", path.display())))
        }
    }
}

impl Case {
    pub(crate) fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}

impl Entry {
    pub(crate) fn time(&self) -> Option<Spread> {
        Spread::of_samples(&self.nanoseconds)
    }

    /// The most that any of its runs held, bytes.
    pub(crate) fn peak(&self) -> Option<u64> {
        self.peak_bytes.iter().copied().max()
    }
}

/// Writes a record anew, through a file beside it: a run that is cut short leaves what it had.
pub(crate) fn save(record: &impl Serialize, path: &Path) -> Result<()> {
    let mut text = serde_json::to_string_pretty(record).map_err(|error| Failure::new(error.to_string()))?;
    text = on_one_line(&text);
    text.push('\n');
    let beside = path.with_extension("part");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

pub(crate) fn load<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let wrong = |what: String| Failure::new(format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

/// Puts lists of numbers, which are printed one a line, on one line.
fn on_one_line(pretty: &str) -> String {
    let mut text = String::with_capacity(pretty.len());
    let mut within = false;
    for line in pretty.lines() {
        let content = line.trim_start();
        let number = content.starts_with(|first: char| first.is_ascii_digit());
        let ends = within && content.starts_with(']');
        match (number, ends) {
            (true, _) if within && !text.ends_with('[') => text.push(' '),
            (true, _) | (_, true) => {}
            _ if text.is_empty() => {}
            _ => text.push('\n'),
        }
        text.push_str(if number || ends { content } else { line });
        within = number || content.ends_with('[');
    }
    text
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn entry(name: &str, nanoseconds: &[u64], peak_bytes: u64) -> Entry {
        Entry {
            name: name.to_owned(),
            command: format!("{name} plain | cat > out"),
            nanoseconds: nanoseconds.to_vec(),
            peak_bytes: vec![peak_bytes; nanoseconds.len()],
        }
    }

    /// A run in memory with the case `encrypt` of these entries.
    pub(crate) fn record(entries: Vec<Entry>) -> Record {
        let case = Case {
            name: "encrypt".to_owned(),
            storage: "tmpfs".to_owned(),
            file_system: "tmpfs".to_owned(),
            repeat: 1,
            entries,
        };
        Record {
            schema: SCHEMA,
            command: "cargo xtask bench".to_owned(),
            date: "2026-12-01".to_owned(),
            commit: "abc".to_owned(),
            machine: Machine { cores: 2, ..Machine::default() },
            size: 1 << 30,
            rounds: 3,
            seed: 1,
            tools: Vec::new(),
            skipped: Vec::new(),
            cases: vec![case],
        }
    }

    #[test]
    fn a_record_comes_back_as_it_was_saved_with_samples_on_a_line() {
        let path = std::env::temp_dir().join(format!("cleave-xtask-record-{}.json", std::process::id()));
        let saved = record(vec![entry("cp", &[3, 1, 2], 4096), entry("none", &[], 1)]);
        saved.save(&path).expect("a folder for temporary files can hold it");
        let text = fs::read_to_string(&path).expect("it was written");
        let loaded = Record::load(&path);
        fs::remove_file(&path).expect("it is ours");
        assert_eq!(loaded.expect("it was saved whole"), saved);
        assert!(text.contains("\"nanoseconds\": [3, 1, 2],\n"), "{text}");
    }

    #[test]
    fn a_case_is_found_by_name_and_storage() {
        let record = record(vec![entry("cp", &[3, 1, 2], 4096)]);
        let case = record.case("encrypt", "tmpfs").expect("it is there");
        assert_eq!(case.entry("cp").and_then(Entry::peak), Some(4096));
        assert_eq!(case.entry("cp").and_then(Entry::time).map(|time| time.median), Some(2.0));
        assert!(record.case("encrypt", "disk").is_none() && case.entry("age").is_none());
    }
}
