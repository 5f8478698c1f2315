//! The peak memory of a run: asked of a process that starts nothing else and is small itself, since a child counts what
//! its parent had when it was started.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;

use nix::sys::resource::{UsageWho, getrusage};

const CLEAVE: &str = env!("CARGO_BIN_EXE_cleave");

/// Where the wrapper writes its figure; the variable makes this program the wrapper.
const FIGURE: &str = "CLEAVE_TEST_PEAK";

/// Runs the command with this process's arguments, if it was started for that, and writes down its peak in bytes.
pub(crate) fn as_wrapper() -> Option<ExitCode> {
    let figure = std::env::var_os(FIGURE)?;
    let status = Command::new(CLEAVE).args(std::env::args_os().skip(1)).status().expect("it runs");
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells");
    // In KiB, but on Apple's systems.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    fs::write(figure, (usage.max_rss() * unit).to_string()).expect("written");
    Some(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How a run gets its input and gives its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// As the line says; standard output is discarded.
    Files,
    /// The file `input` through a pipe, and the output through another.
    Pipes,
}

/// The most bytes that a run of the command had in memory. It must succeed.
pub(crate) fn peak(folder: &Path, line: &str, ends: Ends) -> u64 {
    let figure = folder.join("peak");
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args(line.split(' ')).current_dir(folder).env(FIGURE, &figure).env_remove("CLEAVE_PASSPHRASE");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    if ends == Ends::Pipes {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
    }
    let mut child = command.spawn().expect("it starts");
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    thread::scope(|scope| {
        if let Some(stdin) = stdin {
            scope.spawn(move || feed(&folder.join("input"), stdin));
        }
        if let Some(stdout) = stdout {
            scope.spawn(move || std::io::copy(&mut { stdout }, &mut std::io::sink()).expect("read"));
        }
    });
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    let peak = fs::read_to_string(&figure).expect("a figure").parse().expect("a number");
    println!("{line}: {} KiB", peak / 1024);
    peak
}

fn feed(path: &Path, mut to: impl Write) {
    let mut buffer = vec![0; 1 << 16];
    let mut file = fs::File::open(path).expect("opened");
    loop {
        let count = file.read(&mut buffer).expect("read");
        if count == 0 {
            return;
        }
        to.write_all(&buffer[..count]).expect("it reads all of its input");
    }
}
