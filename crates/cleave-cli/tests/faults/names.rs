//! Which file a name leads to: what is written is never what is read, whatever the two are called; and of two runs to
//! one new name one wins.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::symlink;
use std::process::Child;

use crate::scene::{
    DECRYPT, DECRYPT_VERIFIED, ENCRYPT, ENCRYPT_ARMORED, ENCRYPT_SIGNED, Mode, REWRAP, REWRAP_SIGNED, Scene,
    assert_says, content, poll, stderr,
};

/// Each role of a file that is read: a command line in which that file is the word `FILE`, and the file.
const READ: [(&str, &str); 19] = [
    ("-R me.pub FILE", "plain"),
    ("-e -i FILE plain", "me.key"),
    ("-R FILE plain", "me.pub"),
    ("-R me.pub --sign FILE plain", "carol.key"),
    ("-p --passphrase-file FILE plain", "pass"),
    ("-d -i me.key FILE", "container"),
    ("-d -i FILE container", "me.key"),
    ("-d -i me.key --signer FILE signed", "carol.pub"),
    ("-d -i me.key --fragment FILE split", "frag"),
    ("-d --passphrase-file FILE protected", "pass"),
    ("-d -i me.key --range 1..2 FILE", "container"),
    ("rewrap -i FILE -R other.pub container", "me.key"),
    ("rewrap -i me.key -R FILE container", "other.pub"),
    ("rewrap -i me.key -R other.pub --sign FILE signed", "carol.key"),
    ("rewrap -i me.key -R other.pub --fragment FILE split", "frag"),
    ("rewrap --passphrase-file FILE -R other.pub protected", "pass"),
    ("rewrap -i me.key -p --new-passphrase-file FILE container", "pass"),
    ("rewrap -i keys -R other.pub --passphrase-file pass FILE", "container"),
    ("rewrap -i FILE -R other.pub --passphrase-file pass container", "keys"),
];

/// The same for commands that write to standard output alone.
const ANSWERS: [(&str, &str); 10] = [
    ("verify -i me.key FILE", "container"),
    ("verify -i FILE container", "me.key"),
    ("verify -i me.key --signer FILE signed", "carol.pub"),
    ("verify -i me.key --fragment FILE split", "frag"),
    ("verify --passphrase-file FILE protected", "pass"),
    ("inspect FILE", "container"),
    ("inspect -i FILE container", "me.key"),
    ("keygen -y FILE", "me.key"),
    ("keygen -p --passphrase-file FILE", "pass"),
    ("fragment show FILE", "frag"),
];

const HINT: &str = "a link or a redirect may lead from one name to the other; choose another output";

fn scene() -> Scene {
    let scene = Scene::new(1000);
    scene.secret("pass", "zebra");
    scene.good("-q -R me.pub --split frag -o split plain");
    scene.good("-p --passphrase-file pass -o protected plain");
    scene.good("-p --passphrase-file pass -o keys me.key");
    scene
}

/// Holds a run to a refusal that names both roles, and everything in the folder to what it was.
fn assert_refused(scene: &Scene, line: &str, stdout: Option<&str>, file: &str, hint: &str) {
    let before = scene.bytes(file);
    let names = scene.names();
    let mut command = scene.cleave(line);
    if let Some(name) = stdout {
        let file = OpenOptions::new().append(true).open(scene.path(name)).expect("opened");
        command.stdout(file);
    }
    let output = command.output().expect("it runs");
    let said = stderr(&output);
    let what = format!("{line} > {stdout:?}: {said}");
    let (first, rest) = said.split_once('\n').unwrap_or_default();
    assert!(first.starts_with("cleave: error: the ") && first.ends_with(" are the same file"), "{what}");
    assert_eq!((output.status.code(), rest), (Some(2), &*format!("cleave: hint: {hint}\n")), "{what}");
    assert!(scene.bytes(file) == before && scene.names() == names, "{what}");
}

/// Other names of a file.
fn other_names(scene: &Scene, file: &str) -> [String; 5] {
    let folder = scene.folder();
    let name = |kind: &str| format!("{file}.{kind}");
    fs::hard_link(scene.path(file), scene.path(&name("hard"))).expect("a link");
    symlink(file, scene.path(&name("soft"))).expect("a link");
    symlink(name("soft"), scene.path(&name("twice"))).expect("a link");
    if !scene.path("here").exists() {
        symlink(".", scene.path("here")).expect("a link");
    }
    [
        file.to_owned(),
        name("hard"),
        name("twice"),
        format!("here/{file}"),
        folder.join(file).display().to_string(),
    ]
}

