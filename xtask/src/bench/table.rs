//! A recorded run as Markdown: for BENCHMARKING.md, and for the terminal.

use std::fmt::Write as _;

use super::args::STATED_SIZE;
use super::record::{Case, Entry, Machine, Record, Skipped, ToolState};
use super::stats::Spread;
use super::verdict::{self, Verdict};

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
    let mut lines = vec![
        format!("`{}`, {}, commit {}.", record.command, record.date, record.commit),
        of_machine(&record.machine),
        format!(
            "Input: {} MiB of random bytes; {} rounds, their order from seed {}.",
            record.size / MIB,
            record.rounds,
            record.seed
        ),
        String::new(),
    ];
    lines.extend(of_tools(&record.tools, &record.skipped));
    lines.join("\n") + "\n"
}

pub(crate) fn of_machine(machine: &Machine) -> String {
    format!(
        "{}, {} cores, {} MiB; {}, Linux {}; {}. Load before the run: {}.",
        machine.processor,
        machine.cores,
        machine.memory_mib,
        machine.system,
        machine.kernel,
        machine.rustc,
        machine.load_before
    )
}

/// A line for each program, and for what was not measured.
pub(crate) fn of_tools(tools: &[ToolState], skipped: &[Skipped]) -> Vec<String> {
    let tools = tools.iter().map(|tool| {
        let version = tool.version.as_deref().unwrap_or("absent");
        let note = tool.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
        format!("- {}: {version}{note}", tool.program)
    });
    tools.chain(skipped.iter().map(|Skipped { what, why }| format!("- skipped: {what}: {why}"))).collect()
}

/// What is said of a machine that others used; nothing if it was quiet.
pub(crate) fn of_load(machine: &Machine) -> String {
    if machine.load_before.parse().is_ok_and(|load: f64| load > QUIET) {
        let load = &machine.load_before;
        format!("Other programs ran on this machine (load {load}): the figures are those of a busy one.\n\n")
    } else {
        String::new()
    }
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
    text.push_str(&of_load(&record.machine));
    text.push_str(&verdict::table(verdicts));
    text
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
