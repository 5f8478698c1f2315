//! Workers that take batches in order, work on them beside each other, and hand the results on in order.
//!
//! A batch stays with one thread from its first byte to its last, so that its bytes stay in one processor's cache.
//! Memory: one batch a thread, all of it asked for before the first begins.

use super::Failure;
use crate::error::Error;
use crate::memory;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::{self, Scope};

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
    /// A batch with room for all that is ever in it.
    fn batch(&self) -> Result<B, Error>;
    /// Fills `batch` with what comes next. One thread at a time. A fault goes into the batch, after what is good.
    fn take(&self, input: &mut I, batch: &mut B) -> Taken;
    /// Does what can be done beside other batches.
    fn process(&self, batch: &mut B);
    /// Hands the batch on. One thread at a time, in the order in which batches were taken.
    fn give(&self, output: &mut O, batch: &mut B) -> Result<(), Failure>;
}

/// Carries `work` through on `threads` threads, or as many as the system has threads and memory for, until the last batch
/// was given or the first one failed.
///
/// # Errors
/// The first in order; [`Error::OutOfMemory`] without room for one batch.
pub(super) fn run<I: Send, O: Send, B: Send>(
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
    let mut own = work.batch()?;
    // A thread costs more than a small file: nobody is called for one batch.
    let first = shared.enter(work, &mut own);
    let others = if shared.is_closed() { 0 } else { threads.get() - 1 };
    thread::scope(|scope| {
        // Held, so that nobody begins before all are there: a thread that works asks for small pieces of memory, and could
        // be refused one while this thread asks whether a large one is to be had.
        let waiting = lock(&shared.entrance);
        // The calling thread does all of the work where nobody else can be had for it.
        for _ in 0..others {
            if shared.employ(scope, work).is_none() {
                break;
            }
        }
        drop(waiting);
        shared.worker(work, first, own);
    });
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

impl<I: Send, O: Send> Shared<I, O> {
    /// Has another thread work too, if it and its batch can be had.
    fn employ<'scope, B: Send + 'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        work: &'scope dyn Work<I, O, B>,
    ) -> Option<()> {
        memory::room_for_thread().ok()?;
        let (hand_over, handed_over) = mpsc::channel();
        let (here, arrived) = mpsc::channel();
        let thread = thread::Builder::new().stack_size(memory::STACK).spawn_scoped(scope, move || {
            let _ = here.send(());
            if let Ok(batch) = handed_over.recv() {
                self.worker(work, None, batch);
            }
        });
        thread.ok()?;
        // A thread that starts takes memory for itself: whether its batch is left is asked after that.
        arrived.recv().ok()?;
        hand_over.send(work.batch().ok()?).ok()
    }

    /// Works on `batch`, if it has a ticket, and on whatever comes next.
    fn worker<B>(&self, work: &dyn Work<I, O, B>, first: Option<u64>, mut batch: B) {
        let _release = Release(self);
        let mut next = first;
        while let Some(ticket) = next.take().or_else(|| self.enter(work, &mut batch)) {
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

    fn is_closed(&self) -> bool {
        lock(&self.entrance).closed
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
