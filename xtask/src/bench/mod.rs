//! `cargo xtask bench`: whole commands against `cp` and against other programs that encrypt files, and the bounds that
//! must hold. BENCHMARKING.md says how to read what it prints.

mod args;
mod bounds;
mod cases;
pub(crate) mod child;
mod machine;
mod order;
mod peers;
mod place;
mod plan;
mod record;
mod run;
mod stats;
mod table;
mod verdict;
mod web;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{self, Failure, Result};
use args::{Bounds, Measure};
pub(crate) use args::{Options, parse};
use order::Order;
use peers::{Peers, State};
use place::{Place, Storage};
use plan::{Case, On, Tool};
use record::{Machine, Record, Skipped, ToolState};
pub(crate) use web::steps as web_steps;

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
        Options::Web(options) => return web::run(root, options),
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
    let mut peers = Peers::gather(root)?;
    let mut record = Record {
        schema: record::SCHEMA,
        command: measure.spelled.clone(),
        date: day(),
        commit: commit(root),
        machine,
        size: measure.size,
        rounds: measure.rounds,
        seed: measure.seed,
        tools: Vec::new(),
        skipped: Vec::new(),
        cases: Vec::new(),
    };
    let mut order = Order::from_seed(measure.seed);
    for (storage, parent) in [(Storage::Tmpfs, measure.tmpfs.clone()), (Storage::Disk, disk(root, measure)?)]
    {
        if !cases::all(measure.size).iter().any(|case| wanted(case, storage, measure)) {
            continue;
        }
        println!("\n== {}", storage.name());
        match Place::prepare(storage, &parent, measure, &mut peers) {
            Ok(place) => on_place(&place, &peers, measure, &mut order, &mut record)?,
            Err(failure) => record.skip(storage.name(), &failure),
        }
        if let Some(path) = &measure.record {
            record.save(path)?;
        }
    }
    Ok(record)
}

/// Measures every case that runs there. One that fails does not keep the next ones from running.
fn on_place(
    place: &Place,
    peers: &Peers,
    measure: &Measure,
    order: &mut Order,
    record: &mut Record,
) -> Result<()> {
    record.tools = tools(place, peers);
    for case in cases::all(measure.size).iter().filter(|case| wanted(case, place.storage, measure)) {
        match run::measure(case, place, peers, measure.rounds, order) {
            Ok(case) => {
                print!("\n{}", table::of_case(&case));
                record.cases.push(case);
            }
            Err(failure) => record.skip(&format!("{} on {}", case.name, place.storage.name()), &failure),
        }
        place.clear()?;
        if let Some(path) = &measure.record {
            record.save(path)?;
        }
    }
    Ok(())
}

fn wanted(case: &Case, storage: Storage, measure: &Measure) -> bool {
    let here = storage == Storage::Tmpfs || case.on == On::MemoryAndDisk;
    here && (measure.only.is_empty() || measure.only.iter().any(|name| name == case.name))
}

impl Record {
    fn skip(&mut self, what: &str, why: &Failure) {
        println!("skipped: {what}: {why}");
        self.skipped.push(Skipped { what: what.to_owned(), why: why.to_string() });
    }
}

fn tools(place: &Place, peers: &Peers) -> Vec<ToolState> {
    let state = |tool: Tool| {
        let (version, note) = match peers.state(tool) {
            State::Ready(version) => (Some(version.clone()), given(tool, place)),
            State::Absent(reason) => (None, Some(reason.clone())),
        };
        ToolState { program: tool.program().to_owned(), version, note }
    };
    Tool::ALL.into_iter().map(state).collect()
}

/// What a reader of the figures has to know of how a program was used.
fn given(tool: Tool, place: &Place) -> Option<String> {
    let note = match tool {
        Tool::System => "does not sync".to_owned(),
        Tool::Cleave => "an X-Wing recipient; syncs its output before it gives it its name".to_owned(),
        Tool::Age => format!("an {} recipient", place.age_recipient().unwrap_or("unknown")),
        Tool::Rage => "an X25519 recipient".to_owned(),
        Tool::OpenSsl => "AES-256-CTR under a given key, without authentication".to_owned(),
        Tool::Gpg => "a Curve25519 recipient, AES256, no compression".to_owned(),
    };
    Some(note)
}

/// The folder that was named, or one among the build output.
fn disk(root: &Path, measure: &Measure) -> Result<PathBuf> {
    if let Some(folder) = &measure.disk {
        return Ok(folder.clone());
    }
    let folder = root.join("target").join("bench");
    std::fs::create_dir_all(&folder)
        .map_err(|error| Failure::new(format!("{}: {error}", folder.display())))?;
    Ok(folder)
}

/// Today, UTC.
fn day() -> String {
    shell::ask(Command::new("date").args(["-u", "+%Y-%m-%d"])).unwrap_or_default()
}

fn commit(root: &Path) -> String {
    let git = |words: &[&str]| shell::ask(Command::new("git").args(words).current_dir(root));
    let changed = git(&["status", "--porcelain"]).is_none_or(|changes| !changes.is_empty());
    git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_default() + if changed { "+" } else { "" }
}
