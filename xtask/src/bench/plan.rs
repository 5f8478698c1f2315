//! What a case is: the commands that it compares, and what they need and leave. Which there are stands in `cases`.

/// Who carries a command out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tool {
    /// `cp`, `cat`, `sync`.
    System,
    Cleave,
    Age,
    Rage,
    OpenSsl,
    Gpg,
}

impl Tool {
    pub(crate) const ALL: [Self; 6] =
        [Self::System, Self::Cleave, Self::Age, Self::Rage, Self::OpenSsl, Self::Gpg];

    pub(crate) fn program(self) -> &'static str {
        match self {
            Self::System => "cp",
            Self::Cleave => "cleave",
            Self::Age => "age",
            Self::Rage => "rage",
            Self::OpenSsl => "openssl",
            Self::Gpg => "gpg",
        }
    }
}

/// A command as a person would type it. One with a pipe or `&&` runs in `sh`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) tool: Tool,
    pub(crate) text: String,
}

impl Line {
    /// The words to run; they hold no blanks and no quotes.
    pub(crate) fn words(&self) -> Vec<&str> {
        if self.text.contains(['|', '>', '<', '&']) {
            vec!["sh", "-c", &self.text]
        } else {
            self.text.split_whitespace().collect()
        }
    }
}

/// What a command leaves in `out`, checked after each run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    Nothing,
    /// The input; compared byte by byte once.
    Plain,
    /// The last MiB of the input; compared byte by byte once.
    Tail,
    /// The first quarter of the input; compared byte by byte once.
    Quarter,
    /// A file, not empty, that the decrypting cases read back.
    Sealed,
}

impl Leaves {
    /// Whether it grows with the input.
    pub(crate) fn is_large(self) -> bool {
        match self {
            Self::Plain | Self::Quarter | Self::Sealed => true,
            Self::Nothing | Self::Tail => false,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) line: Line,
    pub(crate) leaves: Leaves,
}

/// On which storages a case runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum On {
    Memory,
    MemoryAndDisk,
}

/// Commands that are compared: in each round every one runs once, in a random order.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) on: On,
    /// Runs behind one sample, which is their mean: several where one is too short to time.
    pub(crate) repeat: u32,
    /// Makes what the entries read.
    pub(crate) prepare: Vec<Line>,
    /// The first one is what the others are compared with in the table.
    pub(crate) entries: Vec<Entry>,
}

impl Case {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, on: On::Memory, repeat: 1, prepare: Vec::new(), entries: Vec::new() }
    }

    pub(crate) fn on_disk_too(mut self) -> Self {
        self.on = On::MemoryAndDisk;
        self
    }

    pub(crate) fn repeating(mut self, repeat: u32) -> Self {
        self.repeat = repeat;
        self
    }

    pub(crate) fn prepared(mut self, tool: Tool, text: impl Into<String>) -> Self {
        self.prepare.push(Line { tool, text: text.into() });
        self
    }

    pub(crate) fn entry(
        mut self,
        name: &'static str,
        tool: Tool,
        leaves: Leaves,
        text: impl Into<String>,
    ) -> Self {
        self.entries.push(Entry { name, line: Line { tool, text: text.into() }, leaves });
        self
    }

    pub(crate) fn copy(self) -> Self {
        self.entry("cp", Tool::System, Leaves::Plain, "cp plain out")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_runs_in_a_shell_and_nothing_else_does() {
        let line = |text: &str| Line { tool: Tool::System, text: text.to_owned() };
        assert_eq!(line("cp plain out").words(), ["cp", "plain", "out"]);
        assert_eq!(line("cat a | cat > b").words(), ["sh", "-c", "cat a | cat > b"]);
        assert_eq!(line("cp a b && sync b").words(), ["sh", "-c", "cp a b && sync b"]);
    }
}
