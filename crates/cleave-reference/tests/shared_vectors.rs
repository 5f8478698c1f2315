//! The witness against the vectors of another implementation, where they are at hand.

use std::path::{Path, PathBuf};

use cleave_reference::vector::Vector;

#[test]
fn opens_and_refuses_what_the_other_implementation_wrote() {
    let folder = std::env::var_os("CLEAVE_SHARED_VECTORS").map_or_else(beside_the_workspace, PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: there is no folder {}", folder.display());
        return;
    }
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let json = std::fs::read_to_string(&path).expect("a vector can be read");
            let vector =
                Vector::from_json(&json).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(Some(vector.run()), vector.expected(), "{}: {}", vector.name, vector.comment);
            count += 1;
        }
    }
    println!("{count} vectors of {}", folder.display());
    assert!(count > 0, "{} holds no vector", folder.display());
}

fn beside_the_workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors")
}
