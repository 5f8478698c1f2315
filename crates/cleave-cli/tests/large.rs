//! A file over 4 GiB: nothing counts its bytes, or a place in it, in 32 bits.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{Command, Stdio};

const CLEAVE: &str = env!("CARGO_BIN_EXE_cleave");

/// What stands across the place where 32 bits end, and at the end.
const MARK: &[u8] = b"here and beyond";
const BOUNDARY: u64 = 1 << 32;
const LEN: u64 = BOUNDARY + (5 << 20);

#[test]
#[ignore = "slow: writes a file over 4 GiB"]
fn over_four_gib() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = |line: &str| {
        let mut command = Command::new(CLEAVE);
        let output = command.args(line.split(' ')).current_dir(folder.path()).output().expect("it runs");
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    };
    let places = [BOUNDARY - 7, LEN - MARK.len() as u64];
    let mut plain = File::create(folder.path().join("plain")).expect("made");
    plain.set_len(LEN).expect("a sparse file");
    for place in places {
        plain.seek(SeekFrom::Start(place)).and_then(|_| plain.write_all(MARK)).expect("written");
    }
    run("keygen -q -o me.key");
    run("-e -i me.key -o container plain");
    run("verify -q -i me.key container");
    for place in places {
        let range = format!("-d -i me.key --range {place}..{} container", place + MARK.len() as u64);
        assert_eq!(run(&range), MARK, "{range}");
    }

    let mut decrypting = Command::new(CLEAVE);
    decrypting.args(["-d", "-i", "me.key", "container"]).current_dir(folder.path()).stdout(Stdio::piped());
    let mut child = decrypting.spawn().expect("it starts");
    let mut stdout = child.stdout.take().expect("piped");
    let plain = File::open(folder.path().join("plain")).expect("opened");
    assert!(same(&mut stdout, &mut { plain }), "the plaintext differs");
    assert!(child.wait().expect("it ends").success());
}

/// Whether two streams give the same bytes to their ends.
fn same(one: &mut dyn Read, other: &mut dyn Read) -> bool {
    const STEP: u64 = 1 << 20;
    let (mut left, mut right) = (Vec::new(), Vec::new());
    loop {
        left.clear();
        right.clear();
        one.take(STEP).read_to_end(&mut left).expect("read");
        other.take(STEP).read_to_end(&mut right).expect("read");
        if left != right || left.is_empty() {
            return left == right;
        }
    }
}
