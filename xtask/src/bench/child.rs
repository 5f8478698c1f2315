//! `xtask measure-child N COMMAND…`: runs a command N times and says how long that took, and the most memory that it
//! or anything it started held. A process of its own, so that the memory of one command is not mixed with another's.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::shell::{Failure, Result};

/// The word on the command line, not shown in the help.
pub(crate) const WORD: &str = "measure-child";

/// What one run of a command took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Wall time from before the command was started to after it ended; the mean of N runs.
    pub(crate) nanoseconds: u64,
    /// Peak resident set, bytes: of the largest process. Never below that of this program, about 3 MiB, since a child
    /// begins as its copy.
    pub(crate) peak_bytes: u64,
}

/// The command that measures `command`.
pub(crate) fn wrapped(repeat: u32, command: &[&str]) -> Result<Command> {
    let own = std::env::current_exe().map_err(|error| Failure::new(error.to_string()))?;
    let mut wrapped = Command::new(own);
    wrapped.arg(WORD).arg(repeat.to_string()).args(command);
    Ok(wrapped)
}

/// What the wrapping command printed.
pub(crate) fn read(printed: &str) -> Option<Sample> {
    let (nanoseconds, peak) = printed.trim().split_once(' ')?;
    Some(Sample { nanoseconds: nanoseconds.parse().ok()?, peak_bytes: peak.parse().ok()? })
}

/// The task itself; prints the sample.
pub(crate) fn run(words: &[String]) -> Result<()> {
    let [repeat, program, arguments @ ..] = words else {
        return Err(Failure::new("measure-child wants a number and a command"));
    };
    let repeat: u32 = repeat
        .parse()
        .ok()
        .filter(|repeat| *repeat > 0)
        .ok_or_else(|| Failure::new("not a number of runs"))?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    let began = Instant::now();
    for _ in 0..repeat {
        let status = command.status().map_err(|error| Failure::new(format!("{program}: {error}")))?;
        if !status.success() {
            return Err(Failure::new(format!("{} ended with {status}", Path::new(program).display())));
        }
    }
    let mean = began.elapsed().as_nanos() / u128::from(repeat);
    println!("{mean} {}", peak_bytes()?);
    Ok(())
}

/// Of the children that ended and were waited for, and of theirs.
#[cfg(unix)]
fn peak_bytes() -> Result<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|error| Failure::new(error.to_string()))?;
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    Ok(u64::try_from(usage.max_rss()).unwrap_or(0) * unit)
}

#[cfg(not(unix))]
fn peak_bytes() -> Result<u64> {
    Err(Failure::new("the benchmark runs on Unix only"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn what_is_printed_is_read() {
        assert_eq!(read("12 4096\n"), Some(Sample { nanoseconds: 12, peak_bytes: 4096 }));
        for printed in ["", "12", "12 x", "-1 4"] {
            assert_eq!(read(printed), None, "{printed:?}");
        }
    }

    #[test]
    fn a_command_that_fails_is_not_measured() {
        for line in ["1 false", "1 no-such-program-here", "0 true", "x true", "1"] {
            assert!(run(&words(line)).is_err(), "{line}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn memory_of_a_child_is_counted_in_bytes() {
        run(&words("2 true")).expect("`true` succeeds");
        let peak = peak_bytes().expect("the system tells");
        assert!(peak > 100 << 10, "{peak} bytes are less than a program can run in");
    }
}
