//! `cargo xtask test`: everything that must hold, on a machine that may have nothing but Rust.

use std::path::Path;

use crate::Depth;
use crate::report::Report;
use crate::setup::{Need, Setup, WASM, WINDOWS};
use crate::shell::{self, cargo};
use crate::{lint, readme, web};

const NEEDS: &[Need] = &[Need::Program("sh"), Need::Target(WASM), Need::Target(WINDOWS)];

pub(crate) fn run(root: &Path, depth: Depth) -> Report {
    let setup = Setup::prepare(root, &[lint::NEEDS, NEEDS, web::NEEDS].concat(), depth);
    let mut report = Report::default();
    lint::steps(root, &setup, &mut report);
    tests(root, &setup, depth, &mut report);
    other_targets(root, &setup, &mut report);
    web::steps(root, &setup, &mut report);
    readme::steps(root, &setup, &mut report);
    report
}

fn tests(root: &Path, setup: &Setup, depth: Depth, report: &mut Report) {
    let cc = setup.absent(&[Need::Program("cc")]);
    // All features, so that what `hazmat` opens up is tested too.
    report.step("tests of the workspace", cc, || {
        shell::run(&mut cargo(root, "test --locked --workspace --all-features --tests --no-fail-fast"))
    });
    report.step("examples in the documentation", cc, || {
        shell::run(&mut cargo(root, "test --locked --workspace --all-features --doc"))
    });
    if depth == Depth::All {
        report.step("slow tests of the workspace", cc, || {
            shell::run(&mut cargo(
                root,
                "test --locked --workspace --all-features --tests --no-fail-fast -- --ignored",
            ))
        });
    }
}

/// `cargo check` links nothing, so neither target needs a linker or a C compiler of its own, for as long as no
/// dependency of these crates builds C. The release profile is the cheaper one here: the other optimizes every
/// dependency, and so the macros that must be built for the check.
fn other_targets(root: &Path, setup: &Setup, report: &mut Report) {
    report.step("check of the core for the web", setup.absent(&[Need::Target(WASM)]), || {
        shell::run(&mut cargo(root, &format!("check --locked --release --target {WASM} -p cleave-core")))
    });
    report.step("check of core and command for Windows", setup.absent(&[Need::Target(WINDOWS)]), || {
        shell::run(&mut cargo(
            root,
            &format!("check --locked --release --target {WINDOWS} -p cleave-core -p cleave-cli"),
        ))
    });
}
