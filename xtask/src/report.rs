//! Keeps the outcome of each step, prints headings and times, and closes with the summary and the count.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::setup::Absence;
use crate::shell::{Failure, Result};

#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed(String),
    Skipped(String),
}

struct Step {
    name: String,
    outcome: Outcome,
    took: Duration,
}

/// The steps so far. A failed step does not keep the next ones from running.
#[derive(Default)]
pub(crate) struct Report {
    steps: Vec<Step>,
}

impl Report {
    /// Runs `work` as the step `name`, unless something that it needs is absent.
    pub(crate) fn step(
        &mut self,
        name: impl Into<String>,
        absent: Option<&Absence>,
        work: impl FnOnce() -> Result<()>,
    ) {
        let name = name.into();
        println!("\n== {name}");
        let began = Instant::now();
        let outcome = match absent {
            Some(Absence::Here(reason)) => Outcome::Skipped(reason.clone()),
            Some(Absence::Broken(reason)) => Outcome::Failed(reason.clone()),
            None => match work() {
                Ok(()) => Outcome::Passed,
                Err(failure) => Outcome::Failed(failure.to_string()),
            },
        };
        let took = began.elapsed();
        println!("-- {}", line(&name, &outcome, took));
        self.steps.push(Step { name, outcome, took });
    }

    /// A step whose work comes back with what it made, for a later step to use.
    pub(crate) fn step_giving<T>(
        &mut self,
        name: impl Into<String>,
        absent: Option<&Absence>,
        work: impl FnOnce() -> Result<T>,
    ) -> Option<T> {
        let mut made = None;
        self.step(name, absent, || {
            made = Some(work()?);
            Ok(())
        });
        made
    }

    /// Prints the summary; the count is the last line, alone. Fails if a step failed, or if none passed.
    pub(crate) fn conclude(self) -> ExitCode {
        println!("\n== Summary");
        for step in &self.steps {
            println!("{}", line(&step.name, &step.outcome, step.took));
        }
        let (passed, failed, skipped) = self.count();
        println!("\n{passed} passed, {failed} failed, {skipped} skipped");
        if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { Failure::new("").exit_code() }
    }

    fn count(&self) -> (usize, usize, usize) {
        let of =
            |wanted: fn(&Outcome) -> bool| self.steps.iter().filter(|step| wanted(&step.outcome)).count();
        (
            of(|outcome| matches!(outcome, Outcome::Passed)),
            of(|outcome| matches!(outcome, Outcome::Failed(_))),
            of(|outcome| matches!(outcome, Outcome::Skipped(_))),
        )
    }
}

fn line(name: &str, outcome: &Outcome, took: Duration) -> String {
    let seconds = took.as_secs_f64();
    match outcome {
        Outcome::Passed => format!("passed  {seconds:7.1} s  {name}"),
        Outcome::Failed(why) => format!("FAILED  {seconds:7.1} s  {name}: {why}"),
        Outcome::Skipped(why) => format!("skipped             {name}: {why}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_outcome_is_counted() {
        let mut report = Report::default();
        report.step("one", None, || Ok(()));
        report.step("two", None, || Err(Failure::new("it broke")));
        report.step("three", Some(&Absence::Here("no tool".to_owned())), || panic!("must not run"));
        report.step("four", Some(&Absence::Broken("not installable".to_owned())), || panic!("must not run"));
        assert_eq!(report.count(), (1, 2, 1));
        assert_eq!(report.steps[1].outcome, Outcome::Failed("it broke".to_owned()));
        assert_eq!(report.steps[2].outcome, Outcome::Skipped("no tool".to_owned()));
    }

    #[test]
    fn a_step_hands_on_what_it_made() {
        let mut report = Report::default();
        assert_eq!(report.step_giving("makes", None, || Ok(7)), Some(7));
        assert_eq!(report.step_giving::<u8>("fails", None, || Err(Failure::new("no"))), None);
        assert_eq!(report.count(), (1, 1, 0));
    }
}
