//! One transcript: read, carried out step by step, compared.

use std::fs;
use std::path::Path;

use crate::shell::{Keys, Shell};
use crate::terminal::Exchange;
use crate::{files, pattern};

/// What a transcript consists of, in order.
enum Item {
    /// A blank line or a comment.
    Prose(String),
    Step(Step),
    /// The files left, as `= ` lines.
    Files(Vec<String>),
}

/// A command and what comes of it.
struct Step {
    command: String,
    /// What is seen and typed on a terminal of its own; empty for a command that has none.
    exchange: Vec<Exchange>,
    on_terminal: bool,
    stdout: Vec<String>,
    stderr: Vec<String>,
    code: i32,
}

/// Carries out a transcript.
///
/// # Errors
/// The transcript as it came out, where it does not fit.
pub(crate) fn run(path: &Path, keys: &Keys) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut items = parse(&text)?;
    let shell = Shell::new(keys);
    let mut faults = Vec::new();
    if !items.iter().any(|item| matches!(item, Item::Files(_))) {
        items.push(Item::Files(Vec::new()));
    }
    for item in &mut items {
        match item {
            Item::Prose(_) => {}
            Item::Step(step) => faults.extend(step.run(&shell)),
            Item::Files(expected) => {
                let found = files::listing(shell.folder());
                if !pattern::all_fit(expected, &found) {
                    faults.push("the files left differ".to_owned());
                    *expected = found;
                }
            }
        }
    }
    if faults.is_empty() {
        return Ok(());
    }
    let shown = items.iter().map(Item::shown).collect::<String>();
    if std::env::var_os("TRANSCRIPTS").is_some_and(|value| value == "update") {
        fs::write(path, &shown).map_err(|error| error.to_string())?;
    }
    Err(format!("{}\n--- what happened:\n{shown}", faults.join("\n")))
}

impl Step {
    /// Runs the command; where something differs, takes over what happened and says what differed.
    fn run(&mut self, shell: &Shell) -> Vec<String> {
        let mut faults = Vec::new();
        let outcome = if self.on_terminal {
            let (outcome, fault) = shell.run_on_terminal(&self.command, &self.exchange);
            faults.extend(fault.map(|fault| format!("$ {}: {fault}", self.command)));
            outcome
        } else {
            shell.run(&self.command)
        };
        if !pattern::all_fit(&self.stdout, &outcome.stdout) {
            faults.push(format!("$ {}: standard output differs", self.command));
            self.stdout = outcome.stdout;
        }
        if !pattern::all_fit(&self.stderr, &outcome.stderr) {
            faults.push(format!("$ {}: standard error differs", self.command));
            self.stderr = outcome.stderr;
        }
        if self.code != outcome.code {
            faults.push(format!("$ {}: exit {} and not {}", self.command, outcome.code, self.code));
            self.code = outcome.code;
        }
        faults
    }
}

fn parse(text: &str) -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    for line in text.lines() {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (mark, items.last_mut()) {
            ("" | "#", _) if rest.is_empty() || mark == "#" => items.push(Item::Prose(line.to_owned())),
            ("$" | "$tty", _) => items.push(Item::Step(Step {
                command: rest.to_owned(),
                exchange: Vec::new(),
                on_terminal: mark == "$tty",
                stdout: Vec::new(),
                stderr: Vec::new(),
                code: 0,
            })),
            ("$+", Some(Item::Step(step))) => {
                step.command.push('\n');
                step.command.push_str(rest);
            }
            ("~", Some(Item::Step(step))) => step.exchange.push(Exchange::Seen(rest.to_owned())),
            ("<", Some(Item::Step(step))) => step.exchange.push(Exchange::Typed(rest.to_owned())),
            ("!~", Some(Item::Step(step))) => step.exchange.push(Exchange::NeverSeen(rest.to_owned())),
            (">", Some(Item::Step(step))) => step.stdout.push(rest.to_owned()),
            ("!", Some(Item::Step(step))) => step.stderr.push(rest.to_owned()),
            ("?", Some(Item::Step(step))) => {
                step.code = rest.parse().map_err(|_| format!("not a code: {line}"))?
            }
            ("=", Some(Item::Files(files))) => files.push(rest.to_owned()),
            ("=", _) => items.push(Item::Files(vec![rest.to_owned()])),
            _ => return Err(format!("a line that means nothing: {line}")),
        }
    }
    Ok(items)
}

impl Item {
    fn shown(&self) -> String {
        let marked = |mark: &str, lines: &[String]| {
            lines
                .iter()
                .map(|line| if line.is_empty() { format!("{mark}\n") } else { format!("{mark} {line}\n") })
                .collect::<String>()
        };
        match self {
            Self::Prose(line) => format!("{line}\n"),
            Self::Files(files) => marked("=", files),
            Self::Step(step) => {
                let first = if step.on_terminal { "$tty" } else { "$" };
                let mut shown = format!("{first} {}\n", step.command.replace('\n', "\n$+ "));
                for exchange in &step.exchange {
                    shown.push_str(&match exchange {
                        Exchange::Seen(text) => format!("~ {text}\n"),
                        Exchange::Typed(text) => format!("< {text}\n"),
                        Exchange::NeverSeen(text) => format!("!~ {text}\n"),
                    });
                }
                shown.push_str(&marked(">", &step.stdout));
                shown.push_str(&marked("!", &step.stderr));
                if step.code != 0 {
                    shown.push_str(&format!("? {}\n", step.code));
                }
                shown
            }
        }
    }
}
