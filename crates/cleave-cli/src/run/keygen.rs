//! `keygen`: a new identity or signing key, to a file of its own or to standard output; or the public half of old ones.

use std::ffi::OsStr;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::Path;

use cleave_core::io::header_on;
use cleave_core::{Argon2Cost, Encryptor, Error, HeaderState, Identity, Passphrase, SigningKey, armor};
use zeroize::Zeroizing;

use super::name::Name;
use super::result::{Generated, PublicKeys};
use super::{add_role, secret_target, stdout_target, warn_if_others_read_stdout, write};
use crate::args::Keygen;
use crate::explain::explain;
use crate::failure::Failure;
use crate::keyfile::{self, PublicKey, identity_text, signing_key_text};
use crate::session::Session;
use crate::sink::{Access, Overwrite, Showing, Target};

pub(super) fn keygen(plan: &Keygen, session: &mut Session) -> Result<Generated, Failure> {
    let file = file_of(plan);
    let target = match file {
        Some(path) => {
            secret_target(path, "the key", "a key is never overwritten; name another file", session)?
        }
        None => {
            // What a passphrase protects may lie open.
            if !plan.passphrase {
                warn_if_others_read_stdout("the secret key", "-o FILE makes one that they cannot", session);
            }
            stdout_target(Showing::Everything, session)?
        }
    };
    let passphrase = match plan.passphrase {
        true => Some(session.passphrases.for_protecting("the key file")?),
        false => None,
    };
    if session.passphrases.is_unused() {
        return Err(Failure::usage("a passphrase is given, and nothing asks for one")
            .hint("-p protects the key file with it"));
    }
    let (text, public_key, fingerprint) = if plan.sign {
        let key = SigningKey::generate().map_err(|error| explain(&error))?;
        (signing_key_text(&key), key.signer().to_string(), None)
    } else {
        let identity = Identity::generate().map_err(|error| explain(&error))?;
        let recipient = identity.recipient();
        (identity_text(&identity), recipient.to_string(), Some(recipient.fingerprint()))
    };
    let is_protected = passphrase.is_some();
    let text = match passphrase {
        Some(passphrase) => protected(&text, passphrase, session.threads).map_err(|error| explain(&error))?,
        None => text,
    };
    let mut sink = target.open()?;
    write(&mut sink, text.as_bytes())?;
    sink.seal()?.publish()?;

    // A terminal was just shown the key with its public key beside it, if that is not hidden by a passphrase.
    if file.is_some() || is_protected || !std::io::stdout().is_terminal() {
        session.reporter.note(&format!("public key: {public_key}"));
    }
    if let Some(fingerprint) = &fingerprint {
        session.reporter.note(&format!("fingerprint: {fingerprint}"));
    }
    Ok(Generated {
        command: "keygen",
        kind: if plan.sign { "signing key" } else { "identity" },
        public_key,
        fingerprint,
        protected: is_protected,
        output: file.map(Name::new),
    })
}

/// A file that holds a key file under a passphrase: an armored container, so that it stays text.
fn protected(text: &str, passphrase: Passphrase, threads: NonZeroUsize) -> Result<Zeroizing<String>, Error> {
    let mut writer = Encryptor::new().passphrase(passphrase, Argon2Cost::default()).start()?.writer;
    let mut container = Vec::new();
    while header_on(threads, &mut writer, &mut container)? == HeaderState::More {}
    writer.push(text.as_bytes(), &mut container)?;
    writer.finish(&mut container)?;
    let mut encoder = armor::Encoder::new();
    let mut bytes = Vec::new();
    encoder.push(&container, &mut bytes);
    encoder.finish(&mut bytes);
    Ok(Zeroizing::new(String::from_utf8(bytes).expect("armor is ASCII")))
}

/// `-y`: the public keys of a key file, one a line.
pub(super) fn public_keys(plan: &Keygen, keys: &OsStr, session: &mut Session) -> Result<PublicKeys, Failure> {
    let file = file_of(plan);
    let found = keyfile::public_keys(keys, session)?;
    let target = match file {
        Some(path) => {
            add_role(path, "the output", session)?;
            let target = Target::path(path, Overwrite::Never, Access::Umask);
            target
                .map_err(|failure| if path.exists() { failure.hint("name another file") } else { failure })?
        }
        None => stdout_target(Showing::Everything, session)?,
    };
    let mut sink = target.open()?;
    for key in &found {
        write(&mut sink, format!("{key}\n").as_bytes())?;
    }
    sink.seal()?.publish()?;
    for fingerprint in found.iter().filter_map(PublicKey::fingerprint) {
        session.reporter.detail(&format!("fingerprint: {fingerprint}"));
    }
    Ok(PublicKeys {
        command: "keygen",
        public_keys: found.iter().map(PublicKey::to_string).collect(),
        output: file.map(Name::new),
    })
}

fn file_of(plan: &Keygen) -> Option<&Path> {
    plan.output.as_deref().filter(|path| path.as_os_str() != "-")
}
