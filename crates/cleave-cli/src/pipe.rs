//! Pipes that hold more than the system gives them, so that two programs wait for each other less often.

use std::fs::File;

/// What Linux lets everyone ask for (`fs.pipe-max-size`); a pipe begins with 64 KiB.
#[cfg(target_os = "linux")]
const WIDE: usize = 1 << 20;

/// Widens a pipe. What is no pipe, or may not be widened, stays as it is.
#[cfg(target_os = "linux")]
pub(crate) fn widen(file: &File) {
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

    if fcntl_getpipe_size(file).is_ok_and(|size| size < WIDE) {
        let _ = fcntl_setpipe_size(file, WIDE);
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn widen(_file: &File) {}
