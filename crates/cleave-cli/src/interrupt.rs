//! Ctrl-C and its like: temporary files are removed, the terminal gets its echo back, and the run ends.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
#[cfg(unix)]
use std::{
    sync::{Arc, mpsc},
    thread,
};

use crate::exit;
use crate::failure::Failure;
use crate::report::Reporter;
use crate::term;

/// Temporary files that stand on disk now. Creating, publishing and removing one happens under this lock, so that an
/// interrupt finds each of them either here or gone.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Files that an interrupted run leaves in place for good once they have their name, and what they are good for.
static LEFT: Mutex<Vec<(PathBuf, String)>> = Mutex::new(Vec::new());

/// Enough for the thread that ends the run: it removes files and writes a message.
#[cfg(unix)]
const STACK: usize = 256 << 10;

/// Has an interrupt say, from now on, that a file stays, where it has its name by then. It must be one that is not
/// there yet.
pub(crate) fn say_if_interrupted(path: &Path, hint: &str) {
    LEFT.lock().unwrap_or_else(PoisonError::into_inner).push((path.to_owned(), hint.to_owned()));
}

/// Does something with the list of temporary files while no interrupt can come between.
pub(crate) fn with_temporaries<T>(act: impl FnOnce(&mut Vec<PathBuf>) -> T) -> T {
    act(&mut TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Ends the process; never returns to the caller, and lets no other thread make a temporary file meanwhile.
fn end(reporter: &Reporter, code: i32) -> ! {
    with_temporaries(|temporary| {
        for path in temporary.drain(..) {
            // Nothing can be done about one that cannot be removed, and nobody is left to tell.
            let _ = std::fs::remove_file(path);
        }
        term::restore();
        let left = std::mem::take(&mut *LEFT.lock().unwrap_or_else(PoisonError::into_inner));
        let failure = Failure::new("interrupted", "interrupted");
        let hints = left.into_iter().filter(|(path, _)| path.exists()).map(|(_, hint)| hint);
        reporter.fail(&hints.fold(failure, Failure::hint));
        std::process::exit(code)
    })
}

/// Starts to watch for Ctrl-C and Ctrl-\, and on unix for SIGTERM and SIGHUP, which end with 128 and their number. Of
/// SIGQUIT no core is left: it could hold keys.
///
/// Where no thread can be had for it the run goes on unwatched: its result is the same, and refusing it would help nobody.
/// The signals then end the process as they end any other, and leave what SIGKILL leaves too: at most a temporary file, and
/// a terminal without echo.
#[cfg(unix)]
pub(crate) fn watch(reporter: Reporter) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    // Caught, it no longer kills: a write over the limit on the size of files fails, as one to a full disk does.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());

    // nohup and a shell's background jobs have signals ignored, and expect that to hold.
    let watched = [SIGINT, SIGQUIT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal));
    // The thread comes first: a signal that is caught, and that nobody waits for, would be as good as ignored. And it has
    // come before anything is done: what it takes of the memory is then known to be gone.
    let (caught, catches) = mpsc::channel::<Signals>();
    let (here, arrived) = mpsc::channel();
    let watching = move || {
        let _ = here.send(());
        let Ok(mut signals) = catches.recv() else { return };
        if let Some(signal) = signals.forever().next() {
            let code = if signal == SIGINT { i32::from(exit::INTERRUPTED) } else { 128 + signal };
            end(&reporter, code);
        }
    };
    let thread = cleave_core::io::room_for_thread().ok().and_then(|()| {
        thread::Builder::new().stack_size(STACK).spawn(watching).ok()?;
        arrived.recv().ok()
    });
    if thread.is_none() {
        reporter.detail("no thread can be had to watch for signals: an interrupt leaves the temporary file");
        return;
    }
    if let Ok(signals) = Signals::new(watched) {
        let _ = caught.send(signals);
    }
}

/// Starts to watch for Ctrl-C.
#[cfg(windows)]
pub(crate) fn watch(reporter: Reporter) {
    // Without a handler Ctrl-C ends the process all the same, and at most leaves the temporary file.
    let _ = ctrlc::set_handler(move || end(&reporter, i32::from(exit::INTERRUPTED)));
}

/// Whether this process was started with the signal ignored. Told by Linux alone; elsewhere only SIGHUP is
/// commonly inherited that way, and is left to its default there.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else {
        return signal == signal_hook::consts::SIGHUP;
    };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask & (1 << (signal - 1)) != 0
}
