//! Argon2id runs on as many threads as it is given, and a machine makes none: counted while it runs. One test in a program
//! of its own, since a test beside it would have threads too.

use cleave_core::io::{self, derive_on, header_on};
use cleave_core::{Argon2Cost, Derivation, Encryptor, HeaderState, Keys, Limits, Passphrase, decrypt};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::read_dir;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// The threads of this process; `None` where the system does not list them.
fn threads_now() -> Option<HashSet<OsString>> {
    Some(read_dir("/proc/self/task").ok()?.flatten().map(|task| task.file_name()).collect())
}

/// How many threads were seen while `work` ran that were not there before.
fn made_by(work: impl FnOnce()) -> usize {
    let looked = || threads_now().expect("looked for before");
    let (begun, done, rounds) = (AtomicBool::new(false), AtomicBool::new(false), AtomicUsize::new(0));
    let another_round = || {
        let seen = rounds.load(Ordering::SeqCst);
        // The one that is under way began before now.
        while rounds.load(Ordering::SeqCst) < seen + 2 {
            thread::yield_now();
        }
    };
    thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut seen = HashSet::new();
            while !done.load(Ordering::SeqCst) {
                // One that ended before is listed for a moment longer.
                if begun.load(Ordering::SeqCst) {
                    seen.extend(looked());
                }
                rounds.fetch_add(1, Ordering::SeqCst);
            }
            seen
        });
        another_round();
        let before = looked();
        begun.store(true, Ordering::SeqCst);
        work();
        another_round();
        done.store(true, Ordering::SeqCst);
        let seen = watch.join().expect("it only looks");
        // A thread that ended before is listed for a moment longer, here and there.
        seen.difference(&before).count()
    })
}

#[test]
fn as_many_threads_as_it_is_given_and_none_by_a_machine() {
    if threads_now().is_none() {
        println!("skipped: this system does not list a process's threads in /proc/self/task");
        return;
    }
    let passphrase = || Passphrase::new("correct horse").expect("a good passphrase");
    let cost = Argon2Cost::new(64 << 10, 3, 4).expect("a possible cost");
    let on = |count| NonZeroUsize::new(count).expect("not zero");
    let derivation = || Derivation::new(&passphrase(), &[9; 16], cost);
    let native = cfg!(all(feature = "native", unix));

    let mut results = Vec::new();
    for (threads, made) in [(1, 0), (2, 1), (4, 3), (64, 3)] {
        let made = if native { made } else { 0 };
        let found =
            made_by(|| results.push(derive_on(on(threads), derivation()).expect("64 MiB can be had")));
        assert_eq!(found, made, "on {threads} threads");
    }
    assert!(results.iter().all(|derived| derived.expose() == results[0].expose()));
    assert_eq!(made_by(|| drop(derivation().derive().expect("64 MiB can be had"))), 0);

    let mut container = Vec::new();
    let encryptor = || Encryptor::new().passphrase(passphrase(), cost);
    let found = made_by(|| {
        let mut writer = encryptor().start().expect("somebody can open it").writer;
        while writer.header(&mut container).expect("64 MiB can be had") == HeaderState::More {}
        writer.finish(&mut container).expect("the system gives randomness");
    });
    assert_eq!(found, 0, "by the machine that writes");
    let found = made_by(|| {
        decrypt(&container, Keys::new().passphrase(passphrase()), Limits::default()).expect("it fits");
    });
    assert_eq!(found, 0, "by the machine that reads");

    // `-j 1` and `-j 2`, as the command line has it.
    for threads in [1, 2] {
        let made = if native { threads - 1 } else { 0 };
        let mut sealed = Vec::new();
        let found = made_by(|| {
            let mut writer = encryptor().start().expect("somebody can open it").writer;
            while header_on(on(threads), &mut writer, &mut sealed).expect("64 MiB can be had")
                == HeaderState::More
            {}
            writer.finish(&mut sealed).expect("the system gives randomness");
        });
        assert_eq!(found, made, "writing a header on {threads} threads");
        let found = made_by(|| {
            let keys = Keys::new().passphrase(passphrase());
            let opening = io::open(&sealed[..], keys, Limits::default()).expect("a good header");
            opening.derive_on(on(threads)).unlock().map(drop).expect("it fits");
        });
        assert_eq!(found, made, "opening on {threads} threads");
    }
}
