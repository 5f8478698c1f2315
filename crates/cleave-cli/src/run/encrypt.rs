//! `-e`: a container for whom the plan names, and what goes with it: a new key, a fragment.

use std::io::Write;
use std::path::Path;

use cleave_core::io::{self as core_io, ArmorWriter, To};
use cleave_core::{
    Argon2Cost, Encryptor, Fragment, HeaderState, Identity, Keys, Limits, Reader, Start, Wanted, Writer,
    Written, fastest,
};

use super::name::Name;
use super::result::{self, Encrypted, Slots, counted};
use super::{open_input, progress, qr, recipients, refusal, secret_target, target, write};
use crate::args::{quoted, shown};
use crate::explain::explain;
use crate::failure::Failure;
use crate::interrupt;
use crate::keyfile::{self, Distinct};
use crate::plan::{self, Input, Naming, Output};
use crate::session::Session;
use crate::sink::{Access, Sealed, Showing, Sink, Target};
use crate::source::Named;

pub(super) fn encrypt(plan: &plan::Encrypt, session: &mut Session) -> Result<Encrypted, Failure> {
    refuse_directory(&plan.input)?;
    let input = open_input(&plan.input, session)?;
    let showing = if plan.armor { Showing::Everything } else { Showing::Text };
    let target = target(&plan.output, plan.overwrite, Access::Umask, showing, session)?;
    if !plan.armor && target.is_terminal_device() {
        return Err(plan::binary_to_terminal());
    }
    let fragment_target = plan.split.as_ref().map(|(path, _)| fragment_target(path, session)).transpose()?;
    let key_target = plan.new_key.as_deref().map(|path| key_target(path, session)).transpose()?;

    let (keys, files) = (&plan.recipients[..], &plan.recipients_files[..]);
    let mut recipients = recipients::Written { keys, files, identities: &plan.identities }.read(session)?;
    if plan.naming == Naming::Hidden {
        let hidden = recipients.len() + usize::from(plan.new_key.is_some());
        refusal::of_readers(hidden as u64, 0, &session.limits)?;
    }
    let mut encryptor = Encryptor::new().chunk_size(plan.chunk).frame_crypto(fastest());
    if let Some(file) = &plan.sign {
        encryptor = encryptor.sign(keyfile::signing_key(file, session)?);
    }
    if let Some((_, hint)) = plan.split {
        encryptor = encryptor.split(hint);
    }
    if plan.passphrase {
        encryptor =
            encryptor.passphrase(session.passphrases.for_protecting(&input.name)?, Argon2Cost::default());
    } else if session.passphrases.is_unused() {
        return Err(Failure::usage("a passphrase is given, and nothing asks for one")
            .hint("-p encrypts with it; without -p it only opens protected key files"));
    }

    // What can fail for a foreseeable reason has not failed by now: only then is a key made.
    let outputs =
        Outputs { container: target.open()?, fragment: fragment_target.map(Target::open).transpose()? };
    let left_key = plan
        .new_key
        .as_deref()
        .map(|path| format!("the new key stays in {}: encrypt to it with -e -i", shown(path)));
    if let Some(target) = key_target {
        if let (Some(path), Some(hint)) = (&plan.new_key, &left_key) {
            interrupt::say_if_interrupted(path, hint);
        }
        recipients.add(make_key(target)?.recipient().clone().into());
    }
    let encryptor = with_recipients(encryptor, recipients, plan.naming, session)?;
    let encrypted = seal(plan, encryptor, &input, outputs, session)
        .map_err(|failure| left_key.into_iter().fold(failure, Failure::hint))?;
    report(plan, &input.name, &encrypted, session);
    Ok(encrypted.result)
}

/// Adds a slot for each.
fn with_recipients(
    encryptor: Encryptor,
    recipients: Distinct,
    naming: Naming,
    session: &Session,
) -> Result<Encryptor, Failure> {
    recipients.into_iter().try_fold(encryptor, |encryptor, due| {
        if session.reporter.is_detailed() {
            let recipient = due.get().map_err(|error| explain(&error))?;
            session.reporter.detail(&format!("to the recipient {}", recipient.fingerprint()));
        }
        Ok(match naming {
            Naming::Named => encryptor.recipient_when_due(move || due.get()),
            Naming::Hidden => encryptor.hidden_recipient_when_due(move || due.get()),
        })
    })
}

