//! Command lines that make no sense, in our words: clap's error is one line, and what would help is a hint.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};

use super::parse::{is_subcommand, whole_command};
use super::{CommandLine, Typed, quoted};
use crate::failure::Failure;
use crate::source::UNSET;

/// The failure that an error of clap's is.
pub(super) fn refused(error: &clap::Error, line: &CommandLine) -> Failure {
    let meant = Meant::of(line);
    if let Some(late) = meant.late_subcommand() {
        // Whatever is wrong with the flags, they may be right after the subcommand.
        return late_subcommand(late, line);
    }
    let special = match error.kind() {
        ErrorKind::UnknownArgument => {
            meant.dashed().or_else(|| meant.dashed_file()).or_else(|| meant.several_inputs())
        }
        ErrorKind::InvalidValue if is_missing(error) => meant.dashed().or_else(|| meant.empty(error)),
        ErrorKind::TooManyValues => too_many_values(error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => meant.word.map(|word| {
            let word = word.to_string_lossy();
            Failure::usage(format!("`cleave {word}` needs a word that says what to do"))
        }),
        _ => None,
    };
    let failure = special.unwrap_or_else(|| first_paragraph(error));
    if failure.hints().is_empty() { failure.hint(meant.help()) } else { failure }
}

/// The failure of a subcommand that is not the first word.
pub(super) fn late_subcommand(word: &OsStr, line: &CommandLine) -> Failure {
    let failure =
        Failure::usage(format!("`{}` is a subcommand only as the first word", word.to_string_lossy()));
    if word == "help" {
        return failure.hint(format!("{} help", line.program()));
    }
    failure.hint(line.with_moved_to_front(word))
}

/// The failure of `encrypt` or `decrypt` as the first word, where no file is called so. The other words are not shown
/// again: one of them may be a passphrase.
pub(super) fn verb(line: &CommandLine) -> Option<Failure> {
    let word = line.words().first()?.to_str()?;
    let hint = match word {
        "encrypt" => "encrypting needs no word: cleave -r RECIPIENT -o OUTPUT FILE",
        "decrypt" => "decrypting is a flag: cleave -d -i KEYFILE FILE",
        _ => return None,
    };
    (!Path::new(word).exists())
        .then(|| Failure::usage(format!("`{word}` is no subcommand, and no file")).hint(hint))
}

/// Clap's message: its tips are hints, and its usage is in the help.
fn first_paragraph(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let paragraph = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let message = paragraph.collect::<Vec<_>>().join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let failure = Failure::usage(message.trim_end_matches('.').to_owned());
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(suggested)) => failure.hint(format!("did you mean `{suggested}`?")),
        _ => failure,
    }
}

fn too_many_values(error: &clap::Error) -> Option<Failure> {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return None };
    // A value is not shown: it may be a passphrase.
    let failure = Failure::usage(format!("{flag} takes no value"));
    Some(failure.hint("a passphrase is never an argument: it is typed, or given as --help says for scripts"))
}

/// Whether a value was left out, and not given wrongly.
fn is_missing(error: &clap::Error) -> bool {
    matches!(error.get(ContextKind::InvalidValue), Some(ContextValue::String(value)) if value.is_empty())
}

/// A name that begins with a dash, as a path that does not.
fn here(name: &OsStr) -> String {
    let mut path = OsString::from("./");
    path.push(name);
    quoted(&path)
}

/// A command line as far as one in error can be told.
struct Meant<'l> {
    words: &'l [OsString],
    /// The subcommand, if there is one.
    word: Option<&'l OsString>,
    /// Its flags, or those of encrypting and decrypting.
    command: Command,
}

impl<'l> Meant<'l> {
    fn of(line: &'l CommandLine) -> Self {
        let words = line.words();
        let word = words.first().filter(|word| is_subcommand(word));
        let whole = whole_command();
        let named = word.and_then(|word| whole.find_subcommand(word)).cloned();
        Self { words, word, command: named.unwrap_or_else(Typed::command) }
    }

    /// Where the help for it is.
    fn help(&self) -> String {
        match self.word {
            Some(word) if word != "help" => format!("see `cleave help {}`", word.to_string_lossy()),
            _ => "see `cleave --help`".to_owned(),
        }
    }

