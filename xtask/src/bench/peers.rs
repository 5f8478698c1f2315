//! The programs that are compared: built, found or installed, each with the version that it states.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::plan::Tool;
use crate::Depth;
use crate::setup::{Absence, Need, Setup, find_program};
use crate::shell::{self, Failure, Result, cargo};

/// rage, from the Rust package registry, of this version.
const RAGE: &str = "0.12.1";
/// Below target/: rage, and any program that is to be taken rather than the system's.
const TOOLS: &str = "bench-tools";

/// What there is to compare.
pub(crate) struct Peers {
    states: BTreeMap<Tool, State>,
    path: OsString,
    gnupg: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Its version, as it states it.
    Ready(String),
    /// Why it is not there.
    Absent(String),
}

impl Peers {
    /// Builds `cleave`, and brings what is missing and may be installed.
    pub(crate) fn gather(root: &Path) -> Result<Self> {
        let target = root.join("target");
        let mut build = cargo(root, "build --locked --release --package cleave-cli");
        shell::run(build.env("CARGO_TARGET_DIR", &target))?;
        let tools = target.join(TOOLS);
        let own = [target.join("release"), tools.join("bin")];
        let path = env::join_paths(
            own.into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
        )
        .map_err(|error| Failure::new(error.to_string()))?;
        // Short, since the name of a socket in it may have about a hundred bytes.
        let gnupg = env::temp_dir().join(format!("cleave-bench-{}", std::process::id()));
        let mut peers = Self { states: BTreeMap::new(), path, gnupg };
        let system = packages(root, &peers);
        let rage = peers.version(Tool::Rage).is_none().then(|| install_rage(root, &tools)).transpose();
        for tool in Tool::ALL {
            let state = match (peers.version(tool), tool) {
                (Some(version), _) => State::Ready(version),
                (None, Tool::Rage) => State::Absent(rage.as_ref().err().map_or_else(
                    || "rage does not run though it was installed".to_owned(),
                    ToString::to_string,
                )),
                (None, _) => State::Absent(absence(&system, tool)),
            };
            peers.states.insert(tool, state);
        }
        peers.prepare_gpg();
        match peers.state(Tool::Cleave) {
            State::Ready(_) => Ok(peers),
            State::Absent(reason) => Err(Failure::new(reason.clone())),
        }
    }

    pub(crate) fn state(&self, tool: Tool) -> &State {
        &self.states[&tool]
    }

    pub(crate) fn is_ready(&self, tool: Tool) -> bool {
        matches!(self.state(tool), State::Ready(_))
    }

    /// Takes a tool out, for a reason that showed later.
    pub(crate) fn lose(&mut self, tool: Tool, reason: impl Into<String>) {
        self.states.insert(tool, State::Absent(reason.into()));
    }

    /// Gives `command` these programs, and none of what would change what they do.
    pub(crate) fn equip<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("CLEAVE_") {
                command.env_remove(&name);
            }
        }
        command.env("PATH", &self.path).env("GNUPGHOME", &self.gnupg).env("LC_ALL", "C")
    }

    /// Its first line about itself.
    fn version(&self, tool: Tool) -> Option<String> {
        // Given to env, which looks on the path that it is given; Command looks on ours.
        let ask = if tool == Tool::OpenSsl { "version" } else { "--version" };
        let mut command = Command::new("env");
        let told = shell::ask(self.equip(command.args([tool.program(), ask])))?;
        told.lines().next().map(|line| line.split(" (Library").next().unwrap_or(line).to_owned())
    }

    fn prepare_gpg(&mut self) {
        if !self.is_ready(Tool::Gpg) {
            return;
        }
        let made = private_folder(&self.gnupg).is_ok();
        let mut command = Command::new("gpg");
        command.args(["--batch", "--quiet", "--passphrase", "", "--quick-generate-key", "bench"]);
        command.args(["future-default", "default", "never"]);
        if !made || shell::ask(self.equip(&mut command)).is_none() {
            self.lose(Tool::Gpg, "gpg could not make a key in a folder for temporary files");
        }
    }
}

impl Drop for Peers {
    /// Ends the agent that gpg started for this run's keys.
    fn drop(&mut self) {
        if self.is_ready(Tool::Gpg) {
            let mut command = Command::new("gpgconf");
            shell::ask(self.equip(command.args(["--kill", "all"])));
        }
        // What cannot be removed is a key that opens nothing but what this run made.
        let _ = fs::remove_dir_all(&self.gnupg);
    }
}

#[cfg(unix)]
fn private_folder(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;
    fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn private_folder(folder: &Path) -> std::io::Result<()> {
    fs::create_dir(folder)
}

const PACKAGES: [(Tool, Need); 3] = [
    (Tool::Age, Need::Program("age")),
    (Tool::OpenSsl, Need::Program("openssl")),
    (Tool::Gpg, Need::Program("gpg")),
];

fn packages(root: &Path, peers: &Peers) -> Setup {
    let missing: Vec<Need> = PACKAGES
        .into_iter()
        .filter(|(tool, _)| peers.version(*tool).is_none())
        .map(|(_, need)| need)
        .collect();
    Setup::prepare(root, &missing, Depth::Usual)
}

fn absence(system: &Setup, tool: Tool) -> String {
    let need = PACKAGES.iter().find(|(packaged, _)| *packaged == tool).map(|(_, need)| *need);
    match need.and_then(|need| system.absent(&[need])) {
        Some(Absence::Here(reason) | Absence::Broken(reason)) => reason.clone(),
        None => format!("`{}` does not run", tool.program()),
    }
}

fn install_rage(root: &Path, tools: &Path) -> Result<()> {
    if find_program("rage").is_some() {
        return Ok(());
    }
    println!("missing: rage (a peer of the benchmark)");
    let mut install = cargo(root, &format!("install rage --version {RAGE} --locked --root"));
    shell::run(install.arg(tools))
}
