//! `rewrap`: a new header over the chunks of an old container (FORMAT.md, "Rewrap").

mod change;

use cleave_core::armor::Form;
use cleave_core::io::{self as core_io, ArmorWriter};
use cleave_core::{Error, Signed, Split, container_len};

use super::opening::{self, Given, KeepSlots};
use super::result::{self, Rewrapped, Slots};
use super::{open_input, progress, target};
use crate::failure::Failure;
use crate::place::Place;
use crate::plan::{self, Output, Signature};
use crate::session::Session;
use crate::sink::{Access, Overwrite, Showing, Target};
use crate::source::Named;
use change::Change;

pub(super) fn rewrap(plan: &plan::Rewrap, session: &mut Session) -> Result<Rewrapped, Failure> {
    let input = open_input(&plan.input, session)?;
    let input_len = input.bytes_left();
    let target = rewrap_target(plan, &input, session)?;
    let given = Given { identities: &plan.identities, fragment: &plan.fragment, signer: &None };
    let (keys, identities) = opening::keys(&given, session)?;
    let mut change = Change::read(plan, &identities, session)?;

    let opening = opening::open(&input, keys, KeepSlots::Yes, session)?;
    let wanted = opening.wanted().clone();
    let (old, form) = (opening.prefix().clone(), opening.form());
    let armored = plan.armor || form == Form::Armored;
    let mut sink = target.open()?;
    let mut told = progress(&input, &sink, opening::container_len(form, input_len), session);
    let tell = &mut |done| told.at(done);
    let rewrapped = if armored {
        let mut armor = ArmorWriter::new(&mut sink);
        opening
            .rewrap(|rewrapper| change.apply(rewrapper, session), &mut armor, tell)
            .and_then(|written| armor.finish().map(|_| written).map_err(core_io::Failure::Output))
    } else {
        opening.rewrap(|rewrapper| change.apply(rewrapper, session), &mut sink, tell)
    };
    drop(told);
    let core_io::Rewritten { read, header_len, wanted: now_wanted, .. } =
        rewrapped.map_err(|failure| match (change.fault.take(), &failure) {
            (Some(fault), _) => fault,
            (None, core_io::Failure::Output(error)) => sink.failure(error),
            (None, core_io::Failure::Format(error)) if !change.is_begun => {
                let explained = opening::not_unlocked(&failure, &input.name, &wanted, &identities);
                unsigned(error, plan, old.signer_id.is_some()).unwrap_or(explained)
            }
            _ => opening::failed(&failure, &input.name),
        })?;
    let output_bytes = sink.written();
    sink.seal()?.publish()?;

    if change.removed > 0 {
        session.reporter.note(
            "who was removed and kept the old file, or its key, still reads this one; to remove someone for good, encrypt again",
        );
    }
    if let Some(key) = &change.locked_out {
        session
            .reporter
            .warn(&format!("{key}, with which the container was opened, does not open the new one"));
    }
    let signed = matches!(plan.signature, Signature::Sign(..));
    if !signed && session.reporter.is_for_a_person() {
        session
            .reporter
            .note("the chunks were copied as they are, and not authenticated: `cleave verify` does that");
    }
    let signature = if signed { Signed::Yes } else { Signed::No };
    Ok(Rewrapped {
        command: "rewrap",
        plaintext_bytes: read.plaintext_len,
        container_bytes: container_len(header_len, read.plaintext_len, old.chunk_size, signature),
        output_bytes,
        chunks: read.chunks,
        chunk_bytes: old.chunk_size.bytes() as u64,
        slots: Slots::new(&now_wanted),
        added: change.added(),
        removed: change.removed,
        split: old.split != Split::Whole,
        signed,
        authenticated: signed,
        armored,
        output: result::file(&plan.output),
    })
}

/// As every other output, but that the input may be replaced once the new container is whole.
fn rewrap_target(plan: &plan::Rewrap, input: &Named, session: &mut Session) -> Result<Target, Failure> {
    if let Output::File(path) = &plan.output
        && input.metadata.is_file()
        && input.place.is_some()
        && Place::of_path(path).is_ok_and(|place| place == input.place)
    {
        if plan.overwrite != Overwrite::Replace {
            return Err(Failure::usage("the input and the output are the same file")
                .hint("--force rewraps it in place: the old one stays until the new one is whole"));
        }
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&input.metadata) > 1 {
            session.reporter.warn("the old container stays under its other names: the file has hard links");
        }
        return Target::path(path, plan.overwrite, Access::Umask);
    }
    target(&plan.output, plan.overwrite, Access::Umask, Showing::Text, session)
}

/// Why the signature's rules forbid the rewrap, in the words of this command.
fn unsigned(error: &Error, plan: &plan::Rewrap, was_signed: bool) -> Option<Failure> {
    const ADOPT: &str = "--adopt signs it all the same; look at the content first: whoever opens the container could have changed it";
    match (error, &plan.signature) {
        (Error::Usage { .. }, Signature::None) if was_signed => Some(
            Failure::new(error.name(), error.to_string())
                .hint("--sign KEYFILE signs it again; --unsign leaves the signature out"),
        ),
        (Error::WrongSigner, _) => Some(
            Failure::new(
                error.name(),
                "the container is signed by someone other than the key that is to sign it",
            )
            .hint(ADOPT),
        ),
        (Error::SignatureMissing, _) => Some(
            Failure::new(
                error.name(),
                "the container is not signed: it is not known whose content is to be signed",
            )
            .hint(ADOPT),
        ),
        _ => None,
    }
}
