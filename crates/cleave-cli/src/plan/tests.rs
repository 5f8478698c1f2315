use super::*;
use crate::args::parse;

fn planned(line: &str, stdout: Stdout) -> Result<Plan, Failure> {
    let line = CommandLine::new(line.split_whitespace().map(OsString::from).collect());
    plan(parse(&line)?, &line, Surroundings { stdout })
}

fn output_of(line: &str, stdout: Stdout) -> Output {
    match planned(line, stdout).expect("a plan") {
        Plan::Encrypt(plan) => plan.output,
        Plan::Decrypt(plan) => plan.output,
        _ => panic!("{line}"),
    }
}

#[test]
fn an_output_is_derived_only_for_a_file_and_a_terminal() {
    let file = |name: &str| Output::File(PathBuf::from(name));
    assert_eq!(output_of("-p a/b", Stdout::Terminal), file("a/b.cleave"));
    assert_eq!(output_of("-d a/b.c.cleave", Stdout::Terminal), file("a/b.c"));
    assert_eq!(output_of("-d a/b.cleave", Stdout::Other), Output::Stdout);
    assert_eq!(output_of("-p a/b", Stdout::Other), Output::Stdout);
    assert_eq!(output_of("-d -o - a/b", Stdout::Terminal), Output::ForcedStdout);
    assert_eq!(output_of("-pa -", Stdout::Terminal), Output::Stdout);
    for line in ["-d a/b", "-d .cleave", "-p", "-p -"] {
        assert_eq!(planned(line, Stdout::Terminal).expect_err(line).name(), "usage");
    }
}

#[test]
fn what_cannot_be_meant_is_refused() {
    for line in [
        "",
        "f",
        "-i k f",
        "-d -r x f",
        "-d -p f",
        "-d -a f",
        "-e -d f",
        "-p --signer s f",
        "-p --fragment f f",
        "-p --range .. f",
        "-p --no-hint f",
        "-R - -p",
        "-d -i -",
        "-d -i - --fragment - f",
        "-p --new-key - f",
        "-p --passphrase-file -",
        "-p --passphrase-fd 0",
        "-p --passphrase-fd 3 --passphrase-file x f",
        "-p --chunk-size 3KiB f",
        "-p -j 0 f",
        "-p a b",
        "-p --bogus",
    ] {
        assert_eq!(planned(line, Stdout::Other).expect_err(line).name(), "usage", "{line}");
    }
}
