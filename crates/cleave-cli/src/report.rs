//! What a run says: lines for a person on standard error, and with `--json` one object as the last of them.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;

use crate::args::{Answers, Common};
use crate::exit;
use crate::failure::{Failure, Voice};
use crate::progress;
use crate::visible::{is_hidden, visible};

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Loudness {
    /// Errors and warnings.
    Quiet,
    Normal,
    Detail,
}

/// Whether the last line is for a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LastLine {
    None,
    Json,
}

/// The one place that writes to standard error. That it cannot be written to is never an error of the run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reporter {
    loudness: Loudness,
    last_line: LastLine,
    answers: Answers,
    started: Instant,
}

impl Reporter {
    pub(crate) fn new(common: Common, answers: Answers) -> Self {
        let loudness = match (common.quiet, common.verbose) {
            (true, _) => Loudness::Quiet,
            (_, true) => Loudness::Detail,
            _ => Loudness::Normal,
        };
        let last_line = if common.json { LastLine::Json } else { LastLine::None };
        Self { loudness, last_line, answers, started: Instant::now() }
    }

    /// Something that changes what the result is worth. It is said with `-q` too.
    pub(crate) fn warn(&self, message: &str) {
        say(&format!("cleave: warning: {message}"));
    }

    /// What is useful to know next.
    pub(crate) fn note(&self, message: &str) {
        if self.loudness >= Loudness::Normal {
            say(&format!("cleave: {message}"));
        }
    }

    /// What only `-v` wants.
    pub(crate) fn detail(&self, message: &str) {
        if self.loudness >= Loudness::Detail {
            say(&format!("cleave: {message}"));
        }
    }

    /// Whether [`Reporter::detail`] says anything.
    pub(crate) fn is_detailed(&self) -> bool {
        self.loudness >= Loudness::Detail
    }

    /// Whether nothing but errors and warnings is said.
    pub(crate) fn is_quiet(&self) -> bool {
        self.loudness == Loudness::Quiet
    }

    /// Whether a person reads along, who wants more than a result for a machine.
    pub(crate) fn is_for_a_person(&self) -> bool {
        !self.is_quiet() && self.last_line == LastLine::None
    }

    /// Whether somebody wants to see how far the work is.
    pub(crate) fn progress(&self) -> progress::Wanted {
        if self.is_for_a_person() { progress::Wanted::Yes } else { progress::Wanted::No }
    }

    /// Ends a run that has its result.
    pub(crate) fn succeed(&self, result: &impl Serialize) -> ExitCode {
        if self.last_line == LastLine::Json {
            let _ = io::stderr().write_all(self.object(result).as_bytes());
        }
        ExitCode::SUCCESS
    }

    /// What an answer on standard output says: the object of `--json`, or `text`.
    pub(crate) fn answer(&self, text: String, result: &impl Serialize) -> String {
        match self.last_line {
            LastLine::Json => self.object(result),
            LastLine::None => text,
        }
    }

    fn object(&self, result: &impl Serialize) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        line_of(&Succeeded { ok: true, result, seconds: (seconds * 1e6).round() / 1e6 })
    }

    /// Ends a run that failed.
    pub(crate) fn fail(&self, failure: &Failure) -> ExitCode {
        if failure.voice() == Voice::Spoken {
            say(&format!("cleave: error: {}", failure.message()));
            for hint in failure.hints() {
                say(&format!("cleave: hint: {hint}"));
            }
        }
        if self.last_line == LastLine::Json {
            let hints = failure.hints().iter().map(|hint| visible(&redacted(hint))).collect::<Vec<_>>();
            let object = line_of(&Failed {
                ok: false,
                error: failure.name(),
                chunk: failure.chunk(),
                message: visible(&redacted(failure.message())),
                hint: (!failure.hints().is_empty()).then(|| hints.join("\n")),
            });
            let _ = match self.answers {
                Answers::Stderr => io::stderr().write_all(object.as_bytes()),
                Answers::Stdout => io::stdout().write_all(object.as_bytes()),
            };
        }
        ExitCode::from(exit::code(failure.name()))
    }
}

#[derive(Serialize)]
struct Succeeded<'a, R: Serialize> {
    ok: bool,
    #[serde(flatten)]
    result: &'a R,
    seconds: f64,
}

#[derive(Serialize)]
struct Failed {
    ok: bool,
    error: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    chunk: Option<u64>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

fn say(line: &str) {
    progress::clear();
    let line = format!("{}\n", visible(&redacted(line)));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Characters that a terminal would not show as they are stand as JSON's `\uXXXX`, which reads back the same.
fn line_of(object: &impl Serialize) -> String {
    let json = serde_json::to_string(object).expect("plain fields serialize");
    let mut line = String::with_capacity(json.len() + 1);
    for c in json.chars() {
        if is_hidden(c) {
            line.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            line.push(c);
        }
    }
    line.push('\n');
    line
}

/// The same text without secret keys and fragments: a key typed where a file name belongs must not end in a log.
fn redacted(text: &str) -> String {
    const SECRETS: [&str; 5] = [
        "CLEAVE-SECRET-KEY-1",
        "CLEAVE-SIGNING-KEY-1",
        "CLEAVE-FRAGMENT-1",
        "AGE-SECRET-KEY-1",
        "AGE-SECRET-KEY-PQ-1",
    ];
    let upper = text.to_ascii_uppercase();
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let secret = SECRETS.iter().find(|prefix| upper[at..].starts_with(*prefix));
        if let Some(prefix) = secret {
            let data = &text[at + prefix.len()..];
            let length = data.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(data.len());
            // A bare prefix in prose is no secret.
            if length > 0 {
                shown.push_str(&text[at..at + prefix.len()]);
                shown.push('…');
                at += prefix.len() + length;
                continue;
            }
        }
        let letter = text[at..].chars().next().expect("the loop ends at the end of the text");
        shown.push(letter);
        at += letter.len_utf8();
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::redacted;

    #[test]
    fn secrets_are_cut_out_wherever_they_stand() {
        let line =
            "cannot open 'CLEAVE-SECRET-KEY-1QQQSYRH', nor cleave-fragment-1abc, nor AGE-SECRET-KEY-PQ-1ABC";
        let shown = "cannot open 'CLEAVE-SECRET-KEY-1…', nor cleave-fragment-1…, nor AGE-SECRET-KEY-PQ-1…";
        assert_eq!(redacted(line), shown);
        assert_eq!(redacted("é a CLEAVE-SECRET-KEY-1"), "é a CLEAVE-SECRET-KEY-1");
    }
}
