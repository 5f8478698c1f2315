//! What the record says of the machine: enough to judge figures by, and nothing that tells whose it is.

use std::fs;
use std::process::Command;
use std::thread;

use super::record::Machine;
use crate::shell;

impl Machine {
    /// What Linux tells; elsewhere much of it is empty.
    pub(crate) fn this() -> Self {
        let cpuinfo = told("/proc/cpuinfo");
        let memory = told("/proc/meminfo");
        let kib: u64 = field(&memory, "MemTotal").trim_end_matches(" kB").parse().unwrap_or(0);
        Self {
            processor: field(&cpuinfo, "model name"),
            cores: thread::available_parallelism().map_or(1, usize::from),
            memory_mib: kib / 1024,
            system: system(&told("/etc/os-release")),
            kernel: kernel(&told("/proc/sys/kernel/osrelease")),
            rustc: shell::ask(Command::new("rustc").arg("--version")).unwrap_or_default(),
            load_before: told("/proc/loadavg").split(' ').next().unwrap_or_default().to_owned(),
        }
    }
}

fn told(file: &str) -> String {
    fs::read_to_string(file).unwrap_or_default()
}

/// The first line `name : value`.
fn field(text: &str, name: &str) -> String {
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim().to_owned())
        .unwrap_or_default()
}

fn system(os_release: &str) -> String {
    let line = os_release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    line.map_or_else(|| std::env::consts::OS.to_owned(), |name| name.trim_matches('"').to_owned())
}

/// The numbers; what stands after them can be anybody's name for their own build.
fn kernel(release: &str) -> String {
    release.trim().split(|c: char| !c.is_ascii_digit() && c != '.').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_name() {
        let text = "processor\t: 0\nmodel name\t: A Chip\nmodel name\t: Another\n";
        assert_eq!(field(text, "model name"), "A Chip");
        assert_eq!(field(text, "model"), "");
    }

    #[test]
    fn a_kernel_is_its_numbers_and_a_system_its_name() {
        assert_eq!(kernel("6.1.0-anns-own\n"), "6.1.0");
        assert_eq!(kernel("6.12.8+\n"), "6.12.8");
        assert_eq!(system("ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n"), "Debian GNU/Linux 12");
    }
}
