//! What must hold, and whether it does in a recorded run. A bound applies to the median over rounds.

use super::args::STATED_SIZE;
use super::record::{Case, Record};
use super::stats::Spread;
use super::verdict::{Limit, Verdict};

/// What is held to a limit. Names are those of entries.
#[derive(Clone, Copy, Debug)]
enum Quantity {
    /// Time of one over time of another, in each round.
    Ratio(&'static str, &'static str),
    /// Time of one less that of another, in each round, milliseconds.
    Difference(&'static str, &'static str),
    /// Time, milliseconds.
    Time(&'static str),
    /// The highest peak of any of `cleave`'s commands in the case, MiB.
    Peak,
    /// Peak of one less that of another, in each round, MiB.
    Growth(&'static str, &'static str),
}

/// Without what a bound says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Anything,
    /// An input of the size that the bound is stated for.
    StatedSize,
    TwoCores,
}

struct Bound {
    name: &'static str,
    case: &'static str,
    quantity: Quantity,
    limit: Limit,
    needs: Needs,
}

const fn bound(name: &'static str, case: &'static str, quantity: Quantity, limit: Limit) -> Bound {
    Bound { name, case, quantity, limit, needs: Needs::Anything }
}

impl Bound {
    const fn needing(mut self, needs: Needs) -> Self {
        self.needs = needs;
        self
    }
}

use Limit::{AtLeast, AtMost};
use Quantity::{Difference, Growth, Peak, Ratio, Time};

/// Peak of two threads; and Argon2id's 64 MiB on top of it where a passphrase is tried.
const MEMORY: Limit = AtMost(64.0);
const MEMORY_WITH_ARGON2: Limit = AtMost(128.0);
/// What an allocator may differ by from one run to the next, MiB.
const STEADY: Limit = AtMost(4.0);

const BOUNDS: &[Bound] = &[
    bound("encrypt against cp", "encrypt", Ratio("cleave", "cp"), AtMost(1.0)),
    bound("encrypt against age", "encrypt", Ratio("cleave", "age"), AtMost(0.5)),
    bound("encrypt against rage", "encrypt", Ratio("cleave", "rage"), AtMost(0.4)),
    bound("decrypt against cp", "decrypt", Ratio("cleave", "cp"), AtMost(1.0)),
    bound("decrypt against age", "decrypt", Ratio("cleave", "age"), AtMost(0.5)),
    bound("decrypt against rage", "decrypt", Ratio("cleave", "rage"), AtMost(0.4)),
    bound("signed, encrypt against cp", "signed-encrypt", Ratio("cleave --sign", "cp"), AtMost(2.5)),
    bound(
        "signed, decrypt with --signer against cp",
        "signed-decrypt",
        Ratio("cleave --signer", "cp"),
        AtMost(4.5),
    ),
    bound(
        "signed, decrypt without --signer against cp",
        "signed-decrypt",
        Ratio("cleave", "cp"),
        AtMost(1.0),
    ),
    // Not against cp: two pipes alone take over twice its time, and nothing in the middle of them can be faster than they are.
    bound(
        "piped, encrypt against cat in its place",
        "piped-encrypt",
        Ratio("cleave", "cat, two pipes"),
        AtMost(1.0),
    ),
    bound(
        "piped, decrypt against cat in its place",
        "piped-decrypt",
        Ratio("cleave", "cat, two pipes"),
        AtMost(1.0),
    ),
    bound(
        "encrypt, 4 KiB chunks against 1 MiB",
        "chunks-encrypt",
        Ratio("cleave, 4 KiB", "cleave, 1 MiB"),
        AtMost(3.0),
    ),
    bound(
        "decrypt, 4 KiB chunks against 1 MiB",
        "chunks-decrypt",
        Ratio("cleave, 4 KiB", "cleave, 1 MiB"),
        AtMost(3.0),
    ),
    bound("open 1 recipient", "opening", Difference("1 recipient", "start"), AtMost(1.0)),
    bound("open 255 recipients", "opening", Difference("255 recipients", "start"), AtMost(2.0)),
    bound("start", "opening", Time("start"), AtMost(10.0)),
    bound("range at the end, 4 KiB chunks", "range", Time("cleave, 4 KiB"), AtMost(600.0))
        .needing(Needs::StatedSize),
    bound("range at the end, 1 MiB chunks", "range", Time("cleave, 1 MiB"), AtMost(20.0))
        .needing(Needs::StatedSize),
    bound("encrypt, 1 thread against 2", "threads-encrypt", Ratio("cleave -j1", "cleave -j2"), AtLeast(1.6))
        .needing(Needs::TwoCores),
    bound("decrypt, 1 thread against 2", "threads-decrypt", Ratio("cleave -j1", "cleave -j2"), AtLeast(1.6))
        .needing(Needs::TwoCores),
    bound("memory, encrypt", "encrypt", Peak, MEMORY),
    bound("memory, decrypt", "decrypt", Peak, MEMORY),
    bound("memory, signed, encrypt", "signed-encrypt", Peak, MEMORY),
    bound("memory, signed, decrypt", "signed-decrypt", Peak, MEMORY),
    bound("memory, piped, encrypt", "piped-encrypt", Peak, MEMORY),
    bound("memory, piped, decrypt", "piped-decrypt", Peak, MEMORY),
    bound("memory, 4 KiB chunks, encrypt", "chunks-encrypt", Peak, MEMORY),
    bound("memory, 4 KiB chunks, decrypt", "chunks-decrypt", Peak, MEMORY),
    bound("memory, range", "range", Peak, MEMORY),
    bound("memory, 255 recipients", "opening", Peak, MEMORY),
    bound("memory, passphrase", "passphrase", Peak, MEMORY_WITH_ARGON2),
    bound("memory, verify, rewrap, armor", "modes", Peak, MEMORY),
    bound(
        "memory, encrypt, against a quarter of the file",
        "growth",
        Growth("cleave, encrypt", "cleave, encrypt a quarter"),
        STEADY,
    ),
    bound(
        "memory, decrypt, against a quarter of the file",
        "growth",
        Growth("cleave, decrypt", "cleave, decrypt a quarter"),
        STEADY,
    ),
];

