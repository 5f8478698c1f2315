//! Ten thousand recipients.

use std::fmt::Write;
use std::fs;
use std::process::Command;

use cleave_core::Identity;

const CLEAVE: &str = env!("CARGO_BIN_EXE_cleave");

#[test]
fn ten_thousand_recipients_open_what_is_for_them() {
    const RECIPIENTS: usize = 10_000;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut recipients = String::new();
    let mut last = None;
    for _ in 0..RECIPIENTS {
        let identity = Identity::generate().expect("randomness");
        writeln!(recipients, "{}", identity.recipient()).expect("a String takes it");
        last = Some(identity);
    }
    let last = last.expect("there are some");
    fs::write(folder.path().join("recipients"), recipients).expect("written");
    fs::write(folder.path().join("last.key"), last.to_text().as_bytes()).expect("written");
    fs::write(folder.path().join("plain"), "hello").expect("written");

    let run = |line: &str| {
        let output =
            Command::new(CLEAVE).args(line.split(' ')).current_dir(folder.path()).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    run("-R recipients -o container plain");
    let size = fs::metadata(folder.path().join("container")).expect("it stands").len();
    assert_eq!(size, (109 + 1177 * RECIPIENTS + 20 + 5) as u64);
    assert_eq!(run("-q -d -i last.key container"), b"hello");

    let told = String::from_utf8(run("inspect -i last.key container")).expect("text");
    assert!(told.contains("recipients: 10000\n") && told.contains("  and 9968 more\n"), "{told}");
    assert!(told.contains("last.key: wanted\n") && told.len() < 4000, "{told}");

    run("-e -i last.key -o one plain");
    run("rewrap -q -i last.key -R recipients -o many one");
    assert_eq!(fs::metadata(folder.path().join("many")).expect("it stands").len(), size);
    assert_eq!(run("-q -d -i last.key many"), b"hello");
}
