//! README.md beside this file says which test shows which behaviour: each test that it names exists, and each
//! transcript is named.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// What stands between backquotes in the last column of the tables.
fn named(page: &str) -> BTreeSet<String> {
    let rows = page.lines().filter(|line| line.starts_with('|') && !line.starts_with("|---"));
    let cells = rows.filter_map(|row| row.trim_end_matches('|').rsplit_once(" | ").map(|(_, last)| last));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// Why a name leads to no test.
fn complaint(name: &str) -> Option<String> {
    if name.ends_with(".cmd") {
        return (!folder().join("cmd").join(name).is_file()).then(|| format!("{name}: no such transcript"));
    }
    let Some((file, test)) = name.split_once(": ") else { return Some(format!("{name}: not FILE.rs: NAME")) };
    let text = fs::read_to_string(folder().join(file)).unwrap_or_default();
    // A function, or what a test without the usual harness is called.
    let found = text.contains(&format!("fn {test}(")) || text.contains(&format!("Trial::test(\"{test}\""));
    (!found).then(|| format!("{name}: no such test"))
}

#[test]
fn every_test_that_the_table_names_exists_and_every_transcript_is_named() {
    let page = fs::read_to_string(folder().join("README.md")).expect("the page");
    let named = named(&page);
    assert!(named.len() > 100, "only {} names were found", named.len());
    let mut complaints = named.iter().filter_map(|name| complaint(name)).collect::<Vec<_>>();
    for entry in fs::read_dir(folder().join("cmd")).expect("the transcripts") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        if name.ends_with(".cmd") && !named.contains(&name) {
            complaints.push(format!("{name}: the table does not name it"));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_does_not_exist_is_complained_of() {
    assert_eq!(
        named("| a `x` | `b.cmd`, `c.rs: d` |\n|---|---|\n`e`"),
        ["b.cmd", "c.rs: d"].map(str::to_owned).into()
    );
    for name in ["none.cmd", "table.rs: none", "none.rs: none", "table.rs"] {
        assert!(complaint(name).is_some(), "{name}");
    }
    assert_eq!(complaint("table.rs: named"), None);
}
