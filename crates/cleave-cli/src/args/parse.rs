//! From words to [`Parsed`]: a subcommand is one only as the first word, and clap's errors become ours.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use super::{CommandLine, Common, ScriptedPassphrase, Tuning, Typed, Word};
use crate::failure::Failure;
use crate::report::Answers;

/// A command line that makes sense as words.
#[derive(Debug)]
pub(crate) enum Parsed {
    /// Encrypt or decrypt.
    File(Box<Typed>),
    /// A subcommand.
    Word(Word),
    /// `--help`, `--version` and the like: text for standard output.
    Text(String),
}

impl Parsed {
    /// What every command takes.
    pub(crate) fn common(&self) -> Common {
        match self {
            Self::File(typed) => typed.common,
            Self::Word(Word::Keygen(keygen)) => keygen.common,
            Self::Word(Word::Inspect(inspect)) => inspect.answering.common(),
            Self::Word(Word::Verify(verify)) => verify.answering.common(),
            Self::Word(Word::Rewrap(rewrap)) => rewrap.common,
            Self::Word(Word::Fragment(fragment)) => fragment.common(),
            Self::Word(Word::Completions(_) | Word::Man(_)) | Self::Text(_) => Common::default(),
        }
    }

    /// What the run may use of this machine.
    pub(crate) fn tuning(&self) -> Tuning {
        match self {
            Self::File(typed) => typed.tuning,
            Self::Word(Word::Inspect(inspect)) => inspect.tuning,
            Self::Word(Word::Verify(verify)) => verify.tuning,
            Self::Word(Word::Rewrap(rewrap)) => rewrap.tuning,
            Self::Word(_) | Self::Text(_) => Tuning::default(),
        }
    }

    /// Where a scripted passphrase comes from.
    pub(crate) fn scripted(&self) -> Option<&ScriptedPassphrase> {
        match self {
            Self::File(typed) => Some(&typed.scripted),
            Self::Word(Word::Keygen(keygen)) => Some(&keygen.scripted),
            Self::Word(Word::Inspect(inspect)) => Some(&inspect.scripted),
            Self::Word(Word::Verify(verify)) => Some(&verify.scripted),
            Self::Word(Word::Rewrap(rewrap)) => Some(&rewrap.scripted),
            Self::Word(_) | Self::Text(_) => None,
        }
    }
}

/// What can be told of how to report, from words that make no sense otherwise.
pub(crate) fn common_of_words(words: &[OsString]) -> Common {
    let json = words.iter().take_while(|word| *word != "--").any(|word| word == "--json");
    Common { json, ..Common::default() }
}

/// Where the object of `--json` goes: with the result, where that is what the command says and not what it writes.
pub(crate) fn answers_on(words: &[OsString]) -> Answers {
    match words.first() {
        Some(word) if word == "inspect" || word == "verify" => Answers::Stdout,
        _ => Answers::Stderr,
    }
}

/// Reads the words after the program's name.
///
/// # Errors
/// `usage`, with a hint where clap or the order of words gives one.
pub(crate) fn parse(words: &[OsString]) -> Result<Parsed, Failure> {
    let first_is_subcommand = words.first().is_some_and(|word| is_subcommand(word));
    let result = if first_is_subcommand { parse_word(words) } else { parse_file(words) };
    match result {
        Ok(Parsed::File(typed)) => refuse_late_subcommand(&typed, words).map(|()| Parsed::File(typed)),
        Ok(parsed) => Ok(parsed),
        Err(error) => match error.kind() {
            // What parses flags alone knows no subcommands, and help lists them.
            ErrorKind::DisplayHelp if !first_is_subcommand => Ok(Parsed::Text(help())),
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Parsed::Text(ended(error.to_string()))),
            _ => Err(failure(&error, words)),
        },
    }
}

/// The text of `--help`.
fn help() -> String {
    ended(whole_command().render_help().to_string())
}

fn ended(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// The whole command, subcommands included: for help, the man page and completions.
pub(crate) fn whole_command() -> clap::Command {
    Word::augment_subcommands(Typed::command()).subcommand_required(false)
}

pub(super) fn is_subcommand(word: &OsStr) -> bool {
    word.to_str().is_some_and(|word| word == "help" || whole_command().find_subcommand(word).is_some())
}

fn parse_file(words: &[OsString]) -> Result<Parsed, clap::Error> {
    let typed = Typed::try_parse_from(with_name(words))?;
    Ok(Parsed::File(Box::new(typed)))
}

fn parse_word(words: &[OsString]) -> Result<Parsed, clap::Error> {
    let matches = whole_command().try_get_matches_from(with_name(words))?;
    Ok(Parsed::Word(Word::from_arg_matches(&matches)?))
}

fn with_name(words: &[OsString]) -> impl Iterator<Item = OsString> + '_ {
    std::iter::once(OsString::from("cleave")).chain(words.iter().cloned())
}

