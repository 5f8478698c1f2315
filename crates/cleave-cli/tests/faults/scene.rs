//! A folder to run the command in, with keys and inputs, and what is asked about it afterwards.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use cleave_core::{Identity, SigningKey};
use tempfile::TempDir;

pub(crate) const CLEAVE: &str = env!("CARGO_BIN_EXE_cleave");

/// What stood under the output's name before a run.
pub(crate) const OLD: &str = "precious\n";

/// A way of running the command that reads one input and writes one output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    /// The flags, without input and output.
    pub(crate) flags: &'static str,
    pub(crate) input: &'static str,
}

pub(crate) const ENCRYPT: Mode = Mode { flags: "-R me.pub --chunk-size 64KiB", input: "plain" };
pub(crate) const ENCRYPT_SIGNED: Mode =
    Mode { flags: "-R me.pub --chunk-size 64KiB --sign carol.key", input: "plain" };
pub(crate) const ENCRYPT_ARMORED: Mode = Mode { flags: "-a -R me.pub --chunk-size 64KiB", input: "plain" };
pub(crate) const DECRYPT: Mode = Mode { flags: "-d -i me.key", input: "container" };
pub(crate) const DECRYPT_ARMORED: Mode = Mode { flags: "-d -i me.key", input: "armored" };
pub(crate) const DECRYPT_VERIFIED: Mode = Mode { flags: "-d -i me.key --signer carol.pub", input: "signed" };
pub(crate) const REWRAP: Mode = Mode { flags: "rewrap -i me.key -R other.pub", input: "container" };
pub(crate) const REWRAP_SIGNED: Mode =
    Mode { flags: "rewrap -i me.key -R other.pub --sign carol.key", input: "signed" };

pub(crate) const MODES: [Mode; 8] = [
    ENCRYPT,
    ENCRYPT_SIGNED,
    ENCRYPT_ARMORED,
    DECRYPT,
    DECRYPT_ARMORED,
    DECRYPT_VERIFIED,
    REWRAP,
    REWRAP_SIGNED,
];

/// A folder with `me.key`, `me.pub` and `other.pub` (identities), `carol.key` and `carol.pub` (a signing key), `plain`,
/// its containers `container`, `armored` and `signed`, and `out`, which is [`OLD`].
pub(crate) struct Scene {
    folder: TempDir,
}

impl Scene {
    /// With this many bytes in `plain`, of which no four in a row come twice.
    pub(crate) fn new(plain_len: usize) -> Self {
        let scene = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        let [me, other] = [(); 2].map(|()| Identity::generate().expect("randomness"));
        let carol = SigningKey::generate().expect("randomness");
        scene.secret("me.key", me.to_text().as_bytes());
        scene.secret("carol.key", carol.to_text().as_bytes());
        scene.write("me.pub", format!("{}\n", me.recipient()));
        scene.write("other.pub", format!("{}\n", other.recipient()));
        scene.write("carol.pub", format!("{}\n", carol.signer()));
        scene.write("plain", content(plain_len));
        for (mode, name) in [(ENCRYPT, "container"), (ENCRYPT_ARMORED, "armored"), (ENCRYPT_SIGNED, "signed")]
        {
            scene.good(&format!("{} -o {name} {}", mode.flags, mode.input));
        }
        scene.write("out", OLD);
        scene
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).expect("written");
    }

    /// Writes a file that only its owner can read.
    pub(crate) fn secret(&self, name: &str, bytes: impl AsRef<[u8]>) {
        use std::os::unix::fs::PermissionsExt;
        self.write(name, bytes);
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o600)).expect("set");
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A program in this folder, without input and without the caller's variables.
    pub(crate) fn program(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder()).env_remove("CLEAVE_PASSPHRASE").env("CLEAVE", CLEAVE);
        command.env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command
    }

    /// The command with the words of a line, which are parted by single spaces.
    pub(crate) fn cleave(&self, line: &str) -> Command {
        let mut command = self.program(CLEAVE);
        command.args(line.split(' '));
        command
    }

    pub(crate) fn run(&self, line: &str) -> Output {
        self.cleave(line).output().expect("it runs")
    }

    /// What a run that must succeed writes to standard output.
    pub(crate) fn good(&self, line: &str) -> Vec<u8> {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        output.stdout
    }

    /// The plaintext of a container of whichever form.
    pub(crate) fn opened(&self, container: &[u8]) -> Vec<u8> {
        self.write("to-be-opened", container);
        let plain = self.good("-q -d -i me.key to-be-opened");
        fs::remove_file(self.path("to-be-opened")).expect("removed");
        plain
    }

    /// Names in the folder that are temporary files of an output.
    pub(crate) fn temporaries(&self, output: &str) -> Vec<String> {
        let names = fs::read_dir(self.folder()).expect("the folder");
        let names = names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let begin = format!(".{output}.cleave-");
        names.filter(|name| name.starts_with(&begin) && name.ends_with(".tmp")).collect()
    }

    /// Every name in the folder, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.folder()).expect("the folder");
        let mut names = names
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect::<Vec<_>>();
        names.sort();
        names
    }

    /// Starts a run that is fed through a pipe, and waits until it has a temporary file of this output.
    pub(crate) fn start_fed(&self, line: &str, output: &str, first: &[u8]) -> Child {
        self.start_program_fed(self.cleave(line), output, first)
    }

    /// As [`Scene::start_fed`], of a program that becomes the command.
    pub(crate) fn start_program_fed(&self, mut program: Command, output: &str, first: &[u8]) -> Child {
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().expect("it starts");
        child.stdin.as_mut().expect("piped").write_all(first).expect("written");
        poll("a temporary file", || !self.temporaries(output).is_empty());
        child
    }
}

/// Bytes that show what is missing, doubled or moved: numbers that count up.
pub(crate) fn content(len: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(len + 4);
    for number in (0_u32..).take(len.div_ceil(4)) {
        bytes.extend_from_slice(&number.to_be_bytes());
    }
    bytes.truncate(len);
    bytes
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Holds a run to its exit code and all that it says.
pub(crate) fn assert_says(output: &Output, code: i32, said: &str, what: &str) {
    assert_eq!((output.status.code(), stderr(output).as_str()), (Some(code), said), "{what}");
}

/// Waits until something holds, which it must before long.
pub(crate) fn poll(what: &str, mut holds: impl FnMut() -> bool) {
    const PATIENCE: Duration = Duration::from_secs(60);
    const STEP: Duration = Duration::from_millis(2);
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
        thread::sleep(STEP);
    }
}
