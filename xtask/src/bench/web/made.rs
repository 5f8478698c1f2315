//! What has to be built and brought before a page can measure.

use std::fs;
use std::path::{Path, PathBuf};

use super::super::record::ToolState;
use super::args::Measure;
use crate::shell::{self, Failure, Result, cargo};
use crate::web;

pub(crate) const BENCH: &str = "web/bench";
const BED: &str = "web/bed";

/// The bench target of the core that times Argon2id on one thread.
const ARGON2ID: &str = "argon2id";

/// Packages that are measured.
const PEERS: [&str; 3] = ["age-encryption", "libsodium-wrappers", "@noble/post-quantum"];

/// Proof that it is there.
pub(crate) struct Made {
    /// The program that times Argon2id outside of engines, where that was asked for.
    pub(crate) argon2id: Option<PathBuf>,
}

impl Made {
    /// The package anew, what pages load, and the native program.
    pub(crate) fn whole(root: &Path, measure: &Measure) -> Result<Self> {
        web::build(root)?;
        web::install(&root.join(BED))?;
        let mut made = Self::for_pages(root)?;
        if measure.groups.contains(&ARGON2ID) {
            made.argon2id = Some(argon2id(root)?);
        }
        Ok(made)
    }

    /// What pages load, beside the package and the bed, which are there.
    pub(crate) fn for_pages(root: &Path) -> Result<Self> {
        let bench = root.join(BENCH);
        web::install(&bench)?;
        shell::run(web::npm(&bench).args(["run", "--silent", "bundle"]))?;
        Ok(Self { argon2id: None })
    }
}

fn argon2id(root: &Path) -> Result<PathBuf> {
    let line = format!(
        "build --locked --release -p cleave-core --features hazmat,native --bench {ARGON2ID} \
         --message-format=json-render-diagnostics"
    );
    let output = shell::run_captured(cargo(root, &line).env("CARGO_TARGET_DIR", root.join("target")))?;
    executable(&String::from_utf8_lossy(&output.stdout))
        .ok_or_else(|| Failure::new(format!("cargo named no program of the bench target {ARGON2ID}")))
}

/// Of cargo's messages, the one that names the program.
fn executable(messages: &str) -> Option<PathBuf> {
    messages.lines().find_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        let ours = message["target"]["name"] == ARGON2ID;
        ours.then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
    })
}

/// The versions that package-lock.json names.
pub(crate) fn packages(root: &Path) -> Result<Vec<ToolState>> {
    let path = root.join(BENCH).join("package-lock.json");
    let wrong = |what: String| Failure::new(format!("{}: {what}", path.display()));
    let text = fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
    let lock: serde_json::Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    PEERS
        .into_iter()
        .map(|name| {
            let version = lock["packages"][format!("node_modules/{name}")]["version"].as_str();
            let version = version.ok_or_else(|| wrong(format!("it does not name {name}")))?;
            Ok(ToolState { program: name.to_owned(), version: Some(version.to_owned()), note: None })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    #[test]
    fn the_program_is_the_one_of_the_bench_target() {
        let messages = "\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"argon2\"},\"executable\":null}\n\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"parts\"},\"executable\":\"/t/parts\"}\n\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"argon2id\"},\"executable\":\"/t/argon2id\"}\n\
            {\"reason\":\"build-finished\",\"success\":true}";
        assert_eq!(executable(messages), Some(PathBuf::from("/t/argon2id")));
        assert_eq!(executable("no JSON\n"), None);
    }

    #[test]
    fn every_peer_is_named_with_its_version() {
        let packages = packages(&tree::root()).expect("the lock file is there");
        assert_eq!(packages.len(), PEERS.len());
        assert!(packages.iter().all(|package| package.version.as_ref().is_some_and(|v| v.contains('.'))));
    }
}
