//! Every case, as it is typed: what is measured against what.
//!
//! Every command runs in one folder and names its files alone, so that the record shows it as it was run.

use super::plan::{Case, Leaves, Tool};

const MIB: u64 = 1 << 20;

// Two threads everywhere, as the bounds are stated for, so that runs on larger machines compare.
const SEAL: &str = "cleave -j2 -R me.pub -o out plain";
const SEALED: &str = "cleave -R me.pub -o plain.cleave plain";
const SEALED_SMALL: &str = "cleave -R me.pub --chunk-size 4KiB -o small-chunks.cleave plain";
const SEALED_SIGNED: &str = "cleave -R me.pub --sign signing.key -o signed.cleave plain";
const OPEN: &str = "cleave -d -j2 -i me.key -o out plain.cleave";
const AGE: &str = "age -R age.pub -o";
const RAGE: &str = "rage -R rage.pub -o";
/// The key itself (it pads what is short with zeros), no derivation: what AES-256 costs on one thread, without
/// authentication.
const OPENSSL: &str = "openssl enc -aes-256-ctr -K 01 -iv 01";
const GPG: &str =
    "gpg --batch --quiet --trust-model always --cipher-algo AES256 --compress-algo none -r bench -o";

/// Every case, for an input of `size` bytes.
pub(crate) fn all(size: u64) -> Vec<Case> {
    vec![
        encrypt(),
        decrypt(),
        signed_encrypt(),
        signed_decrypt(),
        piped_encrypt(),
        piped_decrypt(),
        chunks_encrypt(),
        chunks_decrypt(),
        threads_encrypt(),
        threads_decrypt(),
        range(size),
        opening(),
        passphrase(),
        modes(),
        growth(),
    ]
}

fn encrypt() -> Case {
    use Leaves::Sealed;
    Case::new("encrypt")
        .on_disk_too()
        .copy()
        // The same command twice: how far apart their ratio is from 1 is the noise of this run.
        .entry("cp again", Tool::System, Leaves::Plain, "cp plain out")
        .entry("cp and sync", Tool::System, Leaves::Plain, "cp plain out && sync out")
        .entry("cleave", Tool::Cleave, Sealed, SEAL)
        .entry("age", Tool::Age, Sealed, format!("{AGE} out plain"))
        .entry("rage", Tool::Rage, Sealed, format!("{RAGE} out plain"))
        .entry("openssl", Tool::OpenSsl, Sealed, format!("{OPENSSL} -in plain -out out"))
        .entry("gpg", Tool::Gpg, Sealed, format!("{GPG} out -e plain"))
}

fn decrypt() -> Case {
    use Leaves::Plain;
    Case::new("decrypt")
        .on_disk_too()
        .prepared(Tool::Cleave, SEALED)
        .prepared(Tool::Age, format!("{AGE} plain.age plain"))
        .prepared(Tool::Rage, format!("{RAGE} plain.rage plain"))
        .prepared(Tool::OpenSsl, format!("{OPENSSL} -in plain -out plain.ctr"))
        .prepared(Tool::Gpg, format!("{GPG} plain.gpg -e plain"))
        .copy()
        .entry("cp and sync", Tool::System, Plain, "cp plain out && sync out")
        .entry("cleave", Tool::Cleave, Plain, OPEN)
        .entry("age", Tool::Age, Plain, "age -d -i age.key -o out plain.age")
        .entry("rage", Tool::Rage, Plain, "rage -d -i rage.key -o out plain.rage")
        .entry("openssl", Tool::OpenSsl, Plain, format!("{OPENSSL} -d -in plain.ctr -out out"))
        .entry("gpg", Tool::Gpg, Plain, "gpg --batch --quiet -o out -d plain.gpg")
}

fn signed_encrypt() -> Case {
    Case::new("signed-encrypt").copy().entry("cleave", Tool::Cleave, Leaves::Sealed, SEAL).entry(
        "cleave --sign",
        Tool::Cleave,
        Leaves::Sealed,
        "cleave -j2 -R me.pub --sign signing.key -o out plain",
    )
}

