//! `cargo xtask test`: everything that must hold, on a machine that may have nothing but Rust.

use std::path::Path;

use crate::Depth;
use crate::report::Report;
use crate::setup::{Need, Setup, WASM, WINDOWS};
use crate::shell::{self, cargo};
use crate::{bed, bench, lint, readme, web};

const NEEDS: &[Need] = &[Need::Program("sh"), Need::Target(WASM), Need::Target(WINDOWS)];

const FUZZ_NEEDS: &[Need] = &[Need::Program("cc"), Need::Program("c++")];

pub(crate) fn run(root: &Path, depth: Depth) -> Report {
    let fuzz_needs = if depth == Depth::All { FUZZ_NEEDS } else { &[] };
    let setup =
        Setup::prepare(root, &[lint::NEEDS, NEEDS, web::NEEDS, bed::NEEDS, fuzz_needs].concat(), depth);
    let mut report = Report::default();
    lint::steps(root, &setup, &mut report);
    tests(root, &setup, depth, &mut report);
    other_targets(root, &setup, &mut report);
    web::steps(root, &setup, &mut report);
    bed::steps(root, &setup, depth, &mut report);
    bench::web_steps(root, &setup, &mut report);
    readme::steps(root, &setup, &mut report);
    report
}

fn tests(root: &Path, setup: &Setup, depth: Depth, report: &mut Report) {
    let cc = setup.absent(&[Need::Program("cc")]);
    // All features, so that what `hazmat` opens up is tested too.
    report.step("tests of the workspace", cc, || {
        shell::run(&mut cargo(root, "test --locked --workspace --all-features --tests --no-fail-fast"))
    });
    // Where the native set is built in, it does what the portable one does elsewhere.
    report.step("vectors and known answers by the portable set", cc, || {
        let tests = "--test vectors --test known_answers --test fuzzed";
        shell::run(&mut cargo(root, &format!("test --locked -p cleave-core --features hazmat {tests}")))
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
        // Fuzzing needs nightly; that the fuzzers still fit the core does not.
        report.step("check of the fuzzers", setup.absent(FUZZ_NEEDS), || {
            let mut check = cargo(root, "check --locked --manifest-path fuzz/Cargo.toml --all-targets");
            shell::run(check.env("CARGO_TARGET_DIR", root.join("target/fuzz")))
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
