//! What is meant: the flags checked against each other, with what each side needs and nothing that it does not.

mod refusals;
#[cfg(test)]
mod tests;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use cleave_core::{Adoption, ChunkSize, HintField, PlaintextRange};

use crate::args::{
    self, CommandLine, FragmentAct, Keygen, Parsed, ScriptedPassphrase, Typed, Word, completions, manual,
    shown,
};
use crate::failure::Failure;
use crate::passphrase::{Script, VARIABLE};
use crate::sink::Overwrite;
use refusals::{
    file_name, nobody, range, refuse_flags_of_decrypting, refuse_flags_of_encrypting, use_stdin_once,
};

pub(crate) use refusals::binary_to_terminal;

/// What a run is to do.
#[derive(Debug)]
pub(crate) enum Plan {
    Encrypt(Box<Encrypt>),
    Decrypt(Box<Decrypt>),
    Keygen(Keygen),
    Inspect(Inspect),
    Verify(Verify),
    Rewrap(Box<Rewrap>),
    Fragment(FragmentAct),
    /// Text for standard output.
    Show(String),
}

/// What planning must know of where the command runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings {
    pub(crate) stdout: Stdout,
}

/// What standard output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdout {
    Terminal,
    Other,
}

/// Encrypt one input.
#[derive(Debug)]
pub(crate) struct Encrypt {
    pub(crate) input: Input,
    pub(crate) output: Output,
    pub(crate) overwrite: Overwrite,
    pub(crate) recipients: Vec<String>,
    pub(crate) recipients_files: Vec<OsString>,
    pub(crate) identities: Vec<OsString>,
    pub(crate) new_key: Option<PathBuf>,
    pub(crate) passphrase: bool,
    pub(crate) naming: Naming,
    pub(crate) armor: bool,
    pub(crate) chunk: ChunkSize,
    pub(crate) split: Option<(PathBuf, HintField)>,
    pub(crate) sign: Option<OsString>,
}

/// Decrypt one input.
#[derive(Debug)]
pub(crate) struct Decrypt {
    pub(crate) input: Input,
    pub(crate) output: Output,
    pub(crate) overwrite: Overwrite,
    pub(crate) identities: Vec<OsString>,
    pub(crate) fragment: Option<OsString>,
    pub(crate) signer: Option<OsString>,
    pub(crate) range: Option<PlaintextRange>,
}

/// Tell what a header tells without a key.
#[derive(Debug)]
pub(crate) struct Inspect {
    pub(crate) input: Input,
    pub(crate) identities: Vec<OsString>,
}

/// Read one input as decrypting would, and write nothing.
#[derive(Debug)]
pub(crate) struct Verify {
    pub(crate) input: Input,
    pub(crate) identities: Vec<OsString>,
    pub(crate) fragment: Option<OsString>,
    pub(crate) signer: Option<OsString>,
}

/// Write a new header over one input's chunks.
#[derive(Debug)]
pub(crate) struct Rewrap {
    pub(crate) input: Input,
    pub(crate) output: Output,
    pub(crate) overwrite: Overwrite,
    pub(crate) armor: bool,
    pub(crate) identities: Vec<OsString>,
    pub(crate) fragment: Option<OsString>,
    pub(crate) recipients: Vec<String>,
    pub(crate) recipients_files: Vec<OsString>,
    pub(crate) naming: Naming,
    pub(crate) passphrase: bool,
    pub(crate) new_passphrase: Option<Script>,
    pub(crate) remove: Vec<String>,
    pub(crate) remove_hidden: bool,
    pub(crate) remove_passphrases: bool,
    pub(crate) signature: Signature,
}

/// What becomes of the signature in a rewrap.
#[derive(Debug)]
pub(crate) enum Signature {
    /// There must be none.
    None,
    Sign(OsString, Adoption),
    Remove,
}

/// Whether a container says which recipients it wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    Named,
    Hidden,
}

/// Where data comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

/// Where the result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// Standard output because nothing else was said: a terminal is spared binary.
    Stdout,
    /// `-o -`: standard output, whatever it is.
    ForcedStdout,
    File(PathBuf),
}

