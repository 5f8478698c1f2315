//! Carrying out a plan.

mod decrypt;
mod encrypt;
mod fragment;
mod inspect;
mod keygen;
mod name;
mod opening;
mod qr;
mod recipients;
mod refusal;
mod repeats;
mod result;
mod rewrap;
mod verify;

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::args::{CommandLine, Tuning, quoted, shown};
use crate::failure::Failure;
use crate::passphrase::{Passphrases, Script};
use crate::place::{self, Place, Roles};
use crate::plan::{Input, Output, Plan};
use crate::progress::{Progress, TerminalUse};
use crate::report::Reporter;
use crate::session::Session;
use crate::sink::{Access, Overwrite, Showing, Sink, Target};
use crate::source::{self, Named};

/// What messages call the output among the files of a run.
const OUTPUT: &str = "the output";

/// Does what the plan says, and reports its result.
///
/// # Errors
/// Why there is none.
pub(crate) fn run(
    plan: Plan,
    script: Option<&Script>,
    tuning: Tuning,
    line: CommandLine,
    reporter: Reporter,
) -> Result<ExitCode, Failure> {
    let mut roles = Roles::default();
    let passphrases = Passphrases::new(script, &mut roles)?;
    let (limits, threads) = (tuning.limits(), tuning.threads());
    let mut session = Session { reporter, roles, passphrases, limits, threads, line };
    match plan {
        Plan::Encrypt(plan) => encrypt::encrypt(&plan, &mut session).map(|result| reporter.succeed(&result)),
        Plan::Decrypt(plan) => decrypt::decrypt(&plan, &mut session).map(|result| reporter.succeed(&result)),
        Plan::Keygen(plan) => match &plan.public {
            Some(keys) => {
                keygen::public_keys(&plan, keys, &mut session).map(|result| reporter.succeed(&result))
            }
            None => keygen::keygen(&plan, &mut session).map(|result| reporter.succeed(&result)),
        },
        Plan::Inspect(plan) => {
            let target = stdout_target(Showing::Everything, &mut session)?;
            let found = inspect::inspect(&plan, &mut session)?;
            if let Some(fault) = found.fault() {
                reporter.warn(&fault);
            }
            show(target, &reporter.answer(found.text(), &found)).map(|()| ExitCode::SUCCESS)
        }
        Plan::Verify(plan) => {
            let target = stdout_target(Showing::Everything, &mut session)?;
            let verified = verify::verify(&plan, &mut session)?;
            show(target, &reporter.answer(verified.text(), &verified)).map(|()| ExitCode::SUCCESS)
        }
        Plan::Rewrap(plan) => rewrap::rewrap(&plan, &mut session).map(|result| reporter.succeed(&result)),
        Plan::Fragment(act) => fragment::fragment(&act, &mut session).map(|result| reporter.succeed(&result)),
        Plan::Show(text) => show(Target::stdout(Showing::Everything), &text).map(|()| ExitCode::SUCCESS),
    }
}

/// Writes text that was asked for.
fn show(target: Target, text: &str) -> Result<(), Failure> {
    let mut sink = target.open()?;
    write(&mut sink, text.as_bytes())?;
    sink.seal()?.publish().map(drop)
}

fn write(sink: &mut Sink, bytes: &[u8]) -> Result<(), Failure> {
    sink.write_all(bytes).map_err(|error| sink.failure(&error))
}

/// Starts to tell of work on `input` that goes to `sink`.
fn progress(input: &Named, sink: &Sink, total: Option<u64>, session: &Session) -> Progress {
    let data = input.file.is_terminal() || sink.is_terminal();
    let terminal = if data { TerminalUse::Data } else { TerminalUse::Messages };
    Progress::start(session.reporter.progress(), terminal, total)
}

/// Opens the input and gives it its role.
fn open_input(input: &Input, session: &mut Session) -> Result<Named, Failure> {
    let opened = match input {
        Input::Stdin => source::standard_input(),
        Input::File(path) => source::open_named(path.as_os_str(), "the input"),
    }?;
    session.roles.add("the input", place::Access::Read, opened.place.clone())?;
    Ok(opened)
}

/// Decides on the output before any work.
fn target(
    output: &Output,
    overwrite: Overwrite,
    access: Access,
    unforced: Showing,
    session: &mut Session,
) -> Result<Target, Failure> {
    let showing = match output {
        Output::Stdout => unforced,
        Output::ForcedStdout => Showing::Everything,
        Output::File(path) => {
            // That it is the same file as an input is the more telling fault than that it exists.
            add_role(path, OUTPUT, session)?;
            return Target::path(path, overwrite, access);
        }
    };
    stdout_target(showing, session)
}

/// Standard output, which a redirect may have made one of the files that are read.
fn stdout_target(showing: Showing, session: &mut Session) -> Result<Target, Failure> {
    let target = Target::stdout(showing);
    session.roles.add(OUTPUT, place::Access::Written, target.place()?)?;
    Ok(target)
}

fn add_role(path: &Path, role: &str, session: &mut Session) -> Result<(), Failure> {
    source::not_empty(path.as_os_str(), role)?;
    let place = Place::of_path(path).map_err(|error| {
        let failure = Failure::writing(shown(path), &error);
        match (error.kind(), place::folder_of(path)) {
            (ErrorKind::NotFound, folder) if !folder.exists() => {
                failure.hint(format!("make its folder first: mkdir -p {}", quoted(folder.as_os_str())))
            }
            _ => failure,
        }
    })?;
    session.roles.add(role, place::Access::Written, place)
}

/// A file for a secret: 0600, never in place of another. `if_taken` says what to do where there is one.
fn secret_target(path: &Path, role: &str, if_taken: &str, session: &mut Session) -> Result<Target, Failure> {
    add_role(path, role, session)?;
    let target = Target::path(path, Overwrite::Never, Access::Owner)
        .map_err(|failure| if path.exists() { failure.hint(if_taken) } else { failure })?;
    if !target.is_regular() {
        let name = shown(path);
        return Err(Failure::output(format!("{name} is not a regular file, and {role} would be lost in it"))
            .hint("name a file that does not exist yet"));
    }
    Ok(target)
}

/// Warns where standard output is a file that others can read: a redirect makes it with the umask's mode, before this
/// program has a say.
#[cfg(unix)]
fn warn_if_others_read_stdout(secret: &str, help: &str, session: &Session) {
    use std::os::unix::fs::MetadataExt;

    let Ok(duplicate) = std::os::fd::AsFd::as_fd(&std::io::stdout()).try_clone_to_owned() else { return };
    let Ok(metadata) = std::fs::File::from(duplicate).metadata() else { return };
    if metadata.is_file() && metadata.mode() & 0o077 != 0 {
        session.reporter.warn(&format!("{secret} goes to a file that others can read; {help}"));
    }
}

#[cfg(not(unix))]
fn warn_if_others_read_stdout(_secret: &str, _help: &str, _session: &Session) {}