    /// A subcommand among the inputs, none being the first word.
    fn late_subcommand(&self) -> Option<&'l OsStr> {
        if self.word.is_some() {
            return None;
        }
        let inputs = self.inputs();
        let (first, others) = inputs.split_first()?;
        if is_subcommand(first) {
            return Some(first);
        }
        // With -p a word before it may be a passphrase, which is not shown again.
        let mut others = others.iter().filter(|_| !self.asks_for_passphrase());
        others.find(|word| is_subcommand(word) && !Path::new(word).exists()).copied()
    }

    /// A flag whose value begins with a dash, and so was taken for a flag.
    fn dashed(&self) -> Option<Failure> {
        let pairs = self.before_two_dashes().zip(self.words.iter().skip(1));
        let (flag, arg, value) = pairs.into_iter().find_map(|(flag, value)| {
            let flag = flag.to_str()?;
            let dashed = value.len() > 1 && value.as_encoded_bytes().starts_with(b"-");
            let arg = self.taking_value(flag).filter(|arg| !arg.is_allow_hyphen_values_set());
            arg.filter(|_| dashed && !self.is_known(value)).map(|arg| (flag, arg, value))
        })?;
        let flag = if flag.starts_with("--") { flag.to_owned() } else { format!("-{}", arg.get_short()?) };
        let name = arg.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
        let failure = Failure::usage(format!(
            "{flag} takes a value, and {} begins with a dash as a flag does",
            quoted(value)
        ));
        Some(failure.hint(match ["FILE", "OUTPUT", "KEYFILE", "KEY_OR_FILE"].contains(&name) {
            true => format!("for a file of that name: {flag} {}", here(value)),
            false => format!("to give it all the same: {flag}={}", quoted(value)),
        }))
    }

    /// A name without letters, which clap calls missing.
    fn empty(&self, error: &clap::Error) -> Option<Failure> {
        let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidArg) else { return None };
        let is_empty = self.words.iter().any(|word| word.is_empty());
        is_empty.then(|| Failure::usage(format!("the value of '{name}' is empty")).hint(UNSET))
    }

    /// A file whose name is no flag, and looks like one.
    fn dashed_file(&self) -> Option<Failure> {
        let file = self.before_two_dashes().find(|word| {
            let dashed = word.len() > 1 && word.as_encoded_bytes().starts_with(b"-");
            dashed && !self.is_known(word) && Path::new(word).exists()
        })?;
        let failure =
            Failure::usage(format!("{} is taken for a flag, and does not exist as one", quoted(file)));
        Some(failure.hint(format!("for the file of that name: {}", here(file))))
    }

    /// More than one input; or a flag that does not exist before one, for that flag's value.
    fn several_inputs(&self) -> Option<Failure> {
        if self.word.is_some() || self.inputs().len() < 2 {
            return None;
        }
        if let Some(flag) = self.unknown_flag() {
            return Some(Failure::usage(format!("unexpected argument '{flag}' found")));
        }
        // The words are not shown: one of them may be a passphrase that was given to -p.
        let failure = Failure::usage("more than one input is given")
            .hint("one file at a time; quote a name with spaces; tar -c … | cleave … takes several files");
        Some(match self.asks_for_passphrase() {
            true => failure.hint("-p takes no value: a passphrase is never an argument"),
            false => failure,
        })
    }

    fn before_two_dashes(&self) -> impl Iterator<Item = &'l OsString> {
        self.words.iter().take_while(|word| *word != "--")
    }

    fn asks_for_passphrase(&self) -> bool {
        self.before_two_dashes().filter_map(|word| word.to_str()).any(|word| {
            let is_cluster = word.starts_with('-') && !word.starts_with("--");
            word == "--passphrase" || (is_cluster && word.contains('p'))
        })
    }

    /// The first long flag that does not exist, without a value: what follows it looks like an input, and is not.
    fn unknown_flag(&self) -> Option<&'l str> {
        let flags = self.before_two_dashes().filter_map(|word| word.to_str()?.split('=').next());
        flags.filter(|flag| flag.starts_with("--")).find(|flag| !self.is_known(OsStr::new(flag)))
    }

    /// Whether a word is a flag that exists, or several letters of such.
    fn is_known(&self, word: &OsStr) -> bool {
        let Some(word) = word.to_str() else { return false };
        let mut known = self.command.get_arguments();
        if let Some(name) = word.strip_prefix("--") {
            let name = name.split('=').next().unwrap_or(name);
            return ["help", "version"].contains(&name) || known.any(|arg| arg.get_long() == Some(name));
        }
        let shorts = known.filter_map(Arg::get_short).chain(['h', 'V']).collect::<Vec<_>>();
        word.chars().skip(1).all(|letter| shorts.contains(&letter))
    }

    /// The flag that a word ends with, if it takes a value and that is not in the same word.
    fn taking_value(&self, word: &str) -> Option<&Arg> {
        let named = |arg: &&Arg| match word.strip_prefix("--") {
            Some(name) => arg.get_long() == Some(name),
            None => {
                word.starts_with('-')
                    && arg.get_short().is_some_and(|short| word.len() > 1 && word.ends_with(short))
            }
        };
        self.command.get_arguments().find(named).filter(|arg| arg.get_action().takes_values())
    }

    /// The words that are neither flags nor the values of flags.
    fn inputs(&self) -> Vec<&'l OsStr> {
        let mut found = Vec::new();
        let mut typed = self.words.iter();
        while let Some(word) = typed.next() {
            match word.to_str() {
                Some("--") => found.extend(typed.by_ref().map(OsString::as_os_str)),
                Some(flag) if flag.len() > 1 && flag.starts_with('-') => {
                    if self.taking_value(flag).is_some() {
                        typed.next();
                    }
                }
                _ => found.push(word.as_os_str()),
            }
        }
        found
    }
}
