//! What must hold in every engine, and whether it does in a recorded run. A bound applies to the median over rounds, and
//! one on freezes to the longest of all.

use super::super::stats::Spread;
use super::super::verdict::{Limit, Verdict};
use super::record::{Case, Record};
use super::{ENGINES, Engine, Page};

/// What is held to a limit. Names are those of entries.
#[derive(Clone, Copy, Debug)]
enum Quantity {
    /// Time of one over time of another, in each round.
    Ratio(&'static str, &'static str),
    /// Time of one less that of another, over time of a third, in each round.
    Excess { of: &'static str, less: &'static str, to: &'static str },
    /// The longest gap in the beats of a page while any of these ran, milliseconds; all entries, if none is named.
    Freeze(&'static [&'static str]),
}

struct Bound {
    name: &'static str,
    case: &'static str,
    quantity: Quantity,
    limit: Limit,
}

const fn bound(name: &'static str, case: &'static str, quantity: Quantity, limit: Limit) -> Bound {
    Bound { name, case, quantity, limit }
}

use Limit::{AtLeast, AtMost};
use Quantity::{Excess, Freeze, Ratio};

/// As speed: the time of raw Web Cryptography over that of cleave.
const OF_RAW: Limit = AtLeast(0.85);
const OF_AGE: Limit = AtMost(1.0 / 6.0);
const OF_LIBSODIUM: Limit = AtMost(0.5);
/// Milliseconds. What takes longer is felt as a page that does not answer.
const SMOOTH: Limit = AtMost(50.0);

const BOUNDS: &[Bound] = &[
    bound("encrypt, speed of raw", "encrypt", Ratio("raw", "cleave"), OF_RAW),
    bound("decrypt, speed of raw", "decrypt", Ratio("raw", "cleave"), OF_RAW),
    bound("encrypt against age", "encrypt", Ratio("cleave", "age"), OF_AGE),
    bound("decrypt against age", "decrypt", Ratio("cleave", "age"), OF_AGE),
    bound("encrypt against libsodium", "encrypt", Ratio("cleave", "libsodium"), OF_LIBSODIUM),
    bound("decrypt against libsodium", "decrypt", Ratio("cleave", "libsodium"), OF_LIBSODIUM),
    bound(
        "Argon2id against native",
        "argon2id",
        Excess { of: "passphrase", less: "recipient", to: "native" },
        AtMost(1.8),
    ),
    bound("X-Wing against noble", "x-wing", Excess { of: "many", less: "one", to: "noble" }, AtMost(0.25)),
    bound("freeze, encrypt", "encrypt", Freeze(&["cleave"]), SMOOTH),
    bound("freeze, decrypt", "decrypt", Freeze(&["cleave"]), SMOOTH),
    bound("freeze, passphrase", "argon2id", Freeze(&["passphrase", "recipient"]), SMOOTH),
    bound("freeze, recipients", "x-wing", Freeze(&["many", "one"]), SMOOTH),
    bound("freeze, encrypt, chunks of any size", "chunks-encrypt", Freeze(&[]), SMOOTH),
    bound("freeze, decrypt, chunks of any size", "chunks-decrypt", Freeze(&[]), SMOOTH),
];

/// Every bound in every engine.
pub(crate) fn verdicts(record: &Record) -> Vec<Verdict> {
    let of_engine = |engine: &'static Engine| {
        let held = BOUNDS.iter().filter(|bound| bound.applies(engine.page));
        held.map(|bound| bound.judge(record, engine.name))
    };
    ENGINES.iter().flat_map(of_engine).collect()
}

impl Bound {
    /// Node has no page that could freeze.
    fn applies(&self, page: Page) -> bool {
        page == Page::Shown || !matches!(self.quantity, Freeze(_))
    }

    fn judge(&self, record: &Record, engine: &str) -> Verdict {
        let unit = if matches!(self.quantity, Freeze(_)) { " ms" } else { "" };
        Verdict::of(format!("{engine}: {}", self.name), self.limit, unit, self.measure(record, engine))
    }

    fn measure(&self, record: &Record, engine: &str) -> Result<Spread, String> {
        let case = record.case(self.case, engine).ok_or_else(|| {
            let why = record.skipped.iter().find(|skipped| skipped.what == engine);
            why.map_or_else(|| format!("{} was not measured", self.case), |skipped| skipped.why.clone())
        })?;
        self.quantity.of(case)?.ok_or_else(|| "there are no samples".to_owned())
    }
}

impl Quantity {
    fn of(self, case: &Case) -> Result<Option<Spread>, String> {
        let samples = |name: &str| {
            let entry = case.entry(name).ok_or_else(|| format!("`{name}` was not measured"))?;
            Ok::<_, String>(&entry.nanoseconds)
        };
        Ok(match self {
            Ratio(of, to) => Spread::of_rounds(samples(of)?, samples(to)?, |of, to| of / to),
            Excess { of, less, to } => {
                // Below nothing there is no time: a difference that noise made negative counts as none.
                let rounds =
                    samples(of)?.iter().zip(samples(less)?).map(|(of, less)| of.saturating_sub(*less));
                Spread::of_rounds(&rounds.collect::<Vec<_>>(), samples(to)?, |of, to| of / to)
            }
            Freeze(names) => {
                let named = |name: &str| names.is_empty() || names.contains(&name);
                let entries = case.entries.iter().filter(|entry| named(&entry.name));
                let gaps: Vec<u64> =
                    entries.flat_map(|entry| entry.gap_nanoseconds.iter().copied()).collect();
                Spread::of_samples(&gaps).map(|spread| longest(spread).scaled(1e-6))
            }
        })
    }
}

