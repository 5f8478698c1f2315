//! cleave: post-quantum file encryption, on the command line. Parse, plan, run, exit code.

mod args;
mod exit;
mod explain;
mod failure;
mod interrupt;
mod keyfile;
mod kind;
mod memory;
mod passphrase;
mod pipe;
mod place;
mod plan;
mod progress;
mod report;
mod run;
mod session;
mod sink;
mod source;
mod term;
mod visible;

use std::io::IsTerminal;
use std::process::ExitCode;

use args::{CommandLine, Parsed};
use failure::Failure;
use plan::{Stdout, Surroundings};
use report::Reporter;

fn main() -> ExitCode {
    let line = CommandLine::of_this_process();
    let parsed = memory::ready().and_then(|()| args::parse(&line));
    let common = parsed.as_ref().map_or_else(|_| args::common_of_words(line.words()), Parsed::common);
    let reporter = Reporter::new(common, args::answers_on(line.words()));
    match parsed.and_then(|parsed| carry_out(parsed, line, reporter)) {
        Ok(code) => code,
        Err(failure) => reporter.fail(&failure),
    }
}

fn carry_out(parsed: Parsed, line: CommandLine, reporter: Reporter) -> Result<ExitCode, Failure> {
    let stdout = if std::io::stdout().is_terminal() { Stdout::Terminal } else { Stdout::Other };
    let (script, tuning) = (parsed.scripted().and_then(plan::script), parsed.tuning());
    let plan = plan::plan(parsed, &line, Surroundings { stdout })?;
    interrupt::watch(reporter);
    run::run(plan, script.as_ref(), tuning, line, reporter)
}
