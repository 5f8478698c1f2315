//! SIGKILL at random points: the old output, or the complete new one, and at most one temporary file.

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::scene::{
    DECRYPT, DECRYPT_VERIFIED, ENCRYPT, ENCRYPT_SIGNED, Mode, OLD, REWRAP, REWRAP_SIGNED, Scene, content,
};

const LEN: usize = 1 << 20;
const POINTS: usize = 50;
/// Every so many points all of the input was given before: what is left is to end the output and to name it.
const AT_THE_END: usize = 3;

#[test]
fn killed_while_encrypting() {
    kill_at_random_points(ENCRYPT, Opens::Container);
    kill_at_random_points(ENCRYPT_SIGNED, Opens::Container);
}

#[test]
fn killed_while_decrypting() {
    kill_at_random_points(DECRYPT, Opens::Itself);
    kill_at_random_points(DECRYPT_VERIFIED, Opens::Itself);
}

#[test]
fn killed_while_rewrapping() {
    kill_at_random_points(REWRAP, Opens::Container);
    kill_at_random_points(REWRAP_SIGNED, Opens::Container);
}

/// The fragment is on disk before the container takes its name: one that is there can be opened.
#[test]
fn killed_while_splitting() {
    let mut random = Random::seeded();
    let scene = Scene::new(LEN);
    for point in 0..POINTS {
        let mut child = scene.cleave("-q -R me.pub --split frag -o new plain").spawn().expect("it starts");
        // Until the container has its name, or for a random while.
        let deadline = Instant::now() + Duration::from_micros(random.below(40_000) as u64);
        while !scene.path("new").exists() && Instant::now() < deadline {
            thread::yield_now();
        }
        child.kill().expect("killed");
        child.wait().expect("it ends");
        if scene.path("new").exists() {
            let plain = scene.good("-q -d -i me.key --fragment frag new");
            assert!(plain == content(LEN), "point {point}");
            std::fs::remove_file(scene.path("new")).expect("removed");
        }
        for output in ["new", "frag"] {
            let left = scene.temporaries(output);
            assert!(left.len() <= 1, "point {point}: {left:?}");
            left.iter().for_each(|name| std::fs::remove_file(scene.path(name)).expect("removed"));
        }
        if scene.path("frag").exists() {
            std::fs::remove_file(scene.path("frag")).expect("removed");
        }
    }
}

/// How a complete output is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opens {
    Itself,
    Container,
}

fn kill_at_random_points(mode: Mode, opens: Opens) {
    let mut random = Random::seeded();
    let scene = Scene::new(LEN);
    let input = scene.bytes(mode.input);
    let names = scene.names();
    let mut killed = 0;
    for point in 0..POINTS {
        let given = if point % AT_THE_END == 0 { input.len() } else { random.below(input.len()) };
        let line = format!("{} -f -o out", mode.flags);
        let mut child = scene.cleave(&line).stdin(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(&input[..given]).expect("written");
        // Only a run that got everything may find its input at an end.
        let held = if given == input.len() {
            drop(stdin);
            None
        } else {
            Some(stdin)
        };
        thread::sleep(Duration::from_micros(random.below(3000) as u64));
        child.kill().expect("killed");
        let status = child.wait().expect("it ends");
        drop(held);

        let what = format!("{mode:?}, point {point}, {given} bytes given");
        assert!(status.success() || status.signal() == Some(9), "{what}: {status}");
        killed += usize::from(status.signal() == Some(9));
        let out = scene.bytes("out");
        if out != OLD.as_bytes() {
            assert_eq!(given, input.len(), "{what}: a part of the input has an output");
            let plain = if opens == Opens::Itself { out } else { scene.opened(&out) };
            assert!(plain == content(LEN), "{what}: the new output is not whole");
            scene.write("out", OLD);
        } else {
            assert!(!status.success(), "{what}: it succeeded without an output");
        }
        let left = scene.temporaries("out");
        assert!(left.len() <= 1, "{what}: {left:?}");
        left.iter().for_each(|name| std::fs::remove_file(scene.path(name)).expect("removed"));
        assert_eq!(scene.names(), names, "{what}");
    }
    // Those whose input had not ended cannot have ended by themselves.
    assert!(killed >= POINTS - POINTS.div_ceil(AT_THE_END), "{mode:?}: {killed} killed");
}

/// SplitMix64.
struct Random(u64);

impl Random {
    /// Seeded by `FAULTS_SEED`, or by the clock; says the seed, which is seen where the test fails.
    fn seeded() -> Self {
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_nanos() as u64;
        let given =
            std::env::var("FAULTS_SEED").ok().map(|seed| seed.parse().expect("FAULTS_SEED is a number"));
        let seed = given.unwrap_or_else(clock);
        println!("FAULTS_SEED={seed}");
        Self(seed)
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}