/// Makes a plan of what was typed.
///
/// # Errors
/// `usage`.
pub(crate) fn plan(parsed: Parsed, line: &CommandLine, surroundings: Surroundings) -> Result<Plan, Failure> {
    match parsed {
        Parsed::Text(text) => Ok(Plan::Show(text)),
        Parsed::Word(Word::Keygen(keygen)) => keys(keygen).map(Plan::Keygen),
        Parsed::Word(Word::Inspect(inspect)) => look(inspect).map(Plan::Inspect),
        Parsed::Word(Word::Verify(typed)) => verify(typed).map(Plan::Verify),
        Parsed::Word(Word::Rewrap(typed)) => rewrap(*typed).map(|plan| Plan::Rewrap(Box::new(plan))),
        Parsed::Word(Word::Fragment(fragment)) => Ok(Plan::Fragment(fragment.act)),
        Parsed::Word(Word::Completions(of)) => Ok(Plan::Show(completions(&of))),
        Parsed::Word(Word::Man(of)) => manual(&of).map(Plan::Show),
        Parsed::File(typed) if typed.decrypt => Ok(Plan::Decrypt(Box::new(decrypt(*typed, surroundings)?))),
        Parsed::File(typed) => Ok(Plan::Encrypt(Box::new(encrypt(*typed, line, surroundings)?))),
    }
}

/// Where a scripted passphrase comes from: a flag before the variable.
pub(crate) fn script(typed: &ScriptedPassphrase) -> Option<Script> {
    match (&typed.passphrase_fd, &typed.passphrase_file) {
        (Some(number), _) => Some(Script::Descriptor(*number)),
        (_, Some(path)) => Some(Script::File(path.clone())),
        _ => std::env::var_os(VARIABLE).map(|_| Script::Variable),
    }
}

fn encrypt(typed: Typed, line: &CommandLine, surroundings: Surroundings) -> Result<Encrypt, Failure> {
    refuse_flags_of_decrypting(&typed)?;
    if !typed.identity.is_empty() && !typed.encrypt {
        return Err(Failure::usage(
            "-i without -d or -e: decrypt with the identity, or encrypt to its public key?",
        )
        .hint(format!("to decrypt: {}", line.with_first("-d")))
        .hint(format!("to encrypt: {}", line.with_first("-e"))));
    }
    let to_nobody = typed.recipient.is_empty()
        && typed.recipients_file.is_empty()
        && typed.identity.is_empty()
        && typed.new_key.is_none()
        && !typed.passphrase;
    if to_nobody {
        return Err(nobody(&typed));
    }
    if typed.no_hint && typed.split.is_none() {
        return Err(Failure::usage("--no-hint goes with --split, which is missing"));
    }
    let stdin_uses = [typed.recipients_file.as_slice(), typed.identity.as_slice()].concat();
    use_stdin_once(typed.input.as_deref(), &typed.scripted, stdin_uses.iter().chain(&typed.sign))?;

    let input = input(typed.input.as_deref());
    let output = output(typed.output.as_deref(), &input, surroundings, |input| {
        let mut name = input.to_owned();
        name.push(".cleave");
        Some(name)
    })?;
    if surroundings.stdout == Stdout::Terminal && output == Output::Stdout && !typed.armor {
        return Err(binary_to_terminal());
    }
    let hint = if typed.no_hint { HintField::Omitted } else { HintField::Stored };
    let split = typed.split.map(|path| Ok((file_name(path, "--split")?, hint))).transpose()?;
    Ok(Encrypt {
        input,
        output,
        overwrite: overwrite(typed.force),
        recipients: typed.recipient,
        recipients_files: typed.recipients_file,
        identities: typed.identity,
        new_key: typed.new_key.map(|path| file_name(path, "--new-key")).transpose()?,
        passphrase: typed.passphrase,
        naming: if typed.hidden { Naming::Hidden } else { Naming::Named },
        armor: typed.armor,
        chunk: match typed.chunk_size {
            None => ChunkSize::DEFAULT,
            Some(bytes) => {
                ChunkSize::from_bytes(bytes).expect("the argument's parser lets chunk sizes alone through")
            }
        },
        split,
        sign: typed.sign,
    })
}

fn decrypt(typed: Typed, surroundings: Surroundings) -> Result<Decrypt, Failure> {
    refuse_flags_of_encrypting(&typed)?;
    let files = typed.identity.iter().chain(&typed.fragment).chain(&typed.signer);
    use_stdin_once(typed.input.as_deref(), &typed.scripted, files)?;
    let range = typed.range.as_deref().map(range).transpose()?;
    let input = input(typed.input.as_deref());
    let output = output(typed.output.as_deref(), &input, surroundings, without_extension)?;
    Ok(Decrypt {
        input,
        output,
        overwrite: overwrite(typed.force),
        identities: typed.identity,
        fragment: typed.fragment,
        signer: typed.signer,
        range,
    })
}

fn keys(typed: Keygen) -> Result<Keygen, Failure> {
    if let Some(file) = &typed.public {
        use_stdin_once(Some(file), &typed.scripted, std::iter::empty())?;
    }
    Ok(typed)
}

