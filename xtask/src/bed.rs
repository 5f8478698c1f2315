//! The steps of the test bed, web/bed: its own tests, every suite in Node and in each browser, and what takes several of
//! them at once.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Depth;
use crate::report::Report;
use crate::setup::{Absence, Need, Setup, WASM};
use crate::shell::{self, Failure, Result};
use crate::{tree, web};

const BED: &str = "web/bed";

/// What every step of it needs: suites import the package.
const RUNNER: &[Need] = web::NEEDS;

/// What the steps need: the engines' own programs last.
pub(crate) const NEEDS: &[Need] = &[
    Need::Target(WASM),
    Need::Program("node"),
    Need::Program("npm"),
    CHROMIUM,
    FIREFOX,
    WEBKIT_DRIVER,
    DISPLAY,
];

const CHROMIUM: Need = Need::Program("chromium");
const FIREFOX: Need = Need::Program("firefox-esr");
const WEBKIT_DRIVER: Need = Need::Program("WebKitWebDriver");
const DISPLAY: Need = Need::Program("Xvfb");

/// The engines as the bed names them, and what each needs.
const ENGINES: &[(&str, &[Need])] = &[
    ("node", &[]),
    ("chromium", &[CHROMIUM]),
    ("firefox", &[FIREFOX]),
    ("webkit", &[WEBKIT_DRIVER, DISPLAY]),
];

/// What the engine of this name needs, besides Node.
pub(crate) fn needs(engine: &str) -> &'static [Need] {
    ENGINES.iter().find(|(name, _)| *name == engine).map_or(&[], |(_, needs)| needs)
}

/// The steps of `cargo xtask test`. Suites may use the package, which is built before.
pub(crate) fn steps(root: &Path, setup: &Setup, depth: Depth, report: &mut Report) {
    let bed = root.join(BED);
    let absent = setup.absent(RUNNER);
    let ready = report.step_giving("test bed: packages and types", absent, || {
        web::install(&bed)?;
        shell::run(web::npm(&bed).args(["run", "--silent", "check"]))
    });
    if ready.is_none() {
        return;
    }
    let elsewhere = (!cfg!(target_os = "linux"))
        .then(|| Absence::Here("it looks at processes in /proc, and only Linux has that".to_owned()));
    report.step("test bed: its own tests", elsewhere.as_ref(), || {
        shell::run(web::npm(&bed).args(["run", "--silent", "test"]))
    });
    for (engine, needs) in ENGINES {
        report.step(format!("suites in {engine}"), absent.or(setup.absent(needs)), || {
            let mut run = Command::new("node");
            run.arg(format!("{BED}/run.js")).args(["--engine", engine]).args(suites(root)?);
            if depth == Depth::All {
                run.arg("--all");
            }
            shell::run(run.current_dir(root))
        });
    }
    together(root, setup, report);
    if depth == Depth::All {
        report.step("1 GiB in the memory of Node and Chromium", elsewhere.as_ref(), || {
            shell::run(Command::new("node").arg(format!("{BED}/memory/memory.js")).current_dir(root))
        });
    }
}

/// What one engine cannot show by itself. An engine that is not there is left out, with the reason.
fn together(root: &Path, setup: &Setup, report: &mut Report) {
    let absent = setup.absent(RUNNER).or(setup.absent(&[Need::Program("cc")]));
    report.step("containers cross between the command and every engine", absent, || {
        let target = root.join("target");
        let mut build = shell::cargo(root, "build --locked --package cleave-cli");
        shell::run(build.env("CARGO_TARGET_DIR", &target))?;
        let command = target.join("debug").join(format!("cleave{}", std::env::consts::EXE_SUFFIX));
        let mut cross = Command::new("node");
        shell::run(cross.arg(format!("{BED}/crossings/cross.js")).arg(command).current_dir(root))
    });
    report.step("bundles of the package in every browser", setup.absent(RUNNER), || {
        shell::run(web::npm(&root.join(web::PACKAGE)).args(["run", "--silent", "bundles"]))
    });
}

/// Every suite of the repository, wherever it lies.
fn suites(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = tree::files(root)?;
    files.retain(|file| file.to_str().is_some_and(|name| name.ends_with(".suite.js")));
    if files.is_empty() {
        return Err(Failure::new("the repository has no suite: a file that ends in .suite.js"));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bed_has_a_suite_that_proves_it() {
        let suites = suites(&tree::root()).expect("the repository can be listed");
        assert!(suites.contains(&PathBuf::from("web/bed/suites/platform.suite.js")));
    }

    #[test]
    fn what_an_engine_needs_is_looked_for() {
        let needed = ENGINES.iter().flat_map(|(_, needs)| *needs).chain(RUNNER);
        assert!(needed.into_iter().all(|need| NEEDS.contains(need)));
    }
}
