//! Subcommands that are not about one container: fragments, and texts made from the definitions of flags.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use clap_complete::Shell;

use super::Common;

/// Show or destroy the fragment of a split container
#[derive(Debug, Args)]
pub(crate) struct FragmentWord {
    #[command(subcommand)]
    pub(crate) act: FragmentAct,
}

/// What is done with a fragment.
#[derive(Debug, Subcommand)]
pub(crate) enum FragmentAct {
    /// Write the fragment as text to standard output
    Show(FragmentFile),
    /// Write the fragment as a QR code, drawn with characters, to standard output
    Qr(FragmentFile),
    /// Overwrite and remove the fragment's file, after which its container opens to nobody
    ///
    /// This reaches that one file and no copy of it: backups, snapshots, paper, what was sent or pasted; nor what a
    /// flash disk, a journal or a copy-on-write file system keeps of what was overwritten.
    Destroy(Destroy),
}

/// A fragment to look at.
#[derive(Debug, Args)]
pub(crate) struct FragmentFile {
    /// File with the fragment; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: OsString,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// A fragment to destroy.
#[derive(Debug, Args)]
pub(crate) struct Destroy {
    /// File with the fragment
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Do not ask first
    #[arg(short, long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl FragmentWord {
    pub(super) fn common(&self) -> Common {
        match &self.act {
            FragmentAct::Show(shown) | FragmentAct::Qr(shown) => shown.common,
            FragmentAct::Destroy(destroy) => destroy.common,
        }
    }
}

/// Write the completions for a shell to standard output
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// For this shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Write the manual page to standard output, or that of a subcommand
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Subcommand, and one of its own
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}
