//! README.md shows the usage that the command prints.

use std::process::Command;

#[test]
fn readme_shows_the_help_verbatim() {
    let output = Command::new(env!("CARGO_BIN_EXE_cleave")).arg("--help").output().expect("the command runs");
    let help = String::from_utf8(output.stdout).expect("help is text").replace("\r\n", "\n");
    let readme = include_str!("../../../README.md").replace("\r\n", "\n");
    let (_, rest) = readme.split_once("<!-- usage -->\n```text\n").expect("README.md has a usage block");
    let (shown, _) = rest.split_once("```\n<!-- /usage -->").expect("the block ends");
    assert_eq!(shown, help, "put what `cleave --help` prints between the marks");
}
