//! The checks that read the sources: formatting, clippy, rustdoc, lengths, paths and hosts, rules, dependencies.

mod length;
mod places;
mod rules;

use std::path::Path;

use crate::Depth;
use crate::report::Report;
use crate::setup::{self, Need, Setup};
use crate::shell::{self, Failure, Result, cargo};

/// What [`steps`] needs.
pub(crate) const NEEDS: &[Need] = &[Need::Program("cc"), Need::Program("git"), Need::CargoDeny];

/// `cargo xtask lint`.
pub(crate) fn run(root: &Path, depth: Depth) -> Report {
    let setup = Setup::prepare(root, NEEDS, depth);
    let mut report = Report::default();
    steps(root, &setup, &mut report);
    report
}

/// Every step of the lint, for `test` too.
pub(crate) fn steps(root: &Path, setup: &Setup, report: &mut Report) {
    let cc = setup.absent(&[Need::Program("cc")]);
    report.step("lint: formatting", None, || shell::run(&mut cargo(root, "fmt --all --check")));
    report.step("lint: lengths of files", None, || verdict(&length::complaints(root)?));
    report.step("lint: paths and hosts", None, || verdict(&places::complaints(root)?));
    report.step("lint: rules of FORMAT.md and their vectors", None, || verdict(&rules::complaints(root)?));
    report.step("lint: clippy", cc, || {
        let everything =
            "clippy --locked --keep-going --workspace --all-targets --all-features -- -D warnings";
        shell::run(&mut cargo(root, everything))?;
        // What is behind a feature must not be what makes the rest compile.
        shell::run(&mut cargo(root, "clippy --locked -p cleave-core --no-default-features -- -D warnings"))
    });
    report.step("lint: rustdoc", cc, || {
        let mut doc = cargo(root, "doc --locked --workspace --all-features --no-deps");
        shell::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
    });
    dependencies(root, setup, report);
}

fn dependencies(root: &Path, setup: &Setup, report: &mut Report) {
    let deny = setup.absent(&[Need::CargoDeny]);
    report.step("lint: licences, sources and bans of dependencies", deny, || {
        shell::run(&mut cargo(root, "deny --locked --all-features check bans licenses sources"))
    });
    // Asked for only with the tool at hand: fetching is the tool's own work.
    let fetched = if deny.is_none() { setup::advisories(root) } else { None };
    report.step("lint: advisories on dependencies", deny.or(fetched.as_ref()), || {
        shell::run(&mut cargo(root, "deny --locked --all-features check advisories"))
    });
}

/// Fails with all that is wrong, each on a line of its own.
fn verdict(complaints: &[String]) -> Result<()> {
    for complaint in complaints {
        println!("{complaint}");
    }
    match complaints {
        [] => Ok(()),
        [only] => Err(Failure::new(only)),
        [first, rest @ ..] => Err(Failure::new(format!("{first} (and {} more above)", rest.len()))),
    }
}
