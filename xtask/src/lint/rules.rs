//! Every numbered rule of FORMAT.md is in its table, every vector that the table names exists, and every vector is
//! named.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::shell::{Failure, Result};
use crate::tree;

/// The heading of the table from rules to vectors, the last section of FORMAT.md.
const TABLE: &str = "## Which vectors hold which rule";

pub(crate) fn complaints(root: &Path) -> Result<Vec<String>> {
    let format = tree::text(root, Path::new("FORMAT.md"))?
        .ok_or_else(|| Failure::new("FORMAT.md is not UTF-8".to_owned()))?;
    let files = tree::files(root)?;
    let vectors = files.iter().filter(|file| file.parent() == Some(Path::new("vectors")));
    let vectors = vectors
        .filter(|file| file.extension().is_some_and(|extension| extension == "json"))
        .filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned()))
        .collect();
    let files = files.iter().map(|file| file.display().to_string().replace('\\', "/")).collect();
    Ok(judge(&format, &vectors, &files))
}

/// `vectors` are names without folder and ending; `files` are every path of the repository.
fn judge(format: &str, vectors: &BTreeSet<String>, files: &BTreeSet<String>) -> Vec<String> {
    let Some((text, table)) = format.split_once(TABLE) else {
        return vec![format!("FORMAT.md has no section `{TABLE}`")];
    };
    let mut complaints = Vec::new();
    let rules = stated(text, &mut complaints);
    let rows = rows(table, &mut complaints);
    for rule in &rules {
        if !rows.contains_key(rule) {
            complaints.push(format!("FORMAT.md: F-{rule} is not in the table"));
        }
    }
    for (rule, holders) in &rows {
        if !rules.contains(rule) {
            complaints.push(format!("FORMAT.md: the table has F-{rule}, which no rule is"));
        }
        complaints.extend(unheld(*rule, holders, vectors, files));
    }
    let named: BTreeSet<&str> = rows.values().flat_map(|holders| quoted(holders)).collect();
    let unnamed = vectors.iter().filter(|vector| !named.contains(vector.as_str()));
    complaints.extend(unnamed.map(|vector| format!("FORMAT.md: no rule names vectors/{vector}.json")));
    complaints
}

/// The rules that the text states, each as `**F-n**`; they count up from 1, each once.
fn stated(text: &str, complaints: &mut Vec<String>) -> BTreeSet<u32> {
    let numbers = text.split("**F-").skip(1).filter_map(|rest| rest.split_once("**")?.0.parse().ok());
    let mut rules = BTreeSet::new();
    for (number, expected) in numbers.zip(1..) {
        if number != expected {
            complaints.push(format!("FORMAT.md: F-{number} stands where F-{expected} is next"));
        }
        if !rules.insert(number) {
            complaints.push(format!("FORMAT.md: F-{number} is stated twice"));
        }
    }
    rules
}

/// The table's rows, from the rule to what holds it.
fn rows<'a>(table: &'a str, complaints: &mut Vec<String>) -> BTreeMap<u32, &'a str> {
    let mut rows = BTreeMap::new();
    for line in table.lines().filter(|line| line.starts_with("| F-")) {
        let mut cells = line.trim().trim_matches('|').splitn(2, '|').map(str::trim);
        let rule = cells.next().and_then(|cell| cell.strip_prefix("F-")?.parse().ok());
        match (rule, cells.next()) {
            (Some(rule), Some(holders)) => {
                if rows.insert(rule, holders).is_some() {
                    complaints.push(format!("FORMAT.md: F-{rule} is in the table twice"));
                }
            }
            _ => complaints.push(format!("FORMAT.md: a row that cannot be read: {line}")),
        }
    }
    rows
}

/// What is wrong with the holders of one rule: a vector or file that is not there, or none at all.
fn unheld(rule: u32, holders: &str, vectors: &BTreeSet<String>, files: &BTreeSet<String>) -> Vec<String> {
    let mut complaints = Vec::new();
    for name in quoted(holders) {
        let there = if name.contains('/') { files.contains(name) } else { vectors.contains(name) };
        if !there {
            complaints.push(format!("FORMAT.md: F-{rule} names `{name}`, which is not there"));
        }
    }
    // A rule that no file can hold says in words who reviews what.
    let reviewed = holders.split_once("review:").is_some_and(|(_, what)| !what.trim().is_empty());
    if quoted(holders).next().is_none() && !reviewed {
        complaints
            .push(format!("FORMAT.md: nothing holds F-{rule}: name a vector, a test file, or `review: …`"));
    }
    complaints
}

/// What stands between backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn judged(rules: &str, rows: &str) -> Vec<String> {
        let files = set(&["crates/a/tests/b.rs", "vectors/one.json", "vectors/two.json"]);
        judge(&format!("# Format\n{rules}\n{TABLE}\n\n{rows}\n"), &set(&["one", "two"]), &files)
    }

    #[test]
    fn a_full_table_has_no_complaint() {
        let rows = "| rule | held by |\n|---|---|\n| F-1 | `one`, `two` |\n| F-2 | test: `crates/a/tests/b.rs` |\n\
                    | F-3 | review: the calls of the generator |";
        assert_eq!(judged("**F-1** a **F-2** b **F-3** c", rows), Vec::<String>::new());
    }

    #[test]
    fn each_gap_is_named() {
        let cases = [
            ("**F-1** a **F-2** b", "| F-1 | `one` `two` |", "F-2 is not in the table"),
            ("**F-1** a", "| F-1 | `one` `two` |\n| F-2 | `one` |", "F-2, which no rule is"),
            ("**F-1** a", "| F-1 | `one` `two` `three` |", "`three`, which is not there"),
            ("**F-1** a", "| F-1 | `one` `two` `crates/none.rs` |", "`crates/none.rs`, which is not there"),
            ("**F-1** a", "| F-1 | `one` |", "no rule names vectors/two.json"),
            ("**F-1** a **F-2** b", "| F-1 | `one` `two` |\n| F-2 | |", "nothing holds F-2"),
            ("**F-1** a **F-2** b", "| F-1 | `one` `two` |\n| F-2 | review: |", "nothing holds F-2"),
            ("**F-1** a **F-3** b", "| F-1 | `one` |\n| F-3 | `two` |", "F-3 stands where F-2 is next"),
            ("**F-1** a **F-1** b", "| F-1 | `one` `two` |", "F-1 is stated twice"),
            ("**F-1** a", "| F-1 | `one` |\n| F-1 | `two` |", "F-1 is in the table twice"),
            ("**F-1** a", "| F-1 | `one` `two` |\n| F-x | `two` |", "cannot be read"),
        ];
        for (rules, rows, complaint) in cases {
            let complaints = judged(rules, rows);
            assert!(complaints.iter().any(|found| found.contains(complaint)), "{complaint}: {complaints:?}");
        }
    }

    #[test]
    fn a_missing_table_is_one_complaint() {
        assert_eq!(judge("**F-1** a", &set(&[]), &set(&[])).len(), 1);
    }
}
