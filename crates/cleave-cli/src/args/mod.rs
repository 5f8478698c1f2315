//! What was typed: the one definition of flags and subcommands, from which parsing, `--help`, the man page and
//! the completions all come.

mod container;
mod echo;
mod page;
mod parse;
mod refused;
mod size;
mod word;

use std::ffi::OsString;
use std::num::{NonZeroU16, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use cleave_core::Limits;

pub(crate) use container::{Inspect, Looking, Rewrap, Verify};
pub(crate) use echo::{CommandLine, quoted, shown};
pub(crate) use page::{completions, manual};
pub(crate) use parse::{Answers, Parsed, answers_on, common_of_words, parse};
pub(crate) use size::shown as shown_size;
pub(crate) use word::{Completions, Destroy, FragmentAct, FragmentWord, Man};

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
    /// With -d, only these bytes of the plaintext, by seeking: A included, B not; either may be left out
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = OUTPUT)]
    pub(crate) range: Option<String>,
    /// Plaintext bytes in a chunk: a power of two from 4KiB to 16MiB [default: 1MiB]
    #[arg(long, value_name = "SIZE", value_parser = size::chunk_size, allow_negative_numbers = true,
          help_heading = OUTPUT)]
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
    #[command(flatten)]
    pub(crate) tuning: Tuning,
}

/// What a run may use of this machine.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Tuning {
    /// Memory that a passphrase slot may ask for [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = size::limit, allow_negative_numbers = true, help_heading = LIMITS)]
    pub(crate) max_kdf_memory: Option<u64>,
    /// Memory times passes that all passphrase slots may ask for [default: 8GiB]. Where it is given, it alone bounds
    /// how many slots are tried (8 otherwise) and their lanes (16 otherwise)
    #[arg(long, value_name = "SIZE", value_parser = size::limit, allow_negative_numbers = true, help_heading = LIMITS)]
    pub(crate) max_kdf_work: Option<u64>,
    /// Times that a secret key may be tried on a recipient's slot [default: 4096]
    #[arg(long, value_name = "N", value_parser = size::count, allow_negative_numbers = true, help_heading = LIMITS)]
    pub(crate) max_trials: Option<u64>,
    /// Size of a header [default: 128MiB]
    #[arg(long, value_name = "SIZE", value_parser = size::limit, allow_negative_numbers = true, help_heading = LIMITS)]
    pub(crate) max_header: Option<u64>,
    /// Threads to work with at most [default: one a processor, at most 8]
    #[arg(short = 'j', long, value_name = "N", value_parser = size::threads, allow_negative_numbers = true,
          help_heading = RUNNING)]
    pub(crate) threads: Option<NonZeroU16>,
}

impl Tuning {
    /// What a reader refuses: the format's limits, but for those that are given.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        if let Some(bytes) = self.max_kdf_memory {
            limits.kdf_memory_kib = u32::try_from(bytes >> 10).unwrap_or(u32::MAX);
        }
        if let Some(bytes) = self.max_kdf_work {
            limits.kdf_work_kib = bytes >> 10;
            limits.kdf_slots = u32::MAX;
            limits.kdf_lanes = u8::MAX;
        }
        limits.trials = self.max_trials.unwrap_or(limits.trials);
        limits.header_bytes = self.max_header.unwrap_or(limits.header_bytes);
        limits
    }

    /// Threads to work with.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        const MOST: NonZeroUsize = NonZeroUsize::new(8).expect("not zero");
        match self.threads {
            Some(threads) => threads.into(),
            None => std::thread::available_parallelism().map_or(NonZeroUsize::MIN, |found| found.min(MOST)),
        }
    }
}

/// Where a passphrase comes from when nobody is there to type it. It is never an argument.
#[derive(Debug, Default, Args)]
pub(crate) struct ScriptedPassphrase {
    /// Read the passphrase from this file descriptor. One trailing line break is dropped, any other is an error; the
    /// same holds for --passphrase-file and for the variable CLEAVE_PASSPHRASE
    #[arg(long, value_name = "N", value_parser = size::descriptor, conflicts_with = "passphrase_file",
          allow_negative_numbers = true, help_heading = SCRIPTED)]
    pub(crate) passphrase_fd: Option<u32>,
    /// Read the passphrase from this file; `-` is standard input
    #[arg(long, value_name = "FILE", help_heading = SCRIPTED)]
    pub(crate) passphrase_file: Option<OsString>,
}

/// What every command takes.
// Warnings stay with -q: a signature that nobody checked, a secret key that others can read, and their like change what
// the result is worth, and a script that wants no chatter still wants to know of them.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct Common {
    /// Show no progress, and say nothing but warnings and errors
    #[arg(short, long, conflicts_with = "verbose", help_heading = RUNNING)]
    pub(crate) quiet: bool,
    /// Say more
    #[arg(short, long, help_heading = RUNNING)]
    pub(crate) verbose: bool,
    /// Write the result as one JSON object: the last line on standard error, or all of standard output where the
    /// result is an answer (inspect, verify)
    #[arg(long, help_heading = RUNNING)]
    pub(crate) json: bool,
}

// A subcommand is one only as the first word of the command line. What each is for stands at its own definition: a doc
// comment here would hide all but the first line of that one.
#[derive(Debug, Subcommand)]
pub(crate) enum Word {
    Keygen(Keygen),
    Inspect(Inspect),
    Verify(Verify),
    Rewrap(Box<Rewrap>),
    Fragment(FragmentWord),
    Completions(Completions),
    Man(Man),
}

/// Make a key
///
/// An identity (to decrypt with), or with --sign a signing key; -y shows the public keys of a key file. The file holds the time, the public key as a comment, and the secret key. It is readable by its owner alone and
/// never replaces another file.
#[derive(Debug, Args)]
pub(crate) struct Keygen {
    /// Make a signing key
    #[arg(long)]
    pub(crate) sign: bool,
    /// File to write, which must not exist yet; without it, standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Protect the key file with a passphrase, which is asked for wherever the key is used
    #[arg(short, long)]
    pub(crate) passphrase: bool,
    /// Make no key, but write the public keys of this key file, one a line: recipients of identities, signers of
    /// signing keys; `-` is standard input
    #[arg(short = 'y', long = "public", value_name = "FILE", conflicts_with_all = ["sign", "passphrase"])]
    pub(crate) public: Option<OsString>,
    #[command(flatten)]
    pub(crate) scripted: ScriptedPassphrase,
    #[command(flatten)]
    pub(crate) common: Common,
}

const TO_WHOM: &str = "To and by whom";
const OUTPUT: &str = "Output";
const SPLITTING: &str = "Splitting the key";
const SIGNING: &str = "Signing";
const SCRIPTED: &str = "Passphrases in scripts";
const LIMITS: &str = "Limits of what a container may ask of this machine";
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