/// The files of a run, open and not published.
struct Outputs {
    container: Sink,
    fragment: Option<Sink>,
}

/// A container that has its name, and what is left to tell.
struct Done {
    result: Encrypted,
    fragment: Option<Fragment>,
}

/// Writes fragment and container, each to disk before the container takes its name.
fn seal(
    plan: &plan::Encrypt,
    encryptor: Encryptor,
    input: &Named,
    outputs: Outputs,
    session: &Session,
) -> Result<Done, Failure> {
    let Outputs { container: mut sink, fragment: fragment_sink } = outputs;
    let Start { writer, fragment } = encryptor.start().map_err(|error| explain(&error))?;
    let fragment_file = match (&fragment, fragment_sink) {
        (Some(fragment), Some(mut sink)) => {
            write(&mut sink, keyfile::fragment_text(fragment).as_bytes())?;
            Some(sink.seal()?)
        }
        _ => None,
    };
    // A stream has no name to take: its first byte may be all that is needed of it.
    let (later, now) = if sink.is_withheld() { (fragment_file, None) } else { (None, fragment_file) };
    let left = plan
        .split
        .as_ref()
        .filter(|_| now.is_some())
        .map(|(path, _)| (path, format!("the fragment stays in {}", shown(path))));
    if let Some((path, hint)) = &left {
        interrupt::say_if_interrupted(path, hint);
    }
    now.map(Sealed::publish).transpose()?;
    let before = input.state();
    let sealed = stream(plan, writer, input, &mut sink, session)
        .and_then(|streamed| Ok((streamed, sink.written(), sink.seal()?)))
        .map_err(|failure| left.into_iter().map(|(_, hint)| hint).fold(failure, Failure::hint));
    let ((written, slots), armored_len, container) = sealed?;
    publish(container, later)?;
    let input_changed = before.and_then(|before| before.change_of(input, written.plaintext_len));
    let result = Encrypted {
        command: "encrypt",
        plaintext_bytes: written.plaintext_len,
        container_bytes: written.container_len,
        output_bytes: if plan.armor { armored_len } else { written.container_len },
        chunks: written.chunks,
        chunk_bytes: plan.chunk.bytes() as u64,
        slots: Slots::new(&slots),
        split: plan.split.is_some(),
        signed: plan.sign.is_some(),
        armored: plan.armor,
        input_changed,
        output: result::file(&plan.output),
        new_key: plan.new_key.as_ref().map(Name::new),
        fragment: plan.split.as_ref().map(|(path, _)| Name::new(path)),
    };
    Ok(Done { result, fragment })
}

/// The fragment first; without its container it is taken back.
fn publish(container: Sealed, fragment: Option<Sealed>) -> Result<(), Failure> {
    let fragment = fragment.map(Sealed::publish).transpose()?;
    match container.publish() {
        Ok(_) => Ok(()),
        Err(failure) => {
            if let Some(fragment) = fragment {
                fragment.withdraw();
            }
            Err(failure)
        }
    }
}

fn stream(
    plan: &plan::Encrypt,
    mut writer: Writer,
    input: &Named,
    sink: &mut Sink,
    session: &Session,
) -> Result<(Written, Wanted), Failure> {
    let from = &mut &input.file;
    let mut told = progress(input, sink, input.bytes_left(), session);
    let progress = &mut |done| told.at(done);
    let streamed = if plan.armor {
        let mut armor = ArmorWriter::new(&mut *sink);
        header(session, &mut writer, &mut armor).and_then(|wanted| {
            let written =
                core_io::encrypt_on(session.threads, writer, from, To::Stream(&mut armor), progress)?;
            armor.finish().map_err(core_io::Failure::Output)?;
            Ok((written, wanted))
        })
    } else {
        header(session, &mut writer, sink).and_then(|wanted| {
            let to = sink.to().map_err(core_io::Failure::Output)?;
            Ok((core_io::encrypt_on(session.threads, writer, from, to, progress)?, wanted))
        })
    };
    streamed.map_err(|failure| match failure {
        core_io::Failure::Format(error) => explain(&error),
        core_io::Failure::Input(error) => Failure::reading(&input.name, &error),
        core_io::Failure::Output(error) => sink.failure(&error),
        other => Failure::new(other.name(), other.to_string()),
    })
}

