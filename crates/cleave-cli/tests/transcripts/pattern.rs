//! Lines that are partly random: `[..]` stands for any characters of a line, a line `...` for any lines.

/// Whether lines fit their patterns, all of them and in order.
pub(crate) fn all_fit(patterns: &[String], lines: &[String]) -> bool {
    match (patterns.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((pattern, rest)), _) if pattern == "..." => {
            (0..=lines.len()).any(|skip| all_fit(rest, &lines[skip..]))
        }
        (Some((pattern, patterns)), Some((line, lines))) => fits(pattern, line) && all_fit(patterns, lines),
        _ => false,
    }
}

fn fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once("[..]") {
        None => pattern == line,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            let mut from = line.char_indices().map(|(at, _)| at).chain([line.len()]);
            from.any(|at| fits(rest, &line[at..]))
        }),
    }
}