fn signed_decrypt() -> Case {
    use Leaves::Plain;
    Case::new("signed-decrypt")
        .prepared(Tool::Cleave, SEALED)
        .prepared(Tool::Cleave, SEALED_SIGNED)
        .copy()
        .entry("cleave, unsigned", Tool::Cleave, Plain, OPEN)
        .entry("cleave", Tool::Cleave, Plain, "cleave -d -j2 -i me.key -o out signed.cleave")
        .entry(
            "cleave --signer",
            Tool::Cleave,
            Plain,
            "cleave -d -j2 -i me.key --signer signer.pub -o out signed.cleave",
        )
}

/// From a pipe and into one, as the bound is held; and each alone. `cat` in the place of `cleave` shows what the pipes
/// take by themselves.
fn piped_encrypt() -> Case {
    use Leaves::Sealed;
    pipes(Case::new("piped-encrypt").copy())
        .entry("cleave", Tool::Cleave, Sealed, "cat plain | cleave -j2 -R me.pub | cat > out")
        .entry("cleave, from a pipe", Tool::Cleave, Sealed, "cat plain | cleave -j2 -R me.pub > out")
        .entry("cleave, to a pipe", Tool::Cleave, Sealed, "cleave -j2 -R me.pub plain | cat > out")
}

fn piped_decrypt() -> Case {
    use Leaves::Plain;
    pipes(Case::new("piped-decrypt").prepared(Tool::Cleave, SEALED).copy())
        .entry("cleave", Tool::Cleave, Plain, "cat plain.cleave | cleave -d -j2 -i me.key | cat > out")
        .entry("cleave, from a pipe", Tool::Cleave, Plain, "cat plain.cleave | cleave -d -j2 -i me.key > out")
        .entry("cleave, to a pipe", Tool::Cleave, Plain, "cleave -d -j2 -i me.key plain.cleave | cat > out")
}

fn pipes(case: Case) -> Case {
    case.entry("cat, two pipes", Tool::System, Leaves::Plain, "cat plain | cat | cat > out").entry(
        "cat, one pipe",
        Tool::System,
        Leaves::Plain,
        "cat plain | cat > out",
    )
}

fn chunks_encrypt() -> Case {
    Case::new("chunks-encrypt").entry("cleave, 1 MiB", Tool::Cleave, Leaves::Sealed, SEAL).entry(
        "cleave, 4 KiB",
        Tool::Cleave,
        Leaves::Sealed,
        "cleave -j2 -R me.pub --chunk-size 4KiB -o out plain",
    )
}

fn chunks_decrypt() -> Case {
    Case::new("chunks-decrypt")
        .prepared(Tool::Cleave, SEALED)
        .prepared(Tool::Cleave, SEALED_SMALL)
        .entry("cleave, 1 MiB", Tool::Cleave, Leaves::Plain, OPEN)
        .entry(
            "cleave, 4 KiB",
            Tool::Cleave,
            Leaves::Plain,
            "cleave -d -j2 -i me.key -o out small-chunks.cleave",
        )
}

fn threads_encrypt() -> Case {
    Case::new("threads-encrypt").entry("cleave -j2", Tool::Cleave, Leaves::Sealed, SEAL).entry(
        "cleave -j1",
        Tool::Cleave,
        Leaves::Sealed,
        "cleave -j1 -R me.pub -o out plain",
    )
}

fn threads_decrypt() -> Case {
    Case::new("threads-decrypt")
        .prepared(Tool::Cleave, SEALED)
        .entry("cleave -j2", Tool::Cleave, Leaves::Plain, OPEN)
        .entry("cleave -j1", Tool::Cleave, Leaves::Plain, "cleave -d -j1 -i me.key -o out plain.cleave")
}

fn range(size: u64) -> Case {
    let from = size - MIB;
    let open = |container: &str| format!("cleave -d -j2 -i me.key --range {from}.. -o out {container}");
    Case::new("range")
        .prepared(Tool::Cleave, SEALED)
        .prepared(Tool::Cleave, SEALED_SMALL)
        .entry("cleave, 1 MiB", Tool::Cleave, Leaves::Tail, open("plain.cleave"))
        .entry("cleave, 4 KiB", Tool::Cleave, Leaves::Tail, open("small-chunks.cleave"))
}

