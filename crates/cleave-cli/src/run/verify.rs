//! `verify`: reads a container as decrypting does, signature included, and writes nothing.

use std::io::{self, IsTerminal};

use cleave_core::io::To;
use cleave_core::{Authorship, Split};
use serde::Serialize;

use super::open_input;
use super::opening::{self, Given, KeepSlots};
use super::result::{self, Slots};
use crate::failure::Failure;
use crate::plan;
use crate::progress::{Progress, TerminalUse};
use crate::session::Session;

/// A container of which every byte was authenticated, but for a signature that nobody asked for.
#[derive(Debug, Serialize)]
pub(super) struct Verified {
    command: &'static str,
    plaintext_bytes: u64,
    chunks: u64,
    chunk_bytes: u64,
    #[serde(flatten)]
    slots: Slots,
    opened_by: &'static str,
    split: bool,
    /// `none`, `unchecked` or `verified`.
    signature: &'static str,
}

pub(super) fn verify(plan: &plan::Verify, session: &mut Session) -> Result<Verified, Failure> {
    let input = open_input(&plan.input, session)?;
    let input_len = input.bytes_left();
    let given = Given { identities: &plan.identities, fragment: &plan.fragment, signer: &plan.signer };
    let (keys, identities) = opening::keys(&given, session)?;
    let opening = opening::open(&input, keys, KeepSlots::No, session)?;
    let wanted = opening.wanted().clone();
    let chunk_bytes = opening.prefix().chunk_size.bytes() as u64;
    let container_len = opening::container_len(opening.form(), input_len);
    let split = opening.prefix().split != Split::Whole;
    let unsealed = opening
        .unlock()
        .map_err(|failure| opening::not_unlocked(&failure, &input.name, &wanted, identities))?;
    let opened_by = unsealed.unlocked().opened_by();

    let terminal = if input.file.is_terminal() { TerminalUse::Data } else { TerminalUse::Messages };
    let mut told = Progress::start(&session.reporter, terminal, container_len);
    let (nowhere, tell) = (&mut io::sink(), &mut |done| told.at(done));
    let read = if unsealed.unlocked().requires_signer() {
        unsealed.decrypt_unvouched(nowhere, tell)
    } else {
        unsealed.decrypt_on(session.threads, To::Stream(nowhere), tell)
    };
    drop(told);
    let read = read.map_err(|failure| opening::failed(&failure, &input.name))?;
    if read.authorship == Authorship::Unchecked {
        session.reporter.warn("the signature was not checked; --signer KEY_OR_FILE says whose it must be");
    }
    Ok(Verified {
        command: "verify",
        plaintext_bytes: read.plaintext_len,
        chunks: read.chunks,
        chunk_bytes,
        slots: Slots::new(&wanted),
        opened_by: result::opened_by(opened_by),
        split,
        signature: result::signature(read.authorship),
    })
}

impl Verified {
    /// For a person.
    pub(super) fn text(&self) -> String {
        let signature = match self.signature {
            "verified" => "signed by the required signer",
            "unchecked" => "signed, and nobody checked by whom",
            _ => "not signed",
        };
        format!("all authentic: {} bytes in {} chunk(s); {signature}\n", self.plaintext_bytes, self.chunks)
    }
}
