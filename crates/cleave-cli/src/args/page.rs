//! Completions and manual pages, from the same definitions as `--help`.

use clap::Command;

use super::parse::whole_command;
use super::word::{Completions, Man};
use crate::failure::Failure;

/// What a shell reads to complete flags and subcommands.
pub(crate) fn completions(of: &Completions) -> String {
    let mut script = Vec::new();
    clap_complete::generate(of.shell, &mut whole_command(), "cleave", &mut script);
    String::from_utf8(script).expect("made from definitions that are UTF-8")
}

/// The manual page of the command, or of one of its subcommands, as roff.
///
/// # Errors
/// `usage` where there is no such subcommand.
pub(crate) fn manual(of: &Man) -> Result<String, Failure> {
    let mut command = whole_command().disable_help_subcommand(true);
    // Subcommands get the name of the whole: cleave-keygen.
    command.build();
    for word in &of.command {
        command = command.find_subcommand(word).cloned().ok_or_else(|| {
            Failure::usage(format!("no such subcommand: {word}")).hint("`cleave --help` lists them")
        })?;
    }
    rendered(command).ok_or_else(|| Failure::new("other", "the manual page cannot be made"))
}

fn rendered(command: Command) -> Option<String> {
    let mut roff = Vec::new();
    let source = concat!("cleave ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command).source(source).manual("cleave").render(&mut roff).ok()?;
    String::from_utf8(roff).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_subcommand_has_a_page() {
        let mut names = vec![Vec::new()];
        for subcommand in whole_command().get_subcommands() {
            names.push(vec![subcommand.get_name().to_owned()]);
        }
        for command in names {
            let shown = format!("{command:?}");
            let page = manual(&Man { command }).unwrap_or_else(|failure| panic!("{shown}: {failure:?}"));
            assert!(page.contains(".TH cleave"), "{shown}: {page}");
        }
        assert!(manual(&Man { command: vec!["nonsense".to_owned()] }).is_err());
    }
}
