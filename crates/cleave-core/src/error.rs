//! The errors of FORMAT.md, "Errors": one stable name each, a message that names the cause and the next step.

use alloc::vec::Vec;
use core::fmt;

/// Everything that can go wrong with a container, a key or a request. [`Error::name`] is stable.
///
/// Messages name no command-line flag: a program adds its own way to carry out the next step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The magic is absent.
    #[error("this is not a CLEAVE container; check that it is the file that was encrypted")]
    NotAContainer,
    /// The magic shows a text-mode transfer or a text re-encoding.
    #[error(
        "the container was damaged by a transfer that treats it as text; transfer it again in binary mode, or use armor"
    )]
    TextModeDamage,
    /// The magic is fine and the version is not 1.
    #[error("the container is of version {version}; this program reads version 1{}", after_version(*version))]
    UnsupportedVersion {
        /// The version that the container states.
        version: u8,
    },
    /// The header says what no header can.
    #[error("the header is malformed: {what}; the file is damaged, get another copy")]
    MalformedHeader {
        /// What is wrong with it.
        what: &'static str,
    },
    /// The header passes the reader's limit.
    #[error(
        "the header is larger than the limit of {limit} byte{}; raise the header limit if you trust its source",
        plural(*limit)
    )]
    HeaderLimit {
        /// The limit in force, bytes.
        limit: u64,
    },
    /// The passphrase slots ask for more than the reader's limits allow.
    #[error("{}; raise {} if you trust its source", Excesses(.0), if .0.len() == 1 { "that limit" } else { "those limits" })]
    KdfLimit(
        /// Every limit that is passed, at least one.
        Vec<KdfExcess>,
    ),
    /// Too many trial decapsulations.
    #[error(
        "no key fits within the limit of {limit} trial decapsulation{}; give fewer identities or raise the trial limit",
        plural(*limit)
    )]
    TrialLimit {
        /// The limit in force, decapsulations.
        limit: u64,
    },
    /// No recipient slot opened, and no passphrase could be tried.
    #[error("no key given opens this container: {wanted}; {}", Offered(offered))]
    NoMatchingKey {
        /// What the container's slots ask for.
        wanted: Wanted,
        /// The key identifiers that the identities given have in this container.
        offered: Vec<[u8; 8]>,
    },
    /// A passphrase was tried on every passphrase slot and fits none.
    #[error("{}", if *.split { "wrong passphrase, or the fragment is not this container's" } else { "wrong passphrase" })]
    WrongPassphrase {
        /// The container is SPLIT, so that a wrong fragment looks the same.
        split: bool,
    },
    /// SPLIT, and no fragment was given.
    #[error("the container is split: its fragment is needed to open it")]
    FragmentRequired,
    /// A fragment of wrong length, magic, version or checksum, or a text form that does not decode.
    #[error("the fragment is malformed: {what}; get another copy of it")]
    FragmentMalformed {
        /// What is wrong with it.
        what: &'static str,
    },
    /// The fragment belongs to another container, or the container was changed.
    #[error(
        "the fragment does not fit: it is another container's, or this container was changed (do not destroy the fragment)"
    )]
    FragmentMismatch,
    /// A recipient slot opened, and the master key fails the commitment.
    #[error(
        "the container's key commitment does not fit: the file was made to deceive or is damaged; do not use it"
    )]
    CommitmentMismatch,
    /// header_mac differs.
    #[error("the header was changed after it was written; do not use this file, get another copy")]
    HeaderTampered,
    /// A frame fails to authenticate, or its head breaks the framing rules.
    #[error("chunk {index} was changed, moved or damaged; nothing from it on was released: get another copy")]
    ChunkTampered {
        /// The index of the frame, from 0.
        index: u64,
    },
    /// The input ended too early.
    #[error("{what}; get the whole file")]
    Truncated {
        /// Where the input ended.
        what: &'static str,
    },
    /// Bytes stand after the end.
    #[error("bytes stand after the container's end: something was appended; get another copy")]
    TrailingData,
    /// A signer was required and the container is not signed.
    #[error("a signer is required and the container is not signed")]
    SignatureMissing,
    /// Signed, but not by the required signer.
    #[error("the container is signed by someone other than the required signer")]
    WrongSigner,
    /// Signed by the required signer's id, and the signature does not verify.
    #[error("the signature does not verify: the content is not what the signer signed; do not use it")]
    SignatureInvalid,
    /// Armor that cannot be what it says.
    #[error("the armor is malformed at line {line}: {what}; copy the whole text again, from BEGIN to END")]
    ArmorMalformed {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A key or passphrase that cannot be one.
    #[error("{what}")]
    KeyMalformed {
        /// What is wrong with it, and what to do; never its content.
        what: &'static str,
    },
    /// A range that cannot be answered.
    #[error("the range is invalid: {what}")]
    RangeInvalid {
        /// What is wrong with it.
        what: &'static str,
    },
    /// The caller asked for what cannot be.
    #[error("{what}")]
    Usage {
        /// What was asked for, and what to do instead.
        what: &'static str,
    },
    /// The system's random generator failed.
    #[error("the system's random generator failed; nothing was written")]
    Randomness,
    /// The memory that a passphrase's Argon2id, or a chunk or header of this size, takes cannot be had.
    #[error(
        "the memory that this takes cannot be had; close other programs, raise the limit on memory, or use a machine with more"
    )]
    OutOfMemory,
}

