//! Every vector through the command, as a file and as a pipe: exit code, the `error` of `--json`, the plaintext.
//!
//! The project's own vectors are in `vectors/`, those of another implementation where `CLEAVE_SHARED_VECTORS` says, or
//! in `shared/vectors` beside the repository. What the command has no flag for is counted and said.

#[path = "vectors/rewrap.rs"]
mod rewrap;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha512};

const CLEAVE: &str = env!("CARGO_BIN_EXE_cleave");

#[test]
fn own_vectors() {
    run_all(&repository().join("vectors"), 500);
}

#[test]
fn shared_vectors() {
    let folder = match std::env::var_os("CLEAVE_SHARED_VECTORS") {
        Some(folder) => PathBuf::from(folder),
        None => repository().join("../shared/vectors"),
    };
    if folder.is_dir() {
        run_all(&folder, 80);
    } else {
        println!("skipped: there are no shared vectors beside this clone");
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run_all(folder: &Path, least: usize) {
    let mut paths = fs::read_dir(folder)
        .expect("the folder of vectors")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect::<Vec<_>>();
    paths.sort();
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut faults = Vec::new();
    let mut skipped = BTreeMap::<&str, usize>::new();
    let mut checked = 0;
    for path in &paths {
        let text = fs::read_to_string(path).expect("a vector");
        let vector: Value = serde_json::from_str(&text).expect("a vector is JSON");
        let case = place.path().join(path.file_stem().expect("a name"));
        fs::create_dir(&case).expect("a folder of its own");
        match check(&vector, &case) {
            Ok(()) => checked += 1,
            Err(Verdict::Skipped(why)) => *skipped.entry(why).or_default() += 1,
            Err(Verdict::Fault(fault)) => faults.push(format!("{}: {fault}", path.display())),
        }
        fs::remove_dir_all(&case).expect("removed");
    }
    println!("{}: {checked} vectors checked", folder.display());
    for (why, count) in &skipped {
        println!("{count} skipped: {why}");
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(paths.len() >= least, "only {} vectors in {}", paths.len(), folder.display());
}

enum Verdict {
    Skipped(&'static str),
    Fault(String),
}

fn check(vector: &Value, folder: &Path) -> Result<(), Verdict> {
    if vector.get("rewrap").is_some() {
        return rewrap::check(vector, folder);
    }
    match vector.get("text") {
        Some(text) => check_text(vector, text, folder),
        None => check_container(vector, folder),
    }
}

fn check_container(vector: &Value, folder: &Path) -> Result<(), Verdict> {
    let container = STANDARD.decode(text_of(&vector["container"])).expect("base64");
    fs::write(folder.join("container"), &container).expect("written");
    let mut arguments = vec!["-d".to_owned(), "--json".to_owned()];
    arguments.extend(key_arguments(vector, folder)?);
    if let Some(range) = vector.get("range") {
        arguments.extend(["--range".to_owned(), text_of(range).to_owned()]);
    }
    if let Some(limits) = vector.get("limits") {
        arguments.extend(limit_flags(limits)?);
    }

    let as_file =
        [arguments.as_slice(), &["-o".to_owned(), "plain".to_owned(), "container".to_owned()]].concat();
    let output = run(folder, &as_file, Stdio::null());
    compare(vector, &output, "as a file").map_err(Verdict::Fault)?;
    let plaintext = fs::read(folder.join("plain")).ok();
    if plaintext.is_some() != output.status.success() {
        return Err(Verdict::Fault("as a file: the output does not stand as the exit code says".to_owned()));
    }
    if let Some(plaintext) = plaintext {
        compare_plaintext(vector, &plaintext, "as a file").map_err(Verdict::Fault)?;
    }
    let left = fs::read_dir(folder)
        .expect("the folder")
        .filter(|entry| entry.as_ref().expect("an entry").file_name().to_string_lossy().starts_with('.'));
    if left.count() > 0 {
        return Err(Verdict::Fault("as a file: a temporary file is left".to_owned()));
    }

    let output = run_piped(folder, &arguments, container);
    if vector.get("range").is_some() {
        // A pipe has no places; what is wrong with the range or the keys may be said first.
        let refused = output.status.code() == Some(2) && output.stdout.is_empty();
        let fault = || Verdict::Fault("as a pipe: a range of it is not refused".to_owned());
        return if refused { Ok(()) } else { Err(fault()) };
    }
    compare(vector, &output, "as a pipe").map_err(Verdict::Fault)?;
    if output.status.success() {
        compare_plaintext(vector, &output.stdout, "as a pipe").map_err(Verdict::Fault)?;
    }
    Ok(())
}

/// The flags that set these limits. Slots and lanes have none but that of the work, which lifts them.
fn limit_flags(limits: &Value) -> Result<Vec<String>, Verdict> {
    let mut flags = Vec::new();
    for (name, value) in limits.as_object().expect("limits by name") {
        let value = value.as_u64().expect("a number");
        let (flag, value) = match (name.as_str(), value) {
            ("header_bytes", bytes) => ("--max-header", bytes.to_string()),
            ("kdf_memory_kib", kib) => ("--max-kdf-memory", format!("{kib}KiB")),
            ("kdf_work_kib", kib) => ("--max-kdf-work", format!("{kib}KiB")),
            ("trials", trials) => ("--max-trials", trials.to_string()),
            // The defaults, which no flag is needed for.
            ("kdf_slots", 8) | ("kdf_lanes", 16) => continue,
            ("kdf_slots" | "kdf_lanes", raised) if raised > 8 => ("--max-kdf-work", "8GiB".to_owned()),
            _ => return Err(Verdict::Skipped("the command has no flag for a limit of the vector")),
        };
        flags.extend([flag.to_owned(), value]);
    }
    Ok(flags)
}

/// The flags for what opens the container, and whose it must be.
fn key_arguments(vector: &Value, folder: &Path) -> Result<Vec<String>, Verdict> {
    let mut arguments = Vec::new();
    for (number, identity) in vector["identities"].as_array().expect("a list").iter().enumerate() {
        arguments
            .extend(["-i".to_owned(), secret_file(folder, &format!("identity-{number}"), text_of(identity))]);
    }
    if let Some(passphrase) = vector.get("passphrase") {
        if text_of(passphrase).ends_with('\n') {
            return Err(Verdict::Skipped("a script's passphrase loses its line break at the end"));
        }
        let file = secret_file(folder, "passphrase", text_of(passphrase));
        arguments.extend(["--passphrase-file".to_owned(), file]);
    }
    if let Some(fragment) = vector.get("fragment") {
        arguments.extend(["--fragment".to_owned(), secret_file(folder, "fragment", text_of(fragment))]);
    }
    if let Some(signer) = vector.get("signer") {
        arguments.extend(["--signer".to_owned(), text_of(signer).to_owned()]);
    }
    Ok(arguments)
}

/// A text form by itself, given where the command takes one.
fn check_text(vector: &Value, text: &Value, folder: &Path) -> Result<(), Verdict> {
    let (kind, text) = (text_of(&text["kind"]), text_of(&text["text"]));
    fs::write(folder.join("input"), "x").expect("written");
    let made = run(folder, &words("keygen -o other"), Stdio::null());
    assert!(made.status.success(), "a key is made");
    let file = || secret_file(folder, "text", text);
    let (line, fine) = match kind {
        "recipient" => (vec!["-r".to_owned(), text.to_owned()], None),
        "identity" => ([words("-e -i"), vec![file()]].concat(), None),
        "signing-key" => ([words("-e -i other --sign"), vec![file()]].concat(), None),
        // A key that is read is not required of an unsigned container in vain.
        "signer" => (
            vec!["-d".to_owned(), "-i".to_owned(), "other".to_owned(), "--signer".to_owned(), file()],
            Some("signature_missing"),
        ),
        "fragment" => (
            vec!["-d".to_owned(), "-i".to_owned(), "other".to_owned(), "--fragment".to_owned(), file()],
            Some("fragment_mismatch"),
        ),
        "passphrase" if text.ends_with('\n') => {
            return Err(Verdict::Skipped("a script's passphrase loses its line break at the end"));
        }
        "passphrase" => ([words("-p --passphrase-file"), vec![file()]].concat(), None),
        other => return Err(Verdict::Fault(format!("a kind of text that this test does not know: {other}"))),
    };
    let input = match kind {
        "signer" => encrypted(folder, "-e -i other -o container input"),
        "fragment" => encrypted(folder, "-e -i other --split other.fragment -o container input"),
        _ => "input",
    };
    let arguments = [words("--json -o out"), line, vec![input.to_owned()]].concat();
    let output = run(folder, &arguments, Stdio::null());
    let expected = vector.get("error").map(text_of).or(fine);
    compare_error(expected, None, &output, kind).map_err(Verdict::Fault)
}

fn encrypted(folder: &Path, line: &str) -> &'static str {
    let output = run(folder, &words(line), Stdio::null());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    "container"
}

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

fn text_of(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn secret_file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&path).and_then(|mut file| file.write_all(text.as_bytes())).expect("written");
    name.to_owned()
}

fn run(folder: &Path, arguments: &[String], stdin: Stdio) -> Output {
    command(folder, arguments).stdin(stdin).output().expect("the command runs")
}

fn run_piped(folder: &Path, arguments: &[String], input: Vec<u8>) -> Output {
    let mut child = command(folder, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("piped");
    // Whoever refuses a container may do so before all of it came.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("no panic");
    output
}

fn command(folder: &Path, arguments: &[String]) -> Command {
    let mut command = Command::new(CLEAVE);
    command.args(arguments).current_dir(folder).env_remove("CLEAVE_PASSPHRASE");
    // A session of its own has no terminal on which it could wait for a passphrase.
    if cfg!(unix) && File::open("/dev/tty").is_ok() {
        let mut apart = Command::new("setsid");
        apart.args(["-w", CLEAVE]).args(arguments).current_dir(folder).env_remove("CLEAVE_PASSPHRASE");
        return apart;
    }
    command
}

fn compare(vector: &Value, output: &Output, how: &str) -> Result<(), String> {
    compare_error(vector.get("error").map(text_of), vector.get("chunk").and_then(Value::as_u64), output, how)
}

fn compare_error(error: Option<&str>, chunk: Option<u64>, output: &Output, how: &str) -> Result<(), String> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let last = stderr.lines().last().unwrap_or_default();
    let said: Value =
        serde_json::from_str(last).map_err(|_| format!("{how}: no JSON at the end of: {stderr}"))?;
    let found = (said["ok"].as_bool(), said["error"].as_str(), said["chunk"].as_u64(), output.status.code());
    let expected = (Some(error.is_none()), error, chunk, Some(code(error)));
    if found == expected { Ok(()) } else { Err(format!("{how}: {found:?}, and not {expected:?}: {stderr}")) }
}

fn compare_plaintext(vector: &Value, plaintext: &[u8], how: &str) -> Result<(), String> {
    let digest = Sha512::digest(plaintext).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let found = (plaintext.len() as u64, digest.as_str());
    let expected =
        (vector["plaintext_length"].as_u64().unwrap_or_default(), text_of(&vector["plaintext_sha512"]));
    if found == expected { Ok(()) } else { Err(format!("{how}: the plaintext differs: {found:?}")) }
}

/// The exit codes as README.md lists them, written out once more.
fn code(error: Option<&str>) -> i32 {
    match error {
        None => 0,
        Some("usage" | "range_invalid") => 2,
        Some("no_matching_key" | "wrong_passphrase" | "key_malformed") => 3,
        Some("signature_missing" | "wrong_signer" | "signature_invalid") => 5,
        Some("fragment_required" | "fragment_malformed" | "fragment_mismatch") => 6,
        Some("header_limit" | "kdf_limit" | "trial_limit") => 8,
        Some(
            "not_a_container"
            | "text_mode_damage"
            | "unsupported_version"
            | "malformed_header"
            | "commitment_mismatch"
            | "header_tampered"
            | "chunk_tampered"
            | "truncated"
            | "trailing_data"
            | "armor_malformed",
        ) => 4,
        Some(other) => panic!("a vector with an error that has no exit code: {other}"),
    }
}
