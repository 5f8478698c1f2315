//! Argon2id's lanes, which argon2 hands to rayon, in a pool that the calling thread joins for as long as they take.
//!
//! Nothing here starts a thread: what starts the others is given. Rayon's global pool is never asked for, as it would
//! start one a processor, and stay; and a pool that a thread joins by `use_current_thread` keeps that thread for good.

use core::num::NonZeroUsize;
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc;

/// Has another thread run the loop of a pool's thread, or says that there is none to be had.
pub(crate) type Spawn<'s> = &'s mut dyn FnMut(ThreadBuilder) -> std::io::Result<()>;

/// Does `work` on the calling thread alone.
pub(crate) fn on_this_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let none: Spawn<'_> = &mut |_| unreachable!("a pool of one asks for no other thread");
    beside_each_other(NonZeroUsize::MIN, none, work)
}

/// Does `work` on the calling thread and on those that `spawn` has run, `threads` in all; on the calling thread alone
/// where one of them cannot be had. Work that is already in a pool stays in it.
pub(crate) fn beside_each_other<T: Send + 'static>(
    threads: NonZeroUsize,
    spawn: Spawn<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    if rayon::current_thread_index().is_some() {
        return work();
    }
    let (pool, here) = pool(threads.get(), spawn)
        .or_else(|_| pool(1, &mut |_| Ok(())))
        .expect("a pool fails only for want of a thread, and a pool of one wants none");
    let (tell, told) = mpsc::channel();
    // Rayon ends the process where a job panics: the panic goes to the caller instead.
    pool.spawn(move || drop(tell.send(catch_unwind(AssertUnwindSafe(work)))));
    // Its job keeps the pool, and the end of its job ends it: that is when the calling thread returns from it.
    drop(pool);
    here.run();
    match told.recv().expect("the pool ends once its job has told what came of it") {
        Ok(result) => result,
        Err(panic) => resume_unwind(panic),
    }
}

/// A pool, and the place in it for the calling thread.
fn pool(threads: usize, spawn: Spawn<'_>) -> Result<(ThreadPool, ThreadBuilder), ThreadPoolBuildError> {
    let mut here = None;
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .spawn_handler(|thread| match here {
            None => {
                here = Some(thread);
                Ok(())
            }
            Some(_) => spawn(thread),
        })
        .build()?;
    Ok((pool, here.expect("a pool has a first thread")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    use std::thread::{self, ThreadId};

    /// The threads that 64 pieces of work ran on.
    fn threads_of_work() -> Vec<ThreadId> {
        let mut ids: Vec<_> = (0..64).into_par_iter().map(|_| thread::current().id()).collect();
        ids.dedup();
        ids
    }

    #[test]
    fn the_calling_thread_works_alone_and_leaves_the_pool() {
        for _ in 0..2 {
            assert_eq!(on_this_thread(threads_of_work), [thread::current().id()]);
            assert_eq!(rayon::current_thread_index(), None);
        }
    }

    #[test]
    fn it_works_alone_where_others_cannot_be_had() {
        let four = NonZeroUsize::new(4).expect("not zero");
        for had in 0..3 {
            let mut started = Vec::new();
            let spawn: Spawn<'_> = &mut |thread| {
                if started.len() == had {
                    return Err(std::io::ErrorKind::WouldBlock.into());
                }
                started.push(thread::spawn(|| thread.run()));
                Ok(())
            };
            assert_eq!(beside_each_other(four, spawn, threads_of_work), [thread::current().id()]);
            assert_eq!(started.len(), had);
            // Those that were started are let go.
            started.into_iter().for_each(|thread| thread.join().expect("it did nothing"));
        }
    }

    #[test]
    fn work_in_a_pool_stays_there() {
        let pool = ThreadPoolBuilder::new().num_threads(2).build().expect("two threads can be had");
        let inside = pool.install(|| on_this_thread(rayon::current_num_threads));
        assert_eq!(inside, 2);
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let caught = catch_unwind(|| on_this_thread(|| panic!("of the work")));
        assert!(caught.is_err());
        assert_eq!(rayon::current_thread_index(), None);
    }
}
