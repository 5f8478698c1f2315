//! `-d`: opens a container and writes its plaintext.

use std::fs::File;
use std::num::NonZeroUsize;

use cleave_core::io::{self as core_io, Unsealed};
use cleave_core::{Authorship, PlaintextRange, Signed};

use super::opening::{self, Container, Given, KeepSlots};
use super::result::{self, Decrypted, counted};
use super::{open_input, progress, target};
use crate::failure::Failure;
use crate::plan;
use crate::session::Session;
use crate::sink::{Access, Showing, Sink};

pub(super) fn decrypt(plan: &plan::Decrypt, session: &mut Session) -> Result<Decrypted, Failure> {
    let input = open_input(&plan.input, session)?;
    let input_len = input.bytes_left();
    // Asked while it stands at its beginning.
    let passes = if input.can_be_read_twice() { Passes::Any } else { Passes::One };
    let given = Given { identities: &plan.identities, fragment: &plan.fragment, signer: &plan.signer };
    let (keys, identities) = opening::keys(&given, session)?;
    let target = target(&plan.output, plan.overwrite, Access::Owner, Showing::Text, session)?;
    if plan.range.is_some() && passes == Passes::One {
        return Err(Failure::usage(format!("--range reads by seeking, which {} does not allow", input.name))
            .hint("name a regular file; of a stream, decrypt all and cut the bytes out of it"));
    }

    let opening = opening::open(&input, keys, KeepSlots::No, session).map_err(hint_at_encrypting)?;
    let Container { unsealed, len, mut opened } = opening::unlock(opening, &input, input_len, &identities)?;

    let mut sink = target.open()?;
    let total = len.map(|len| match plan.range {
        None if reads_twice(&unsealed, &sink, passes) => 2 * len,
        None => len,
        Some(range) => {
            let verified = if unsealed.unlocked().requires_signer() { len } else { 0 };
            verified + range.end().map_or(len, |end| end.min(len)).saturating_sub(range.start())
        }
    });
    let mut told = progress(&input, &sink, total, session);
    let tell = &mut |done| told.at(done);
    let released = match plan.range {
        Some(range) => read_range(unsealed, range, &mut sink, tell),
        None => read_all(unsealed, passes, &mut sink, session.threads, tell),
    };
    drop(told);
    let released = released.map_err(|failure| failed(&failure, &input.name, &sink))?;
    sink.seal()?.publish()?;
    opening::conclude(&mut opened, released.authorship, plan.signer.as_deref(), session);
    let bytes = counted(released.bytes, "byte");
    session.reporter.detail(&match released.chunks {
        Some(chunks) => format!("{bytes} in {}, all authentic", counted(chunks, "chunk")),
        None => format!("{bytes} of the range, all authentic"),
    });
    Ok(Decrypted {
        command: "decrypt",
        plaintext_bytes: released.bytes,
        chunks: released.chunks,
        opened,
        output: result::file(&plan.output),
    })
}

/// How often the input can be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passes {
    One,
    Any,
}

/// What was written to the output.
struct Released {
    bytes: u64,
    /// Of the whole; a range does not count them.
    chunks: Option<u64>,
    authorship: Authorship,
}

/// Whether the signature is verified before the first byte is released, by reading all of the container for it.
fn reads_twice(unsealed: &Unsealed<&File>, sink: &Sink, passes: Passes) -> bool {
    unsealed.unlocked().requires_signer() && !sink.is_withheld() && passes == Passes::Any
}

fn read_all(
    unsealed: Unsealed<&File>,
    passes: Passes,
    sink: &mut Sink,
    threads: NonZeroUsize,
    tell: core_io::Progress<'_>,
) -> Result<Released, core_io::Failure> {
    let read = if sink.is_withheld() || !unsealed.unlocked().requires_signer() {
        // Nobody sees a file before all of it, the signature included, is known to be good.
        unsealed.decrypt_on(threads, sink.to().map_err(core_io::Failure::Output)?, tell)
    } else if reads_twice(&unsealed, sink, passes) {
        unsealed.decrypt_verified(sink, tell)
    } else {
        // The signature comes last, the input only once, and a stream cannot be withheld until then.
        unsealed.decrypt_unvouched(sink, tell)
    }?;
    Ok(Released { bytes: read.plaintext_len, chunks: Some(read.chunks), authorship: read.authorship })
}

fn read_range(
    unsealed: Unsealed<&File>,
    range: PlaintextRange,
    sink: &mut Sink,
    tell: core_io::Progress<'_>,
) -> Result<Released, core_io::Failure> {
    let authorship = match (unsealed.unlocked().signed(), unsealed.unlocked().requires_signer()) {
        (_, true) => Authorship::Verified,
        (Signed::Yes, false) => Authorship::Unchecked,
        (Signed::No, false) => Authorship::Unsigned,
    };
    let bytes = unsealed.decrypt_range(range, sink, tell)?;
    Ok(Released { bytes, chunks: None, authorship })
}

fn failed(failure: &core_io::Failure, input: &str, sink: &Sink) -> Failure {
    if let core_io::Failure::Output(error) = failure {
        return sink.failure(error);
    }
    let failure = opening::failed(failure, input);
    if !sink.was_released() {
        return failure;
    }
    let hint = match failure.name() {
        // Both are found after the last chunk.
        "signature_invalid" | "trailing_data" => {
            "the content was written to the output before this was known, and must not be used"
        }
        _ => "what was written to the output until then is not the whole and must not be used",
    };
    failure.hint(hint)
}

/// Encrypting is what the command does without `-d`.
fn hint_at_encrypting(failure: Failure) -> Failure {
    if failure.name() == "not_a_container" && failure.hints().is_empty() {
        failure.hint("to encrypt, leave out -d")
    } else {
        failure
    }
}
