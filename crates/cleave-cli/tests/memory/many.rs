//! Ten thousand recipients: what opens, what is told of them, and what they cost.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use cleave_core::Identity;
use libtest_mimic::Trial;

use crate::measured::{Ends, peak};

const RECIPIENTS: usize = 10_000;

/// What each may cost a writer: where it can be read again, and what finds those given twice. A key has 1216 bytes, a slot 1177.
const EACH: u64 = 250;
/// What a reader may have more in memory: it keeps no slots. Above what runs differ by.
const READER: u64 = 2 << 20;

pub(crate) fn trial() -> Trial {
    Trial::test("ten_thousand_recipients", || {
        check();
        Ok(())
    })
}

fn check() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    make_keys(folder.path());
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cleave"));
        let output = command.args(line.split(' ')).current_dir(folder.path()).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let measure = |line: &str| peak(folder.path(), line, Ends::Files);
    let held = |few: u64, many: u64, most: u64| {
        let each = many.saturating_sub(few);
        assert!(each <= most, "{} bytes a recipient", each / RECIPIENTS as u64);
    };
    let each = |bytes: u64| bytes * RECIPIENTS as u64;

    let few = measure("-e -i last.key -o one plain");
    let many = measure("-R recipients -o container plain");
    held(few, many, each(EACH));
    let size = fs::metadata(folder.path().join("container")).expect("it stands").len();
    assert_eq!(size, (109 + 1177 * RECIPIENTS + 20 + 5) as u64);
    assert_eq!(run("-q -d -i last.key container"), b"hello");
    for line in ["-d -i last.key", "verify -i last.key", "inspect"] {
        held(measure(&format!("{line} one")), measure(&format!("{line} container")), READER);
    }

    let told = String::from_utf8(run("inspect -i last.key container")).expect("text");
    assert!(told.contains("recipients: 10000\n") && told.contains("  and 9968 more\n"), "{told}");
    assert!(told.contains("last.key: wanted\n") && told.len() < 4000, "{told}");

    let few = measure("rewrap -q -i last.key -a -o same one");
    let many = measure("rewrap -q -i last.key -R recipients -o many one");
    held(few, many, each(EACH));
    assert_eq!(fs::metadata(folder.path().join("many")).expect("it stands").len(), size);
    assert_eq!(run("-q -d -i last.key many"), b"hello");
    let kept = measure("rewrap -q -i last.key -a -o kept many");
    held(few, kept, each(EACH));
}

/// `recipients`, and `last.key` for the last of them.
fn make_keys(folder: &Path) {
    let mut recipients = String::new();
    let mut last = None;
    for _ in 0..RECIPIENTS {
        let identity = Identity::generate().expect("randomness");
        writeln!(recipients, "{}", identity.recipient()).expect("a String takes it");
        last = Some(identity);
    }
    let last = last.expect("there are some");
    fs::write(folder.join("recipients"), recipients).expect("written");
    fs::write(folder.join("last.key"), last.to_text().as_bytes()).expect("written");
    fs::write(folder.join("plain"), "hello").expect("written");
}
