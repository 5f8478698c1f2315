//! Full disks and limits on the size of files: the run says so and ends with 7, and what was there stays.

use std::fs::OpenOptions;
use std::process::Output;

use crate::scene::{MODES, OLD, Scene, assert_says, stderr};

const LEN: usize = 2 << 20;

/// Runs a script where `disk/` is a file system of its own with these options, or says why it cannot.
fn on_small_disk(scene: &Scene, options: &str, script: &str) -> Option<Output> {
    const NAMESPACES: [&[&str]; 2] = [&["-m"], &["-r", "-m"]];
    let mount = format!("mount -t tmpfs -o {options} tmpfs disk");
    std::fs::create_dir_all(scene.path("disk")).expect("a folder");
    let run = |namespace: &[&str], script: &str| {
        scene.program("unshare").args(namespace).args(["sh", "-c", script]).output()
    };
    let able = |namespace: &&&[&str]| run(namespace, &mount).is_ok_and(|output| output.status.success());
    let Some(namespace) = NAMESPACES.iter().find(able) else {
        eprintln!("skipped: no file system can be mounted here, not even in a user namespace");
        return None;
    };
    Some(run(namespace, &format!("{mount} || exit 99; {script}")).expect("it runs"))
}

/// What is said of an output for which there is no space.
fn no_space(name: &str) -> String {
    format!(
        "cleave: error: {name}: no space left on device\ncleave: hint: free some space there, or write to another disk\n"
    )
}

/// Tells the exit code, and what is left on the small disk.
const AND_TELL: &str = "echo \"code $?\"; ls -A disk; cmp out disk/out";

#[test]
fn a_disk_that_fills_up_during_the_output() {
    let scene = Scene::new(LEN);
    for mode in MODES {
        let script =
            format!("cp out disk; \"$CLEAVE\" {} -f -o disk/out {}; {AND_TELL}", mode.flags, mode.input);
        let Some(output) = on_small_disk(&scene, "size=1m", &script) else { return };
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(told, "code 7\nout\n", "{mode:?}: {}", stderr(&output));
        assert_says(&output, 0, &no_space("disk/out"), mode.flags);
    }
}

#[test]
fn a_disk_that_is_full_before() {
    let scene = Scene::new(1000);
    let cases = [
        ("keygen -o disk/new", "disk/new", ""),
        ("keygen --sign -o disk/new", "disk/new", ""),
        ("-R me.pub -o disk/new plain", "disk/new", ""),
        ("-d -i me.key -o disk/new container", "disk/new", ""),
        ("-R me.pub --split disk/new -o new plain", "disk/new", ""),
        ("--new-key disk/new -o new plain", "disk/new", ""),
        (
            "--new-key new.key -o disk/new plain",
            "disk/new",
            "cleave: hint: the new key stays in new.key: encrypt to it with -e -i\n",
        ),
        ("-R me.pub plain > disk/new", "standard output", ""),
        ("-d -i me.key container > disk/new", "standard output", ""),
        ("inspect container > disk/new", "standard output", ""),
    ];
    for (line, named, hint) in cases {
        let fill = "cp out disk; cat /dev/zero > disk/full 2> /dev/null";
        let script = format!(
            "{fill}; \"$CLEAVE\" {line}; echo \"code $?\"; find disk -size +0 | sort; cmp out disk/out"
        );
        let Some(output) = on_small_disk(&scene, "size=256k", &script) else { return };
        assert_eq!(String::from_utf8_lossy(&output.stdout), "code 7\ndisk\ndisk/full\ndisk/out\n", "{line}");
        assert_says(&output, 0, &format!("{}{hint}", no_space(named)), line);
        assert!(!scene.path("new").exists() && scene.temporaries("new").is_empty(), "{line}");
    }
}

#[test]
fn a_disk_that_takes_no_more_files() {
    let scene = Scene::new(1000);
    for mode in MODES {
        let script =
            format!("cp out disk; \"$CLEAVE\" {} -f -o disk/out {}; {AND_TELL}", mode.flags, mode.input);
        let Some(output) = on_small_disk(&scene, "size=1m,nr_inodes=2", &script) else { return };
        assert_eq!(String::from_utf8_lossy(&output.stdout), "code 7\nout\n", "{mode:?}");
        assert_says(&output, 0, &no_space("disk/out"), mode.flags);
    }
}

/// RLIMIT_FSIZE: the system sends SIGXFSZ, which kills whoever does not expect it, and fails the write.
#[test]
fn a_limit_on_the_size_of_files() {
    let scene = Scene::new(LEN);
    let names = scene.names();
    for mode in MODES {
        for before in ["", "trap '' XFSZ;"] {
            let script =
                format!("{before} ulimit -f 1000; exec \"$CLEAVE\" {} -f -o out {}", mode.flags, mode.input);
            let output = scene.program("sh").args(["-c", &script]).output().expect("it runs");
            assert_says(&output, 7, "cleave: error: out: file too large\n", &script);
            assert_eq!(scene.bytes("out"), OLD.as_bytes(), "{mode:?}");
            assert_eq!(scene.names(), names, "{mode:?}");
        }
    }
    let script = "ulimit -f 1000; exec \"$CLEAVE\" -R me.pub plain > cut";
    let output = scene.program("sh").args(["-c", script]).output().expect("it runs");
    assert_says(&output, 7, "cleave: error: standard output: file too large\n", script);
}

#[test]
fn a_full_device() {
    let scene = Scene::new(LEN);
    let answers = ["verify -i me.key container", "inspect container", "keygen -q -y me.key", "man", "--help"];
    let streams = MODES.map(|mode| format!("{} {}", mode.flags, mode.input));
    for line in &streams {
        let output = scene.run(&format!("{line} -o /dev/full"));
        // What a stream has got already is not to be used, and that is said where it may be plaintext.
        assert_says(&output, 7, &no_space("/dev/full"), line);
    }
    for line in streams.iter().map(String::as_str).chain(answers) {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("the device");
        let output = scene.cleave(line).stdout(full).output().expect("it runs");
        assert_says(&output, 7, &no_space("standard output"), line);
    }
}
