//! Runs the commands that README.md shows, as a newcomer would: in a copy of the repository that holds nothing else.
//!
//! Every fenced block marked `sh` is run, in order, in one folder, and must succeed. Blocks with another mark are
//! only shown. `cargo xtask` lines are left out: they are what is running.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::page::{self, Block};
use crate::report::Report;
use crate::setup::{Absence, Need, Setup};
use crate::shell::{self, Failure, Result};
use crate::tree;

/// The two commands that README.md must show, each as a line of an `sh` block.
const FIRST: &str = "cargo run --release -- --new-key me.key -o README.md.cleave README.md";
const SECOND: &str = "cargo xtask test";

pub(crate) fn steps(root: &Path, setup: &Setup, report: &mut Report) {
    let needs = [Need::Program("sh"), Need::Program("cc"), Need::Program("git")];
    let absent = setup.absent(&needs);
    let ready = report.step_giving("README: its commands in a clean copy", absent, || {
        let blocks = blocks_of(root)?;
        Ok((Newcomer::arrive(root)?, blocks))
    });
    let Some((newcomer, blocks)) = ready else { return };
    let mut broken: Option<Absence> = None;
    for block in &blocks {
        let name = format!("README, line {}: {}", block.line, block.heading);
        let mut done = false;
        report.step(name, broken.as_ref(), || {
            newcomer.follow(block)?;
            done = true;
            Ok(())
        });
        if !done && broken.is_none() {
            // Later commands use what earlier ones left.
            broken = Some(Absence::Broken(format!("the commands at line {} failed", block.line)));
        }
    }
    report.step("README: its usage is what the command prints", broken.as_ref(), || newcomer.compare_usage());
}

fn blocks_of(root: &Path) -> Result<Vec<Block>> {
    let text = tree::text(root, Path::new("README.md"))?.unwrap_or_default();
    let blocks = page::blocks(&text);
    for command in [FIRST, SECOND] {
        if !blocks.iter().any(|block| block.script.lines().any(|line| line == command)) {
            return Err(Failure::new(format!("README.md does not show `{command}` in an `sh` block")));
        }
    }
    Ok(blocks.into_iter().filter_map(page::without_this_task).collect())
}

/// Somebody who has just cloned the repository: a folder with its files, a build folder, a place for programs.
struct Newcomer {
    clone: PathBuf,
    target: PathBuf,
    installed: PathBuf,
}

impl Newcomer {
    fn arrive(root: &Path) -> Result<Self> {
        let place = root.join("target").join("readme");
        let newcomer = Self {
            clone: place.join("clone"),
            target: place.join("target"),
            installed: place.join("installed"),
        };
        for stale in [&newcomer.clone, &newcomer.installed] {
            if stale.exists() {
                fs::remove_dir_all(stale).map_err(|error| cannot("clear", stale, &error))?;
            }
        }
        for file in tree::files(root)? {
            let to = newcomer.clone.join(&file);
            let folder = to.parent().expect("a file of the copy is in a folder of it");
            fs::create_dir_all(folder).map_err(|error| cannot("make", folder, &error))?;
            fs::copy(root.join(&file), &to).map_err(|error| cannot("write", &to, &error))?;
        }
        println!("copied to {}", newcomer.clone.display());
        Ok(newcomer)
    }

    fn follow(&self, block: &Block) -> Result<()> {
        let told = shell::run_captured(&mut self.shell(&block.script))?;
        print!("{}", String::from_utf8_lossy(&told.stdout));
        if block.script.lines().any(|line| line == FIRST) {
            self.check_first_command(&String::from_utf8_lossy(&told.stderr))?;
        }
        Ok(())
    }

    /// After the first command: the key is private, and the line that it printed gives README.md back.
    fn check_first_command(&self, told: &str) -> Result<()> {
        self.check_key_mode()?;
        let line = page::decrypt_line(told)
            .ok_or_else(|| Failure::new("the first command printed no line that says how to decrypt"))?;
        let output = shell::run_captured(&mut self.shell(&line))?;
        let plaintext = match page::output_file(&line) {
            Some(name) => {
                let path = self.clone.join(name);
                let read = fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
                fs::remove_file(&path).map_err(|error| cannot("remove", &path, &error))?;
                read
            }
            None => output.stdout,
        };
        let original = self.clone.join("README.md");
        if plaintext == fs::read(&original).map_err(|error| cannot("read", &original, &error))? {
            println!("what came back is README.md, byte for byte");
            return Ok(());
        }
        Err(Failure::new(format!("`{line}` gave {} bytes that are not README.md", plaintext.len())))
    }

    fn compare_usage(&self) -> Result<()> {
        let text = tree::text(&self.clone, Path::new("README.md"))?.unwrap_or_default();
        let shown =
            page::usage(&text).ok_or_else(|| Failure::new("README.md has no usage between its marks"))?;
        let output = shell::run_captured(&mut self.shell("cleave --help"))?;
        let printed = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
        if shown.trim() == printed.trim() {
            return Ok(());
        }
        println!("{printed}");
        Err(Failure::new(
            "README.md shows another usage than `cleave --help` prints: put that between its marks",
        ))
    }

    #[cfg(unix)]
    fn check_key_mode(&self) -> Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        let key = self.clone.join("me.key");
        let metadata = fs::metadata(&key).map_err(|error| cannot("find", &key, &error))?;
        match metadata.permissions().mode() & 0o7777 {
            0o600 => Ok(()),
            mode => Err(Failure::new(format!("me.key has mode {mode:o} and not 600"))),
        }
    }

    #[cfg(not(unix))]
    fn check_key_mode(&self) -> Result<()> {
        let key = self.clone.join("me.key");
        fs::metadata(&key).map_err(|error| cannot("find", &key, &error)).map(drop)
    }

    /// `sh` in the copy, with what was built or installed there on the search path, and without what cargo tells
    /// the programs that it starts.
    fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-eu", "-c", script]).current_dir(&self.clone);
        for (name, _) in std::env::vars_os() {
            let text = name.to_string_lossy();
            let from_cargo = text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST");
            if from_cargo || text == "CARGO" || text == "RUSTUP_TOOLCHAIN" || text.starts_with("CLEAVE_") {
                command.env_remove(&name);
            }
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = [self.installed.join("bin"), self.target.join("release")];
        let folders = folders.into_iter().chain(std::env::split_paths(&path));
        command
            .env(
                "PATH",
                std::env::join_paths(folders).expect("folders taken from a search path can go back into one"),
            )
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INSTALL_ROOT", &self.installed);
        command
    }
}

fn cannot(verb: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot {verb} {}: {error}", path.display()))
}