/// Writes the header, and reads it back on the way: what it says to everyone is told in the result, and what no reader
/// would take fails here.
fn header(
    session: &Session,
    writer: &mut Writer,
    output: &mut dyn Write,
) -> Result<Wanted, core_io::Failure> {
    let mut header = Reader::new(Keys::new(), Limits::default());
    let mut part = Vec::new();
    loop {
        part.clear();
        let state = core_io::header_on(session.threads, writer, &mut part)?;
        header.push(&part)?;
        output.write_all(&part).map_err(core_io::Failure::Output)?;
        if state == HeaderState::Whole {
            return Ok(header.finish()?.wanted().clone());
        }
    }
}

fn refuse_directory(input: &Input) -> Result<(), Failure> {
    match input {
        Input::File(path) if path.is_dir() => {
            let folder = quoted(path.as_os_str());
            Err(Failure::input(format!("{} is a directory", shown(path)))
                .hint(format!("tar -c {folder} | cleave … encrypts it as one file")))
        }
        _ => Ok(()),
    }
}

fn fragment_target(path: &Path, session: &mut Session) -> Result<Target, Failure> {
    let hint = "a fragment is never overwritten: another container may need it; name another file";
    secret_target(path, "the fragment", hint, session)
}

fn key_target(path: &Path, session: &mut Session) -> Result<Target, Failure> {
    let hint = session.line.with_replaced("--new-key", &["-e".as_ref(), "-i".as_ref(), path.as_os_str()]);
    secret_target(path, "the new key", &hint, session)
}

fn make_key(target: Target) -> Result<Identity, Failure> {
    let identity = Identity::generate().map_err(|error| explain(&error))?;
    let mut sink = target.open()?;
    write(&mut sink, keyfile::identity_text(&identity).as_bytes())?;
    sink.seal()?.publish()?;
    Ok(identity)
}

fn report(plan: &plan::Encrypt, input: &str, done: &Done, session: &Session) {
    let Done { result, fragment } = done;
    let reporter = &session.reporter;
    if let Some(change) = result.input_changed {
        let bytes = counted(result.plaintext_bytes, "byte");
        reporter.warn(&format!(
            "{input} {} while it was read; the container holds the {bytes} that were read, and may mix old and new",
            change.told()
        ));
    }
    if let Some(key) = &plan.new_key {
        reporter.note(&format!("made the key {}; whoever loses it cannot decrypt", shown(key)));
        reporter.note(&format!("decrypt with: {} {}", session.line.program(), decrypting(plan, key)));
    }
    if let Some((path, _)) = &plan.split {
        reporter.note(&format!("the fragment is in {}; without it nobody opens the container", shown(path)));
    }
    if let (Some(fragment), false) = (fragment, reporter.is_quiet()) {
        qr::show(fragment);
    }
    reporter.detail(&format!(
        "{} in {} became {}",
        counted(result.plaintext_bytes, "byte"),
        counted(result.chunks, "chunk"),
        counted(result.output_bytes, "byte")
    ));
}

/// The words of a command that decrypts what was just made, to a name that is not taken by what was encrypted.
fn decrypting(plan: &plan::Encrypt, key: &Path) -> String {
    let plaintext = match &plan.input {
        Input::File(path) => {
            let mut name = path.clone().into_os_string();
            name.push(".decrypted");
            name
        }
        Input::Stdin => "DECRYPTED".into(),
    };
    let container = match &plan.output {
        Output::File(path) => quoted(path.as_os_str()),
        Output::Stdout | Output::ForcedStdout => "CONTAINER".to_owned(),
    };
    let fragment = match &plan.split {
        Some((path, _)) => format!(" --fragment {}", quoted(path.as_os_str())),
        None => String::new(),
    };
    format!("-d -i {}{fragment} -o {} {container}", quoted(key.as_os_str()), quoted(&plaintext))
}
