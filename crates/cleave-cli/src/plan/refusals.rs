//! What cannot be meant, with the flag that was.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use cleave_core::PlaintextRange;

use crate::args::{ScriptedPassphrase, Typed};
use crate::failure::Failure;

/// A container is binary unless it is armored.
pub(crate) fn binary_to_terminal() -> Failure {
    Failure::usage("binary is not written to a terminal")
        .hint("-a writes text, -o FILE a file; -o - forces it")
}

pub(super) fn refuse_flags_of_decrypting(typed: &Typed) -> Result<(), Failure> {
    let flags = [
        ("--fragment", typed.fragment.is_some()),
        ("--signer", typed.signer.is_some()),
        ("--range", typed.range.is_some()),
    ];
    match flags.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) => {
            let failure = Failure::usage(format!("{flag} is for decrypting"));
            Err(failure.hint(if flag == "--signer" {
                "-d decrypts; --sign KEYFILE signs"
            } else {
                "-d decrypts"
            }))
        }
        None => Ok(()),
    }
}

pub(super) fn refuse_flags_of_encrypting(typed: &Typed) -> Result<(), Failure> {
    let given = [
        ("-r", !typed.recipient.is_empty(), "-i FILE names the secret key to decrypt with"),
        ("-R", !typed.recipients_file.is_empty(), "-i FILE names the secret key to decrypt with"),
        ("-p", typed.passphrase, "with -d the passphrase is asked for where the file wants one"),
        ("-a", typed.armor, "with -d armor is detected"),
        ("--new-key", typed.new_key.is_some(), "-i FILE names the key to decrypt with"),
        ("--hidden", typed.hidden, "with -d hidden recipients are tried without being asked to"),
        ("--split", typed.split.is_some(), "--fragment FILE gives the fragment of a split container"),
        ("--no-hint", typed.no_hint, "--fragment FILE gives the fragment of a split container"),
        ("--sign", typed.sign.is_some(), "--signer KEY_OR_FILE requires a signer"),
        ("--chunk-size", typed.chunk_size.is_some(), "a container says its chunk size itself"),
    ];
    match given.into_iter().find(|(_, given, _)| *given) {
        Some((flag, _, hint)) => Err(Failure::usage(format!("{flag} is for encrypting")).hint(hint)),
        None => Ok(()),
    }
}

pub(super) fn nobody(typed: &Typed) -> Failure {
    let failure = Failure::usage("nobody to encrypt to")
        .hint("--new-key FILE makes a key; -r RECIPIENT, -R FILE, -e -i FILE or -p say for whom");
    match &typed.input {
        Some(input) if input.as_encoded_bytes().ends_with(b".cleave") => failure.hint("-d decrypts"),
        _ => failure,
    }
}

/// Standard input holds one thing.
pub(super) fn use_stdin_once<'a>(
    input: Option<&OsStr>,
    scripted: &ScriptedPassphrase,
    files: impl Iterator<Item = &'a OsString>,
) -> Result<(), Failure> {
    let input = input.is_none_or(|input| input == "-");
    let passphrase = scripted.passphrase_fd == Some(0)
        || scripted.passphrase_file.as_deref().is_some_and(|path| path == "-");
    let uses = usize::from(input) + usize::from(passphrase) + files.filter(|path| *path == "-").count();
    if uses > 1 {
        return Err(Failure::usage("standard input is asked for more than one thing")
            .hint("name a file for the input or for the keys"));
    }
    Ok(())
}

pub(super) fn range(typed: &str) -> Result<PlaintextRange, Failure> {
    typed.parse::<PlaintextRange>().map_err(|error| {
        Failure::new(error.name(), format!("--range: {error}"))
            .hint("--range A..B takes the bytes from A on, up to B; the first byte is 0, and A or B may be left out")
    })
}

pub(super) fn file_name(typed: OsString, flag: &str) -> Result<PathBuf, Failure> {
    if typed == "-" {
        return Err(Failure::usage(format!("{flag} takes the name of a file")));
    }
    Ok(PathBuf::from(typed))
}
