//! What README.md shows: its commands, its usage; and what a printed line tells to type.

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The nearest heading above.
    pub(crate) heading: String,
    /// Of the opening fence, counted from 1.
    pub(crate) line: usize,
    pub(crate) script: String,
}

/// The `sh` blocks of a Markdown text.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut heading = String::new();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        if line.starts_with('#') {
            heading = line.trim_start_matches('#').trim().to_owned();
        } else if let Some(mark) = line.strip_prefix("```") {
            let inside: Vec<&str> =
                lines.by_ref().map(|(_, line)| line).take_while(|line| !line.starts_with("```")).collect();
            if mark.trim() == "sh" {
                let script = inside.iter().map(|line| format!("{line}\n")).collect();
                blocks.push(Block { heading: heading.clone(), line: number + 1, script });
            }
        }
    }
    blocks
}

/// The block without the lines that are running now; nothing if no other is left.
pub(crate) fn without_this_task(block: Block) -> Option<Block> {
    let rest = block.script.lines().filter(|line| !line.starts_with("cargo xtask"));
    let script: String = rest.map(|line| format!("{line}\n")).collect();
    (!script.trim().is_empty()).then_some(Block { script, ..block })
}

/// What stands in the fenced block between the usage marks, without its fences.
pub(crate) fn usage(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<!-- usage -->")?;
    let (inside, _) = rest.split_once("<!-- /usage -->")?;
    let lines = inside.lines().skip_while(|line| !line.starts_with("```")).skip(1);
    Some(lines.take_while(|line| !line.starts_with("```")).map(|line| format!("{line}\n")).collect())
}

/// The command in `told` that decrypts: from a word that is the program to the end of its line.
pub(crate) fn decrypt_line(told: &str) -> Option<String> {
    told.lines().find_map(|line| {
        let line = line.trim().trim_matches('`');
        let mut from = 0;
        for word in line.split(' ') {
            let rest = &line[from..];
            let program = word.trim_start_matches('`').rsplit('/').next().unwrap_or(word);
            let decrypts = rest.split(' ').skip(1).any(|word| word == "-d" || word == "--decrypt");
            if program == "cleave" && decrypts {
                return Some(rest.trim_matches('`').to_owned());
            }
            from += word.len() + 1;
        }
        None
    })
}

/// The file that `line` writes, if it names one.
pub(crate) fn output_file(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    words.find(|word| ["-o", "--output", ">"].contains(word))?;
    words.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Top\n\n```sh\none\n```\n## Second\n\n```text\nnot run\n# no heading\n```\n\n```sh\n\
                        cargo xtask test\n```\n```sh\ntwo \\\n  more\n```\n";

    #[test]
    fn only_sh_blocks_are_run_under_their_heading() {
        let blocks = blocks(TEXT);
        let seen: Vec<(&str, usize, &str)> =
            blocks.iter().map(|block| (&*block.heading, block.line, &*block.script)).collect();
        let expected =
            [("Top", 3, "one\n"), ("Second", 13, "cargo xtask test\n"), ("Second", 16, "two \\\n  more\n")];
        assert_eq!(seen, expected);
    }

    #[test]
    fn what_is_running_is_not_run_again() {
        let kept: Vec<Block> = blocks(TEXT).into_iter().filter_map(without_this_task).collect();
        assert_eq!(kept.iter().map(|block| block.line).collect::<Vec<_>>(), [3, 16]);
    }

    #[test]
    fn usage_is_what_stands_between_the_marks() {
        let text = "a\n<!-- usage -->\n```text\nUsage: x\n\n  -o\n```\n<!-- /usage -->\n```\nother\n```\n";
        assert_eq!(usage(text).as_deref(), Some("Usage: x\n\n  -o\n"));
        assert_eq!(usage("a\n```text\nUsage: x\n```\n"), None);
    }

    #[test]
    fn the_line_that_decrypts_is_found_in_what_was_printed() {
        let told = "cleave: wrote README.md.cleave\ncleave: hint: to decrypt: cleave -d -i me.key README.md.cleave\n";
        assert_eq!(decrypt_line(told).as_deref(), Some("cleave -d -i me.key README.md.cleave"));
        let quoted = "  run `target/release/cleave -i me.key -d x > y`\n";
        assert_eq!(decrypt_line(quoted).as_deref(), Some("target/release/cleave -i me.key -d x > y"));
        assert_eq!(decrypt_line("cleave: wrote a file\n"), None);
    }

    #[test]
    fn the_file_that_a_line_writes() {
        assert_eq!(output_file("cleave -d -i me.key -o back README.md.cleave"), Some("back"));
        assert_eq!(output_file("cleave -d x > back"), Some("back"));
        assert_eq!(output_file("cleave -d x"), None);
    }
}