/// One line of clap's, in our form: the first paragraph is the message, its tips are hints.
fn failure(error: &clap::Error, words: &[OsString]) -> Failure {
    let inputs = positionals(words);
    let first_is_subcommand = words.first().is_some_and(|word| is_subcommand(word));
    if let Some(first) = inputs.first()
        && is_subcommand(first)
        && !first_is_subcommand
    {
        // Whatever is wrong with the flags, they may be right after the subcommand.
        return late_subcommand(first, words);
    }
    if error.kind() == ErrorKind::UnknownArgument && inputs.len() > 1 && !first_is_subcommand {
        if let Some(flag) = unknown_flag(words) {
            return Failure::usage(format!("unexpected argument '{flag}' found")).hint("see `cleave --help`");
        }
        // The words are not shown: one of them may be a passphrase that was given to -p.
        let failure = Failure::usage("more than one input is given")
            .hint("one file at a time; quote a name with spaces; tar -c … | cleave … takes several files");
        return if words.iter().any(|word| word == "-p" || word == "--passphrase") {
            failure.hint("-p takes no value: a passphrase is never an argument")
        } else {
            failure
        };
    }
    if let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::TooManyValues
    {
        // A value is not shown: it may be a passphrase.
        return Failure::usage(format!("{flag} takes no value"))
            .hint("a passphrase is never an argument: it is typed, or given as --help says for scripts");
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        && let Some(word) = words.first().filter(|_| first_is_subcommand)
    {
        let word = word.to_string_lossy();
        return Failure::usage(format!("`cleave {word}` needs a word that says what to do"))
            .hint(format!("see `cleave help {word}`"));
    }
    let text = error.to_string();
    let paragraph = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let message = paragraph.collect::<Vec<_>>().join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let failure = Failure::usage(message.trim_end_matches('.').to_owned());
    match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(suggested)) => failure.hint(format!("did you mean `{suggested}`?")),
        _ => failure.hint("see `cleave --help`"),
    }
}

/// The first long flag that does not exist, without a value: what follows it looks like an input, and is not.
fn unknown_flag(words: &[OsString]) -> Option<&str> {
    let command = Typed::command();
    let exists = |name: &str| {
        ["help", "version"].contains(&name)
            || command.get_arguments().any(|known| known.get_long() == Some(name))
    };
    let flags = words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    flags
        .filter_map(|word| word.split('=').next())
        .find(|flag| flag.strip_prefix("--").is_some_and(|name| !exists(name)))
}

/// Another word of the line is a subcommand, and no file of that name exists.
fn refuse_late_subcommand(typed: &Typed, words: &[OsString]) -> Result<(), Failure> {
    match &typed.input {
        Some(input)
            if is_subcommand(input)
                && !Path::new(input).exists()
                && !words.iter().any(|word| word == "--") =>
        {
            Err(late_subcommand(input, words))
        }
        _ => Ok(()),
    }
}

fn late_subcommand(word: &OsStr, words: &[OsString]) -> Failure {
    Failure::usage(format!("`{}` is a subcommand only as the first word", word.to_string_lossy()))
        .hint(CommandLine::new(words.to_vec()).with_moved_to_front(word))
}

/// The words that are neither flags nor the values of flags, as far as a command line in error can tell.
fn positionals(words: &[OsString]) -> Vec<&OsStr> {
    let command = Typed::augment_args(clap::Command::new("cleave"));
    let takes_value = |word: &str| {
        command.get_arguments().any(|arg| {
            let named = arg.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long))
                || arg.get_short().is_some_and(|short| {
                    word.starts_with('-') && !word.starts_with("--") && word.ends_with(short)
                });
            named && arg.get_action().takes_values()
        })
    };
    let mut found = Vec::new();
    let mut typed = words.iter();
    while let Some(word) = typed.next() {
        match word.to_str() {
            Some("--") => {
                found.extend(typed.by_ref().map(OsString::as_os_str));
            }
            Some(flag) if flag.len() > 1 && flag.starts_with('-') => {
                if takes_value(flag) {
                    typed.next();
                }
            }
            _ => found.push(word),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_definitions_are_consistent() {
        whole_command().debug_assert();
    }

    #[test]
    fn a_subcommand_is_one_only_as_the_first_word() {
        assert!(matches!(parse(&words("keygen")), Ok(Parsed::Word(Word::Keygen(_)))));
        for line in ["./keygen", "-d ./keygen", "-- keygen", "-o x -d -- keygen"] {
            let parsed = parse(&words(line));
            assert!(
                matches!(&parsed, Ok(Parsed::File(typed)) if typed.input.is_some()),
                "{line}: {parsed:?}"
            );
        }
    }

    #[test]
    fn flags_come_in_any_order() {
        for line in ["-d -i k -o out in", "in -o out -i k -d", "-i k in -d -oout"] {
            let Ok(Parsed::File(typed)) = parse(&words(line)) else { panic!("{line}") };
            assert_eq!((typed.input, typed.output), (Some("in".into()), Some("out".into())), "{line}");
        }
    }

    #[test]
    fn a_subcommand_after_flags_is_shown_in_the_right_order() {
        for (line, shown) in [
            ("--json keygen f", "cleave keygen --json f"),
            ("--json keygen", "cleave keygen --json"),
            ("-o k keygen --sign", "cleave keygen -o k --sign"),
        ] {
            assert_eq!(parse(&words(line)).expect_err(line).hints(), [shown]);
        }
    }

    #[test]
    fn a_passphrase_on_the_command_line_is_not_shown_again() {
        for line in ["-p hunter2 f", "--passphrase=hunter2 f", "--json=hunter2"] {
            let failure = parse(&words(line)).expect_err(line);
            assert!(!format!("{failure:?}").contains("hunter2"), "{failure:?}");
        }
    }
}
