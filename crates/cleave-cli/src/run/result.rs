//! What a run came to, as `--json` tells it.

use cleave_core::{Authorship, OpenedBy, Wanted};
use serde::Serialize;

use super::name::Name;
use crate::keyfile::hex;
use crate::plan::Output;
use crate::source::Change;

/// The slots of a container, by what they ask for.
#[derive(Debug, Serialize)]
pub(super) struct Slots {
    /// At most 32 of them.
    key_ids: Vec<String>,
    recipients: u64,
    hidden: u64,
    passphrases: u64,
}

impl Slots {
    pub(super) fn new(wanted: &Wanted) -> Self {
        Self {
            key_ids: wanted.key_ids.iter().map(|id| hex(id)).collect(),
            recipients: wanted.named,
            hidden: wanted.hidden,
            passphrases: wanted.passphrases,
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct Encrypted {
    pub(super) command: &'static str,
    pub(super) plaintext_bytes: u64,
    /// Without armor.
    pub(super) container_bytes: u64,
    /// As written, armor included.
    pub(super) output_bytes: u64,
    pub(super) chunks: u64,
    pub(super) chunk_bytes: u64,
    #[serde(flatten)]
    pub(super) slots: Slots,
    pub(super) split: bool,
    pub(super) signed: bool,
    pub(super) armored: bool,
    /// What happened to the input while it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) input_changed: Option<Change>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) new_key: Option<Name>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fragment: Option<Name>,
}

/// What is told of a container that was opened.
#[derive(Debug, Serialize)]
pub(super) struct Opened {
    pub(super) chunk_bytes: u64,
    #[serde(flatten)]
    pub(super) slots: Slots,
    /// `identity` or `passphrase`.
    pub(super) opened_by: &'static str,
    pub(super) split: bool,
    /// `none`, `unchecked` or `verified`.
    pub(super) signature: &'static str,
    /// The file of the required signer, or the key shortened; with `verified` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) signer: Option<Name>,
}

#[derive(Debug, Serialize)]
pub(super) struct Decrypted {
    pub(super) command: &'static str,
    /// Bytes written: of a range, its own.
    pub(super) plaintext_bytes: u64,
    /// Not known of a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) chunks: Option<u64>,
    #[serde(flatten)]
    pub(super) opened: Opened,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Name>,
}

#[derive(Debug, Serialize)]
pub(super) struct Rewrapped {
    pub(super) command: &'static str,
    pub(super) plaintext_bytes: u64,
    /// Without armor.
    pub(super) container_bytes: Option<u64>,
    /// As written, armor included.
    pub(super) output_bytes: u64,
    pub(super) chunks: u64,
    pub(super) chunk_bytes: u64,
    /// As they are now.
    #[serde(flatten)]
    pub(super) slots: Slots,
    pub(super) added: u64,
    pub(super) removed: u64,
    pub(super) split: bool,
    pub(super) signed: bool,
    /// Every chunk was, and not only copied.
    pub(super) authenticated: bool,
    pub(super) armored: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Name>,
}

#[derive(Debug, Serialize)]
pub(super) struct Generated {
    pub(super) command: &'static str,
    pub(super) kind: &'static str,
    pub(super) public_key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fingerprint: Option<String>,
    /// By a passphrase.
    pub(super) protected: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Name>,
}

#[derive(Debug, Serialize)]
pub(super) struct PublicKeys {
    pub(super) command: &'static str,
    pub(super) public_keys: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) output: Option<Name>,
}

/// The word for the key that opened a container.
pub(super) fn opened_by(opened_by: OpenedBy) -> &'static str {
    match opened_by {
        OpenedBy::Identity(_) => "identity",
        OpenedBy::Passphrase => "passphrase",
        _ => "another key",
    }
}

/// What was done with a fragment.
#[derive(Debug, Serialize)]
pub(super) struct OfFragment {
    pub(super) command: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pairing_hint: Option<String>,
    /// The file that is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) destroyed: Option<Name>,
}

/// The word for what is known of the author.
pub(super) fn signature(authorship: Authorship) -> &'static str {
    match authorship {
        Authorship::Unsigned => "none",
        Authorship::Unchecked => "unchecked",
        Authorship::Verified => "verified",
    }
}

/// A number of things of a kind, whose plural takes an `s`: `1 chunk`, `2 chunks`.
pub(super) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// The file that an output is, if it is one.
pub(super) fn file(output: &Output) -> Option<Name> {
    match output {
        Output::File(path) => Some(Name::new(path)),
        Output::Stdout | Output::ForcedStdout => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_told_as_several() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "chunk")), ["0 chunks", "1 chunk", "2 chunks"]);
    }
}
