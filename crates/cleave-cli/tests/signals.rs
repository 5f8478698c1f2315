//! Signals: temporary files are removed, and the exit code says what ended the run.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

const CLEAVE: &str = env!("CARGO_BIN_EXE_cleave");

/// A run that has begun to write its output, and waits for more input.
fn start(folder: &Path, before: &str) -> Child {
    let script = format!("{before} exec \"$CLEAVE\" --json --new-key me.key -o out");
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder)
        .env("CLEAVE", CLEAVE)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.as_mut().expect("piped").write_all(b"some input").expect("written");
    let deadline = Instant::now() + Duration::from_secs(30);
    while !folder.join("me.key").exists() || temporaries(folder) == 0 {
        assert!(Instant::now() < deadline, "no temporary file appeared");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

fn temporaries(folder: &Path) -> usize {
    let names = fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").file_name());
    names.filter(|name| name.to_string_lossy().starts_with(".out.cleave-")).count()
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("sent");
}

/// Whether this process was started with the signal ignored, as far as the system tells.
fn is_ignored(signal: Signal) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal.as_raw() - 1)) != 0
}

#[test]
fn a_signal_removes_the_temporary_file_and_gives_its_exit_code() {
    for (signal, code) in [(Signal::INT, 130), (Signal::QUIT, 131), (Signal::TERM, 143), (Signal::HUP, 129)] {
        if is_ignored(signal) {
            // As under nohup, or in the background of a shell: a child inherits it, and rightly keeps to it.
            eprintln!("skipped: {signal:?} is ignored where this test runs");
            continue;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut child = start(folder.path(), "");
        // Its input stays open until it has ended: at the input's end it could be done before it is interrupted.
        let input = child.stdin.take();
        send(&child, signal);
        let output = child.wait_with_output().expect("it ends");
        drop(input);
        assert_eq!(output.status.code(), Some(code), "{signal:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("cleave: error: interrupted\n"), "{stderr}");
        let stays = "the new key stays in me.key: encrypt to it with -e -i";
        assert!(stderr.contains(&format!("cleave: hint: {stays}\n")), "{stderr}");
        let object = format!(
            "{{\"ok\":false,\"error\":\"interrupted\",\"message\":\"interrupted\",\"hint\":\"{stays}\"}}\n"
        );
        assert!(stderr.ends_with(&object), "{stderr}");
        assert_eq!(temporaries(folder.path()), 0);
        assert!(!folder.path().join("out").exists());
        assert!(folder.path().join("me.key").exists(), "the key stays");
    }
}

#[test]
fn a_signal_that_was_ignored_from_the_start_stays_ignored() {
    for (name, signal) in [("INT", Signal::INT), ("HUP", Signal::HUP)] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut child = start(folder.path(), &format!("trap '' {name};"));
        send(&child, signal);
        std::thread::sleep(Duration::from_millis(50));
        drop(child.stdin.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(folder.path().join("out").exists());
    }
}

#[test]
fn a_run_that_is_killed_leaves_at_most_its_temporary_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut child = start(folder.path(), "");
    child.kill().expect("killed");
    child.wait().expect("it ends");
    assert!(!folder.path().join("out").exists());
    assert_eq!(temporaries(folder.path()), 1);
}
