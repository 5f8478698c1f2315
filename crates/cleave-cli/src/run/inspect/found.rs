//! What was found in a container, for a person and for `--json`.

use std::fmt::Write;

use cleave_core::Split;
use serde::Serialize;

use super::extent::{Extent, Outcome};
use super::survey::{Survey, Tally};
use crate::args::shown_size;
use crate::keyfile::hex;
use crate::run::name::Name;
use crate::run::result::counted;

/// Everything that is told.
#[derive(Debug, Serialize)]
pub(in crate::run) struct Found {
    command: &'static str,
    /// That nothing is, without a key.
    authenticated: bool,
    version: u8,
    armored: bool,
    chunk_bytes: u64,
    salt: String,
    commitment: String,
    /// The first 32.
    key_ids: Vec<String>,
    recipients: u64,
    hidden: u64,
    passphrases: u64,
    /// Of the first 32 passphrases.
    argon2id: Vec<Cost>,
    extensions: u64,
    split: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    signed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    signer_id: Option<String>,
    chunks: u64,
    plaintext_bytes: u64,
    /// `whole`, or the error that a reader of the whole would end with, as far as heads tell.
    frames: &'static str,
    bytes: Bytes,
    file_bytes: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    identities: Vec<Match>,
    #[serde(skip)]
    outcome: Outcome,
}

#[derive(Debug, Serialize)]
struct Cost {
    memory_kib: u32,
    passes: u8,
    lanes: u8,
}

/// The file's bytes, by what they are: the sum is its size.
#[derive(Debug, Serialize)]
struct Bytes {
    header_fixed: u64,
    recipient_slots: u64,
    passphrase_slots: u64,
    extension_slots: u64,
    header_mac: u64,
    frame_overhead: u64,
    plaintext: u64,
    signature: u64,
    unaccounted: u64,
    armor: u64,
}

/// A key of the user's.
#[derive(Debug, Serialize)]
struct Match {
    file: Name,
    key_id: String,
    wanted: bool,
}

impl Found {
    pub(super) fn new(
        survey: &Survey,
        header_bytes: u64,
        extent: &Extent,
        armor: Option<u64>,
        file_bytes: u64,
    ) -> Self {
        const HEADER_MAC: u64 = 32;
        let prefix = survey.prefix().expect("a whole header has shown its prefix");
        let Survey { named, hidden, passphrases, extensions, .. } = survey;
        let recipient_slots = named.bytes + hidden.bytes;
        let bytes = Bytes {
            header_fixed: header_bytes - recipient_slots - passphrases.bytes - extensions.bytes - HEADER_MAC,
            recipient_slots,
            passphrase_slots: passphrases.bytes,
            extension_slots: extensions.bytes,
            header_mac: HEADER_MAC,
            frame_overhead: extent.overhead,
            plaintext: extent.plaintext,
            signature: extent.signature,
            unaccounted: extent.rest,
            armor: armor.unwrap_or(0),
        };
        let count = |tally: &Tally| tally.count;
        Self {
            command: "inspect",
            authenticated: false,
            version: 1,
            armored: armor.is_some(),
            chunk_bytes: prefix.chunk_size.bytes() as u64,
            salt: hex(&prefix.salt),
            commitment: hex(&prefix.commitment),
            key_ids: survey.key_ids.iter().map(|id| hex(id)).collect(),
            recipients: count(named),
            hidden: count(hidden),
            passphrases: count(passphrases),
            argon2id: survey
                .costs
                .iter()
                .map(|cost| Cost {
                    memory_kib: cost.memory_kib(),
                    passes: cost.passes(),
                    lanes: cost.lanes(),
                })
                .collect(),
            extensions: count(extensions),
            split: prefix.split != Split::Whole,
            hint: match &prefix.split {
                Split::Hinted(hint) => Some(hex(hint)),
                Split::Whole | Split::Unhinted => None,
            },
            signed: prefix.signer_id.is_some(),
            signer_id: prefix.signer_id.as_ref().map(|id| hex(id)),
            chunks: extent.chunks,
            plaintext_bytes: extent.plaintext,
            frames: match extent.outcome {
                Outcome::Whole => "whole",
                Outcome::Truncated => "truncated",
                Outcome::TrailingData => "trailing_data",
                Outcome::BadHead(_) => "chunk_tampered",
            },
            bytes,
            file_bytes,
            identities: survey
                .offered
                .iter()
                .map(|offered| Match {
                    file: offered.file.clone(),
                    key_id: hex(&offered.key_id),
                    wanted: offered.wanted,
                })
                .collect(),
            outcome: extent.outcome,
        }
    }

    /// What is wrong with what the heads say.
    pub(in crate::run) fn fault(&self) -> Option<String> {
        match self.outcome {
            Outcome::Whole => None,
            Outcome::Truncated => {
                Some("the file ends before the container does; get the whole file".to_owned())
            }
            Outcome::TrailingData => Some("bytes stand after the container's end".to_owned()),
            Outcome::BadHead(index) => {
                Some(format!("chunk {index} was changed or moved: from it on no byte is accounted for"))
            }
        }
    }

