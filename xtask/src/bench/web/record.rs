//! What a run leaves in runs/: every sample of every engine, and what it takes to make the run again.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::super::record::{self, Machine, Skipped, ToolState};
use super::super::stats::Spread;
use crate::shell::{Failure, Result};

/// Goes up when a field changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Record {
    pub(crate) web_schema: u32,
    /// The command line, folders left out.
    pub(crate) command: String,
    /// The day, UTC: `2026-12-01`.
    pub(crate) date: String,
    /// The commit, `+` after it where files were changed.
    pub(crate) commit: String,
    pub(crate) machine: Machine,
    /// Bytes of the plaintext in pages.
    pub(crate) bytes: u64,
    pub(crate) rounds: usize,
    /// Of the order within each round.
    pub(crate) seed: u64,
    /// Engines and packages.
    pub(crate) tools: Vec<ToolState>,
    /// What was to be measured and was not.
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) cases: Vec<Case>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// An engine, or `native`.
    #[serde(default)]
    pub(crate) place: String,
    pub(crate) entries: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Entry {
    pub(crate) name: String,
    /// As a person would write it.
    pub(crate) what: String,
    /// Of plaintext in a sample; 0 where that says nothing.
    pub(crate) bytes: u64,
    /// One a round, in the order of rounds, so that samples of one index were taken beside each other.
    pub(crate) nanoseconds: Vec<u64>,
    /// The longest time for which nothing else ran on the page, a round; none where no page was watched.
    pub(crate) gap_nanoseconds: Vec<u64>,
}

impl Record {
    pub(crate) fn case(&self, name: &str, place: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.name == name && case.place == place)
    }

    /// Places, in the order in which they were measured.
    pub(crate) fn places(&self) -> Vec<&str> {
        let mut places: Vec<&str> = Vec::new();
        for case in &self.cases {
            if !places.contains(&case.place.as_str()) {
                places.push(&case.place);
            }
        }
        places
    }

    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        record::save(self, path)
    }

    pub(crate) fn load(path: &Path) -> Result<Self> {
        let record: Self = record::load(path)?;
        if record.web_schema == SCHEMA {
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

    pub(crate) fn gap(&self) -> Option<Spread> {
        Spread::of_samples(&self.gap_nanoseconds)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn entry(name: &str, nanoseconds: &[u64], gap: u64) -> Entry {
        Entry {
            name: name.to_owned(),
            what: format!("does {name}"),
            bytes: 64 << 20,
            nanoseconds: nanoseconds.to_vec(),
            gap_nanoseconds: vec![gap; nanoseconds.len()],
        }
    }

    pub(crate) fn case(name: &str, place: &str, entries: Vec<Entry>) -> Case {
        Case { name: name.to_owned(), place: place.to_owned(), entries }
    }

    pub(crate) fn record(cases: Vec<Case>) -> Record {
        Record {
            web_schema: SCHEMA,
            command: "cargo xtask bench --web".to_owned(),
            date: "2026-12-01".to_owned(),
            commit: "abc".to_owned(),
            machine: Machine { cores: 2, ..Machine::default() },
            bytes: 64 << 20,
            rounds: 3,
            seed: 1,
            tools: Vec::new(),
            skipped: Vec::new(),
            cases,
        }
    }

    #[test]
    fn a_record_comes_back_as_it_was_saved_and_is_not_taken_for_one_of_whole_commands() {
        let path = std::env::temp_dir().join(format!("cleave-xtask-web-{}.json", std::process::id()));
        let saved = record(vec![case("encrypt", "node", vec![entry("raw", &[3, 1, 2], 5)])]);
        saved.save(&path).expect("a folder for temporary files can hold it");
        let loaded = Record::load(&path);
        let other = record::Record::load(&path);
        std::fs::remove_file(&path).expect("it is ours");
        assert_eq!(loaded.expect("it was saved whole"), saved);
        assert!(other.is_err());
    }

    #[test]
    fn places_are_each_named_once() {
        let of = |name, place| case(name, place, Vec::new());
        let record = record(vec![of("a", "node"), of("b", "node"), of("a", "native")]);
        assert_eq!(record.places(), ["node", "native"]);
        assert!(record.case("b", "node").is_some() && record.case("b", "native").is_none());
    }
}