/// A payload of a few bytes; what starting the program costs is taken off.
fn opening() -> Case {
    use Leaves::Nothing;
    Case::new("opening")
        .repeating(20)
        .prepared(Tool::Cleave, "cleave -R me.pub -o one.cleave few")
        .prepared(Tool::Cleave, "cleave -R people.pub -o many.cleave few")
        .prepared(Tool::Cleave, "cleave --hidden -R people.pub -o hidden.cleave few")
        .entry("start", Tool::Cleave, Nothing, "cleave --version")
        .entry("1 recipient", Tool::Cleave, Nothing, "cleave -d -j2 -i me.key one.cleave")
        .entry("255 recipients", Tool::Cleave, Nothing, "cleave -d -j2 -i me.key many.cleave")
        .entry("255 hidden", Tool::Cleave, Nothing, "cleave -d -j2 -i me.key hidden.cleave")
}

fn passphrase() -> Case {
    Case::new("passphrase")
        .prepared(Tool::Cleave, "cleave -p --passphrase-file pass.txt -o pass.cleave plain")
        .copy()
        .entry(
            "cleave, encrypt",
            Tool::Cleave,
            Leaves::Sealed,
            "cleave -j2 -p --passphrase-file pass.txt -o out plain",
        )
        .entry(
            "cleave, decrypt",
            Tool::Cleave,
            Leaves::Plain,
            "cleave -d -j2 --passphrase-file pass.txt -o out pass.cleave",
        )
}

fn modes() -> Case {
    use Leaves::{Nothing, Plain, Sealed};
    Case::new("modes")
        .prepared(Tool::Cleave, SEALED)
        .prepared(Tool::Cleave, SEALED_SIGNED)
        .prepared(Tool::Cleave, "cleave -a -R me.pub -o plain.asc plain")
        .copy()
        .entry("cleave verify", Tool::Cleave, Nothing, "cleave verify -j2 -i me.key plain.cleave")
        .entry(
            "cleave verify --signer",
            Tool::Cleave,
            Nothing,
            "cleave verify -j2 -i me.key --signer signer.pub signed.cleave",
        )
        .entry(
            "cleave rewrap",
            Tool::Cleave,
            Sealed,
            "cleave rewrap -i me.key -R other.pub -o out plain.cleave",
        )
        .entry("cleave --armor", Tool::Cleave, Sealed, "cleave -a -j2 -R me.pub -o out plain")
        .entry("cleave, of armor", Tool::Cleave, Plain, "cleave -d -j2 -i me.key -o out plain.asc")
}

/// Whether memory grows with the file.
fn growth() -> Case {
    use Leaves::{Plain, Quarter, Sealed};
    Case::new("growth")
        .prepared(Tool::Cleave, SEALED)
        .prepared(Tool::Cleave, "cleave -R me.pub -o quarter.cleave quarter")
        .entry("cleave, encrypt", Tool::Cleave, Sealed, SEAL)
        .entry("cleave, encrypt a quarter", Tool::Cleave, Sealed, "cleave -j2 -R me.pub -o out quarter")
        .entry("cleave, decrypt", Tool::Cleave, Plain, OPEN)
        .entry(
            "cleave, decrypt a quarter",
            Tool::Cleave,
            Quarter,
            "cleave -d -j2 -i me.key -o out quarter.cleave",
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct_and_commands_name_no_folder() {
        let cases = all(1 << 30);
        assert_eq!(cases.iter().map(|case| case.name).collect::<BTreeSet<_>>().len(), cases.len());
        for case in &cases {
            let names: BTreeSet<_> = case.entries.iter().map(|entry| entry.name).collect();
            assert_eq!(names.len(), case.entries.len(), "{}", case.name);
            for line in case.prepare.iter().chain(case.entries.iter().map(|entry| &entry.line)) {
                assert!(!line.text.contains(['/', '"', '\'']), "{}", line.text);
                assert!(
                    line.text.contains(line.tool.program()) || line.tool == Tool::System,
                    "{}",
                    line.text
                );
            }
        }
    }

    #[test]
    fn what_a_case_reads_it_prepares() {
        // Made for every case.
        const ALWAYS: [&str; 3] = ["plain", "few", "quarter"];
        for case in all(1 << 30) {
            for entry in &case.entries {
                for word in entry.line.text.split_whitespace() {
                    let sealed = [".cleave", ".age", ".rage", ".ctr", ".gpg", ".asc"];
                    if !sealed.iter().any(|ending| word.ends_with(ending)) || ALWAYS.contains(&word) {
                        continue;
                    }
                    let made =
                        case.prepare.iter().any(|line| line.text.split_whitespace().any(|w| w == word));
                    assert!(made, "{}: {word}", case.name);
                }
            }
        }
    }
}
