//! Why a run ended without its result: one stable name (FORMAT.md, Errors, and a few of the command line's own), a
//! message, and what would help.

use std::fmt::Display;
use std::io;

/// A run's failure. Its name decides the exit code and is the `error` of `--json`.
#[derive(Debug)]
pub(crate) struct Failure {
    name: &'static str,
    message: String,
    hints: Vec<String>,
    chunk: Option<u64>,
    voice: Voice,
}

/// Whether a failure is said, or only shown by the exit code and `--json`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    /// An error line, and its hints.
    Spoken,
    /// Nothing: the reader of a pipe went away, and whoever closed it knows.
    Quiet,
}

impl Failure {
    /// A failure with one of the stable names.
    pub(crate) fn new(name: &'static str, message: impl Into<String>) -> Self {
        Self { name, message: message.into(), hints: Vec::new(), chunk: None, voice: Voice::Spoken }
    }

    /// What was typed cannot be meant.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new("usage", message)
    }

    /// A key, passphrase or key file is not what it should be.
    pub(crate) fn key(message: impl Into<String>) -> Self {
        Self::new("key_malformed", message)
    }

    /// Something to be read could not be.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::new("input", message)
    }

    /// Something to be written could not be.
    pub(crate) fn output(message: impl Into<String>) -> Self {
        Self::new("output", message)
    }

    /// Reading `what` failed as the system says.
    pub(crate) fn reading(what: impl Display, error: &io::Error) -> Self {
        Self::input(format!("{what}: {}", reason(error)))
    }

    /// Writing `what` failed as the system says. A broken pipe is quiet.
    pub(crate) fn writing(what: impl Display, error: &io::Error) -> Self {
        let mut failure = Self::output(format!("{what}: {}", reason(error)));
        match error.kind() {
            io::ErrorKind::BrokenPipe => failure.voice = Voice::Quiet,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                failure = failure.hint("free some space there, or write to another disk");
            }
            _ => {}
        }
        failure
    }

    /// Adds a command, a flag or a fact that helps.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds the index of the chunk that failed.
    #[must_use]
    pub(crate) fn at_chunk(mut self, index: u64) -> Self {
        self.chunk = Some(index);
        self
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn hints(&self) -> &[String] {
        &self.hints
    }

    pub(crate) fn chunk(&self) -> Option<u64> {
        self.chunk
    }

    pub(crate) fn voice(&self) -> Voice {
        self.voice
    }
}

/// The system's reason, lower case and without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => "unknown error".to_owned(),
    }
}
