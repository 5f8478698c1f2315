//! What one run carries along: what it may say, what it reads and writes, and its passphrase.

use std::num::NonZeroUsize;

use cleave_core::Limits;

use crate::args::CommandLine;
use crate::passphrase::Passphrases;
use crate::place::Roles;
use crate::report::Reporter;

/// One run.
pub(crate) struct Session {
    pub(crate) reporter: Reporter,
    pub(crate) roles: Roles,
    pub(crate) passphrases: Passphrases,
    pub(crate) limits: Limits,
    pub(crate) threads: NonZeroUsize,
    pub(crate) line: CommandLine,
}
