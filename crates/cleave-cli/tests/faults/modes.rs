//! Who may read a file while it is being written.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::scene::Scene;

/// With a umask that closes nothing.
#[test]
fn secrets_are_closed_before_anything_is_in_them() {
    const LEN: usize = 1 << 20;
    let scene = Scene::new(LEN);
    fs::set_permissions(scene.path("out"), fs::Permissions::from_mode(0o644)).expect("set");
    let cases = [
        ("-d -i me.key -o new", "container", "new", 0o600),
        // The mode that it keeps is that of the file which is replaced, and comes last.
        ("-d -i me.key -f -o out", "container", "out", 0o600),
        ("-R me.pub --split frag -o new", "plain", "frag", 0o600),
        ("-R me.pub -o new", "plain", "new", 0o666),
    ];
    for (line, input, output, mode) in cases {
        let mut sh = scene.program("sh");
        sh.args(["-c", &format!("umask 000; exec \"$CLEAVE\" {line}")]);
        let input = scene.bytes(input);
        let mut child = scene.start_program_fed(sh, output, &input[..LEN / 2]);
        for name in scene.temporaries(output) {
            let found = fs::metadata(scene.path(&name)).expect("it stands").permissions().mode() & 0o777;
            assert_eq!(found, mode, "{line}: {name}");
        }
        child.kill().expect("killed");
        child.wait().expect("it ends");
        for output in ["new", "out", "frag"] {
            scene
                .temporaries(output)
                .iter()
                .for_each(|name| fs::remove_file(scene.path(name)).expect("removed"));
        }
    }
}
