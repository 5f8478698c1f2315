//! Signals: temporary files are removed, and the exit code says what ended the run.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Output, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::scene::{MODES, OLD, Scene, assert_says, poll};

/// A run that has begun to write its output, and waits for more input.
fn start(scene: &Scene, before: &str) -> Child {
    let script = format!("{before} exec \"$CLEAVE\" --json --new-key new.key -o new");
    let mut command = scene.program("sh");
    command.args(["-c", &script]).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.as_mut().expect("piped").write_all(b"some input").expect("written");
    poll("the key and a temporary file", || {
        scene.path("new.key").exists() && !scene.temporaries("new").is_empty()
    });
    child
}

/// Waits for the end of a run whose input goes on until then: at an end of its input it might end by itself.
fn ended(mut child: Child) -> Output {
    let stdin = child.stdin.take();
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    output
}

fn send(child: &Child, signal: Signal) {
    kill_process(Pid::from_child(child), signal).expect("sent");
}

/// Whether this process was started with the signal ignored, as far as the system tells.
pub(crate) fn is_ignored(signal: Signal) -> bool {
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
        let scene = Scene::new(0);
        let child = start(&scene, "");
        send(&child, signal);
        let output = ended(child);
        assert_eq!(output.status.code(), Some(code), "{signal:?}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains("cleave: error: interrupted\n"), "{stderr}");
        let stays = "the new key stays in new.key: encrypt to it with -e -i";
        assert!(stderr.contains(&format!("cleave: hint: {stays}\n")), "{stderr}");
        let object = format!(
            "{{\"ok\":false,\"error\":\"interrupted\",\"message\":\"interrupted\",\"hint\":\"{stays}\"}}\n"
        );
        assert!(stderr.ends_with(&object), "{stderr}");
        assert_eq!(scene.temporaries("new").len(), 0);
        assert!(!scene.path("new").exists());
        assert!(scene.path("new.key").exists(), "the key stays");
    }
}

#[test]
fn a_signal_that_was_ignored_from_the_start_stays_ignored() {
    for (name, signal) in [("INT", Signal::INT), ("HUP", Signal::HUP)] {
        let scene = Scene::new(0);
        let mut child = start(&scene, &format!("trap '' {name};"));
        send(&child, signal);
        std::thread::sleep(Duration::from_millis(50));
        drop(child.stdin.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(scene.path("new").exists());
    }
}

#[test]
fn a_run_that_is_killed_leaves_at_most_its_temporary_file() {
    let scene = Scene::new(0);
    let mut child = start(&scene, "");
    child.kill().expect("killed");
    child.wait().expect("it ends");
    assert!(!scene.path("new").exists());
    assert_eq!(scene.temporaries("new").len(), 1);
}

#[test]
fn an_interrupt_leaves_the_old_output_in_every_mode() {
    const LEN: usize = 1 << 20;
    if is_ignored(Signal::INT) {
        eprintln!("skipped: SIGINT is ignored where this test runs");
        return;
    }
    let scene = Scene::new(LEN);
    let names = scene.names();
    for mode in MODES {
        let input = scene.bytes(mode.input);
        let child = scene.start_fed(&format!("{} -f -o out", mode.flags), "out", &input[..input.len() / 2]);
        send(&child, Signal::INT);
        let output = ended(child);
        assert_says(&output, 130, "cleave: error: interrupted\n", mode.flags);
        assert_eq!(scene.bytes("out"), OLD.as_bytes(), "{mode:?}");
        assert_eq!(scene.names(), names, "{mode:?}");
    }
}

#[test]
fn an_interrupt_during_output_into_a_pipe() {
    /// Far more than a pipe holds.
    const LEN: usize = 4 << 20;
    if is_ignored(Signal::INT) {
        eprintln!("skipped: SIGINT is ignored where this test runs");
        return;
    }
    let scene = Scene::new(LEN);
    for mode in MODES {
        let mut command = scene.cleave(&format!("{} {}", mode.flags, mode.input));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut stdout = child.stdout.take().expect("piped");
        // More than a pipe holds is left: the run cannot end before it is interrupted.
        stdout.read_exact(&mut [0; 1000]).expect("output");
        send(&child, Signal::INT);
        let output = child.wait_with_output().expect("it ends");
        assert_says(&output, 130, "cleave: error: interrupted\n", mode.flags);
    }
}