/// So that the longest one decides. It is within the noise if most of them would have decided otherwise.
fn longest(spread: Spread) -> Spread {
    let Spread { least, median, most, .. } = spread;
    Spread { least, lower_quartile: median, median: most, upper_quartile: most, most }
}

#[cfg(test)]
mod tests {
    use super::super::super::record::Skipped;
    use super::super::super::verdict::{Margin, State, held};
    use super::super::record::tests::{case, entry, record};
    use super::*;

    const MS: u64 = 1_000_000;

    fn verdict(record: &Record, name: &str) -> Verdict {
        verdicts(record).into_iter().find(|verdict| verdict.name == name).expect("it is a bound")
    }

    #[test]
    fn speed_against_raw_is_the_ratio_within_rounds() {
        let with = |cleave: &[u64]| {
            record(vec![case(
                "encrypt",
                "webkit",
                vec![entry("raw", &[85, 170, 340], 1), entry("cleave", cleave, 1)],
            )])
        };
        let name = "webkit: encrypt, speed of raw";
        assert_eq!(verdict(&with(&[100, 200, 400]), name).state, State::Ok(Margin::Clear));
        let slower = with(&[101, 202, 404]);
        assert_eq!(verdict(&slower, name).state, State::Failed(Margin::Clear));
        let failure = held(&verdicts(&slower)).expect_err("a bound failed");
        assert!(failure.to_string().contains(name), "{failure}");
        assert!(held(&verdicts(&with(&[100, 200, 400]))).is_ok());
    }

    #[test]
    fn what_an_excess_is_taken_off_is_of_the_same_round() {
        let with = |passphrase: &[u64]| {
            let entries = vec![
                entry("passphrase", passphrase, 1),
                entry("recipient", &[10, 20, 30], 1),
                entry("native", &[100, 100, 100], 1),
            ];
            verdict(&record(vec![case("argon2id", "node", entries)]), "node: Argon2id against native")
        };
        assert_eq!(with(&[190, 200, 210]).measured, "1.80");
        assert_eq!(with(&[190, 200, 210]).state, State::Ok(Margin::Clear));
        assert_eq!(with(&[170, 202, 212]).state, State::Failed(Margin::WithinNoise));
        assert_eq!(with(&[1, 1, 1]).measured, "0.00");
    }

    #[test]
    fn the_longest_freeze_decides_and_peers_do_not_count() {
        let with = |gaps: [u64; 3]| {
            let mut cleave = entry("cleave", &[1, 1, 1], 0);
            cleave.gap_nanoseconds = gaps.map(|gap| gap * MS).to_vec();
            let cases = vec![case("encrypt", "firefox", vec![cleave, entry("libsodium", &[1], 900 * MS)])];
            verdict(&record(cases), "firefox: freeze, encrypt")
        };
        assert_eq!(with([9, 50, 12]).state, State::Ok(Margin::Clear));
        assert_eq!(with([9, 51, 12]).state, State::Failed(Margin::WithinNoise));
        assert_eq!(with([60, 51, 70]).state, State::Failed(Margin::Clear));
        assert_eq!(with([9, 51, 12]).measured, "51.00 ms (9.00 to 51.00)");
    }

    #[test]
    fn every_entry_of_the_sweep_counts_for_a_freeze_and_node_has_no_page() {
        let entries = || vec![entry("4 KiB", &[1], 3 * MS), entry("16384 KiB", &[1], 51 * MS)];
        let record = record(vec![
            case("chunks-encrypt", "chromium", entries()),
            case("chunks-encrypt", "node", entries()),
        ]);
        let failed = |name: &str| {
            verdicts(&record)
                .iter()
                .any(|verdict| verdict.name.starts_with(name) && matches!(verdict.state, State::Failed(_)))
        };
        assert!(failed("chromium: freeze, encrypt, chunks") && !failed("node: "));
    }

    #[test]
    fn what_was_not_measured_is_skipped_with_its_reason() {
        let mut record = record(vec![case("encrypt", "node", vec![entry("cleave", &[1], 1)])]);
        record.skipped.push(Skipped { what: "webkit".to_owned(), why: "Xvfb is missing".to_owned() });
        let state = |name: &str| verdict(&record, name).state;
        assert_eq!(state("node: encrypt against age"), State::Skipped("`age` was not measured".to_owned()));
        assert_eq!(state("node: X-Wing against noble"), State::Skipped("x-wing was not measured".to_owned()));
        assert_eq!(state("webkit: encrypt against age"), State::Skipped("Xvfb is missing".to_owned()));
    }
}
