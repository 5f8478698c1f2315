//! `cargo xtask bench --web`: the package for the web in every engine, beside raw Web Cryptography and other packages;
//! and which size of chunks serves them all. BENCHMARKING.md says how to read what it prints.

mod args;
mod bounds;
mod made;
mod native;
mod page;
mod record;
mod sweep;
mod table;

use std::path::Path;

use super::args::Bounds;
use super::record::{Machine, Skipped, ToolState};
use super::{commit, day, verdict};
use crate::report::Report;
use crate::setup::{Absence, Need, Setup};
use crate::shell::{self, Failure, Result};
use crate::{Depth, bed, web};
use args::Measure;
pub(crate) use args::{Options, parse};
use made::Made;
use record::{Case, Record};

/// Whether an engine shows pages to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    Shown,
    None,
}

struct Engine {
    name: &'static str,
    page: Page,
}

/// As the bed names them, in the order in which they run.
const ENGINES: [Engine; 4] = [
    Engine { name: "node", page: Page::None },
    Engine { name: "chromium", page: Page::Shown },
    Engine { name: "firefox", page: Page::Shown },
    Engine { name: "webkit", page: Page::Shown },
];

/// The command on this machine, beside the engines.
const NATIVE: &str = "native";

/// Measures, or reads what was measured, and prints it; fails where a bound is held and does not hold.
pub(crate) fn run(root: &Path, options: &Options) -> Result<()> {
    let (record, bounds) = match options {
        Options::Table { record, bounds } => {
            let record = Record::load(record)?;
            println!("{}", table::of(&record));
            (record, *bounds)
        }
        Options::Measure(measure) => {
            let record = measured(root, measure)?;
            println!("\n{}", table::heading(&record));
            (record, measure.bounds)
        }
    };
    let verdicts = bounds::verdicts(&record);
    print!("{}", table::of_verdicts(&record, &verdicts));
    match bounds {
        Bounds::Shown => Ok(()),
        Bounds::Held => verdict::held(&verdicts),
    }
}

fn measured(root: &Path, measure: &Measure) -> Result<Record> {
    // Before anything is built: the load is that of others.
    let machine = Machine::this();
    let setup = Setup::prepare(root, bed::NEEDS, Depth::Usual);
    let made = Made::whole(root, measure)?;
    let mut record = Record {
        web_schema: record::SCHEMA,
        command: measure.spelled.clone(),
        date: day(),
        commit: commit(root),
        machine,
        bytes: measure.bytes,
        rounds: measure.rounds,
        seed: measure.seed,
        tools: made::packages(root)?,
        skipped: Vec::new(),
        cases: Vec::new(),
    };
    for engine in ENGINES.iter().filter(|engine| measure.engines.contains(&engine.name)) {
        println!("\n== {}", engine.name);
        if let Some(Absence::Here(why) | Absence::Broken(why)) = setup.absent(bed::needs(engine.name)) {
            println!("skipped: {why}");
            record.skipped.push(Skipped { what: engine.name.to_owned(), why: why.clone() });
            continue;
        }
        let version =
            page::measure(root, engine.name, measure, &made, |case| keep(&mut record, measure, case))?;
        record.tools.push(ToolState { program: engine.name.to_owned(), version: Some(version), note: None });
    }
    if measure.groups.contains(&args::CHUNKS) {
        println!("\n== {NATIVE}");
        match native::measure(root, measure) {
            Ok(cases) => cases.into_iter().try_for_each(|case| keep(&mut record, measure, case))?,
            Err(failure) => {
                println!("skipped: {failure}");
                record.skipped.push(Skipped { what: NATIVE.to_owned(), why: failure.to_string() });
            }
        }
    }
    if let Some(path) = &measure.record {
        record.save(path)?;
    }
    Ok(record)
}

/// Shows a case, and saves what there is so far.
fn keep(record: &mut Record, measure: &Measure, case: Case) -> Result<()> {
    print!("\n{}", table::of_case(&case));
    record.cases.push(case);
    measure.record.as_ref().map_or(Ok(()), |path| record.save(path))
}

/// What a quick run of `cargo xtask test` leaves out: what only the command and Argon2id of the machine itself need,
/// which take minutes to build.
const WITHOUT_NATIVE: [&str; 4] = ["idle", "stream", "x-wing", args::CHUNKS];

/// The steps of `cargo xtask test`: whether the benchmark works. The package is built before, and the bed made ready.
pub(crate) fn steps(root: &Path, setup: &Setup, report: &mut Report) {
    let absent = setup.absent(&[Need::Program("node"), Need::Program("npm")]);
    let made = report.step_giving("benchmark of the package: packages, types and tests", absent, || {
        let made = Made::for_pages(root)?;
        let bench = root.join(made::BENCH);
        shell::run(web::npm(&bench).args(["run", "--silent", "check"]))?;
        shell::run(web::npm(&bench).args(["run", "--silent", "test"]))?;
        Ok(made)
    });
    let Some(made) = made else { return };
    for engine in &ENGINES {
        report.step(
            format!("benchmark of the package: it works in {}", engine.name),
            setup.absent(bed::needs(engine.name)),
            || quick(root, engine.name, &made),
        );
    }
}

/// Samples are taken and not judged.
fn quick(root: &Path, engine: &str, made: &Made) -> Result<()> {
    let mut measure = Measure::stated();
    measure.hurry();
    measure.groups = WITHOUT_NATIVE.to_vec();
    let mut cases = 0;
    page::measure(root, engine, &measure, made, |case| {
        cases += 1;
        match case.entries.iter().find(|entry| entry.nanoseconds.len() != measure.rounds) {
            Some(entry) => {
                Err(Failure::new(format!("{}, {}: not a sample for each round", case.name, entry.name)))
            }
            None => Ok(()),
        }
    })?;
    if cases == 0 { Err(Failure::new("nothing was measured")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_run_whose_bound_fails_is_a_failure_only_where_bounds_are_held() {
        use record::tests::{case, entry, record};
        let path = std::env::temp_dir().join(format!("cleave-xtask-web-held-{}.json", std::process::id()));
        let table = |bounds| run(Path::new("."), &Options::Table { record: path.clone(), bounds });
        let with = |cleave: u64| {
            let entries = vec![entry("raw", &[90; 7], 1), entry("cleave", &[cleave; 7], 1)];
            record(vec![case("decrypt", "node", entries)]).save(&path).expect("a folder can hold it");
        };
        with(100);
        assert!(table(Bounds::Held).is_ok());
        with(200);
        assert!(table(Bounds::Shown).is_ok());
        let failure = table(Bounds::Held).expect_err("raw is more than twice as fast");
        std::fs::remove_file(&path).expect("it is ours");
        assert!(failure.to_string().contains("node: decrypt, speed of raw"), "{failure}");
    }
}
