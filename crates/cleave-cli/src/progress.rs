//! A line on standard error that tells how far long work is, at which rate, and how long it takes still. Only where a
//! person looks at it: on a terminal, not with `-q` or `--json`, and not while that terminal shows input or output.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Whether the line stands on the terminal now, and must go before anything else is said there.
static DRAWN: AtomicBool = AtomicBool::new(false);

/// Work that takes no longer shows nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(100);

/// What the terminal is used for beside messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TerminalUse {
    /// Input is typed there, or output shown.
    Data,
    Messages,
}

/// Whether somebody wants to see how far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Yes,
    No,
}

/// The progress of one piece of work. The line is taken away when this is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    /// Nothing where nobody looks.
    columns: Option<usize>,
    total: Option<u64>,
    started: Instant,
    drawn: Option<Instant>,
    /// Bytes of passes that are over, and of the present one.
    before: u64,
    now: u64,
}

impl Progress {
    /// Starts the clock. `total` is the bytes of all passes together, where they are known.
    pub(crate) fn start(wanted: Wanted, terminal: TerminalUse, total: Option<u64>) -> Self {
        let looked_at =
            terminal == TerminalUse::Messages && wanted == Wanted::Yes && io::stderr().is_terminal();
        let columns = looked_at.then(columns);
        Self { columns, total, started: Instant::now(), drawn: None, before: 0, now: 0 }
    }

    /// Told how many bytes of the present pass are done. Fewer than before means that another pass began.
    pub(crate) fn at(&mut self, done: u64) {
        if done < self.now {
            self.before += self.now;
        }
        self.now = done;
        let Some(columns) = self.columns else { return };
        let elapsed = self.started.elapsed();
        if elapsed < PATIENCE || self.drawn.is_some_and(|drawn| drawn.elapsed() < BETWEEN) {
            return;
        }
        self.drawn = Some(Instant::now());
        let mut line = line(self.before + self.now, self.total, elapsed);
        line.truncate(columns.saturating_sub(1));
        DRAWN.store(true, Ordering::Relaxed);
        let _ = io::stderr().write_all(format!("\r{line}\x1b[K").as_bytes());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        clear();
    }
}

/// Takes the line away, if it stands there.
pub(crate) fn clear() {
    if DRAWN.swap(false, Ordering::Relaxed) {
        let _ = io::stderr().write_all(b"\r\x1b[K");
    }
}

/// The line, in ASCII. Its rate is that of the whole time.
fn line(done: u64, total: Option<u64>, elapsed: Duration) -> String {
    const WIDTH: u64 = 20;
    let rate = done as f64 / elapsed.as_secs_f64();
    let Some(total) = total.filter(|total| *total > 0) else {
        return format!("{}, {}/s", size(done as f64), size(rate));
    };
    // An input that grows is longer than it was said to be.
    let done = done.min(total);
    let portion =
        |of: u64| u64::try_from(u128::from(done) * u128::from(of) / u128::from(total)).unwrap_or(of);
    let filled = portion(WIDTH);
    let bar: String = (0..WIDTH).map(|place| if place < filled { '#' } else { '.' }).collect();
    let left =
        if rate > 0.0 { format!(", {} left", time((total - done) as f64 / rate)) } else { String::new() };
    format!(
        "[{bar}] {:3}%  {} of {}, {}/s{left}",
        portion(100),
        size(done as f64),
        size(total as f64),
        size(rate)
    )
}

fn size(bytes: f64) -> String {
    let units = [("TiB", 40), ("GiB", 30), ("MiB", 20), ("KiB", 10)];
    match units.into_iter().find(|(_, log2)| bytes >= f64::from(*log2).exp2()) {
        Some((unit, log2)) => format!("{:.1} {unit}", bytes / f64::from(log2).exp2()),
        None => format!("{bytes:.0} B"),
    }
}

fn time(seconds: f64) -> String {
    // Past 2^64 seconds the cast stays at the largest number.
    let seconds = seconds.ceil() as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// Columns of the terminal that standard error is; 80 where it does not say.
fn columns() -> usize {
    const USUAL: usize = 80;
    #[cfg(unix)]
    if let Ok(found) = rustix::termios::tcgetwinsize(io::stderr())
        && found.ws_col > 0
    {
        return usize::from(found.ws_col);
    }
    USUAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_tells_portion_rate_and_time_left() {
        let two_seconds = Duration::from_secs(2);
        assert_eq!(
            line(3 << 20, Some(12 << 20), two_seconds),
            "[#####...............]  25%  3.0 MiB of 12.0 MiB, 1.5 MiB/s, 6 s left"
        );
        assert_eq!(line(3 << 20, None, two_seconds), "3.0 MiB, 1.5 MiB/s");
        assert_eq!(line(500, Some(0), two_seconds), "500 B, 250 B/s");
        assert_eq!(
            line(20, Some(10), two_seconds),
            "[####################] 100%  10 B of 10 B, 10 B/s, 0 s left"
        );
        assert_eq!(
            line(0, Some(u64::MAX), two_seconds),
            "[....................]   0%  0 B of 16777216.0 TiB, 0 B/s"
        );
        assert!(line(u64::MAX, Some(u64::MAX), two_seconds).contains("100%"));
    }

    #[test]
    fn long_times_are_told_in_larger_units() {
        assert_eq!(
            [59.2, 61.0, 3599.9, 3600.0, 90_061.0].map(time),
            ["1 min 0 s", "1 min 1 s", "1 h 0 min", "1 h 0 min", "25 h 1 min"]
        );
    }

    #[test]
    fn passes_add_up() {
        let mut progress = Progress::start(Wanted::Yes, TerminalUse::Data, Some(200));
        [50, 100, 30, 100].into_iter().for_each(|done| progress.at(done));
        assert_eq!(progress.before + progress.now, 200);
    }
}