    /// For a person.
    pub(in crate::run) fn text(&self) -> String {
        let mut text = String::new();
        let armored = if self.armored { ", armored" } else { "" };
        line(&mut text, "container", format!("version {}{armored}", self.version));
        line(&mut text, "chunks", format!("{} of up to {}", self.chunks, shown_size(self.chunk_bytes)));
        line(&mut text, "salt", &self.salt);
        line(&mut text, "commitment", &self.commitment);
        line(&mut text, "recipients", self.recipients);
        for id in &self.key_ids {
            let keys = self.identities.iter().filter(|key| key.wanted && key.key_id == *id);
            let files = keys.map(|key| key.file.shown()).collect::<Vec<_>>();
            let fits = if files.is_empty() { String::new() } else { format!("  {}", files.join(", ")) };
            let _ = writeln!(text, "  key id {id}{fits}");
        }
        more(&mut text, self.recipients, self.key_ids.len());
        line(&mut text, "hidden recipients", self.hidden);
        line(&mut text, "passphrases", self.passphrases);
        for cost in &self.argon2id {
            let memory = shown_size(u64::from(cost.memory_kib) << 10);
            let passes =
                if cost.passes == 1 { "1 pass".to_owned() } else { format!("{} passes", cost.passes) };
            let lanes = counted(cost.lanes.into(), "lane");
            let _ = writeln!(text, "  Argon2id {memory}, {passes}, {lanes}");
        }
        more(&mut text, self.passphrases, self.argon2id.len());
        if self.extensions > 0 {
            line(&mut text, "extensions", format!("{}, which this version passes over", self.extensions));
        }
        line(
            &mut text,
            "split",
            match (self.split, &self.hint) {
                (false, _) => "no".to_owned(),
                (true, None) => "yes, without a hint: a fragment is needed".to_owned(),
                (true, Some(hint)) => format!("yes: the fragment of pairing hint {hint} is needed"),
            },
        );
        line(
            &mut text,
            "signed",
            match &self.signer_id {
                None => "no".to_owned(),
                Some(id) => format!("yes, not checked here; signer id {id}"),
            },
        );
        self.write_identities(&mut text);
        self.write_bytes(&mut text);
        text.push_str("\nNothing of this is authenticated: `cleave verify` does that, with a key.\n");
        text.push_str(self.authorship());
        text
    }

    fn write_identities(&self, text: &mut String) {
        if self.identities.is_empty() {
            return;
        }
        text.push_str("\nkeys given\n");
        for Match { file, key_id, wanted } in &self.identities {
            let verdict = match (wanted, self.hidden) {
                (true, _) => "wanted",
                (false, 0) => "not wanted",
                (false, _) => "not named, and may be a hidden recipient's",
            };
            let _ = writeln!(text, "  key id {key_id}  {}: {verdict}", file.shown());
        }
    }

    fn write_bytes(&self, text: &mut String) {
        let Bytes {
            header_fixed,
            recipient_slots,
            passphrase_slots,
            extension_slots,
            header_mac,
            frame_overhead,
            plaintext,
            signature,
            unaccounted,
            armor,
        } = self.bytes;
        text.push_str("\nbytes\n");
        for (what, bytes) in [
            ("header, fixed part", header_fixed),
            ("header, recipients", recipient_slots),
            ("header, passphrases", passphrase_slots),
            ("header, extensions", extension_slots),
            ("header, header_mac", header_mac),
            ("chunks, heads and tags", frame_overhead),
            ("chunks, content", plaintext),
            ("signature", signature),
            ("not accounted for", unaccounted),
            ("armor", armor),
        ] {
            // A container may well have no content; other parts are left out where there are none.
            if bytes > 0 || what == "chunks, content" {
                let _ = writeln!(text, "  {bytes:>12}  {what}");
            }
        }
        let _ = writeln!(text, "  {:>12}  in all", self.file_bytes);
    }

    /// What the slots say of whether the writer knew a passphrase.
    fn authorship(&self) -> &'static str {
        match (self.passphrases, self.recipients + self.hidden) {
            (0, _) => "Anyone who has a recipient's public key can have written it.\n",
            (_, 0) => "Once a passphrase opens it, its writer is known to have known that passphrase.\n",
            _ => {
                "Passphrases stand beside recipients: that one opens it does not show that its writer knew it, since a \
                 recipient could have written it anew.\n"
            }
        }
    }
}

fn line(text: &mut String, what: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "{what}: {value}");
}

fn more(text: &mut String, all: u64, told: usize) {
    if all > told as u64 {
        let _ = writeln!(text, "  and {} more", all - told as u64);
    }
}
