//! An input that grows, shrinks or is replaced while it is read.

use std::fs::{self, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::process::{Output, Stdio};

use rustix::fs::{CWD, Mode as FileMode, OFlags};

use crate::scene::{
    DECRYPT, DECRYPT_ARMORED, DECRYPT_VERIFIED, ENCRYPT, ENCRYPT_ARMORED, ENCRYPT_SIGNED, MODES, Mode, OLD,
    Scene, content, poll, stderr,
};

/// So long that a run which cannot write has far from all of it in its buffers.
const LEN: usize = 8 << 20;
/// What a shrunk input is cut to.
const CUT: u64 = 6 << 20;
const GROWN: &[u8] = b"and more";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Happening {
    Grows,
    Shrinks,
    /// Another file takes its name.
    IsReplaced,
    /// A byte of it is changed in place.
    IsChanged,
}

use Happening::{Grows, IsChanged, IsReplaced, Shrinks};

impl Happening {
    fn befall(self, scene: &Scene, name: &str) {
        let file = OpenOptions::new().read(true).write(true).open(scene.path(name)).expect("opened");
        let len = file.metadata().expect("its length").len();
        match self {
            Grows => file.write_all_at(GROWN, len).expect("written"),
            Shrinks => file.set_len(CUT).expect("cut"),
            IsReplaced => {
                scene.write("another", "another file");
                fs::rename(scene.path("another"), scene.path(name)).expect("renamed");
            }
            IsChanged => {
                let mut byte = [0];
                file.read_exact_at(&mut byte, CUT).expect("read");
                file.write_all_at(&byte.map(|byte| !byte), CUT).expect("written");
            }
        }
    }
}

/// What is to come of it.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// The output holds the input as it was.
    Whole,
    /// The output holds what was there when its turn came.
    AsFound,
    /// Exit code and message.
    Refused(i32, &'static str),
}

use Outcome::{AsFound, Refused, Whole};

const TRAILING: Outcome =
    Refused(4, "bytes stand after the container's end: something was appended; get another copy");
const TRUNCATED: Outcome =
    Refused(4, "the file ends before the container's last chunk does; get the whole file");
const TAMPERED: Outcome =
    Refused(4, "chunk 95 was changed, moved or damaged; nothing from it on was released: get another copy");

fn outcome(mode: Mode, happening: Happening) -> Outcome {
    match (mode.input, happening) {
        (_, IsReplaced) => Whole,
        ("plain", _) => AsFound,
        ("armored", _) => Refused(4, "the armor is malformed at line "),
        (_, Grows) => TRAILING,
        (_, Shrinks) => TRUNCATED,
        // Frames of an unsigned container are copied as they are.
        ("container", IsChanged) if mode.flags.starts_with("rewrap") => AsFound,
        (_, IsChanged) => TAMPERED,
    }
}

/// The plaintext as an input that befell something at once would give it.
fn found(happening: Happening) -> Vec<u8> {
    let mut plain = content(LEN);
    match happening {
        Grows => plain.extend_from_slice(GROWN),
        Shrinks => plain.truncate(CUT as usize),
        IsChanged => plain[CUT as usize] = !plain[CUT as usize],
        IsReplaced => {}
    }
    plain
}

fn judge(scene: &Scene, mode: Mode, happening: Happening, output: &Output, written: &[u8], what: &str) {
    match outcome(mode, happening) {
        Refused(code, message) => {
            let said = stderr(output);
            assert_eq!(output.status.code(), Some(code), "{what}: {said}");
            assert!(said.starts_with(&format!("cleave: error: {message}")), "{what}: {said}");
        }
        expected => {
            assert!(output.status.success(), "{what}: {}", stderr(output));
            let as_found = matches!(expected, AsFound);
            if mode.flags.starts_with("rewrap") && as_found {
                scene.write("to-be-opened", written);
                let opened = scene.run("-q -d -i me.key to-be-opened");
                assert_eq!(opened.status.code(), Some(4), "{what}: the change went unnoticed");
                return;
            }
            let plain = if mode.flags.starts_with("-d") { written.to_vec() } else { scene.opened(written) };
            let expected = if as_found { found(happening) } else { content(LEN) };
            assert!(plain == expected, "{what}: {} bytes", plain.len());
        }
    }
}

/// Lets a run read until its output, a pipe, is full; then something happens to the input, and the run may go on.
fn during_output(scene: &Scene, line: &str, input: &str, happening: Happening) -> (Output, Vec<u8>) {
    let mut command = scene.cleave(line);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdout = child.stdout.take().expect("piped");
    let mut written = vec![0];
    stdout.read_exact(&mut written).expect("output");
    happening.befall(scene, input);
    stdout.read_to_end(&mut written).expect("output");
    (child.wait_with_output().expect("it ends"), written)
}

/// Lets a run open its input and wait for a key; then something happens to the input, and the run gets the key.
fn before_the_key(scene: &Scene, line: &str, key: &str, input: &str, happening: Happening) -> Output {
    const FIFO: &str = "fifo";
    rustix::fs::mkfifoat(CWD, scene.path(FIFO), FileMode::RUSR | FileMode::WUSR).expect("made");
    let mut command = scene.cleave(&line.replacen(key, FIFO, 1));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // Without a reader there is nothing to open yet; waiting for one in `open` could be for ever.
    let mut fifo = None;
    poll("a run that reads its key", || {
        let mut options = OpenOptions::new();
        options.write(true).custom_flags(OFlags::NONBLOCK.bits() as i32);
        fifo = options.open(scene.path(FIFO)).ok();
        fifo.is_some()
    });
    happening.befall(scene, input);
    fifo.expect("opened").write_all(&scene.bytes(key)).expect("written");
    fs::remove_file(scene.path(FIFO)).expect("removed");
    child.wait_with_output().expect("it ends")
}

#[test]
fn while_it_is_written_to_a_pipe() {
    let scene = Scene::new(LEN);
    for mode in MODES {
        let input = scene.bytes(mode.input);
        for happening in [Grows, Shrinks, IsReplaced, IsChanged] {
            let line = format!("{} {}", mode.flags, mode.input);
            let (output, written) = during_output(&scene, &line, mode.input, happening);
            judge(&scene, mode, happening, &output, &written, &format!("{mode:?} {happening:?}"));
            scene.write(mode.input, &input);
        }
    }
}

#[test]
fn an_input_that_changes_is_told_and_the_container_is_whole() {
    let scene = Scene::new(LEN);
    let modes = [ENCRYPT, ENCRYPT_SIGNED, ENCRYPT_ARMORED];
    for (happening, done, word, bytes) in [
        (Grows, "grew", Some("grew"), LEN + GROWN.len()),
        (Shrinks, "shrank", Some("shrank"), CUT as usize),
        (IsChanged, "was overwritten", Some("overwritten"), LEN),
        (IsReplaced, "", None, LEN),
    ] {
        for mode in modes {
            let line = format!("--json -q {} plain", mode.flags);
            let (output, written) = during_output(&scene, &line, "plain", happening);
            let (what, said) = (format!("{mode:?} {happening:?}"), stderr(&output));
            assert!(output.status.success(), "{what}: {said}");
            assert_eq!(scene.opened(&written).len(), bytes, "{what}");
            let warning = word.map(|_| {
                format!(
                    "cleave: warning: plain {done} while it was read; the container holds the {bytes} bytes that were \
                     read, and may mix old and new\n"
                )
            });
            let field = word.map(|word| format!("\"input_changed\":\"{word}\""));
            assert!(said.starts_with(warning.as_deref().unwrap_or("{")), "{what}: {said}");
            assert!(said.contains(field.as_deref().unwrap_or("\"ok\":true")), "{what}: {said}");
            assert_eq!(said.contains("input_changed"), word.is_some(), "{what}: {said}");
            scene.write("plain", content(LEN));
        }
    }
    // What is not stored has a size that says nothing of its content.
    assert_eq!(stderr(&scene.run("-R me.pub -o new /proc/self/cmdline")), "");
}

#[test]
fn while_the_old_output_stands() {
    let scene = Scene::new(LEN);
    for mode in MODES {
        let input = scene.bytes(mode.input);
        let key = if mode.flags.contains("me.key") { "me.key" } else { "me.pub" };
        for happening in [Grows, Shrinks, IsReplaced, IsChanged] {
            let what = format!("{mode:?} {happening:?}");
            let line = format!("{} -f -o out {}", mode.flags, mode.input);
            let output = before_the_key(&scene, &line, key, mode.input, happening);
            let written = scene.bytes("out");
            judge(&scene, mode, happening, &output, &written, &what);
            assert_eq!(output.status.success(), written != OLD.as_bytes(), "{what}");
            assert!(scene.temporaries("out").is_empty(), "{what}");
            scene.write("out", OLD);
            scene.write(mode.input, &input);
        }
    }
}

#[test]
fn while_it_is_verified() {
    let scene = Scene::new(LEN);
    for mode in [DECRYPT, DECRYPT_ARMORED, DECRYPT_VERIFIED] {
        let input = scene.bytes(mode.input);
        for happening in [Grows, Shrinks, IsReplaced, IsChanged] {
            let what = format!("{mode:?} {happening:?}");
            let line = format!("{} {}", mode.flags.replacen("-d", "verify", 1), mode.input);
            let output = before_the_key(&scene, &line, "me.key", mode.input, happening);
            match outcome(mode, happening) {
                Refused(code, message) => {
                    let said = stderr(&output);
                    assert_eq!(output.status.code(), Some(code), "{what}: {said}");
                    assert!(said.starts_with(&format!("cleave: error: {message}")), "{what}: {said}");
                }
                _ => assert!(output.status.success(), "{what}: {}", stderr(&output)),
            }
            scene.write(mode.input, &input);
        }
    }
}
