//! What the system forbids: folders that cannot be written, inputs that cannot be read, threads that cannot be had.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output};

use rustix::process::{Pid, Signal, geteuid, kill_process};

use crate::scene::{CLEAVE, DECRYPT, MODES, OLD, Scene, assert_says, stderr};
use crate::signals::is_ignored;

/// The user that owns nothing.
const NOBODY: u32 = 65534;

/// A scene that belongs to a user who is not root, with the command in it, since they may not reach it elsewhere.
struct Unprivileged {
    scene: Scene,
}

impl Unprivileged {
    /// Or says why that user cannot run the command.
    fn new() -> Option<Self> {
        Self::of(Scene::new(1000))
    }

    fn of(scene: Scene) -> Option<Self> {
        fs::copy(CLEAVE, scene.path("cleave")).expect("copied");
        set_mode(&scene, "cleave", 0o755);
        fs::create_dir(scene.path("closed")).expect("a folder");
        scene.write("closed/out", OLD);
        for name in scene.names().iter().map(String::as_str).chain(["closed/out", "."]) {
            if geteuid().is_root() {
                chown(scene.path(name), Some(NOBODY), Some(NOBODY)).expect("given away");
            }
        }
        let unprivileged = Self { scene };
        let works =
            unprivileged.command().arg("--version").output().is_ok_and(|output| output.status.success());
        if !works {
            eprintln!("skipped: the command cannot be run by another user than root here");
        }
        works.then_some(unprivileged)
    }

    fn command(&self) -> Command {
        self.program("./cleave")
    }

    fn program(&self, program: &str) -> Command {
        if !geteuid().is_root() {
            return self.scene.program(program);
        }
        let mut command = self.scene.program("setpriv");
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups", program]);
        command
    }

    /// The command, where this user may have no more than so many threads in all. Shells differ in the letter for it.
    fn with_threads(&self, most: usize, line: &str) -> Command {
        let limit = format!("ulimit -u {most} 2> /dev/null || ulimit -p {most}");
        let mut command = self.program("sh");
        command.args(["-c", &format!("{limit}; exec ./cleave {line}")]);
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command().args(line.split(' ')).output().expect("it runs")
    }
}

fn set_mode(scene: &Scene, name: &str, mode: u32) {
    fs::set_permissions(scene.path(name), Permissions::from_mode(mode)).expect("set");
}

#[test]
fn a_folder_that_cannot_be_written() {
    let Some(user) = Unprivileged::new() else { return };
    set_mode(&user.scene, "closed", 0o555);
    for mode in MODES {
        for (flag, name) in [("-f ", "closed/out"), ("", "closed/new")] {
            let line = format!("{} {flag}-o {name} {}", mode.flags, mode.input);
            let said = format!("cleave: error: {name}: permission denied\n");
            assert_says(&user.run(&line), 7, &said, &line);
        }
    }
    for line in [
        "keygen -o closed/new",
        "--new-key closed/new -o new plain",
        "-R me.pub --split closed/new -o new plain",
    ] {
        assert_says(&user.run(line), 7, "cleave: error: closed/new: permission denied\n", line);
    }
    assert_eq!(user.scene.bytes("closed/out"), OLD.as_bytes());
    assert_eq!(fs::read_dir(user.scene.path("closed")).expect("the folder").count(), 1);
    assert!(!user.scene.path("new").exists() && user.scene.temporaries("new").is_empty());
    set_mode(&user.scene, "closed", 0o755);
}

