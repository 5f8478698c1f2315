//! Holds source files to the ceiling of lines; a table is exempt where it says so and why.

use std::path::Path;

use crate::shell::Result;
use crate::tree;

const CEILING: usize = 600;

/// How the names of sources end. What a build or npm brings is not git's, and so not looked at.
const SOURCES: &[&str] = &["rs", "js", "ts"];

/// Stands in a comment among the file's first lines, with the reason after it.
const EXEMPT: &str = "length exempt:";
const FIRST_LINES: usize = 10;

pub(crate) fn complaints(root: &Path) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for file in tree::files(root)? {
        if !is_source(&file) {
            continue;
        }
        if let Some(text) = tree::text(root, &file)? {
            complaints.extend(complaint(&text).map(|what| format!("{}: {what}", file.display())));
        }
    }
    Ok(complaints)
}

fn is_source(file: &Path) -> bool {
    file.extension().is_some_and(|extension| SOURCES.iter().any(|source| extension == *source))
}

fn complaint(text: &str) -> Option<String> {
    let lines = text.lines().count();
    if lines <= CEILING {
        return None;
    }
    let reason = text
        .lines()
        .take(FIRST_LINES)
        .filter(|line| line.trim_start().starts_with("//"))
        .find_map(|line| line.split_once(EXEMPT))
        .map(|(_, reason)| reason.trim());
    match reason {
        Some(reason) if !reason.is_empty() => None,
        Some(_) => Some(format!("{lines} lines, and `{EXEMPT}` gives no reason")),
        None => {
            Some(format!("{lines} lines, over the ceiling of {CEILING}: split it, or see CONTRIBUTING.md"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_lines(head: &str, lines: usize) -> String {
        format!("{head}\n{}", "x\n".repeat(lines - 1))
    }

    #[test]
    fn sources_of_the_web_are_looked_at_too() {
        let looked_at = |name: &str| is_source(Path::new(name));
        assert!(["a/lib.rs", "web/package/src/index.ts", "web/bed/run.js"].into_iter().all(looked_at));
        assert!(!["README.md", "vectors/empty.json", "rs"].into_iter().any(looked_at));
    }

    #[test]
    fn the_ceiling_itself_is_allowed_and_one_more_is_not() {
        assert_eq!(complaint(&of_lines("//! A file.", CEILING)), None);
        assert!(complaint(&of_lines("//! A file.", CEILING + 1)).is_some());
    }

    #[test]
    fn a_table_is_exempt_only_with_a_reason() {
        let marked = |reason: &str| of_lines(&format!("// {EXEMPT}{reason}"), CEILING + 1);
        assert_eq!(complaint(&marked(" the published answers, one a line")), None);
        assert!(complaint(&marked(" ")).is_some());
    }

    #[test]
    fn a_mark_that_is_no_comment_or_comes_late_does_not_count() {
        let in_code = of_lines(&format!("let x = \"{EXEMPT} reason\";"), CEILING + 1);
        assert!(complaint(&in_code).is_some());
        let late = format!("{}// {EXEMPT} reason", "x\n".repeat(CEILING));
        assert!(complaint(&late).is_some());
    }
}
