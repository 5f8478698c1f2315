//! Argon2id on several threads, and headers whose passphrases are derived so.

use crate::error::Error;
use crate::header_writer::HeaderState;
use crate::reader::Locked;
use crate::slot::argon2id::{Derivation, Derived};
use crate::writer::Writer;
use alloc::vec::Vec;
use std::num::NonZeroUsize;

/// Computes a derivation on `threads` threads at most, the calling one among them, and on no more than it has lanes. Where
/// they cannot be had, and without the feature `native`, the calling thread does it alone; the result is the same.
///
/// # Errors
/// As [`Derivation::derive`].
pub fn derive_on(threads: NonZeroUsize, derivation: Derivation) -> Result<Derived, Error> {
    #[cfg(all(feature = "native", unix))]
    {
        let lanes = NonZeroUsize::from(
            std::num::NonZeroU8::new(derivation.cost().lanes()).expect("a cost has a lane at least"),
        );
        let mut started = Vec::new();
        let derived = derivation.derive_beside(threads.min(lanes), &mut |thread| {
            started.push(std::thread::Builder::new().spawn(|| thread.run())?);
            Ok(())
        });
        // Each has left the pool, or is about to: nothing of it outlives this call.
        started.into_iter().for_each(|thread| thread.join().expect("a pool's own loop does not panic"));
        derived
    }
    #[cfg(not(all(feature = "native", unix)))]
    {
        let _ = threads;
        derivation.derive()
    }
}

/// As [`Writer::header`], with a passphrase derived on `threads` threads.
///
/// # Errors
/// As [`Writer::header`].
pub fn header_on(
    threads: NonZeroUsize,
    writer: &mut Writer,
    out: &mut Vec<u8>,
) -> Result<HeaderState, Error> {
    if let Some(derivation) = writer.next_derivation()? {
        writer.give_derived(derive_on(threads, derivation)?);
    }
    writer.header(out)
}

/// Gives a header all the derivations that it waits for.
pub(super) fn derive_all(threads: NonZeroUsize, locked: &mut Locked) -> Result<(), Error> {
    while let Some(derivation) = locked.next_derivation() {
        locked.give_derived(&derive_on(threads, derivation)?);
    }
    Ok(())
}
