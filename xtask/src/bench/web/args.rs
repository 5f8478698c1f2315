//! What was typed after `cargo xtask bench --web`.

use std::path::PathBuf;

use super::super::args::{Bounds, LEAST_ROUNDS, number, rounds, without_folders};
use super::ENGINES;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
/// What the bounds are stated for.
pub(crate) const STATED_BYTES: u64 = 64 * MIB;
const QUICK_BYTES: u64 = 4 * MIB;
const QUICK_ROUNDS: usize = 2;

/// What a page measures together, by the names that page/groups.js has.
pub(crate) const GROUPS: [&str; 5] = ["idle", "stream", "argon2id", "x-wing", CHUNKS];
/// The sweep over sizes of chunks, which the command takes part in.
pub(crate) const CHUNKS: &str = "chunks";

const CHUNK_SIZES: [u64; 10] =
    [4 * KIB, 16 * KIB, 64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB, MIB, 2 * MIB, 4 * MIB, 16 * MIB];
const QUICK_CHUNK_SIZES: [u64; 3] = [4 * KIB, 256 * KIB, MIB];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Options {
    Measure(Measure),
    /// The tables of a recorded run.
    Table {
        record: PathBuf,
        bounds: Bounds,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Measure {
    pub(crate) bounds: Bounds,
    /// Of the plaintext in a page; the command is given four times as many.
    pub(crate) bytes: u64,
    pub(crate) rounds: usize,
    /// Of the order within each round.
    pub(crate) seed: u64,
    pub(crate) groups: Vec<&'static str>,
    pub(crate) engines: Vec<&'static str>,
    pub(crate) chunk_sizes: Vec<u64>,
    /// A folder in memory, for the command.
    pub(crate) tmpfs: PathBuf,
    pub(crate) record: Option<PathBuf>,
    /// The command line with folders left out, for the record.
    pub(crate) spelled: String,
}

/// Reads the words after `bench`, `--web` among them.
pub(crate) fn parse(words: &[&str]) -> Result<Options, String> {
    let mut measure = Measure::stated();
    let mut table = None;
    let mut words = words.iter().copied();
    while let Some(option) = words.next() {
        measure.spelled = format!("{} {option}", measure.spelled);
        match option {
            "--web" => {}
            "--assert" => measure.bounds = Bounds::Held,
            "--quick" => measure.hurry(),
            _ => {
                let value = words.next().ok_or_else(|| format!("{option} wants a value, or is no option"))?;
                measure.spelled = format!("{} {}", measure.spelled, without_folders(option, value));
                match option {
                    "--table" => table = Some(value.into()),
                    _ => measure.take(option, value)?,
                }
            }
        }
    }
    Ok(match table {
        Some(record) => Options::Table { record, bounds: measure.bounds },
        None => Options::Measure(measure),
    })
}

impl Measure {
    /// What the bounds are stated for.
    pub(crate) fn stated() -> Self {
        Self {
            bounds: Bounds::Shown,
            bytes: STATED_BYTES,
            rounds: LEAST_ROUNDS,
            seed: 1,
            groups: GROUPS.to_vec(),
            engines: ENGINES.iter().map(|engine| engine.name).collect(),
            chunk_sizes: CHUNK_SIZES.to_vec(),
            tmpfs: PathBuf::from("/dev/shm"),
            record: None,
            spelled: "cargo xtask bench".to_owned(),
        }
    }

    /// Enough to see that it works, and no measurement.
    pub(crate) fn hurry(&mut self) {
        self.bytes = QUICK_BYTES;
        self.rounds = QUICK_ROUNDS;
        self.chunk_sizes = QUICK_CHUNK_SIZES.to_vec();
    }

    fn take(&mut self, option: &str, value: &str) -> Result<(), String> {
        match option {
            "--rounds" => self.rounds = rounds(value)?,
            "--seed" => self.seed = number(value)?,
            "--only" => self.groups = named(value, &GROUPS)?,
            "--engine" => self.engines = named(value, &ENGINES.map(|engine| engine.name))?,
            "--tmpfs" => self.tmpfs = value.into(),
            "-o" => self.record = Some(value.into()),
            other => return Err(format!("not an option of bench --web: {other}")),
        }
        Ok(())
    }
}

/// Those of `known` that were typed, in the order in which they are measured.
fn named(typed: &str, known: &[&'static str]) -> Result<Vec<&'static str>, String> {
    let typed: Vec<&str> = typed.split(',').collect();
    match typed.iter().find(|name| !known.contains(name)) {
        Some(unknown) => Err(format!("there is no {unknown}: there are {}", known.join(", "))),
        None => Ok(known.iter().copied().filter(|name| typed.contains(name)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Options, String> {
        parse(&line.split_whitespace().collect::<Vec<_>>())
    }

    fn measured(line: &str) -> Measure {
        match parsed(line) {
            Ok(Options::Measure(measure)) => measure,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_bounds_are_stated_for_the_default() {
        let measure = measured("--web");
        assert_eq!((measure.bytes, measure.rounds, measure.bounds), (64 << 20, 7, Bounds::Shown));
        assert_eq!(measure.engines, ["node", "chromium", "firefox", "webkit"]);
        assert_eq!(measure.groups, GROUPS);
    }

    #[test]
    fn options_are_taken() {
        let measure =
            measured("--assert --web --only chunks,idle --engine webkit,node --seed 4 -o /a/NAME.json");
        assert_eq!((measure.bounds, measure.seed), (Bounds::Held, 4));
        assert_eq!((measure.groups, measure.engines), (vec!["idle", "chunks"], vec!["node", "webkit"]));
        let spelled = "cargo xtask bench --assert --web --only chunks,idle --engine webkit,node --seed 4 -o runs/NAME.json";
        assert_eq!(measure.spelled, spelled);
        assert!(measured("--web --quick").bytes < STATED_BYTES);
    }

    #[test]
    fn a_recorded_run_is_looked_at() {
        let table = Options::Table { record: "runs/a.json".into(), bounds: Bounds::Held };
        assert_eq!(parsed("--web --table runs/a.json --assert"), Ok(table));
    }

    #[test]
    fn what_is_no_option_or_value_is_an_error() {
        for line in
            ["--web --all", "--web --size 1GiB", "--web --rounds 6", "--web --only x", "--web --engine lynx"]
        {
            assert!(parsed(line).is_err(), "{line}");
        }
    }
}
