//! Runs one command: prints it, gives it no input, and turns a bad exit into a failure that carries it.

use std::ffi::OsStr;
use std::fmt;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Output, Stdio};

/// Why a step failed: a message, and the exit code where a command gave one.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    code: Option<i32>,
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: None }
    }

    /// The failed command's own exit code where it fits, else 1.
    pub(crate) fn exit_code(&self) -> ExitCode {
        let code = self.code.and_then(|code| u8::try_from(code).ok()).filter(|code| *code != 0);
        ExitCode::from(code.unwrap_or(1))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.message)
    }
}

/// `cargo` with the words of `line`, in `root`. The words hold no blanks.
pub(crate) fn cargo(root: &Path, line: &str) -> Command {
    // Cargo names itself to what it runs; this keeps the toolchain that rust-toolchain.toml picked.
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(line.split_whitespace()).current_dir(root);
    command
}

/// Runs `command` with its output going where ours goes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    announce(command);
    let status = command.stdin(Stdio::null()).status().map_err(|error| not_started(command, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(Failure { message: format!("`{}` ended with {status}", spelled(command)), code: status.code() })
}

/// Runs `command`, shows what it wrote, and returns that too.
pub(crate) fn run_captured(command: &mut Command) -> Result<Output> {
    announce(command);
    let output = command.stdin(Stdio::null()).output().map_err(|error| not_started(command, &error))?;
    // Standard output may be the bytes of a file; what a person is to read comes on standard error.
    std::io::stderr().write_all(&output.stderr).map_err(|error| Failure::new(error.to_string()))?;
    if output.status.success() {
        return Ok(output);
    }
    let message = format!("`{}` ended with {}", spelled(command), output.status);
    Err(Failure { message, code: output.status.code() })
}

/// Runs `command` unseen; what it wrote to standard output, or nothing if it failed or is not there.
pub(crate) fn ask(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn announce(command: &Command) {
    println!("$ {}", spelled(command));
}

fn not_started(command: &Command, error: &std::io::Error) -> Failure {
    Failure::new(format!("`{}` could not be started: {error}", spelled(command)))
}

/// The command as a person would type it: without the folder of its program.
fn spelled(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut words = vec![quoted(program.file_stem().unwrap_or(program.as_os_str()))];
    words.extend(command.get_args().map(quoted));
    words.join(" ")
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into_owned() } else { format!("'{word}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let mut command = Command::new("/some/where/cargo");
        command.args(["test", "--", "a b", ""]);
        assert_eq!(spelled(&command), "cargo test -- 'a b' ''");
    }

    #[test]
    fn a_failure_keeps_the_exit_code_of_its_command() {
        let mut command = cargo(Path::new("."), "no-such-subcommand");
        let failure = run(&mut command).expect_err("cargo has no such subcommand");
        assert_eq!(failure.code, Some(101));
        assert!(failure.to_string().contains("no-such-subcommand"), "{failure}");
    }

    #[test]
    fn a_missing_program_is_a_failure_and_not_a_panic() {
        let failure = run(&mut Command::new("no-such-program-here")).expect_err("there is no such program");
        assert!(failure.to_string().contains("could not be started"), "{failure}");
        assert_eq!(ask(&mut Command::new("no-such-program-here")), None);
    }
}
