//! Memory whose amount an input decides: asked for, and refused as [`Error::OutOfMemory`] where the system has none left.
//!
//! A small piece that cannot be had ends the process, as everywhere in Rust. So whoever takes a large one must leave room for
//! those: the large one is refused instead.

use crate::error::Error;
use alloc::vec::Vec;
use core::hint::black_box;

/// Bytes that a large piece must leave: for pieces of fixed size, and for the stack as it grows. Without the standard
/// library, as in WebAssembly, there is no use in asking for them: a module keeps what it once had.
const SPARE: usize = if cfg!(feature = "std") { 1 << 20 } else { 0 };

/// Makes room for `more` bytes behind those of `bytes`.
///
/// # Errors
/// [`Error::OutOfMemory`]; `bytes` is then as it was.
pub(crate) fn reserve(bytes: &mut Vec<u8>, more: usize) -> Result<(), Error> {
    if bytes.capacity() - bytes.len() >= more {
        return Ok(());
    }
    // Twice what there was, so that many small additions are not moved each time; or what is needed, if that is all there is.
    bytes
        .try_reserve(more)
        .or_else(|_| bytes.try_reserve_exact(more))
        .map_err(|_| Error::OutOfMemory)
        .and_then(|()| room_for(0))
}

/// As [`reserve`], and appends `more`.
pub(crate) fn append(bytes: &mut Vec<u8>, more: &[u8]) -> Result<(), Error> {
    reserve(bytes, more.len())?;
    bytes.extend_from_slice(more);
    Ok(())
}

/// Whether `len` bytes could be had now, and what a large piece must leave.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub(crate) fn room_for(len: usize) -> Result<(), Error> {
    let mut asked = Vec::<u8>::new();
    asked.try_reserve_exact(len.saturating_add(SPARE)).map_err(|_| Error::OutOfMemory)?;
    // What nobody looks at need not be allocated.
    black_box(&asked);
    Ok(())
}

/// What a thread's stack has where nobody says otherwise.
#[cfg(feature = "std")]
pub(crate) const STACK: usize = 2 << 20;

/// Whether a thread can start and take its small pieces of memory. Where it barely can, work goes on without it.
///
/// With glibc that is a matter of addresses: it maps 128 MiB for a thread's pieces and keeps half of them. A thread for which
/// it cannot do that spends a page on each piece.
///
/// # Errors
/// [`Error::OutOfMemory`].
#[cfg(feature = "std")]
pub(crate) fn room_for_thread() -> Result<(), Error> {
    const HEAP: usize = 128 << 20;
    room_for(HEAP + STACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_machine_has_is_refused_and_leaves_all_as_it_was() {
        let mut bytes = alloc::vec![1, 2, 3];
        for more in [isize::MAX as usize, usize::MAX] {
            assert_eq!(reserve(&mut bytes, more), Err(Error::OutOfMemory));
            assert_eq!(room_for(more), Err(Error::OutOfMemory));
        }
        assert_eq!(append(&mut bytes, &[4]), Ok(()));
        assert_eq!(bytes, [1, 2, 3, 4]);
    }
}