#[test]
fn inputs_that_cannot_be_read() {
    let Some(user) = Unprivileged::new() else { return };
    user.scene.write("locked", "");
    set_mode(&user.scene, "locked", 0o000);
    let names = user.scene.names();
    let flags = MODES.map(|mode| mode.flags);
    for line in flags.map(|flags| format!("{flags} -f -o out locked")).iter().map(String::as_str).chain([
        "verify -i me.key locked",
        "inspect locked",
        "-d -i locked -f -o out container",
        "-d -i me.key --signer locked -f -o out signed",
        "-d -i me.key --fragment locked -f -o out container",
        "-R locked -f -o out plain",
        "-R me.pub --sign locked -f -o out plain",
        "-p --passphrase-file locked -f -o out plain",
        "keygen -y locked",
    ]) {
        assert_says(&user.run(line), 7, "cleave: error: locked: permission denied\n", line);
        assert_eq!(user.scene.bytes("out"), OLD.as_bytes(), "{line}");
        assert_eq!(user.scene.names(), names, "{line}");
    }
}

/// Opening works and reading does not, as on a disk that fails: nothing is mapped at the beginning of this process.
#[test]
fn an_input_whose_reading_fails() {
    const FAILING: &str = "/proc/self/mem";
    let scene = Scene::new(1000);
    let names = scene.names();
    for mode in MODES {
        let line = format!("{} -f -o out {FAILING}", mode.flags);
        assert_says(&scene.run(&line), 7, &format!("cleave: error: {FAILING}: input/output error\n"), &line);
        assert_eq!(scene.bytes("out"), OLD.as_bytes(), "{line}");
        assert_eq!(scene.names(), names, "{line}");
    }
    for line in ["verify -i me.key", "inspect", "-d -i me.key --range 1..2"] {
        let output = scene.run(&format!("{line} {FAILING}"));
        assert_says(&output, 7, &format!("cleave: error: {FAILING}: input/output error\n"), line);
    }
}

/// One thread reads, works and writes where no more are to be had: the main thread, if need be.
#[test]
fn threads_that_cannot_be_had() {
    /// Several batches, so that each thread would have something to do.
    const LEN: usize = 3 << 20;
    let Some(user) = Unprivileged::of(Scene::new(LEN)) else { return };
    let plain = user.scene.bytes("plain");
    for most in 1..=4 {
        for mode in MODES {
            let line = format!("{} -q -j 4 -f -o out {}", mode.flags, mode.input);
            let output = user.with_threads(most, &line).output().expect("it runs");
            let what = format!("{line}, with {most} threads");
            assert_eq!(output.status.code(), Some(0), "{what}: {}", stderr(&output));
            let written = user.scene.bytes("out");
            let is_plain = mode.flags.starts_with("-d");
            assert!(plain == if is_plain { written } else { user.scene.opened(&written) }, "{what}");
        }
        let line = "--json -d -i me.key -f -o out damaged";
        let mut damaged = user.scene.bytes("container");
        let at = damaged.len() / 2;
        damaged[at] ^= 1;
        user.scene.write("damaged", damaged);
        let output = user.with_threads(most, line).output().expect("it runs");
        let said = stderr(&output);
        assert!(output.status.code() == Some(4) && said.contains("\"error\":\"chunk_tampered\""), "{said}");
    }
}

/// It ends the run by itself, where nobody is there to clean up first.
#[test]
fn an_interrupt_where_no_thread_can_be_had_to_wait_for_it() {
    if is_ignored(Signal::INT) {
        eprintln!("skipped: SIGINT is ignored where this test runs");
        return;
    }
    let Some(user) = Unprivileged::of(Scene::new(1 << 20)) else { return };
    let input = user.scene.bytes(DECRYPT.input);
    let command = user.with_threads(1, &format!("{} -f -o out", DECRYPT.flags));
    let mut child = user.scene.start_program_fed(command, "out", &input[..input.len() / 2]);
    kill_process(Pid::from_child(&child), Signal::INT).expect("sent");
    let ended = child.wait().expect("it ends");
    assert_eq!(ended.signal(), Some(Signal::INT.as_raw()), "{ended:?}");
    assert_eq!(user.scene.bytes("out"), OLD.as_bytes());
    assert_eq!(user.scene.temporaries("out").len(), 1);
}
