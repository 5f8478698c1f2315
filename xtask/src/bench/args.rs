//! What was typed after `cargo xtask bench`.

use std::path::{Path, PathBuf};

use super::{cases, web};

const MIB: u64 = 1 << 20;
/// What the bounds are stated for, and so the default.
pub(crate) const STATED_SIZE: u64 = 1024 * MIB;
const QUICK_SIZE: u64 = 64 * MIB;
/// The last MiB of the input is read as a range, and a quarter of it is encrypted too.
const LEAST_SIZE: u64 = 8 * MIB;
pub(crate) const LEAST_ROUNDS: usize = 7;

/// A run of the benchmark, or a look at one that was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Options {
    Measure(Measure),
    /// The tables of a recorded run.
    Table {
        record: PathBuf,
        bounds: Bounds,
    },
    /// The package for the web instead of whole commands.
    Web(web::Options),
}

/// What the bounds do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bounds {
    /// They are printed.
    Shown,
    /// They are printed, and one that does not hold is a failure.
    Held,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Measure {
    pub(crate) bounds: Bounds,
    /// Bytes of the input.
    pub(crate) size: u64,
    pub(crate) rounds: usize,
    /// Of the order within each round.
    pub(crate) seed: u64,
    /// Names of cases; all if empty.
    pub(crate) only: Vec<String>,
    /// A folder in memory.
    pub(crate) tmpfs: PathBuf,
    /// A folder on disk; without it, one in the build folder.
    pub(crate) disk: Option<PathBuf>,
    pub(crate) record: Option<PathBuf>,
    /// The command line with folders left out, for the record.
    pub(crate) spelled: String,
}

/// Reads the words after `bench`.
pub(crate) fn parse(words: &[&str]) -> Result<Options, String> {
    if words.contains(&"--web") {
        return web::parse(words).map(Options::Web);
    }
    let mut measure = Measure::stated();
    let mut table = None;
    let mut words = words.iter().copied();
    while let Some(option) = words.next() {
        measure.spell(option);
        match option {
            "--assert" => measure.bounds = Bounds::Held,
            "--quick" => measure.size = QUICK_SIZE,
            _ => {
                let value = words.next().ok_or_else(|| format!("{option} wants a value, or is no option"))?;
                measure.spell(&without_folders(option, value));
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
    fn stated() -> Self {
        Self {
            bounds: Bounds::Shown,
            size: STATED_SIZE,
            rounds: LEAST_ROUNDS,
            seed: 1,
            only: Vec::new(),
            tmpfs: PathBuf::from("/dev/shm"),
            disk: None,
            record: None,
            spelled: "cargo xtask bench".to_owned(),
        }
    }

    fn spell(&mut self, word: &str) {
        self.spelled.push(' ');
        self.spelled.push_str(word);
    }

    fn take(&mut self, option: &str, value: &str) -> Result<(), String> {
        match option {
            "--size" => self.size = size(value)?,
            "--rounds" => self.rounds = rounds(value)?,
            "--seed" => self.seed = number(value)?,
            "--only" => self.only = names(value)?,
            "--tmpfs" => self.tmpfs = value.into(),
            "--disk" => self.disk = Some(value.into()),
            "-o" => self.record = Some(value.into()),
            other => return Err(format!("not an option of bench: {other}")),
        }
        Ok(())
    }
}

/// The value as it may stand in a record that others read.
pub(crate) fn without_folders(option: &str, value: &str) -> String {
    match option {
        "--tmpfs" | "--disk" => "DIR".to_owned(),
        "-o" => {
            let name = Path::new(value).file_name().unwrap_or_default();
            format!("runs/{}", name.display())
        }
        _ => value.to_owned(),
    }
}

pub(crate) fn number(typed: &str) -> Result<u64, String> {
    typed.parse().map_err(|_| format!("not a number: {typed}"))
}

pub(crate) fn rounds(typed: &str) -> Result<usize, String> {
    let rounds = usize::try_from(number(typed)?).map_err(|error| error.to_string())?;
    if rounds < LEAST_ROUNDS {
        return Err(format!("at least {LEAST_ROUNDS} rounds, or a median says little"));
    }
    Ok(rounds)
}

/// `64MiB`, `1GiB`: whole MiB, as chunks are.
fn size(typed: &str) -> Result<u64, String> {
    let unit = |name: &str, bytes: u64| typed.strip_suffix(name).map(|digits| (digits, bytes));
    let (digits, unit) = unit("MiB", MIB)
        .or_else(|| unit("GiB", 1024 * MIB))
        .ok_or_else(|| format!("not a size in MiB or GiB: {typed}"))?;
    let bytes = number(digits)?.checked_mul(unit).ok_or_else(|| format!("too large: {typed}"))?;
    if bytes < LEAST_SIZE { Err("at least 8MiB".to_owned()) } else { Ok(bytes) }
}

fn names(typed: &str) -> Result<Vec<String>, String> {
    let known: Vec<&str> = cases::all(STATED_SIZE).iter().map(|case| case.name).collect();
    typed
        .split(',')
        .map(|name| match known.contains(&name) {
            true => Ok(name.to_owned()),
            false => Err(format!("not a case: {name}; there are {}", known.join(", "))),
        })
        .collect()
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
        let measure = measured("");
        assert_eq!((measure.size, measure.rounds, measure.bounds), (1 << 30, 7, Bounds::Shown));
        assert!(measure.only.is_empty() && measure.record.is_none());
    }

    #[test]
    fn options_are_taken() {
        let measure =
            measured("--assert --quick --rounds 9 --seed 4 --only encrypt,decrypt --tmpfs /a --disk /b");
        assert_eq!((measure.size, measure.rounds, measure.seed), (64 << 20, 9, 4));
        assert_eq!(measure.bounds, Bounds::Held);
        assert_eq!(measure.only, ["encrypt", "decrypt"]);
        assert_eq!((measure.tmpfs, measure.disk), (PathBuf::from("/a"), Some(PathBuf::from("/b"))));
        assert_eq!(measured("--size 3GiB").size, 3 << 30);
    }

    #[test]
    fn the_spelled_command_names_no_folder() {
        let spelled = measured("--size 64MiB --tmpfs /a/b --disk /c -o /d/e/NAME.json").spelled;
        let wanted = "cargo xtask bench --size 64MiB --tmpfs DIR --disk DIR -o runs/NAME.json";
        assert_eq!(spelled, wanted);
    }

    #[test]
    fn a_recorded_run_is_looked_at() {
        let table = Options::Table { record: "runs/a.json".into(), bounds: Bounds::Held };
        assert_eq!(parsed("--table runs/a.json --assert"), Ok(table));
    }

    #[test]
    fn what_is_no_option_or_value_is_an_error() {
        for line in [
            "--all",
            "--size",
            "--size 1",
            "--size 1MiB",
            "--size xGiB",
            "--size 99999999999999GiB",
            "--rounds 6",
            "--only nothing",
            "--seed -1",
            "-o",
        ] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }
}