/// What to do about a version other than 1. None is lower.
fn after_version(version: u8) -> &'static str {
    match version {
        0 => ", and there never was a version 0: the file is damaged, get another copy",
        _ => ": use a newer release",
    }
}

/// The ending of a noun of which there are so many.
fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

impl Error {
    /// The stable name: the same in Rust, JSON, JavaScript and the vectors.
    pub fn name(&self) -> &'static str {
        match self {
            Error::NotAContainer => "not_a_container",
            Error::TextModeDamage => "text_mode_damage",
            Error::UnsupportedVersion { .. } => "unsupported_version",
            Error::MalformedHeader { .. } => "malformed_header",
            Error::HeaderLimit { .. } => "header_limit",
            Error::KdfLimit(_) => "kdf_limit",
            Error::TrialLimit { .. } => "trial_limit",
            Error::NoMatchingKey { .. } => "no_matching_key",
            Error::WrongPassphrase { .. } => "wrong_passphrase",
            Error::FragmentRequired => "fragment_required",
            Error::FragmentMalformed { .. } => "fragment_malformed",
            Error::FragmentMismatch => "fragment_mismatch",
            Error::CommitmentMismatch => "commitment_mismatch",
            Error::HeaderTampered => "header_tampered",
            Error::ChunkTampered { .. } => "chunk_tampered",
            Error::Truncated { .. } => "truncated",
            Error::TrailingData => "trailing_data",
            Error::SignatureMissing => "signature_missing",
            Error::WrongSigner => "wrong_signer",
            Error::SignatureInvalid => "signature_invalid",
            Error::ArmorMalformed { .. } => "armor_malformed",
            Error::KeyMalformed { .. } => "key_malformed",
            Error::RangeInvalid { .. } => "range_invalid",
            Error::Usage { .. } => "usage",
            Error::Randomness => "randomness",
            Error::OutOfMemory => "out_of_memory",
        }
    }
}

/// An Argon2 limit that the passphrase slots that are about to be tried pass, with the limit in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KdfExcess {
    /// Too many passphrase slots.
    #[error("the container has {found} passphrase slot{} and the limit is {limit}", plural(*found))]
    Slots {
        /// Slots found.
        found: u64,
        /// Slots allowed.
        limit: u64,
    },
    /// A slot asks for too much memory.
    #[error("a passphrase slot asks for {found} KiB of memory and the limit is {limit} KiB")]
    Memory {
        /// KiB asked for by the costliest slot.
        found: u64,
        /// KiB allowed.
        limit: u64,
    },
    /// A slot asks for too many lanes.
    #[error("a passphrase slot asks for {found} lane{} and the limit is {limit}", plural(*found))]
    Lanes {
        /// Lanes asked for.
        found: u64,
        /// Lanes allowed.
        limit: u64,
    },
    /// All slots together ask for too much work.
    #[error(
        "the passphrase slots ask for {found} KiB of memory times passes in all and the limit is {limit} KiB"
    )]
    Work {
        /// KiB × passes, summed over the slots.
        found: u64,
        /// KiB × passes allowed.
        limit: u64,
    },
}

/// What a container's slots ask for, for the message of `no_matching_key`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Wanted {
    /// Key identifiers of the named recipients, at most [`Wanted::MOST`].
    pub key_ids: Vec<[u8; 8]>,
    /// Named recipients in all.
    pub named: u64,
    /// Hidden recipients.
    pub hidden: u64,
    /// Passphrase slots.
    pub passphrases: u64,
}

impl Wanted {
    /// Key identifiers that are kept for the message, so that a huge header does not make a huge message.
    pub const MOST: usize = 32;
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = 0;
        let mut separate = |f: &mut fmt::Formatter<'_>| {
            parts += 1;
            f.write_str(if parts == 1 { "it wants " } else { ", or " })
        };
        if self.named > 0 {
            separate(f)?;
            f.write_str("key id ")?;
            write_ids(f, &self.key_ids)?;
            if self.named > self.key_ids.len() as u64 {
                write!(f, " and {} more", self.named - self.key_ids.len() as u64)?;
            }
        }
        if self.hidden > 0 {
            separate(f)?;
            write!(f, "{} hidden recipient{}", self.hidden, plural(self.hidden))?;
        }
        if self.passphrases > 0 {
            separate(f)?;
            f.write_str("a passphrase")?;
        }
        if parts == 0 {
            f.write_str("it has no slot that this version knows")?;
        }
        Ok(())
    }
}

struct Excesses<'a>(&'a [KdfExcess]);

impl fmt::Display for Excesses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, excess) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str(", and ")?;
            }
            excess.fmt(f)?;
        }
        Ok(())
    }
}

struct Offered<'a>(&'a [[u8; 8]]);

impl fmt::Display for Offered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("no identity was given");
        }
        f.write_str("given here: ")?;
        write_ids(f, &self.0[..self.0.len().min(Wanted::MOST)])?;
        if self.0.len() > Wanted::MOST {
            write!(f, " and {} more", self.0.len() - Wanted::MOST)?;
        }
        Ok(())
    }
}

fn write_ids(f: &mut fmt::Formatter<'_>, ids: &[[u8; 8]]) -> fmt::Result {
    for (at, id) in ids.iter().enumerate() {
        if at > 0 {
            f.write_str(", ")?;
        }
        for byte in id {
            write!(f, "{byte:02x}")?;
        }
    }
    Ok(())
}
