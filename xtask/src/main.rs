//! What a contributor or CI runs: `cargo xtask TASK`. It builds, runs and checks; it has no product logic.

mod dist;
mod lint;
mod page;
mod readme;
mod report;
mod setup;
mod shell;
mod test;
mod tree;
mod vectors;

use std::env;
use std::process::ExitCode;

/// How much of a task is done: the checks of every day, or the slow ones too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    Usual,
    All,
}

#[derive(Debug, PartialEq, Eq)]
enum Task {
    Help,
    Test(Depth),
    Lint(Depth),
    Vectors,
    Dist,
}

const HELP: &str = "\
Usage: cargo xtask TASK

Tasks:
  test [--all]   everything that must hold: installs what is missing, then lint, tests, documentation
                 examples, checks for other targets, and the commands of README.md
  lint [--all]   formatting, clippy, rustdoc, lengths of files, paths and hosts, the rules of FORMAT.md,
                 dependencies
  vectors        write vectors/ anew with the witness
  dist           write dist/ anew: the command for this machine, stripped; manual pages; completions;
                 SHA256SUMS

  --all          the slow checks too: ignored tests, and cargo-deny installed where it is missing

System packages are installed only for root, or where CI is set; anyone else is told the one command to run.
A step that cannot be run here is skipped, and the summary at the end says why.
";

fn main() -> ExitCode {
    let typed: Vec<String> = env::args().skip(1).collect();
    let task = match parse(&typed) {
        Ok(task) => task,
        Err(message) => {
            eprintln!("xtask: error: {message}\n\n{HELP}");
            return ExitCode::from(2);
        }
    };
    let root = tree::root();
    match task {
        Task::Help => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        Task::Test(depth) => test::run(&root, depth).conclude(),
        Task::Lint(depth) => lint::run(&root, depth).conclude(),
        Task::Vectors => ended(vectors::write(&root)),
        Task::Dist => ended(dist::write(&root)),
    }
}

fn ended(result: shell::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: error: {failure}");
            failure.exit_code()
        }
    }
}

fn parse(typed: &[String]) -> Result<Task, String> {
    let words: Vec<&str> = typed.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["--help" | "-h" | "help"] => Ok(Task::Help),
        [_, "--help" | "-h"] => Ok(Task::Help),
        ["test"] => Ok(Task::Test(Depth::Usual)),
        ["test", "--all"] => Ok(Task::Test(Depth::All)),
        ["lint"] => Ok(Task::Lint(Depth::Usual)),
        ["lint", "--all"] => Ok(Task::Lint(Depth::All)),
        ["vectors"] => Ok(Task::Vectors),
        ["dist"] => Ok(Task::Dist),
        [] => Err("no task was named".to_owned()),
        other => Err(format!("not a task: {}", other.join(" "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task, String> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn tasks_and_their_depth() {
        assert_eq!(parsed("test"), Ok(Task::Test(Depth::Usual)));
        assert_eq!(parsed("test --all"), Ok(Task::Test(Depth::All)));
        assert_eq!(parsed("lint --all"), Ok(Task::Lint(Depth::All)));
        assert_eq!(parsed("vectors"), Ok(Task::Vectors));
        assert_eq!(parsed("dist"), Ok(Task::Dist));
        assert_eq!(parsed("test --help"), Ok(Task::Help));
    }

    #[test]
    fn what_is_no_task_is_an_error() {
        for line in ["", "tests", "vectors --all", "test --everything", "test --all --all"] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }
}
