//! Memory that is there before work begins, so that its lack is a failure of this command and no abort, which would leave
//! temporary files behind and say nothing.

use cleave_core::io as core_io;

use crate::explain::explain;
use crate::failure::Failure;

/// More than all that a run takes in pieces of fixed size: buffers of streams, keys, messages.
const WORKING: usize = 3 << 20;
/// More than the signatures' arithmetic, which goes deepest, uses of the main thread's stack.
const STACK: usize = 512 << 10;

/// Makes sure that a run can work at all; what depends on its input is asked for once that is known.
///
/// # Errors
/// `out_of_memory`.
pub(crate) fn ready() -> Result<(), Failure> {
    room_for(WORKING + STACK)?;
    // A stack grows as it is used, and where it cannot the process is killed: this one grows while there is room.
    if stack_limit().is_none_or(|limit| limit > 2 * STACK as u64) {
        reach_down();
    }
    Ok(())
}

/// Whether `bytes` more could be had now.
///
/// # Errors
/// `out_of_memory`.
pub(crate) fn room_for(bytes: usize) -> Result<(), Failure> {
    core_io::room_for(bytes).map_err(|error| explain(&error))
}

#[inline(never)]
#[expect(clippy::large_stack_arrays, reason = "the stack is what is to grow")]
fn reach_down() {
    std::hint::black_box(&mut [0_u8; STACK]);
}

/// What the main thread's stack may grow to, where the system says it.
#[cfg(unix)]
fn stack_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Stack).current
}

#[cfg(not(unix))]
fn stack_limit() -> Option<u64> {
    None
}
