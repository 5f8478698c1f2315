//! `keygen`: a new identity or signing key, to a file of its own or to standard output.

use std::io::IsTerminal;

use cleave_core::{Identity, SigningKey};

use super::result::Generated;
use super::{secret_target, write};
use crate::args::{Keygen, shown};
use crate::explain::explain;
use crate::failure::Failure;
use crate::keyfile::{identity_text, signing_key_text};
use crate::session::Session;
use crate::sink::{Showing, Target};

pub(super) fn keygen(plan: &Keygen, session: &mut Session) -> Result<Generated, Failure> {
    let file = plan.output.as_deref().filter(|path| path.as_os_str() != "-");
    let target = match file {
        Some(path) => secret_target(path, "the key", session).map_err(|failure| match failure.name() {
            "output" => failure.hint("a key is never overwritten; name another file"),
            _ => failure,
        })?,
        None => {
            warn_if_others_read_stdout(session);
            Target::stdout(Showing::Everything)
        }
    };
    let (text, public_key, fingerprint) = if plan.sign {
        let key = SigningKey::generate().map_err(|error| explain(&error))?;
        (signing_key_text(&key), key.signer().to_string(), None)
    } else {
        let identity = Identity::generate().map_err(|error| explain(&error))?;
        let recipient = identity.recipient();
        (identity_text(&identity), recipient.to_string(), Some(recipient.fingerprint()))
    };
    let mut sink = target.open()?;
    write(&mut sink, text.as_bytes())?;
    sink.seal()?.publish()?;

    // A terminal was just shown the key with its public key beside it.
    if file.is_some() || !std::io::stdout().is_terminal() {
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
        output: file.map(shown),
    })
}

/// A redirect makes a file with the umask's mode, before this program has a say.
#[cfg(unix)]
fn warn_if_others_read_stdout(session: &Session) {
    use std::os::unix::fs::MetadataExt;

    let Ok(duplicate) = std::os::fd::AsFd::as_fd(&std::io::stdout()).try_clone_to_owned() else { return };
    let Ok(metadata) = std::fs::File::from(duplicate).metadata() else { return };
    if metadata.is_file() && metadata.mode() & 0o077 != 0 {
        session
            .reporter
            .warn("the secret key goes to a file that others can read; -o FILE makes one that they cannot");
    }
}

#[cfg(not(unix))]
fn warn_if_others_read_stdout(_session: &Session) {}
