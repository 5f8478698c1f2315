//! Measures one case: rounds in which each command runs once, in a random order.

use super::child::{self, Sample};
use super::order::Order;
use super::peers::Peers;
use super::place::{Compare, Place};
use super::plan::{Case, Entry};
use super::record;
use crate::shell::{Failure, Result};

/// Samples of `case`, from `rounds` rounds after one that does not count. Commands of absent peers are left out.
pub(crate) fn measure(
    case: &Case,
    place: &Place,
    peers: &Peers,
    rounds: usize,
    order: &mut Order,
) -> Result<record::Case> {
    for line in case.prepare.iter().filter(|line| peers.is_ready(line.tool)) {
        place.run(peers, line)?;
    }
    let entries: Vec<&Entry> = case.entries.iter().filter(|entry| peers.is_ready(entry.line.tool)).collect();
    let mut measured: Vec<record::Entry> = entries.iter().map(|entry| without_samples(entry)).collect();
    for index in order.of(entries.len()) {
        // The files are in memory afterwards, and what is written is known to be right.
        sample(entries[index], case.repeat, Compare::Bytes, place, peers)?;
    }
    for _ in 0..rounds {
        for index in order.of(entries.len()) {
            let sample = sample(entries[index], case.repeat, Compare::Length, place, peers)?;
            measured[index].nanoseconds.push(sample.nanoseconds);
            measured[index].peak_bytes.push(sample.peak_bytes);
        }
    }
    Ok(record::Case {
        name: case.name.to_owned(),
        storage: place.storage.name().to_owned(),
        file_system: place.file_system.clone(),
        repeat: case.repeat,
        entries: measured,
    })
}

fn without_samples(entry: &Entry) -> record::Entry {
    record::Entry {
        name: entry.name.to_owned(),
        command: entry.line.text.clone(),
        nanoseconds: Vec::new(),
        peak_bytes: Vec::new(),
    }
}

fn sample(entry: &Entry, repeat: u32, compare: Compare, place: &Place, peers: &Peers) -> Result<Sample> {
    let failed = |what: &str| Failure::new(format!("`{}`: {what}", entry.line.text));
    place.settle(entry.leaves)?;
    let mut command = child::wrapped(repeat, &entry.line.words())?;
    let output = peers
        .equip(command.current_dir(place.folder()))
        .output()
        .map_err(|error| failed(&error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim()));
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let sample = child::read(&printed).ok_or_else(|| failed("no sample was printed"))?;
    place.check(entry.leaves, compare).map_err(|failure| failed(&failure.to_string()))?;
    Ok(sample)
}
