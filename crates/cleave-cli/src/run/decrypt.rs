//! `-d`: opens a container and writes its plaintext.

use std::fs::File;

use cleave_core::io::{self as core_io, Opening};
use cleave_core::{Authorship, Keys, OpenedBy, Split};

use super::result::{self, Decrypted, Slots};
use super::{open_input, target};
use crate::explain::explain;
use crate::failure::Failure;
use crate::keyfile;
use crate::plan;
use crate::session::Session;
use crate::sink::{Access, Showing, Sink};
use crate::source::Named;

pub(super) fn decrypt(plan: &plan::Decrypt, session: &mut Session) -> Result<Decrypted, Failure> {
    let input = open_input(&plan.input, session)?;
    let twice = input.can_be_read_twice();
    let keys = keys(plan, session)?;
    let target = target(&plan.output, plan.overwrite, Access::Owner, Showing::Text, session)?;

    let opening = open(&input, keys, session)?;
    let slots = Slots::new(opening.wanted());
    let chunk_bytes = opening.prefix().chunk_size.bytes() as u64;
    let split = opening.prefix().split != Split::Whole;
    let unsealed = opening.unlock().map_err(|failure| failed(&failure, &input.name, None))?;
    let opened_by = unsealed.unlocked().opened_by();
    let signer_required = unsealed.unlocked().requires_signer();

    let mut sink = target.open()?;
    let progress = &mut |_| {};
    let read = match signer_required {
        true if twice => unsealed.decrypt_verified(&mut sink, progress),
        // The signature comes last and the input once: a file is withheld until then, a stream cannot be.
        true => unsealed.decrypt_unvouched(&mut sink, progress),
        false => unsealed.decrypt(&mut sink, progress),
    };
    let read = read.map_err(|failure| failed(&failure, &input.name, Some(&sink)))?;
    sink.seal()?.publish()?;
    if read.authorship == Authorship::Unchecked {
        session
            .reporter
            .note("the container is signed, and nobody checked by whom; --signer KEY_OR_FILE does");
    }
    session
        .reporter
        .detail(&format!("{} bytes in {} chunk(s), all authentic", read.plaintext_len, read.chunks));
    Ok(Decrypted {
        command: "decrypt",
        plaintext_bytes: read.plaintext_len,
        chunks: read.chunks,
        chunk_bytes,
        slots,
        opened_by: match opened_by {
            OpenedBy::Identity(_) => "identity",
            OpenedBy::Passphrase => "passphrase",
            _ => "another key",
        },
        split,
        signature: result::signature(read.authorship),
        output: result::file(&plan.output),
    })
}

fn keys(plan: &plan::Decrypt, session: &mut Session) -> Result<Keys, Failure> {
    let mut keys = Keys::new();
    for file in &plan.identities {
        for identity in keyfile::identities(file, session)? {
            keys = keys.identity(identity);
        }
    }
    if let Some(file) = &plan.fragment {
        keys = keys.fragment(keyfile::fragment(file, session)?);
    }
    if let Some(signer) = &plan.signer {
        keys = keys.signer(keyfile::signer(signer, session)?);
    }
    Ok(keys)
}

/// Reads the header, and asks for a passphrase only where nothing else can open the container.
fn open<'i>(input: &'i Named, keys: Keys, session: &mut Session) -> Result<Opening<&'i File>, Failure> {
    let mut opening = core_io::open(&input.file, keys, session.limits)
        .map_err(|failure| failed(&failure, &input.name, None))?;
    if opening.wants_passphrase()
        && let Some(passphrase) = session.passphrases.to_open(&input.name)?
    {
        opening.give_passphrase(passphrase);
    }
    Ok(opening)
}

fn failed(failure: &core_io::Failure, input: &str, sink: Option<&Sink>) -> Failure {
    let failure = match (failure, sink) {
        (core_io::Failure::Format(error), _) => explain(error),
        (core_io::Failure::Input(error), _) => Failure::reading(input, error),
        (core_io::Failure::Output(error), Some(sink)) => return sink.failure(error),
        (other, _) => Failure::new(other.name(), other.to_string()),
    };
    match sink {
        Some(sink) if !sink.is_withheld() => {
            failure.hint("what was written to the output until then is not the whole and must not be used")
        }
        _ => failure,
    }
}
