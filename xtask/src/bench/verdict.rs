//! Whether a measurement keeps to a limit, how sure that is, and how it is told.

use std::fmt::Write as _;

use super::stats::Spread;
use crate::shell::{Failure, Result};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    AtMost(f64),
    AtLeast(f64),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) name: String,
    /// `0.97 (0.91 to 1.02)`; empty if it was not measured.
    pub(crate) measured: String,
    /// `at most 1.00`.
    pub(crate) bound: String,
    pub(crate) state: State,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum State {
    Ok(Margin),
    Failed(Margin),
    Skipped(String),
}

/// How sure a verdict is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Margin {
    Clear,
    /// The limit lies between the quartiles: in another run it could come out the other way.
    WithinNoise,
}

impl Verdict {
    /// On a median, in `unit` (` ms`, or nothing for a ratio); or why there is none.
    pub(crate) fn of(
        name: impl Into<String>,
        limit: Limit,
        unit: &str,
        measured: std::result::Result<Spread, String>,
    ) -> Self {
        let (word, value) = match limit {
            Limit::AtMost(value) => ("at most", value),
            Limit::AtLeast(value) => ("at least", value),
        };
        let (measured, state) = match measured {
            Ok(spread) => (shown(spread, unit), limit.holds(spread)),
            Err(reason) => (String::new(), State::Skipped(reason)),
        };
        Self { name: name.into(), measured, bound: format!("{word} {value:.2}{unit}"), state }
    }
}

impl Limit {
    fn holds(self, spread: Spread) -> State {
        let (limit, holds) = match self {
            Self::AtMost(limit) => (limit, spread.median <= limit),
            Self::AtLeast(limit) => (limit, spread.median >= limit),
        };
        let between = spread.lower_quartile < limit && limit < spread.upper_quartile;
        let margin = if between { Margin::WithinNoise } else { Margin::Clear };
        if holds { State::Ok(margin) } else { State::Failed(margin) }
    }
}

fn shown(spread: Spread, unit: &str) -> String {
    let Spread { least, median, most, .. } = spread;
    if least < most {
        format!("{median:.2}{unit} ({least:.2} to {most:.2})")
    } else {
        format!("{median:.2}{unit}")
    }
}

/// Fails if a bound failed, and if none was held against a measurement.
pub(crate) fn held(verdicts: &[Verdict]) -> Result<()> {
    let failed: Vec<&str> = verdicts
        .iter()
        .filter(|verdict| matches!(verdict.state, State::Failed(_)))
        .map(|verdict| verdict.name.as_str())
        .collect();
    if !failed.is_empty() {
        return Err(Failure::new(format!("these bounds do not hold: {}", failed.join("; "))));
    }
    if verdicts.iter().all(|verdict| matches!(verdict.state, State::Skipped(_))) {
        return Err(Failure::new("no bound could be held against a measurement"));
    }
    Ok(())
}

/// A line for each, and the count.
pub(crate) fn table(verdicts: &[Verdict]) -> String {
    let mut text = String::from("| | measured (least to most) | bound | |\n|---|---|---|---|\n");
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
    use super::*;

    fn verdict(state: State) -> Verdict {
        Verdict { name: "a".to_owned(), measured: String::new(), bound: String::new(), state }
    }

    #[test]
    fn one_failed_bound_fails_the_run_and_so_does_none_measured() {
        let ok = || verdict(State::Ok(Margin::Clear));
        let skipped = || verdict(State::Skipped("why".to_owned()));
        assert!(held(&[ok(), skipped()]).is_ok());
        assert!(held(&[ok(), verdict(State::Failed(Margin::WithinNoise))]).is_err());
        assert!(held(&[skipped(), skipped()]).is_err());
    }

    #[test]
    fn a_least_bound_fails_below() {
        let of = |limit| {
            let spread = Spread::of(&[1.5, 1.5, 1.5]).expect("there are values");
            Verdict::of("a", Limit::AtLeast(limit), " ms", Ok(spread))
        };
        assert_eq!(of(1.6).state, State::Failed(Margin::Clear));
        assert_eq!(of(1.4).state, State::Ok(Margin::Clear));
        assert_eq!((of(1.4).measured.as_str(), of(1.4).bound.as_str()), ("1.50 ms", "at least 1.40 ms"));
    }

    #[test]
    fn the_count_says_that_something_was_not_measured() {
        let text = table(&[verdict(State::Ok(Margin::Clear))]);
        assert!(text.trim_end().ends_with("1 ok, 0 failed, 0 skipped"), "{text}");
        let text =
            table(&[verdict(State::Failed(Margin::WithinNoise)), verdict(State::Skipped("why".into()))]);
        assert!(text.contains("| **FAILED**, within the noise |"), "{text}");
        assert!(text.contains("0 ok, 1 failed, 1 skipped: not every"), "{text}");
    }
}
