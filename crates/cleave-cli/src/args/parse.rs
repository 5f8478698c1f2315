//! From words to [`Parsed`]: a subcommand is one only as the first word, and clap's errors become ours.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use super::refused::{late_subcommand, refused, verb};
use super::{CommandLine, Common, ScriptedPassphrase, Tuning, Typed, Word};
use crate::failure::Failure;

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
            Self::Word(Word::Inspect(inspect)) => inspect.looking.common,
            Self::Word(Word::Verify(verify)) => verify.looking.common,
            Self::Word(Word::Rewrap(rewrap)) => rewrap.common,
            Self::Word(Word::Fragment(fragment)) => fragment.common(),
            Self::Word(Word::Completions(_) | Word::Man(_)) | Self::Text(_) => Common::default(),
        }
    }

    /// What the run may use of this machine.
    pub(crate) fn tuning(&self) -> Tuning {
        match self {
            Self::File(typed) => typed.tuning,
            Self::Word(Word::Inspect(inspect)) => inspect.looking.tuning,
            Self::Word(Word::Verify(verify)) => verify.looking.tuning,
            Self::Word(Word::Rewrap(rewrap)) => rewrap.tuning,
            Self::Word(_) | Self::Text(_) => Tuning::default(),
        }
    }

    /// Where a scripted passphrase comes from.
    pub(crate) fn scripted(&self) -> Option<&ScriptedPassphrase> {
        match self {
            Self::File(typed) => Some(&typed.scripted),
            Self::Word(Word::Keygen(keygen)) => Some(&keygen.scripted),
            Self::Word(Word::Inspect(inspect)) => Some(&inspect.looking.scripted),
            Self::Word(Word::Verify(verify)) => Some(&verify.looking.scripted),
            Self::Word(Word::Rewrap(rewrap)) => Some(&rewrap.scripted),
            Self::Word(_) | Self::Text(_) => None,
        }
    }
}

/// Where the object of `--json` goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answers {
    /// The last line of standard error.
    Stderr,
    /// Standard output, and nothing else there.
    Stdout,
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
pub(crate) fn parse(line: &CommandLine) -> Result<Parsed, Failure> {
    let words = line.words();
    let first_is_subcommand = words.first().is_some_and(|word| is_subcommand(word));
    let result = if first_is_subcommand { parse_word(words) } else { parse_file(words) };
    match result {
        Ok(Parsed::File(typed)) => match verb(line) {
            Some(failure) => Err(failure),
            None => refuse_late_subcommand(&typed, line).map(|()| Parsed::File(typed)),
        },
        Ok(parsed) => Ok(parsed),
        Err(error) => match error.kind() {
            // What parses flags alone knows no subcommands, and help lists them.
            ErrorKind::DisplayHelp if !first_is_subcommand => Ok(Parsed::Text(help())),
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Parsed::Text(ended(error.to_string()))),
            _ => Err(verb(line).unwrap_or_else(|| refused(&error, line))),
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

/// Another word of the line is a subcommand, and no file of that name exists.
fn refuse_late_subcommand(typed: &Typed, line: &CommandLine) -> Result<(), Failure> {
    match &typed.input {
        Some(input)
            if is_subcommand(input)
                && !Path::new(input).exists()
                && !line.words().iter().any(|word| word == "--") =>
        {
            Err(late_subcommand(input, line))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> CommandLine {
        CommandLine::new(line.split_whitespace().map(OsString::from).collect())
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
            ("f inspect", "cleave inspect f"),
            ("-d -i k f verify", "cleave verify -d -i k f"),
            ("-d help", "cleave help"),
            ("f help", "cleave help"),
        ] {
            assert_eq!(parse(&words(line)).expect_err(line).hints(), [shown]);
        }
    }

    #[test]
    fn encrypt_and_decrypt_are_flags_and_no_words() {
        for (line, hint) in
            [("encrypt f", "cleave -r RECIPIENT"), ("decrypt -i k f", "cleave -d -i KEYFILE FILE")]
        {
            let failure = parse(&words(line)).expect_err(line);
            assert!(failure.hints().iter().any(|found| found.contains(hint)), "{line}: {failure:?}");
        }
        assert!(matches!(parse(&words("encrypt --help")), Ok(Parsed::Text(_))));
        assert!(matches!(parse(&words("-d ./decrypt")), Ok(Parsed::File(_))));
    }

    #[test]
    fn a_passphrase_on_the_command_line_is_not_shown_again() {
        for line in [
            "-p hunter2 f",
            "--passphrase=hunter2 f",
            "--json=hunter2",
            "-p hunter2 inspect",
            "-vp hunter2 man",
            "encrypt -p hunter2 f",
        ] {
            let failure = parse(&words(line)).expect_err(line);
            assert!(!format!("{failure:?}").contains("hunter2"), "{failure:?}");
        }
    }

    #[test]
    fn a_value_that_begins_with_a_dash_is_told_how_to_be_given() {
        for (line, hint) in [
            ("-o -x.c -p f", "for a file of that name: -o ./-x.c"),
            ("-p --output -x.c f", "for a file of that name: --output ./-x.c"),
            ("-p --chunk-size -4KiB f", "to give it all the same: --chunk-size=-4KiB"),
            ("keygen -o -k", "for a file of that name: -o ./-k"),
            ("-o -p f", "see `cleave --help`"),
            ("keygen --nonsense", "see `cleave help keygen`"),
        ] {
            assert_eq!(parse(&words(line)).expect_err(line).hints(), [hint], "{line}");
        }
        let Ok(Parsed::File(typed)) = parse(&words("-o=-x.c -p -- -f")) else { panic!("both are given") };
        assert_eq!((typed.output, typed.input), (Some("-x.c".into()), Some("-f".into())));
    }

    #[test]
    fn a_number_says_what_it_may_be() {
        for (line, what) in [
            ("-p -j 0", "a number of threads is from 1 to 65535"),
            ("-p -j -1", "a number of threads is from 1 to 65535"),
            ("-p -j 65536", "a number of threads is from 1 to 65535"),
            ("-p --chunk-size -1", "not a size such as 64KiB or 1MiB"),
            ("-d --max-trials -1", "not a whole number"),
            ("-d --max-header -1", "not a size such as 512KiB or 2GiB"),
            ("-d --passphrase-fd -1", "a file descriptor is a number such as 0 or 3"),
        ] {
            let failure = parse(&words(line)).expect_err(line);
            assert!(failure.message().ends_with(what), "{line}: {failure:?}");
        }
    }
}
