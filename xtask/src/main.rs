//! What a contributor or CI runs: `cargo xtask TASK`. It builds, runs and checks; it has no product logic.

mod bed;
mod bench;
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
mod web;

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
    Web,
    Bench(bench::Options),
    /// What `bench` runs for each sample.
    MeasureChild(Vec<String>),
}

const HELP: &str = "\
Usage: cargo xtask TASK

Tasks:
  test [--all]   everything that must hold: installs what is missing, then lint, tests, documentation
                 examples, checks for other targets, suites in browsers, commands of README.md
  lint [--all]   formatting, clippy, rustdoc, lengths of files, paths and hosts, the rules of FORMAT.md,
                 dependencies
  vectors        write vectors/ anew with the witness
  dist           write dist/ anew: the command for this machine, stripped; manual pages; completions;
                 SHA256SUMS
  web            web/package/dist anew: the npm package, with the core as WebAssembly
  bench [OPTION]...
                 whole commands against cp, age, rage, openssl and gpg, in memory and on disk, in rounds of
                 random order; prints medians, and the bounds that must hold
      --assert             fail where a bound does not hold
      --quick              64 MiB instead of 1 GiB: whether it works, not how fast it is
      --size SIZE          of the input, in MiB or GiB
      --rounds N           at least 7, which is the default
      --seed N             of the order in a round
      --only CASE,CASE     some of the cases
      --tmpfs DIR          a folder in memory, /dev/shm if not given
      --disk DIR           a folder on disk, target/bench if not given
      -o runs/NAME.json    write every sample
      --table FILE         measure nothing: print a written run; with --assert, hold its bounds

  bench --web [OPTION]...
                 the package for the web in Node and browsers, beside raw Web Cryptography and other
                 packages; freezes of the page; which size of chunks serves them all and the command
      --assert, --rounds, --seed, --tmpfs, -o, --table
                           as above
      --quick              4 MiB and two rounds: whether it works, and no measurement
      --only GROUP,GROUP   some of idle, stream, argon2id, x-wing, chunks
      --engine E,E         some of node, chromium, firefox, webkit

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
        Task::Web => ended(web::run(&root)),
        Task::Bench(options) => ended(bench::run(&root, &options)),
        Task::MeasureChild(words) => ended(bench::child::run(&words)),
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
        ["web"] => Ok(Task::Web),
        ["bench", options @ ..] => bench::parse(options).map(Task::Bench),
        [bench::child::WORD, ..] => Ok(Task::MeasureChild(typed[1..].to_vec())),
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
        assert_eq!(parsed("web"), Ok(Task::Web));
        assert_eq!(parsed("test --help"), Ok(Task::Help));
        assert!(matches!(parsed("bench --quick"), Ok(Task::Bench(_))));
        assert!(matches!(parsed("bench --web --quick"), Ok(Task::Bench(_))));
        let words = vec!["1".to_owned(), "true".to_owned()];
        assert_eq!(parsed("measure-child 1 true"), Ok(Task::MeasureChild(words)));
    }

    #[test]
    fn what_is_no_task_is_an_error() {
        for line in ["", "tests", "vectors --all", "test --everything", "test --all --all", "bench --all"] {
            assert!(parsed(line).is_err(), "{line}");
        }
    }
}
