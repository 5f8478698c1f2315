//! A recorded run as Markdown: for BENCHMARKING.md, and for the terminal.

use std::fmt::Write as _;

use super::super::stats::Spread;
use super::super::table::{of_load, of_machine, of_tools};
use super::super::verdict::{self, Verdict};
use super::args::STATED_BYTES;
use super::record::{Case, Entry, Record};
use super::sweep::{self, mib_a_second};

const MIB: u64 = 1 << 20;

/// How the run was made, a table for each case, and what follows from the sweep.
pub(crate) fn of(record: &Record) -> String {
    let mut text = heading(record);
    for case in &record.cases {
        text.push('\n');
        text.push_str(&of_case(case));
    }
    text
}

/// How the run was made.
pub(crate) fn heading(record: &Record) -> String {
    let mut lines = vec![
        format!("`{}`, {}, commit {}.", record.command, record.date, record.commit),
        of_machine(&record.machine),
        format!(
            "{} MiB of random bytes in a page; {} rounds, their order from seed {}.",
            record.bytes / MIB,
            record.rounds,
            record.seed
        ),
        String::new(),
    ];
    lines.extend(of_tools(&record.tools, &record.skipped));
    lines.join("\n") + "\n"
}

/// The table of one case, as it is also shown as soon as it is measured.
pub(crate) fn of_case(case: &Case) -> String {
    let mut text = format!("### {} in {}\n\n", case.name, case.place);
    let Some(first) = case.entries.first() else { return text };
    let _ = writeln!(
        text,
        "| | ms | MiB/s | over {} | least to most | longest freeze, ms | what |\n|---|--:|--:|--:|---|--:|---|",
        first.name
    );
    for entry in &case.entries {
        text.push_str(&row(entry, first));
    }
    text
}

fn row(entry: &Entry, first: &Entry) -> String {
    let time = entry.time().map_or(0.0, |time| time.median);
    let speed = match entry.bytes {
        0 => String::new(),
        bytes => format!("{:.0}", mib_a_second(bytes as f64 / time)),
    };
    let ratio = Spread::of_rounds(&entry.nanoseconds, &first.nanoseconds, |of, to| of / to);
    let (median, range) = ratio.map_or_else(Default::default, |ratio| {
        (format!("{:.2}", ratio.median), format!("{:.2} to {:.2}", ratio.least, ratio.most))
    });
    let freeze = entry.gap().map(|gap| format!("{:.1}", gap.most / 1e6)).unwrap_or_default();
    let Entry { name, what, .. } = entry;
    format!("| {name} | {:.1} | {speed} | {median} | {range} | {freeze} | {what} |\n", time / 1e6)
}

/// The sweep, if there was one, and a line for each bound.
pub(crate) fn of_verdicts(record: &Record, verdicts: &[Verdict]) -> String {
    let mut text = sweep::table(record).map(|sweep| sweep + "\n").unwrap_or_default();
    text.push_str("### Bounds (medians over rounds; freezes: the longest)\n\n");
    if record.bytes != STATED_BYTES || record.machine.cores != 2 {
        let _ = writeln!(
            text,
            "They are stated for 64 MiB and 2 cores; this run had {} MiB and {}, so it is no measurement and proves \
             neither way.\n",
            record.bytes / MIB,
            record.machine.cores
        );
    }
    text.push_str(&of_load(&record.machine));
    text.push_str(&verdict::table(verdicts));
    text
}

#[cfg(test)]
mod tests {
    use super::super::bounds;
    use super::super::record::tests::{case, entry, record};
    use super::*;

    #[test]
    fn a_row_has_the_median_the_speed_the_ratio_and_the_freeze() {
        let entries = vec![
            entry("raw", &[64_000_000, 64_000_000, 64_000_000], 4_000_000),
            entry("cleave", &[128_000_000, 64_000_000, 128_000_000], 5_500_000),
        ];
        let text = of(&record(vec![case("encrypt", "firefox", entries)]));
        assert!(text.contains("### encrypt in firefox"), "{text}");
        assert!(
            text.contains("| cleave | 128.0 | 500 | 2.00 | 1.00 to 2.00 | 5.5 | does cleave |"),
            "{text}"
        );
    }

    #[test]
    fn a_quick_run_says_that_it_is_no_measurement() {
        let mut record =
            record(vec![case("encrypt", "node", vec![entry("raw", &[1], 1), entry("cleave", &[1], 1)])]);
        let told =
            |record: &Record| of_verdicts(record, &bounds::verdicts(record)).contains("no measurement");
        assert!(!told(&record));
        record.bytes = 4 * MIB;
        assert!(told(&record));
    }
}
