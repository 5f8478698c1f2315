//! A recorded run as Markdown: for BENCHMARKING.md, and for the terminal.

use std::fmt::Write as _;

use super::args::STATED_SIZE;
use super::bounds::{Margin, State, Verdict};
use super::record::{Case, Entry, Record};
use super::stats::Spread;

const MIB: u64 = 1 << 20;
/// A load above which something else wants the processor much of the time.
const QUIET: f64 = 0.5;

/// How the run was made, and a table for each case.
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
    let machine = &record.machine;
    let mut lines = vec![
        format!("`{}`, {}, commit {}.", record.command, record.date, record.commit),
        format!(
            "{}, {} cores, {} MiB; {}, Linux {}; {}. Load before the run: {}.",
            machine.processor,
            machine.cores,
            machine.memory_mib,
            machine.system,
            machine.kernel,
            machine.rustc,
            machine.load_before
        ),
        format!(
            "Input: {} MiB of random bytes; {} rounds, their order from seed {}.",
            record.size / MIB,
            record.rounds,
            record.seed
        ),
        String::new(),
    ];
    for tool in &record.tools {
        let version = tool.version.as_deref().unwrap_or("absent");
        let note = tool.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        lines.push(format!("- {}: {version}{note}", tool.program));
    }
    for skipped in &record.skipped {
        lines.push(format!("- skipped: {}: {}", skipped.what, skipped.why));
    }
    lines.join("\n") + "\n"
}

/// The table of one case, as it is also shown as soon as it is measured.
pub(crate) fn of_case(case: &Case) -> String {
    let mut text = format!("### {} on {}\n\n", case.name, case.storage);
    if case.storage != case.file_system {
        let _ = writeln!(text, "File system: {}.\n", case.file_system);
    }
    if case.repeat > 1 {
        let _ = writeln!(text, "A sample is the mean of {} runs.\n", case.repeat);
    }
    let Some(first) = case.entries.first() else { return text };
    let _ = writeln!(text, "| | ms | over {} | least to most | peak MiB | command |", first.name);
    text.push_str("|---|--:|--:|---|--:|---|\n");
    for entry in &case.entries {
        text.push_str(&row(entry, first));
    }
    text
}

fn row(entry: &Entry, first: &Entry) -> String {
    let time = entry.time().map_or(0.0, |time| time.median / 1e6);
    let ratio = Spread::of_rounds(&entry.nanoseconds, &first.nanoseconds, |of, to| of / to);
    let (median, range) = ratio.map_or_else(Default::default, |ratio| {
        (format!("{:.2}", ratio.median), format!("{:.2} to {:.2}", ratio.least, ratio.most))
    });
    let peak = entry.peak().unwrap_or(0) as f64 / MIB as f64;
    let command = entry.command.replace('|', "\\|");
    format!("| {} | {time:.1} | {median} | {range} | {peak:.1} | `{command}` |\n", entry.name)
}

/// A line for each bound, and the count.
pub(crate) fn of_verdicts(record: &Record, verdicts: &[Verdict]) -> String {
    let mut text = String::from("### Bounds (medians over rounds, in memory)\n\n");
    if record.size != STATED_SIZE || record.machine.cores != 2 {
        let _ = writeln!(
            text,
            "They are stated for 1 GiB and 2 cores; this run had {} MiB and {}, so it proves neither way.\n",
            record.size / MIB,
            record.machine.cores
        );
    }
    if record.machine.load_before.parse().is_ok_and(|load: f64| load > QUIET) {
        let _ = writeln!(
            text,
            "Other programs ran on this machine (load {}): the figures are those of a busy one.\n",
            record.machine.load_before
        );
    }
    text.push_str("| | measured (least to most) | bound | |\n|---|---|---|---|\n");
    for verdict in verdicts {
        let state = match &verdict.state {
            State::Ok(margin) => format!("ok{}", told(*margin)),
            State::Failed(margin) => format!("**FAILED**{}", told(*margin)),
            State::Skipped(reason) => format!("skipped: {reason}"),
        };
        let Verdict { name, measured, bound, .. } = verdict;
        let _ = writeln!(text, "| {name} | {measured} | {bound} | {state} |");
    }
    let of = |wanted: fn(&State) -> bool| verdicts.iter().filter(|verdict| wanted(&verdict.state)).count();
    let skipped = of(|state| matches!(state, State::Skipped(_)));
    let _ = writeln!(
        text,
        "\n{} ok, {} failed, {skipped} skipped{}",
        of(|state| matches!(state, State::Ok(_))),
        of(|state| matches!(state, State::Failed(_))),
        if skipped > 0 { ": not every bound was held against a measurement" } else { "" }
    );
    text
}

fn told(margin: Margin) -> &'static str {
    match margin {
        Margin::Clear => "",
        Margin::WithinNoise => ", within the noise",
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounds;
    use super::super::record::tests::{entry, record};
    use super::*;

    #[test]
    fn a_row_has_medians_and_the_command() {
        let record = record(vec![
            entry("cp", &[2_000_000, 2_000_000, 2_000_000], 2 << 20),
            entry("cleave", &[3_000_000, 1_000_000, 2_000_000], 3 << 19),
        ]);
        let text = of(&record);
        assert!(
            text.contains("| cleave | 2.0 | 1.00 | 0.50 to 1.50 | 1.5 | `cleave plain \\| cat > out` |"),
            "{text}"
        );
        assert!(text.contains("### encrypt on tmpfs"), "{text}");
    }

    #[test]
    fn verdicts_end_with_their_count_and_say_what_is_missing() {
        let record = record(vec![entry("cp", &[2, 2, 2], 1), entry("cleave", &[3, 3, 3], 1)]);
        let text = of_verdicts(&record, &bounds::verdicts(&record));
        assert!(text.contains("| encrypt against cp | 1.50 | at most 1.00 | **FAILED** |"), "{text}");
        assert!(text.contains("1 ok, 1 failed,"), "{text}");
        assert!(text.trim_end().ends_with("not every bound was held against a measurement"), "{text}");
        assert!(!text.contains("proves neither way"), "{text}");
    }

    #[test]
    fn a_busy_machine_is_told_of() {
        let mut record = record(Vec::new());
        for (load, busy) in [("0.20", false), ("", false), ("3.10", true)] {
            record.machine.load_before = load.to_owned();
            assert_eq!(of_verdicts(&record, &[]).contains("a busy one"), busy, "{load}");
        }
    }

    #[test]
    fn a_run_of_another_size_says_so() {
        let mut record = record(Vec::new());
        record.size = 64 * MIB;
        assert!(of_verdicts(&record, &[]).contains("this run had 64 MiB and 2"));
    }
}
