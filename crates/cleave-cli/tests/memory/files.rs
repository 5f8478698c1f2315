//! Every mode, at several sizes of file.

use std::fs::{self, File};
use std::process::Command;

use libtest_mimic::Trial;

use crate::measured::Ends::{Files, Pipes};
use crate::measured::{Ends, peak};

const MIB: u64 = 1 << 20;

/// What a run may have in memory, whatever it does.
const BOUND: u64 = 64 * MIB;
/// What it may have beside that where a key comes from a passphrase (FORMAT.md's default cost).
const ARGON2: u64 = 64 * MIB;
/// The smallest file; what is larger may cost no more than `NOISE` beside it.
const SMALL: u64 = 8 * MIB;
const USUAL: u64 = 64 * MIB;
const SLOW: u64 = 1024 * MIB;
/// Which buffers of which threads were ever full differs from run to run.
const NOISE: u64 = 6 * MIB;

struct Mode {
    name: &'static str,
    /// What makes the file `input` of `plain`, where that is not the input itself.
    made: &'static str,
    line: &'static str,
    ends: Ends,
}

const fn mode(name: &'static str, made: &'static str, line: &'static str, ends: Ends) -> Mode {
    Mode { name, made, line, ends }
}

const PLAIN: &str = "";
const CONTAINER: &str = "-e -i me.key";
const SIGNED: &str = "-e -i me.key --sign carol.key";
const ARMORED: &str = "-a -e -i me.key";
const SPLIT: &str = "-q -e -i me.key --split frag";
const PROTECTED: &str = "-p --passphrase-file pass";
const SMALLEST_CHUNKS: &str = "-e -i me.key --chunk-size 4KiB";

const MODES: [Mode; 25] = [
    mode("encrypt", PLAIN, "-e -i me.key -o out input", Files),
    mode("encrypt_4_kib_chunks", PLAIN, "-e -i me.key --chunk-size 4KiB -o out input", Files),
    mode("encrypt_signed", PLAIN, "-e -i me.key --sign carol.key -o out input", Files),
    mode("encrypt_armored", PLAIN, "-a -e -i me.key -o out input", Files),
    mode("encrypt_split", PLAIN, "-q -e -i me.key --split other -o out input", Files),
    mode("encrypt_passphrase", PLAIN, "-p --passphrase-file pass -o out input", Files),
    mode("encrypt_piped", PLAIN, "-e -i me.key", Pipes),
    mode("encrypt_signed_piped", PLAIN, "-e -i me.key --sign carol.key", Pipes),
    mode("decrypt", CONTAINER, "-d -i me.key -o out input", Files),
    mode("decrypt_4_kib_chunks", SMALLEST_CHUNKS, "-d -i me.key -o out input", Files),
    mode("decrypt_signed", SIGNED, "-d -i me.key --signer carol.pub -o out input", Files),
    mode("decrypt_signed_to_a_stream", SIGNED, "-d -i me.key --signer carol.pub input", Files),
    mode("decrypt_armored", ARMORED, "-d -i me.key -o out input", Files),
    mode("decrypt_split", SPLIT, "-d -i me.key --fragment frag -o out input", Files),
    mode("decrypt_passphrase", PROTECTED, "-d --passphrase-file pass -o out input", Files),
    mode("decrypt_piped", CONTAINER, "-d -i me.key", Pipes),
    mode("decrypt_signed_piped", SIGNED, "-d -i me.key --signer carol.pub", Pipes),
    mode("verify", CONTAINER, "verify -i me.key input", Files),
    mode("verify_signed", SIGNED, "verify -i me.key --signer carol.pub input", Files),
    mode("range", CONTAINER, "-d -i me.key --range 5.. -o out input", Files),
    mode("range_of_a_signed_file", SIGNED, "-d -i me.key --signer carol.pub --range 5.. -o out input", Files),
    mode("rewrap", CONTAINER, "rewrap -i me.key -r $other -o out input", Files),
    mode("rewrap_signed", SIGNED, "rewrap -i me.key --sign carol.key -o out input", Files),
    mode("rewrap_piped", CONTAINER, "rewrap -i me.key -a", Pipes),
    mode("inspect", CONTAINER, "inspect input", Files),
];

/// One test a mode at the usual sizes, and one at the slow one.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for mode in &MODES {
        trials.push(Trial::test(mode.name, || compare(mode, USUAL)));
        let slow = Trial::test(format!("{}_1_gib", mode.name), || compare(mode, SLOW));
        trials.push(slow.with_kind("slow: writes gigabytes").with_ignored_flag(true));
    }
    trials
}

/// Holds the peak at `SMALL` and at `size` to the bound, and the larger to the smaller.
fn compare(mode: &Mode, size: u64) -> Result<(), libtest_mimic::Failed> {
    let argon2 = if mode.line.contains("--passphrase-file") { ARGON2 } else { 0 };
    let [small, large] = [SMALL, size].map(|size| at(mode, size));
    for found in [small, large] {
        if found >= BOUND + argon2 {
            return Err(format!("{} MiB in memory", found / MIB).into());
        }
    }
    if large > small + NOISE {
        return Err(format!("{} KiB at 8 MiB, {} KiB at {} MiB", small >> 10, large >> 10, size / MIB).into());
    }
    Ok(())
}

fn at(mode: &Mode, size: u64) -> u64 {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cleave"));
        let output = command.args(line.split(' ')).current_dir(folder.path()).output().expect("it runs");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    run("keygen -q -o me.key");
    run("keygen -q --sign -o carol.key");
    run("keygen -q -y carol.key -o carol.pub");
    run("keygen -q -o other.key");
    let other = run("keygen -y other.key");
    fs::write(folder.path().join("pass"), "zebra").expect("written");
    let name = if mode.made.is_empty() { "input" } else { "plain" };
    // Nothing of it is on disk: its length is all that matters here.
    File::create(folder.path().join(name)).and_then(|file| file.set_len(size)).expect("made");
    if !mode.made.is_empty() {
        run(&format!("{} -o input plain", mode.made));
    }
    peak(folder.path(), &mode.line.replace("$other", other.trim_end()), mode.ends)
}
