//! Memory that ends: whatever the limit on it (RLIMIT_AS), a run does its work, or fails in order. It is never aborted, which
//! would say nothing and leave its temporary file behind.

use std::process::Output;

use crate::scene::{Mode, OLD, Scene, content, stderr};

/// The runs. `large` has chunks of 16 MiB, of which each thread holds one.
const RUNS: [Mode; 9] = [
    Mode { flags: "-R me.pub --chunk-size 16MiB", input: "long" },
    Mode { flags: "-d -i me.key", input: "large" },
    Mode { flags: "-R me.pub --chunk-size 4KiB --sign carol.key", input: "plain" },
    Mode { flags: "-a -R me.pub", input: "plain" },
    Mode { flags: "-d -i me.key", input: "armored" },
    Mode { flags: "-d -i me.key --signer carol.pub", input: "signed" },
    Mode { flags: "-d -i me.key --range 1000..", input: "large" },
    Mode { flags: "rewrap -i me.key -R other.pub", input: "large" },
    Mode { flags: "rewrap -i me.key -R other.pub --sign carol.key", input: "signed" },
];

const KIB: usize = 1;
const MIB: usize = 1024 * KIB;

/// The limits begin where the program answers at all: below, it is the loader that fails, or what runs before `main`, and
/// this command has no say. They end where each of four threads has its chunk of 16 MiB.
#[test]
fn every_limit_on_memory_ends_in_order() {
    let scene = Scene::new(1 << 20);
    scene.write("long", content(17 << 20));
    scene.good("-q -R me.pub --chunk-size 16MiB -o large long");
    let names = scene.names();
    let answers =
        |limit: &usize| limited(&scene, *limit, "--version").status.code().is_some_and(|code| code <= 1);
    let start = (MIB..).step_by(100 * KIB).find(answers).expect("it answers without a limit");
    // Closer to each other where little is left; no multiples of the pieces in which memory is asked for.
    let close = (start..start + 12 * MIB).step_by(530 * KIB);
    let limits = close.chain((start + 12 * MIB..start + 600 * MIB).step_by(23_900 * KIB)).collect::<Vec<_>>();
    for run in RUNS {
        let line = format!("{} -q --json -j 4 -f -o out {}", run.flags, run.input);
        let plain = scene.bytes(if ["long", "large"].contains(&run.input) { "long" } else { "plain" });
        let expected = if run.flags.contains("--range") { &plain[1000..] } else { &plain[..] };
        let mut done = 0;
        for limit in &limits {
            let output = limited(&scene, *limit, &line);
            let what = format!("{line}, in {limit} KiB: {:?}, {}", output.status, stderr(&output));
            match output.status.code() {
                Some(0) => {
                    let written = scene.bytes("out");
                    let decrypts = run.flags.starts_with("-d");
                    assert!(expected == if decrypts { written } else { scene.opened(&written) }, "{what}");
                    done += 1;
                }
                Some(1) => {
                    assert!(stderr(&output).contains("{\"ok\":false,\"error\":\"out_of_memory\""), "{what}");
                    assert_eq!(scene.bytes("out"), OLD.as_bytes(), "{what}");
                }
                _ => panic!("{what}"),
            }
            scene.write("out", OLD);
            assert_eq!(scene.names(), names, "{what}");
        }
        assert!(done > 0, "{line}");
    }
}

fn limited(scene: &Scene, kib: usize, line: &str) -> Output {
    let script = format!("ulimit -v {kib}; exec \"$CLEAVE\" {line}");
    scene.program("sh").args(["-c", &script]).output().expect("it runs")
}