/// Every bound, held against what was measured in memory.
pub(crate) fn verdicts(record: &Record) -> Vec<Verdict> {
    BOUNDS.iter().map(|bound| bound.judge(record)).collect()
}

impl Bound {
    fn judge(&self, record: &Record) -> Verdict {
        Verdict::of(self.name, self.limit, self.quantity.unit(), self.measure(record))
    }

    fn measure(&self, record: &Record) -> Result<Spread, String> {
        match self.needs {
            Needs::StatedSize if record.size != STATED_SIZE => {
                return Err("it is stated for an input of 1 GiB".to_owned());
            }
            Needs::TwoCores if record.machine.cores < 2 => return Err("there is one core".to_owned()),
            Needs::Anything | Needs::StatedSize | Needs::TwoCores => {}
        }
        let case = record.case(self.case, "tmpfs").ok_or_else(|| {
            let why = record.skipped.iter().find(|skipped| skipped.what.split(' ').next() == Some(self.case));
            let of_storage = || record.skipped.iter().find(|skipped| skipped.what == "tmpfs");
            why.or_else(of_storage)
                .map_or_else(|| format!("{} was not measured", self.case), |skipped| skipped.why.clone())
        })?;
        self.quantity.of(case, record)
    }
}

impl Quantity {
    fn unit(self) -> &'static str {
        match self {
            Ratio(..) => "",
            Difference(..) | Time(_) => " ms",
            Peak | Growth(..) => " MiB",
        }
    }

    fn of(self, case: &Case, record: &Record) -> Result<Spread, String> {
        const MILLISECOND: f64 = 1e-6;
        const MIB: f64 = 1.0 / 1_048_576.0;
        let entry = |name: &str| case.entry(name).ok_or_else(|| absence(name, record));
        let spread = match self {
            Ratio(of, to) => {
                Spread::of_rounds(&entry(of)?.nanoseconds, &entry(to)?.nanoseconds, |of, to| of / to)
            }
            Difference(of, less) => {
                Spread::of_rounds(&entry(of)?.nanoseconds, &entry(less)?.nanoseconds, |of, less| of - less)
                    .map(|spread| spread.scaled(MILLISECOND))
            }
            Time(of) => entry(of)?.time().map(|spread| spread.scaled(MILLISECOND)),
            Growth(of, less) => {
                Spread::of_rounds(&entry(of)?.peak_bytes, &entry(less)?.peak_bytes, |of, less| of - less)
                    .map(|spread| spread.scaled(MIB))
            }
            Peak => {
                let own = case.entries.iter().filter(|entry| entry.command.contains("cleave "));
                let peaks: Vec<u64> = own.filter_map(super::record::Entry::peak).collect();
                let most = peaks.into_iter().max();
                most.and_then(|most| Spread::of_samples(&[most])).map(|spread| spread.scaled(MIB))
            }
        };
        spread.ok_or_else(|| "there are no samples".to_owned())
    }
}

