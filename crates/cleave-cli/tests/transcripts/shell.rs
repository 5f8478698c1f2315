//! Runs a transcript's commands in a folder of its own, with keys made once for all of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::terminal::{self, Exchange};

const CLEAVE: &str = env!("CARGO_BIN_EXE_cleave");

/// `$K` in the transcripts: `alice.key`, `alice.pub`, `bob.key`, `bob.pub`, and the signing keys of `carol` and `dave`.
pub(crate) struct Keys {
    folder: TempDir,
}

impl Keys {
    pub(crate) fn make() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::os::unix::fs::symlink(CLEAVE, folder.path().join("cleave")).expect("a link");
        for (name, flags) in [("alice", &[][..]), ("bob", &[]), ("carol", &["--sign"]), ("dave", &["--sign"])]
        {
            let key = folder.path().join(name).with_extension("key");
            let made =
                Command::new(CLEAVE).arg("keygen").args(flags).arg("-o").arg(&key).output().expect("keygen");
            assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
            let text = fs::read_to_string(&key).expect("the key");
            let public =
                text.lines().find_map(|line| line.strip_prefix("# public key: ")).expect("its public key");
            fs::write(key.with_extension("pub"), format!("{public}\n")).expect("written");
        }
        Self { folder }
    }
}

/// A folder to run in.
pub(crate) struct Shell<'k> {
    keys: &'k Keys,
    folder: TempDir,
}

/// What a command came to.
pub(crate) struct Outcome {
    pub(crate) stdout: Vec<String>,
    pub(crate) stderr: Vec<String>,
    pub(crate) code: i32,
}

impl<'k> Shell<'k> {
    pub(crate) fn new(keys: &'k Keys) -> Self {
        Self { keys, folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Runs a command without a terminal and without input.
    pub(crate) fn run(&self, command: &str) -> Outcome {
        // A session of its own has no terminal, whatever the tests were started from.
        let output = self
            .command(&["setsid", "-w", "bash", "-c", command])
            .stdin(Stdio::null())
            .output()
            .expect("bash");
        Outcome {
            stdout: self.lines(&output.stdout),
            stderr: self.lines(&output.stderr),
            code: output.status.code().unwrap_or(-1),
        }
    }

    /// Runs a command on a terminal of its own.
    pub(crate) fn run_on_terminal(&self, command: &str, exchange: &[Exchange]) -> (Outcome, Option<String>) {
        let command = self.command(&["setsid", "-c", "-w", "bash", "-c", command]);
        let (code, fault) = terminal::run(command, exchange);
        (Outcome { stdout: Vec::new(), stderr: Vec::new(), code }, fault)
    }

    /// Words of a command, with the signals as a terminal's shell has them: tests in the background of a shell, or under
    /// nohup, have some of them ignored, and what they start would inherit that.
    fn command(&self, words: &[&str]) -> Command {
        let mut path = self.keys.folder.path().as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut command = Command::new("env");
        command.arg("--default-signal").args(words).current_dir(self.folder.path()).env_clear();
        command.env("PATH", path).env("K", self.keys.folder.path()).env("HOME", self.folder.path());
        command.env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
        command
    }

    fn lines(&self, bytes: &[u8]) -> Vec<String> {
        let replaced =
            |text: String, path: PathBuf, name: &str| text.replace(&path.display().to_string(), name);
        let text = String::from_utf8_lossy(bytes).into_owned();
        let text = replaced(text, self.keys.folder.path().to_owned(), "$K");
        let text = replaced(text, self.folder.path().to_owned(), "$DIR");
        text.lines().map(str::to_owned).collect()
    }
}
