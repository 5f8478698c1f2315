//! A reader that goes away is quiet: before the first byte, and during the output.

use std::io::{Read, pipe};
use std::process::Stdio;

use crate::scene::{MODES, Scene, assert_says};

/// Far more than a pipe holds.
const LEN: usize = 4 << 20;

#[test]
fn a_reader_that_is_gone_before_the_first_byte() {
    let scene = Scene::new(LEN);
    scene.good("-R me.pub --split frag -o split plain");
    let streams = MODES.map(|mode| format!("{} {}", mode.flags, mode.input));
    let answers = [
        "-d -i me.key --range 5..600000 container",
        "verify -i me.key container",
        "inspect container",
        "inspect --json container",
        "keygen -q",
        "keygen -q -y me.key",
        "fragment show -q frag",
        "fragment qr -q frag",
        "completions bash",
        "man",
        "--help",
        "--version",
        "help rewrap",
    ];
    for line in streams.iter().map(String::as_str).chain(answers) {
        let (reader, writer) = pipe().expect("a pipe");
        drop(reader);
        let output = scene.cleave(line).stdout(writer).output().expect("it runs");
        // A key that nobody got is warned about before it is made.
        assert_says(&output, 7, "", line);
    }
}

#[test]
fn a_reader_that_goes_away_during_the_output() {
    let scene = Scene::new(LEN);
    let ranged = "-d -i me.key --range 5.. container".to_owned();
    for line in MODES.map(|mode| format!("{} {}", mode.flags, mode.input)).into_iter().chain([ranged]) {
        let mut child =
            scene.cleave(&line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut stdout = child.stdout.take().expect("piped");
        stdout.read_exact(&mut [0; 1000]).expect("it writes more than a pipe holds");
        drop(stdout);
        let output = child.wait_with_output().expect("it ends");
        assert_says(&output, 7, "", &line);
    }
}

#[test]
fn json_tells_of_a_reader_that_went_away() {
    let scene = Scene::new(LEN);
    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    let output = scene.cleave("-d --json -i me.key container").stdout(writer).output().expect("it runs");
    let object = "{\"ok\":false,\"error\":\"output\",\"message\":\"standard output: broken pipe\"}\n";
    assert_says(&output, 7, object, "--json");
}
