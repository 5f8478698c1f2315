//! Runs the page of web/bench in one engine, and takes what it measured as it comes.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::json;

use super::args::Measure;
use super::made::{BENCH, Made};
use super::record::Case;
use crate::shell::{Failure, Result};

/// How long all of it may take in one engine, seconds: several times what it takes on two slow cores.
const LONGEST: u64 = 300;
/// Between two lines that say what is measured.
const PROGRESS: Duration = Duration::from_secs(5);

/// A line of run.js.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Line {
    Doing { what: String },
    Case { case: Case },
    Engine { version: String },
}

/// Measures, hands over each case when it ends, and gives the engine's version.
///
/// # Errors
/// The page died, broke off, hung or took too long (run.js says which, and during what, on standard error), or `keep`
/// failed: the run ends there.
pub(crate) fn measure(
    root: &Path,
    engine: &str,
    measure: &Measure,
    made: &Made,
    keep: impl FnMut(Case) -> Result<()>,
) -> Result<String> {
    let settings = json!({
        "bytes": measure.bytes,
        "rounds": measure.rounds,
        "seed": measure.seed,
        "groups": measure.groups,
        "chunkSizes": measure.chunk_sizes,
    });
    let mut run = Command::new("node");
    run.arg(format!("{BENCH}/run.js")).args(["--engine", engine, "--settings", &settings.to_string()]);
    run.args(["--longest", &LONGEST.to_string()]);
    if let Some(program) = &made.argon2id {
        run.arg("--native").arg(program);
    }
    heard(engine, run.current_dir(root), keep)
}

/// Runs `command` to its end.
fn heard(engine: &str, command: &mut Command, keep: impl FnMut(Case) -> Result<()>) -> Result<String> {
    let failed = |what: String| Failure::new(format!("{engine}: {what}"));
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(format!("node could not be started: {error}")))?;
    let version = read(engine, &mut child, keep);
    if version.is_err() {
        // It ends what it started. That it may have ended itself is no further failure.
        stop(&mut child);
    }
    let status = child.wait().map_err(|error| failed(error.to_string()))?;
    match version? {
        Some(version) if status.success() => Ok(version),
        _ => Err(failed(format!("its page did not come to its end ({status}): the line above says why"))),
    }
}

fn read(engine: &str, child: &mut Child, mut keep: impl FnMut(Case) -> Result<()>) -> Result<Option<String>> {
    let failed = |what: String| Failure::new(format!("{engine}: {what}"));
    let began = Instant::now();
    let mut told = began;
    let mut version = None;
    let out = child.stdout.take().expect("it was asked for");
    for line in BufReader::new(out).lines() {
        let line = line.map_err(|error| failed(error.to_string()))?;
        match serde_json::from_str(&line).map_err(|error| failed(format!("{error}: {line}")))? {
            Line::Doing { what } if told.elapsed() >= PROGRESS => {
                told = Instant::now();
                println!("{engine}, {} s: {what}", began.elapsed().as_secs());
            }
            Line::Doing { .. } => {}
            Line::Case { case } => keep(Case { place: engine.to_owned(), ..case })?,
            Line::Engine { version: found } => version = Some(found),
        }
    }
    Ok(version)
}

/// By a signal that it can answer by ending its engine; where there is none, at once.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    {
        use nix::sys::signal::{Signal, kill};
        if let Ok(pid) = i32::try_from(child.id()) {
            let _ = kill(nix::unistd::Pid::from_raw(pid), Signal::SIGTERM);
        }
    }
    #[cfg(not(unix))]
    let _ = child.kill();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const CASE: &str = r#"{"kind":"case","case":{"name":"encrypt","entries":[{"name":"raw","what":"w","bytes":1,"nanoseconds":[2],"gap_nanoseconds":[]}]}}"#;
    const ENGINE: &str = r#"{"kind":"engine","version":"1.2"}"#;

    fn told(script: &str) -> (Result<String>, Vec<Case>) {
        let mut cases = Vec::new();
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let result = heard("webkit", &mut command, |case| {
            cases.push(case);
            Ok(())
        });
        (result, cases)
    }

    #[test]
    fn cases_and_the_version_are_taken() {
        let (version, cases) = told(&format!("echo '{CASE}'; echo '{ENGINE}'"));
        assert_eq!(version.expect("it ended well"), "1.2");
        assert_eq!((cases.len(), cases[0].place.as_str(), cases[0].name.as_str()), (1, "webkit", "encrypt"));
    }

    #[test]
    fn a_page_that_dies_is_a_failure_by_its_name_and_what_it_measured_stays() {
        for ending in ["exit 1", "kill -9 $$", "true", "echo 'no JSON'", &format!("echo '{ENGINE}'; exit 1")]
        {
            let (result, cases) = told(&format!("echo '{CASE}'; {ending}"));
            let failure = result.expect_err(ending);
            assert!(failure.to_string().starts_with("webkit: "), "{failure}");
            assert_eq!(cases.len(), 1, "{ending}");
        }
    }

    #[test]
    fn a_case_that_cannot_be_kept_ends_the_run() {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("echo '{CASE}'; exec sleep 60")]);
        let began = Instant::now();
        let result = heard("node", &mut command, |_| Err(Failure::new("the disk is full")));
        assert!(result.expect_err("it is not kept").to_string().contains("the disk is full"));
        assert!(began.elapsed() < Duration::from_secs(60), "it was not waited for");
    }
}
