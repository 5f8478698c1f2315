//! Faults made for real: full disks, limits, folders that cannot be written, signals, readers that go away, inputs that
//! change while they are read. What had the output's name stays as it was, nothing part-written takes that name, and
//! exit code and message say what happened.
#![cfg(unix)]

#[cfg(target_os = "linux")]
mod changing;
#[cfg(target_os = "linux")]
mod disk;
#[cfg(target_os = "linux")]
mod forbidden;
mod killed;
#[cfg(target_os = "linux")]
mod memory;
mod modes;
mod names;
mod pipes;
mod scene;
mod signals;
