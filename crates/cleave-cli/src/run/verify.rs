//! `verify`: reads a container as decrypting does, signature included, and writes nothing.

use std::io::{self, IsTerminal};

use cleave_core::io::To;
use serde::Serialize;

use super::open_input;
use super::opening::{self, Container, Given, KeepSlots};
use super::result::{Opened, counted};
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
    #[serde(flatten)]
    opened: Opened,
}

pub(super) fn verify(plan: &plan::Verify, session: &mut Session) -> Result<Verified, Failure> {
    let input = open_input(&plan.input, session)?;
    let input_len = input.bytes_left();
    let given = Given { identities: &plan.identities, fragment: &plan.fragment, signer: &plan.signer };
    let (keys, identities) = opening::keys(&given, session)?;
    let opening = opening::open(&input, keys, KeepSlots::No, session)?;
    let Container { unsealed, len, mut opened } = opening::unlock(opening, &input, input_len, &identities)?;

    let terminal = if input.file.is_terminal() { TerminalUse::Data } else { TerminalUse::Messages };
    let mut told = Progress::start(session.reporter.progress(), terminal, len);
    let (nowhere, tell) = (&mut io::sink(), &mut |done| told.at(done));
    let read = if unsealed.unlocked().requires_signer() {
        unsealed.decrypt_unvouched(nowhere, tell)
    } else {
        unsealed.decrypt_on(session.threads, To::Stream(nowhere), tell)
    };
    drop(told);
    let read = read.map_err(|failure| opening::failed(&failure, &input.name))?;
    opening::conclude(&mut opened, read.authorship, plan.signer.as_deref(), session);
    Ok(Verified { command: "verify", plaintext_bytes: read.plaintext_len, chunks: read.chunks, opened })
}

impl Verified {
    /// For a person.
    pub(super) fn text(&self) -> String {
        let signature = match (self.opened.signature, &self.opened.signer) {
            (_, Some(signer)) => format!("signed by {}", signer.shown()),
            ("unchecked", _) => "signed, and nobody checked by whom".to_owned(),
            _ => "not signed".to_owned(),
        };
        let (bytes, chunks) = (counted(self.plaintext_bytes, "byte"), counted(self.chunks, "chunk"));
        format!("all authentic: {bytes} in {chunks}; {signature}\n")
    }
}
