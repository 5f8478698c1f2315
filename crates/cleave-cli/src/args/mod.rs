//! What was typed: the one definition of flags and subcommands, from which parsing, `--help`, the man page and
//! the completions all come.

mod echo;
mod parse;
mod size;

use std::ffi::OsString;
use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use echo::{CommandLine, quoted, shown};
pub(crate) use parse::{Parsed, common_of_words, parse};

/// Post-quantum file encryption
#[derive(Debug, Default, Parser)]
#[command(
    name = "cleave",
    version,
    override_usage = "cleave [-e] (-r RECIPIENT | -R FILE | -i FILE | -p | --new-key FILE)... [-o OUTPUT] [INPUT]\n       \
                      cleave -d [-i FILE]... [-o OUTPUT] [INPUT]\n       \
                      cleave COMMAND ...",
    after_help = AFTER_HELP,
    term_width = 110,
    subcommand_value_name = "COMMAND"
)]
pub(crate) struct Typed {
    /// Encrypt (the default)
    #[arg(short, long, conflicts_with = "decrypt")]
    pub(crate) encrypt: bool,
    /// Decrypt
    #[arg(short, long)]
    pub(crate) decrypt: bool,
    /// File to read; `-` or none is standard input
    #[arg(value_name = "INPUT")]
    pub(crate) input: Option<OsString>,

    /// Encrypt to this public key (cleave1... or age1pq1...); may be repeated
    #[arg(short, long, value_name = "RECIPIENT", help_heading = TO_WHOM)]
    pub(crate) recipient: Vec<String>,
    /// Encrypt to the public keys in this file, one a line; `-` is standard input; may be repeated
    #[arg(short = 'R', long, value_name = "FILE", help_heading = TO_WHOM)]
    pub(crate) recipients_file: Vec<OsString>,
    /// Identity file: with -d, the secret keys to decrypt with; with -e, its public keys are the recipients; may be
    /// repeated
    #[arg(short, long, value_name = "FILE", help_heading = TO_WHOM)]
    pub(crate) identity: Vec<OsString>,
    /// Encrypt with a passphrase, asked for on the terminal; may stand beside recipients
    #[arg(short, long, help_heading = TO_WHOM)]
    pub(crate) passphrase: bool,
    /// Make an identity in this file, which must not exist yet, and encrypt to it
    #[arg(long, value_name = "FILE", help_heading = TO_WHOM)]
    pub(crate) new_key: Option<OsString>,
    /// Do not name the recipients in the container: who holds a key has to try it
    #[arg(long, help_heading = TO_WHOM)]
    pub(crate) hidden: bool,

    /// Result; `-` forces standard output. Without it: INPUT.cleave, or INPUT without .cleave, where INPUT is a file
    /// and standard output a terminal; standard output otherwise
    #[arg(short, long, value_name = "OUTPUT", help_heading = OUTPUT)]
    pub(crate) output: Option<OsString>,
    /// Write text (PEM-like) rather than binary; when decrypting it is detected
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) armor: bool,
    /// Overwrite an existing output
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) force: bool,
    /// Plaintext bytes in a chunk: a power of two from 4KiB to 16MiB [default: 1MiB]
    #[arg(long, value_name = "SIZE", value_parser = size::chunk_size, help_heading = OUTPUT)]
    pub(crate) chunk_size: Option<u64>,

    /// Split the key: nobody opens the container without the 61-byte fragment that goes to this file
    #[arg(long, value_name = "FILE", help_heading = SPLITTING)]
    pub(crate) split: Option<OsString>,
    /// With --split, leave out the hint that tells which fragment belongs to the container
    #[arg(long, help_heading = SPLITTING)]
    pub(crate) no_hint: bool,
    /// With -d, the fragment of a split container
    #[arg(long, value_name = "FILE", help_heading = SPLITTING)]
    pub(crate) fragment: Option<OsString>,

    /// Sign with the signing key in this file (made by `cleave keygen --sign`)
    #[arg(long, value_name = "KEYFILE", help_heading = SIGNING)]
    pub(crate) sign: Option<OsString>,
    /// With -d, require this signer: a public key (cleavesig1...) or a file that holds one
    #[arg(long, value_name = "KEY_OR_FILE", help_heading = SIGNING)]
    pub(crate) signer: Option<OsString>,

    #[command(flatten)]
    pub(crate) scripted: ScriptedPassphrase,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Threads to work with at most; this version works with one
    #[arg(short = 'j', long, value_name = "N", help_heading = RUNNING)]
    pub(crate) threads: Option<NonZeroU16>,
}

/// Where a passphrase comes from when nobody is there to type it. It is never an argument.
#[derive(Debug, Default, Args)]
pub(crate) struct ScriptedPassphrase {
    /// Read the passphrase from this file descriptor. One trailing line break is dropped, any other is an error; the
    /// same holds for --passphrase-file and for the variable CLEAVE_PASSPHRASE
    #[arg(long, value_name = "N", conflicts_with = "passphrase_file", help_heading = SCRIPTED)]
    pub(crate) passphrase_fd: Option<u32>,
    /// Read the passphrase from this file; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = SCRIPTED)]
    pub(crate) passphrase_file: Option<OsString>,
}

/// What every command takes.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Common {
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "verbose", help_heading = RUNNING)]
    pub(crate) quiet: bool,
    /// Say more
    #[arg(short, long, help_heading = RUNNING)]
    pub(crate) verbose: bool,
    /// Write the result as one JSON object, the last line on standard error
    #[arg(long, help_heading = RUNNING)]
    pub(crate) json: bool,
}

// A subcommand is one only as the first word of the command line.
#[derive(Debug, Subcommand)]
pub(crate) enum Word {
    /// Make a key
    Keygen(Keygen),
}

/// Make an identity (to decrypt with), or with --sign a signing key
///
/// The file holds the time, the public key as a comment, and the secret key. It is readable by its owner alone and
/// never replaces another file.
#[derive(Debug, Args)]
pub(crate) struct Keygen {
    /// Make a signing key
    #[arg(long)]
    pub(crate) sign: bool,
    /// File to write, which must not exist yet; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

const TO_WHOM: &str = "To and by whom";
const OUTPUT: &str = "Output";
const SPLITTING: &str = "Splitting the key";
const SIGNING: &str = "Signing";
const SCRIPTED: &str = "Passphrases in scripts";
const RUNNING: &str = "Running";

const AFTER_HELP: &str = "\
Exit codes:
  0    done
  1    other
  2    usage, or a range that cannot be
  3    no key or passphrase fits, or a key is malformed
  4    not a container, a version that is not known, or damaged
  5    the signature is missing, by another, or wrong
  6    the fragment is missing, malformed, or another container's
  7    reading or writing failed
  8    a limit that guards this machine was reached
  130  interrupted

Examples:
  cleave --new-key me.key -o notes.cleave notes.txt    make a key and encrypt to it
  cleave -d -i me.key -o notes.txt notes.cleave        decrypt
  tar -c DIR | cleave -e -i me.key -o dir.tar.cleave   a directory
  cleave -p -o notes.cleave notes.txt                  with a passphrase

On Windows, --passphrase-fd is not supported, hard links and redirects between input and output are not
recognised, and who may read a key file is left to its folder.";
