//! The flags of the subcommands that look into a container or change its header.

use std::ffi::OsString;

use clap::Args;

use super::{Common, ScriptedPassphrase, Tuning};

/// Say what a container's header tells without a key, and what its bytes are
///
/// With -i it says whether the container wants those keys. Nothing of it is authenticated: whoever could write to the
/// file could have written all that is said.
#[derive(Debug, Args)]
pub(crate) struct Inspect {
    #[command(flatten)]
    pub(crate) looking: Looking,
}

/// Authenticate every chunk of a container, and its signature with --signer; write nothing
#[derive(Debug, Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) looking: Looking,
    /// The fragment of a split container
    #[arg(long, value_name = "FILE")]
    pub(crate) fragment: Option<OsString>,
    /// Require this signer: a public key (cleavesig1...) or a file that holds one
    #[arg(long, value_name = "KEY_OR_FILE")]
    pub(crate) signer: Option<OsString>,
}

/// What every command takes that looks into a container and writes none.
#[derive(Debug, Args)]
pub(crate) struct Looking {
    /// File to read; `-` or none is standard input
    #[arg(value_name = "INPUT")]
    pub(crate) input: Option<OsString>,
    /// Identity file with secret keys that may fit; may be repeated
    #[arg(short, long, value_name = "FILE")]
    pub(crate) identity: Vec<OsString>,
    #[command(flatten)]
    pub(crate) scripted: ScriptedPassphrase,
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) tuning: Tuning,
}

/// Change who opens a container, by a new header over the same chunks
///
/// Chunks are copied as they are, and authenticated only where --sign signs them: `cleave verify` does that first,
/// where somebody else could write to the file. Whoever is removed and kept the old file, or its key, still reads the new one and
/// could forge one: to remove someone for good is to encrypt again. The input may be the output too, with --force.
#[derive(Debug, Args)]
pub(crate) struct Rewrap {
    /// File to read; `-` or none is standard input
    #[arg(value_name = "INPUT")]
    pub(crate) input: Option<OsString>,
    /// Result; `-` forces standard output, which it is without this flag too
    #[arg(short, long, value_name = "OUTPUT")]
    pub(crate) output: Option<OsString>,
    /// Overwrite an existing output
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Write text (PEM-like), as is done without this flag where the input is text
    #[arg(short, long)]
    pub(crate) armor: bool,

    /// Identity file: the secret keys to open the container with; may be repeated
    #[arg(short, long, value_name = "FILE", help_heading = OPENING)]
    pub(crate) identity: Vec<OsString>,
    /// The fragment of a split container
    #[arg(long, value_name = "FILE", help_heading = OPENING)]
    pub(crate) fragment: Option<OsString>,

    /// Add this public key; may be repeated
    #[arg(short, long, value_name = "RECIPIENT", help_heading = CHANGES)]
    pub(crate) recipient: Vec<String>,
    /// Add the public keys in this file, one a line; may be repeated
    #[arg(short = 'R', long, value_name = "FILE", help_heading = CHANGES)]
    pub(crate) recipients_file: Vec<OsString>,
    /// Do not name the recipients that are added
    #[arg(long, help_heading = CHANGES)]
    pub(crate) hidden: bool,
    /// Add a passphrase: the one that a script gives and that did not open the container, or one that is typed
    #[arg(short, long, help_heading = CHANGES)]
    pub(crate) passphrase: bool,
    /// With -p, read the passphrase to be added from this file; `-` is standard input
    #[arg(long, value_name = "FILE", requires = "passphrase", help_heading = CHANGES)]
    pub(crate) new_passphrase_file: Option<OsString>,
    /// Remove this recipient, by public key or by key id as `inspect` shows it; may be repeated
    #[arg(long, value_name = "KEY_OR_ID", help_heading = CHANGES)]
    pub(crate) remove: Vec<String>,
    /// Remove all hidden recipients: one cannot be told from another
    #[arg(long, help_heading = CHANGES)]
    pub(crate) remove_hidden: bool,
    /// Remove all passphrases, but for one that is added
    #[arg(long, help_heading = CHANGES)]
    pub(crate) remove_passphrases: bool,

    /// Sign again with the signing key in this file, after every chunk and the old signature were verified
    #[arg(long, value_name = "KEYFILE", conflicts_with = "unsign", help_heading = SIGNATURE)]
    pub(crate) sign: Option<OsString>,
    /// With --sign, sign content that this key did not sign before: whoever opens the container could have changed it
    #[arg(long, requires = "sign", help_heading = SIGNATURE)]
    pub(crate) adopt: bool,
    /// Leave the signature out
    #[arg(long, help_heading = SIGNATURE)]
    pub(crate) unsign: bool,

    #[command(flatten)]
    pub(crate) scripted: ScriptedPassphrase,
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(flatten)]
    pub(crate) tuning: Tuning,
}

const OPENING: &str = "Opening it";
const CHANGES: &str = "Who opens it from now on";
const SIGNATURE: &str = "The signature";
