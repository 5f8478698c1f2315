//! Warnings of one kind about many things: the first few by name, the others by their number.

use super::result::counted;
use crate::report::Reporter;

/// Recipients that need no slot of their own any more.
pub(super) struct Repeats<'r> {
    reporter: &'r Reporter,
    /// What is said of one, and of several.
    what: [&'static str; 2],
    count: u64,
}

impl<'r> Repeats<'r> {
    /// Named one by one; of the others only the number is said.
    const NAMED: u64 = 3;

    pub(super) fn new(reporter: &'r Reporter, what: [&'static str; 2]) -> Self {
        Self { reporter, what, count: 0 }
    }

    /// Warns of one of the first, and counts.
    pub(super) fn add(&mut self, fingerprint: &str) {
        self.count += 1;
        if self.count <= Self::NAMED {
            self.reporter.warn(&format!("the recipient {fingerprint} {}", self.what[0]));
        }
    }

    /// Warns of those that were not named.
    pub(super) fn finish(self) {
        let others = self.count.saturating_sub(Self::NAMED);
        if others > 0 {
            let what = self.what[usize::from(others > 1)];
            self.reporter.warn(&format!("{} {what}", counted(others, "more recipient")));
        }
    }
}