fn absence(entry: &str, record: &Record) -> String {
    let tool = record.tools.iter().find(|tool| tool.program == entry && tool.version.is_none());
    let why = tool.and_then(|tool| tool.note.clone());
    why.unwrap_or_else(|| format!("`{entry}` was not measured"))
}

#[cfg(test)]
mod tests {
    use super::super::cases;
    use super::super::record::tests::{entry, record};
    use super::super::record::{Skipped, ToolState};
    use super::super::verdict::{Margin, State};
    use super::*;

    fn verdict(record: &Record, name: &str) -> Verdict {
        verdicts(record).into_iter().find(|verdict| verdict.name == name).expect("it is a bound")
    }

    #[test]
    fn every_bound_names_a_case_and_its_entries() {
        let cases = cases::all(STATED_SIZE);
        for bound in BOUNDS {
            let case = cases.iter().find(|case| case.name == bound.case).expect(bound.case);
            let names: Vec<&str> = match bound.quantity {
                Ratio(a, b) | Difference(a, b) | Growth(a, b) => vec![a, b],
                Time(a) => vec![a],
                Peak => Vec::new(),
            };
            for name in names {
                assert!(case.entries.iter().any(|entry| entry.name == name), "{}: {name}", bound.name);
            }
        }
    }

    #[test]
    fn memory_is_bound_in_every_case_but_where_its_growth_or_threads_are() {
        for case in cases::all(STATED_SIZE) {
            let bound = BOUNDS.iter().any(|bound| bound.case == case.name && matches!(bound.quantity, Peak));
            let same_commands = ["growth", "threads-encrypt", "threads-decrypt"].contains(&case.name);
            assert!(bound != same_commands, "{}", case.name);
        }
    }

    #[test]
    fn the_median_decides_and_quartiles_say_how_surely() {
        let against = |cleave: &[u64]| {
            let record = record(vec![entry("cp", &[100, 100, 100], 1), entry("cleave", cleave, 1)]);
            verdict(&record, "encrypt against cp")
        };
        assert_eq!(against(&[90, 91, 92]).state, State::Ok(Margin::Clear));
        assert_eq!(against(&[90, 99, 120]).state, State::Ok(Margin::WithinNoise));
        assert_eq!(against(&[90, 101, 120]).state, State::Failed(Margin::WithinNoise));
        assert_eq!(against(&[110, 111, 112]).state, State::Failed(Margin::Clear));
        assert_eq!(against(&[90, 99, 120]).measured, "0.99 (0.90 to 1.20)");
        assert_eq!(against(&[100, 100, 100]).state, State::Ok(Margin::Clear));
    }

    #[test]
    fn memory_is_the_highest_of_the_commands_of_cleave() {
        let mib = 1 << 20;
        let record = record(vec![entry("cp", &[1], 900 * mib), entry("cleave", &[1], 65 * mib)]);
        let verdict = verdict(&record, "memory, encrypt");
        assert_eq!((verdict.measured.as_str(), verdict.state), ("65.00 MiB", State::Failed(Margin::Clear)));
    }

    #[test]
    fn what_was_not_measured_is_skipped_with_its_reason() {
        let mut record = record(vec![entry("cleave", &[1], 1)]);
        let skipped = |record: &Record, name: &str| verdict(record, name).state;
        record.tools.push(ToolState {
            program: "age".to_owned(),
            version: None,
            note: Some("why".to_owned()),
        });
        assert_eq!(skipped(&record, "encrypt against age"), State::Skipped("why".to_owned()));
        let unsaid = "`rage` was not measured".to_owned();
        assert_eq!(skipped(&record, "encrypt against rage"), State::Skipped(unsaid));
        assert_eq!(skipped(&record, "start"), State::Skipped("opening was not measured".to_owned()));
        record.skipped.push(Skipped { what: "opening on tmpfs".to_owned(), why: "broken".to_owned() });
        assert_eq!(skipped(&record, "start"), State::Skipped("broken".to_owned()));
        record.size = 1 << 26;
        let stated = State::Skipped("it is stated for an input of 1 GiB".to_owned());
        assert_eq!(skipped(&record, "range at the end, 1 MiB chunks"), stated);
        record.machine.cores = 1;
        let cores = State::Skipped("there is one core".to_owned());
        assert_eq!(skipped(&record, "encrypt, 1 thread against 2"), cores);
    }
}