fn remove_other_names(scene: &Scene, file: &str) {
    for kind in ["hard", "soft", "twice"] {
        fs::remove_file(scene.path(&format!("{file}.{kind}"))).expect("removed");
    }
}

#[test]
fn every_file_that_is_read_is_refused_as_output() {
    let scene = scene();
    for (line, file) in READ {
        let read = line.replace("FILE", file);
        // What it reads is good for something else than a refusal.
        scene.good(&format!("{read} -o new"));
        fs::remove_file(scene.path("new")).expect("removed");
        let in_place = line.starts_with("rewrap") && line.ends_with("FILE");
        for name in other_names(&scene, file) {
            if in_place {
                let hint = "--force rewraps it in place: the old one stays until the new one is whole";
                assert_refused(&scene, &format!("{read} -o {name}"), None, file, hint);
            } else {
                assert_refused(&scene, &format!("{read} -f -o {name}"), None, file, HINT);
            }
            let by_name = line.replace("FILE", &name);
            assert_refused(&scene, &by_name, Some(file), file, HINT);
        }
        remove_other_names(&scene, file);
    }
}

#[test]
fn every_file_that_is_read_is_refused_as_redirected_answer() {
    let scene = scene();
    for (line, file) in ANSWERS {
        scene.good(&line.replace("FILE", file));
        for name in other_names(&scene, file) {
            assert_refused(&scene, &line.replace("FILE", &name), Some(file), file, HINT);
        }
        remove_other_names(&scene, file);
    }
}

#[test]
fn a_file_that_is_read_is_refused_as_new_key_or_fragment() {
    let scene = scene();
    for file in ["plain", "me.pub", "carol.key"] {
        for name in other_names(&scene, file) {
            for flag in ["--new-key", "--split"] {
                let line = format!("-R me.pub --sign carol.key {flag} {name} -o new plain");
                let output = scene.run(&line);
                let said = stderr(&output);
                assert!(matches!(output.status.code(), Some(2 | 7)), "{line}: {said}");
                assert!(!scene.path("new").exists(), "{line}");
            }
        }
        assert!(!scene.bytes(file).is_empty());
        remove_other_names(&scene, file);
    }
}

#[test]
fn of_two_runs_to_one_new_name_one_wins() {
    const LEN: usize = 1 << 20;
    const MODES: [Mode; 7] =
        [ENCRYPT, ENCRYPT_SIGNED, ENCRYPT_ARMORED, DECRYPT, DECRYPT_VERIFIED, REWRAP, REWRAP_SIGNED];
    let scene = Scene::new(LEN);
    for mode in MODES {
        let input = scene.bytes(mode.input);
        let line = format!("{} -o new", mode.flags);
        let mut runs = [(); 2].map(|()| scene.start_fed(&line, "new", &input));
        poll("two temporary files", || scene.temporaries("new").len() == 2);
        runs.iter_mut().for_each(|run: &mut Child| drop(run.stdin.take()));
        let ended = runs.map(|run| run.wait_with_output().expect("it ends"));
        let (won, lost): (Vec<_>, Vec<_>) = ended.iter().partition(|output| output.status.success());
        assert_eq!((won.len(), lost.len()), (1, 1), "{mode:?}: {ended:?}");
        let said =
            "cleave: error: new was made by another while this run was writing, and is left as it is\n";
        assert_says(lost[0], 7, said, mode.flags);
        assert!(scene.temporaries("new").is_empty(), "{mode:?}");
        let new = scene.bytes("new");
        let plain = if mode.flags.starts_with("-d") { new } else { scene.opened(&new) };
        assert!(plain == content(LEN), "{mode:?}");
        fs::remove_file(scene.path("new")).expect("removed");
    }
}

#[test]
fn a_linked_output_is_written_through_in_every_mode() {
    let scene = Scene::new(1000);
    fs::create_dir(scene.path("there")).expect("a folder");
    for mode in crate::scene::MODES {
        scene.write("there/file", "old");
        symlink("there/file", scene.path("link")).expect("a link");
        scene.good(&format!("{} -f -o link {}", mode.flags, mode.input));
        assert_eq!(fs::read_link(scene.path("link")).expect("still a link").as_os_str(), "there/file");
        assert!(fs::metadata(scene.path("there/file")).expect("it stands").len() >= 1000, "{mode:?}");
        fs::remove_file(scene.path("there/file")).expect("removed");
        scene.good(&format!("{} -o link {}", mode.flags, mode.input));
        assert!(scene.path("there/file").exists(), "{mode:?}");
        fs::remove_file(scene.path("link")).expect("removed");
        fs::remove_file(scene.path("there/file")).expect("removed");
    }
}
