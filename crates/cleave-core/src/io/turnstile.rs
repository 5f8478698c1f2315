//! Workers that take batches in order, work on them beside each other, and hand the results on in order.
//!
//! A batch stays with one thread from its first byte to its last, so that its bytes stay in one processor's cache.
//! Memory: one batch a thread.

use super::Failure;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Whether another batch may follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// A batch, and perhaps more after it.
    Batch,
    /// The last batch.
    Last,
}

/// One kind of work on batches `B`, from an input `I` to an output `O`.
pub(super) trait Work<I, O, B>: Sync {
    /// Fills `batch` with what comes next. One thread at a time. A fault goes into the batch, after what is good.
    fn take(&self, input: &mut I, batch: &mut B) -> Taken;
    /// Does what can be done beside other batches.
    fn process(&self, batch: &mut B);
    /// Hands the batch on. One thread at a time, in the order in which batches were taken.
    fn give(&self, output: &mut O, batch: &mut B) -> Result<(), Failure>;
}

/// Carries `work` through on `threads` threads, or as many as the system gives, until the last batch was given or the
/// first one failed.
pub(super) fn run<I: Send, O: Send, B: Default>(
    threads: NonZeroUsize,
    input: I,
    output: O,
    work: &dyn Work<I, O, B>,
) -> Result<(I, O), Failure> {
    let shared = Shared {
        entrance: Mutex::new(Entrance { input, next: 0, closed: false }),
        exit: Mutex::new(Exit { output, turn: 0, result: Ok(()) }),
        turned: Condvar::new(),
        stopped: AtomicBool::new(false),
    };
    if threads.get() == 1 {
        shared.worker(work);
    } else {
        thread::scope(|scope| {
            for _ in 1..threads.get() {
                // The calling thread does all of the work where nobody else can be had for it.
                if thread::Builder::new().spawn_scoped(scope, || shared.worker(work)).is_err() {
                    break;
                }
            }
            shared.worker(work);
        });
    }
    let entrance = shared.entrance.into_inner().unwrap_or_else(PoisonError::into_inner);
    let exit = shared.exit.into_inner().unwrap_or_else(PoisonError::into_inner);
    exit.result.map(|()| (entrance.input, exit.output))
}

struct Shared<I, O> {
    entrance: Mutex<Entrance<I>>,
    exit: Mutex<Exit<O>>,
    turned: Condvar,
    stopped: AtomicBool,
}

struct Entrance<I> {
    input: I,
    next: u64,
    closed: bool,
}

struct Exit<O> {
    output: O,
    turn: u64,
    result: Result<(), Failure>,
}

impl<I, O> Shared<I, O> {
    fn worker<B: Default>(&self, work: &dyn Work<I, O, B>) {
        let _release = Release(self);
        let mut batch = B::default();
        while let Some(ticket) = self.enter(work, &mut batch) {
            work.process(&mut batch);
            let mut exit = lock(&self.exit);
            while exit.turn != ticket && !self.stopped.load(Ordering::Relaxed) {
                exit = self.turned.wait(exit).unwrap_or_else(PoisonError::into_inner);
            }
            if self.stopped.load(Ordering::Relaxed) {
                return;
            }
            if let Err(failure) = work.give(&mut exit.output, &mut batch) {
                exit.result = Err(failure);
                self.stopped.store(true, Ordering::Relaxed);
            }
            exit.turn += 1;
            drop(exit);
            self.turned.notify_all();
        }
    }

    fn enter<B>(&self, work: &dyn Work<I, O, B>, batch: &mut B) -> Option<u64> {
        let mut entrance = lock(&self.entrance);
        if entrance.closed || self.stopped.load(Ordering::Relaxed) {
            return None;
        }
        let ticket = entrance.next;
        entrance.next += 1;
        entrance.closed = work.take(&mut entrance.input, batch) == Taken::Last;
        Some(ticket)
    }
}

/// Lets the others go where a worker panics: they would wait for its turn for ever.
struct Release<'s, I, O>(&'s Shared<I, O>);

impl<I, O> Drop for Release<'_, I, O> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stopped.store(true, Ordering::Relaxed);
            // Taken, so that nobody is between looking at `stopped` and waiting.
            drop(lock(&self.0.exit));
            self.0.turned.notify_all();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
