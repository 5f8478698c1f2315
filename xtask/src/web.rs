//! `cargo xtask web`: the npm package `cleave-web` from the registries alone: the core as WebAssembly, its bindings, and
//! the TypeScript, into web/package/dist.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::Depth;
use crate::report::Report;
use crate::setup::{Absence, Need, Setup, WASM};
use crate::shell::{self, Failure, Result};

/// What building and testing the package needs.
pub(crate) const NEEDS: &[Need] = &[Need::Target(WASM), Need::Program("node"), Need::Program("npm")];

pub(crate) const PACKAGE: &str = "web/package";
/// Vector instructions of WebAssembly, which every engine of the last years has: Argon2id gains most.
const FLAGS: &str = "-Ctarget-feature=+simd128";

/// `cargo xtask web`: brings what the build needs, and builds.
///
/// # Errors
/// What is missing and could not be brought, or the build's own failure.
pub(crate) fn run(root: &Path) -> Result<()> {
    let setup = Setup::prepare(root, NEEDS, Depth::Usual);
    if let Some(Absence::Here(reason) | Absence::Broken(reason)) = setup.absent(NEEDS) {
        return Err(Failure::new(reason.clone()));
    }
    build(root)
}

/// The package, by tools that are there.
pub(crate) fn build(root: &Path) -> Result<()> {
    let package = root.join(PACKAGE);
    install(&package)?;
    let dist = package.join("dist");
    if dist.exists() {
        fs::remove_dir_all(&dist).map_err(|error| cannot("clear", &dist, &error))?;
    }
    bindings(&module(root)?, &dist.join("wasm"))?;
    shell::run(npm(&package).args(["run", "--silent", "compile"]))
}

/// The steps of `cargo xtask test`: build the package and run its own tests.
pub(crate) fn steps(root: &Path, setup: &Setup, report: &mut Report) {
    let absent = setup.absent(NEEDS).or(setup.absent(&[Need::Program("cc")]));
    let built = report.step_giving("package for the web: build", absent, || build(root));
    if built.is_none() {
        return;
    }
    report.step("package for the web: tests on Node", absent, || {
        shell::run(npm(&root.join(PACKAGE)).args(["run", "--silent", "test"]))
    });
}

/// Brings what `package`'s package-lock.json names, unless it is there already.
pub(crate) fn install(package: &Path) -> Result<()> {
    let installed = package.join("node_modules/.package-lock.json");
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let lock = modified(&package.join("package-lock.json"));
    if modified(&installed) >= lock && lock.is_some() {
        return Ok(());
    }
    shell::run(npm(package).args(["ci", "--no-audit", "--no-fund"]))
}

/// The core as WebAssembly.
fn module(root: &Path) -> Result<PathBuf> {
    let target = root.join("target");
    let line = format!("build --locked --profile web --target {WASM} --package cleave-wasm");
    let mut cargo = shell::cargo(root, &line);
    // Flags of a machine's own must not get into what is handed out.
    shell::run(cargo.env("CARGO_ENCODED_RUSTFLAGS", FLAGS).env("CARGO_TARGET_DIR", &target))?;
    Ok(target.join(WASM).join("web/cleave_wasm.wasm"))
}

/// The module with its bindings. No default path to it: bundlers pass such a path over, and ship nothing; the package
/// names it in a way that they know.
fn bindings(module: &Path, folder: &Path) -> Result<()> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::new(format!("bindings of {}: {error}", module.display()));
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true).map_err(|error| failed(&error))?;
    bindgen
        .typescript(true)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen.generate(folder).map_err(|error| failed(&error))
}

/// npm in the folder of `package`.
pub(crate) fn npm(package: &Path) -> Command {
    // On Windows npm is a script, which only its full name starts.
    let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    npm.current_dir(package);
    npm
}

fn cannot(verb: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot {verb} {}: {error}", path.display()))
}
