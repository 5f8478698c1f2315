//! The command line as it was typed, to be shown again in hints with one thing changed, quoted for a shell.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::visible::{is_hidden, visible};

/// The words after the program's name, and what to type in its place.
#[derive(Clone, Debug)]
pub(crate) struct CommandLine {
    program: OsString,
    words: Vec<OsString>,
}

impl CommandLine {
    /// As this process was called.
    pub(crate) fn of_this_process() -> Self {
        let mut words = std::env::args_os();
        let program = words.next().map_or_else(|| NAME.into(), program);
        Self { program, words: words.collect() }
    }

    /// Of a program that the shell finds by its name.
    #[cfg(test)]
    pub(crate) fn new(words: Vec<OsString>) -> Self {
        Self { program: NAME.into(), words }
    }

    /// What to type for the program, quoted.
    pub(crate) fn program(&self) -> String {
        quoted(&self.program)
    }

    /// The words after it.
    pub(crate) fn words(&self) -> &[OsString] {
        &self.words
    }

    /// The same command with `flag VALUE` (or `flag=VALUE`) replaced by other words.
    pub(crate) fn with_replaced(&self, flag: &str, replacement: &[&OsStr]) -> String {
        let mut words = Vec::new();
        let mut typed = self.words.iter();
        while let Some(word) = typed.next() {
            let equals = format!("{flag}=");
            if word == flag {
                typed.next();
            } else if !word.as_encoded_bytes().starts_with(equals.as_bytes()) {
                words.push(word.as_os_str());
                continue;
            }
            words.extend(replacement);
        }
        self.joined(words)
    }

    /// The same command with a word put before all others.
    pub(crate) fn with_first(&self, word: &str) -> String {
        self.joined(std::iter::once(OsStr::new(word)).chain(self.words.iter().map(OsString::as_os_str)))
    }

    /// The same command with this word, wherever it stands, moved to the front.
    pub(crate) fn with_moved_to_front(&self, word: &OsStr) -> String {
        let at = self.words.iter().position(|typed| typed == word);
        let others = self.words.iter().enumerate().filter(|(index, _)| Some(*index) != at);
        self.joined(std::iter::once(word).chain(others.map(|(_, typed)| typed.as_os_str())))
    }

    fn joined<'w>(&self, words: impl IntoIterator<Item = &'w OsStr>) -> String {
        words.into_iter().fold(self.program(), |line, word| format!("{line} {}", quoted(word)))
    }
}

/// By which the shell finds an installed one.
const NAME: &str = "cleave";

/// The name, where the shell finds this very program by it; otherwise the path by which it was called.
fn program(called: OsString) -> OsString {
    if Path::new(&called).components().count() < 2 || is_found_by_name() { NAME.into() } else { called }
}

fn is_found_by_name() -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let file = format!("{NAME}{}", std::env::consts::EXE_SUFFIX);
    let found = std::env::split_paths(&paths).map(|folder| folder.join(&file)).find(|path| path.is_file());
    let this = std::env::current_exe().and_then(std::fs::canonicalize).ok();
    this.is_some() && found.and_then(|path| std::fs::canonicalize(path).ok()) == this
}

/// A path as messages show it: as it is, with hidden characters escaped.
pub(crate) fn shown(path: impl AsRef<Path>) -> String {
    visible(&path.as_ref().to_string_lossy())
}

/// A word that a POSIX shell reads back as it was; bytes that are not UTF-8 or not seen need bash's `$'…'`.
pub(crate) fn quoted(word: &OsStr) -> String {
    let plain = |b: &u8| b.is_ascii_alphanumeric() || b"_-./=:,@%+".contains(b);
    let bytes = word.as_encoded_bytes();
    match word.to_str() {
        Some(text) if !bytes.is_empty() && bytes.iter().all(plain) => text.to_owned(),
        Some(text) if !text.chars().any(is_hidden) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => {
            let escaped = bytes.iter().map(|b| match b {
                b'\'' | b'\\' => format!("\\{}", char::from(*b)),
                0x20..0x7f => char::from(*b).to_string(),
                _ => format!("\\x{b:02x}"),
            });
            format!("$'{}'", escaped.collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> CommandLine {
        CommandLine::new(words.iter().map(OsString::from).collect())
    }

    #[test]
    fn a_flag_and_its_value_are_replaced_in_either_spelling() {
        let replacement = [OsStr::new("-e"), OsStr::new("-i"), OsStr::new("my key")];
        for words in [&["--new-key", "my key", "-o", "b", "a"][..], &["--new-key=my key", "-o", "b", "a"][..]]
        {
            let shown = line(words).with_replaced("--new-key", &replacement);
            assert_eq!(shown, "cleave -e -i 'my key' -o b a");
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted(OsStr::new("a/b-c.d")), "a/b-c.d");
        assert_eq!(quoted(OsStr::new("")), "''");
        assert_eq!(quoted(OsStr::new("it's é")), r"'it'\''s é'");
        assert_eq!(quoted(OsStr::new("a\nb'")), r"$'a\x0ab\''");
        assert_eq!(quoted(OsStr::new("a\u{202e}b")), r"$'a\xe2\x80\xaeb'");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf8_are_quoted_byte_by_byte() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(quoted(OsStr::from_bytes(b"a\xff b")), r"$'a\xff b'");
    }
}