fn look(typed: args::Inspect) -> Result<Inspect, Failure> {
    let (input, identities) = looking(typed.looking, &[])?;
    Ok(Inspect { input, identities })
}

fn verify(typed: args::Verify) -> Result<Verify, Failure> {
    let (input, identities) = looking(typed.looking, &[&typed.fragment, &typed.signer])?;
    Ok(Verify { input, identities, fragment: typed.fragment, signer: typed.signer })
}

/// The input and the identities; `files` are the other flags that may name standard input.
fn looking(typed: args::Looking, files: &[&Option<OsString>]) -> Result<(Input, Vec<OsString>), Failure> {
    let files = typed.identity.iter().chain(files.iter().copied().flatten());
    use_stdin_once(typed.input.as_deref(), &typed.scripted, files)?;
    Ok((input(typed.input.as_deref()), typed.identity))
}

fn rewrap(typed: args::Rewrap) -> Result<Rewrap, Failure> {
    let files = typed.identity.iter().chain(&typed.fragment).chain(&typed.recipients_file);
    let files = files.chain(&typed.new_passphrase_file).chain(&typed.sign);
    use_stdin_once(typed.input.as_deref(), &typed.scripted, files)?;
    if typed.hidden && typed.recipient.is_empty() && typed.recipients_file.is_empty() {
        return Err(Failure::usage("--hidden is for recipients that are added, and none is")
            .hint("to hide one that is there: --remove it, and add it with -r and --hidden"));
    }
    let changes =
        [typed.passphrase, typed.remove_hidden, typed.remove_passphrases, typed.unsign, typed.armor];
    let lists = [typed.recipient.len(), typed.recipients_file.len(), typed.remove.len()];
    if lists == [0; 3] && changes == [false; 5] && typed.sign.is_none() {
        return Err(Failure::usage("nothing is to be changed")
            .hint("-r, -R and -p add; --remove, --remove-hidden and --remove-passphrases remove; --sign and --unsign change the signature"));
    }
    let input = input(typed.input.as_deref());
    let output = match typed.output.as_deref() {
        Some(path) if path == "-" => Output::ForcedStdout,
        Some(path) => Output::File(PathBuf::from(path)),
        None => Output::Stdout,
    };
    let adoption = if typed.adopt { Adoption::Adopt } else { Adoption::OwnOnly };
    Ok(Rewrap {
        input,
        output,
        overwrite: overwrite(typed.force),
        armor: typed.armor,
        identities: typed.identity,
        fragment: typed.fragment,
        recipients: typed.recipient,
        recipients_files: typed.recipients_file,
        naming: if typed.hidden { Naming::Hidden } else { Naming::Named },
        passphrase: typed.passphrase,
        new_passphrase: typed.new_passphrase_file.map(Script::File),
        remove: typed.remove,
        remove_hidden: typed.remove_hidden,
        remove_passphrases: typed.remove_passphrases,
        signature: match (typed.sign, typed.unsign) {
            (Some(file), _) => Signature::Sign(file, adoption),
            (None, true) => Signature::Remove,
            (None, false) => Signature::None,
        },
    })
}

fn input(typed: Option<&OsStr>) -> Input {
    match typed {
        None => Input::Stdin,
        Some(typed) if typed == "-" => Input::Stdin,
        Some(typed) => Input::File(PathBuf::from(typed)),
    }
}

fn output(
    typed: Option<&OsStr>,
    input: &Input,
    surroundings: Surroundings,
    derive: impl FnOnce(&OsStr) -> Option<OsString>,
) -> Result<Output, Failure> {
    match (typed, input) {
        (Some(typed), _) if typed == "-" => Ok(Output::ForcedStdout),
        (Some(typed), _) => Ok(Output::File(PathBuf::from(typed))),
        (None, Input::File(path)) if surroundings.stdout == Stdout::Terminal => {
            let derived = derive(path.as_os_str()).ok_or_else(|| {
                Failure::usage(format!(
                    "{} does not end in .cleave: what is the output to be called?",
                    shown(path)
                ))
                .hint("-o FILE names it; -o - writes to the terminal")
            })?;
            Ok(Output::File(PathBuf::from(derived)))
        }
        (None, _) => Ok(Output::Stdout),
    }
}

/// The same path without `.cleave`, if anything but that is left of its name.
fn without_extension(path: &OsStr) -> Option<OsString> {
    let path = std::path::Path::new(path);
    let stem =
        path.file_stem().filter(|_| path.extension().is_some_and(|extension| extension == "cleave"))?;
    Some(path.with_file_name(stem).into_os_string())
}

/// What `--force` says of an output that exists.
fn overwrite(force: bool) -> Overwrite {
    if force { Overwrite::Replace } else { Overwrite::Refuse }
}
