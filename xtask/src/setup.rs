//! What the steps need beyond Rust itself: which of it is missing, how it is installed, and who may install it.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Depth;
use crate::shell;

/// Something that a step cannot do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Need {
    /// A program of a system package in [`SYSTEM_PACKAGES`].
    Program(&'static str),
    /// The standard library of a Rust target.
    Target(&'static str),
    /// cargo-deny, a cargo subcommand.
    CargoDeny,
}

/// Why a need is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Absence {
    /// It is not on this machine, and installing it is not ours to do: the steps are skipped.
    Here(String),
    /// It should have been installed and was not: the steps fail.
    Broken(String),
}

/// A system package, and the program whose presence proves that it is there.
pub(crate) struct SystemPackage {
    pub(crate) program: &'static str,
    /// Names of Debian's packages, separated by blanks.
    pub(crate) debian: &'static str,
    pub(crate) why: &'static str,
}

pub(crate) const SYSTEM_PACKAGES: &[SystemPackage] = &[
    // On Windows the linker goes by other names, and it is there: it linked this program.
    #[cfg(not(windows))]
    SystemPackage { program: "cc", debian: "gcc libc6-dev", why: "links, and builds the witness's C parts" },
    SystemPackage { program: "c++", debian: "g++", why: "builds libFuzzer beneath the fuzzers" },
    SystemPackage { program: "git", debian: "git", why: "says which files belong to the repository" },
    SystemPackage { program: "sh", debian: "dash", why: "runs the commands of README.md" },
    SystemPackage { program: "node", debian: "nodejs", why: "runs the package for the web" },
    SystemPackage { program: "npm", debian: "npm", why: "brings what builds the package for the web" },
    SystemPackage { program: "chromium", debian: "chromium", why: "an engine of the test bed" },
    SystemPackage { program: "firefox-esr", debian: "firefox-esr", why: "an engine of the test bed" },
    SystemPackage {
        program: "WebKitWebDriver",
        debian: "webkit2gtk-driver",
        why: "drives WebKitGTK, an engine of the test bed",
    },
    SystemPackage { program: "Xvfb", debian: "xvfb", why: "is the display of WebKitGTK in the test bed" },
    SystemPackage { program: "age", debian: "age", why: "a peer of the benchmark" },
    SystemPackage { program: "gpg", debian: "gpg gpg-agent gpgconf", why: "a peer of the benchmark" },
    SystemPackage { program: "openssl", debian: "openssl", why: "a peer of the benchmark" },
];

pub(crate) const WASM: &str = "wasm32-unknown-unknown";
pub(crate) const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// What was found missing and could not be brought.
#[derive(Default)]
pub(crate) struct Setup {
    absent: BTreeMap<Need, Absence>,
}

impl Setup {
    /// Looks for `needs` and installs what is missing and may be installed.
    pub(crate) fn prepare(root: &Path, needs: &[Need], depth: Depth) -> Self {
        println!("== Setup");
        let machine = Machine::this();
        let mut setup = Self::default();
        let programs: Vec<&SystemPackage> = SYSTEM_PACKAGES
            .iter()
            .filter(|package| needs.contains(&Need::Program(package.program)))
            .filter(|package| find_program(package.program).is_none())
            .collect();
        setup.bring_packages(&machine, &programs);
        for need in needs {
            match *need {
                Need::Program(_) => {}
                Need::Target(target) => setup.bring_target(root, &machine, target),
                Need::CargoDeny => setup.bring_cargo_deny(root, depth),
            }
        }
        if setup.absent.is_empty() {
            println!("nothing is missing");
        }
        setup
    }

    /// The first of `needs` that is not met.
    pub(crate) fn absent(&self, needs: &[Need]) -> Option<&Absence> {
        needs.iter().find_map(|need| self.absent.get(need))
    }

    fn bring_packages(&mut self, machine: &Machine, missing: &[&SystemPackage]) {
        for package in missing {
            println!("missing: {} ({})", package.program, package.why);
        }
        let (commands, refusal) = match plan(machine, missing) {
            Plan::Nothing => return,
            Plan::Advise(advice) => {
                println!("{advice}");
                (Vec::new(), Some(advice))
            }
            Plan::Install(commands) => (commands, None),
        };
        let installed = commands.iter().try_for_each(|words| {
            let mut command = Command::new(words[0]);
            shell::run(command.args(&words[1..]).env("DEBIAN_FRONTEND", "noninteractive"))
        });
        for package in missing {
            let absence = match (&refusal, &installed) {
                (Some(advice), _) => machine.absence(format!("`{}` is missing: {advice}", package.program)),
                (None, Err(failure)) => {
                    Absence::Broken(format!("`{}` is missing: {failure}", package.program))
                }
                (None, Ok(())) if find_program(package.program).is_none() => {
                    Absence::Broken(format!("`{}` is missing even after {}", package.program, package.debian))
                }
                (None, Ok(())) => continue,
            };
            self.absent.insert(Need::Program(package.program), absence);
        }
    }

    fn bring_target(&mut self, root: &Path, machine: &Machine, target: &'static str) {
        if has_target(root, target) {
            return;
        }
        println!("missing: Rust's standard library for {target}");
        let added = shell::run(Command::new("rustup").args(["target", "add", target]).current_dir(root));
        if added.is_ok() && has_target(root, target) {
            return;
        }
        let reason = format!(
            "Rust's standard library for {target} is missing: run `rustup target add {target}` here with a network, \
             or install your distribution's package of it"
        );
        println!("{reason}");
        self.absent.insert(Need::Target(target), machine.absence(reason));
    }

    fn bring_cargo_deny(&mut self, root: &Path, depth: Depth) {
        const INSTALL: &str = "install cargo-deny --locked";
        if has_cargo_deny(root) {
            return;
        }
        println!("missing: cargo-deny");
        let absence = match depth {
            Depth::Usual => Absence::Here(format!(
                "cargo-deny is missing: run `cargo {INSTALL}`, or this task with --all"
            )),
            Depth::All => match shell::run(&mut shell::cargo(root, INSTALL)) {
                Ok(()) => return,
                Err(failure) => Absence::Broken(failure.to_string()),
            },
        };
        self.absent.insert(Need::CargoDeny, absence);
    }
}

/// Whether the advisory database that cargo-deny reads can be brought here.
pub(crate) fn advisories(root: &Path) -> Option<Absence> {
    match shell::run(&mut shell::cargo(root, "deny fetch db")) {
        Ok(()) => None,
        Err(_) => Some(Absence::Here(
            "the advisory database could not be fetched: run `cargo deny check advisories` with a network"
                .to_owned(),
        )),
    }
}

/// The program's file on the search path.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&path).map(|folder| folder.join(&file)).find(|file| file.is_file())
}

fn has_target(root: &Path, target: &str) -> bool {
    // Asked of rustc and not of rustup: distributions package these libraries without rustup.
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--print", "target-libdir", "--target", target]).current_dir(root);
    shell::ask(&mut rustc).is_some_and(|folder| Path::new(&folder).is_dir())
}

fn has_cargo_deny(root: &Path) -> bool {
    shell::ask(&mut shell::cargo(root, "deny --version")).is_some()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum User {
    Root,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Ci,
    Desk,
}

/// Who installs packages on a machine, if anyone does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packages {
    Apt,
    Unknown,
}

#[derive(Clone, Copy, Debug)]
struct Machine {
    user: User,
    place: Place,
    packages: Packages,
}

impl Machine {
    fn this() -> Self {
        let root = shell::ask(Command::new("id").arg("-u")).is_some_and(|id| id == "0");
        let ci = env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
        Self {
            user: if root { User::Root } else { User::Other },
            place: if ci { Place::Ci } else { Place::Desk },
            packages: if find_program("apt-get").is_some() { Packages::Apt } else { Packages::Unknown },
        }
    }

    /// A person may go without; CI may not, or a check would be gone unnoticed.
    fn absence(&self, reason: String) -> Absence {
        match self.place {
            Place::Ci => Absence::Broken(reason),
            Place::Desk => Absence::Here(reason),
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Plan {
    Nothing,
    /// Commands to run, each as its words.
    Install(Vec<Vec<&'static str>>),
    /// One command for the person to run.
    Advise(String),
}

fn plan(machine: &Machine, missing: &[&SystemPackage]) -> Plan {
    if missing.is_empty() {
        return Plan::Nothing;
    }
    let names: Vec<&'static str> =
        missing.iter().flat_map(|package| package.debian.split_whitespace()).collect();
    let sudo: &[&'static str] = match (machine.packages, machine.user, machine.place) {
        (Packages::Unknown, ..) => {
            let programs: Vec<&str> = missing.iter().map(|package| package.program).collect();
            return Plan::Advise(format!("install what gives these programs: {}", programs.join(", ")));
        }
        (Packages::Apt, User::Other, Place::Desk) => {
            return Plan::Advise(format!(
                "sudo apt-get install --yes --no-install-recommends {}",
                names.join(" ")
            ));
        }
        (Packages::Apt, User::Root, _) => &[],
        (Packages::Apt, User::Other, Place::Ci) => &["sudo", "--non-interactive"],
    };
    let command = |words: &[&'static str]| [sudo, words].concat();
    let install = ["apt-get", "install", "--yes", "--no-install-recommends"];
    Plan::Install(vec![command(&["apt-get", "update"]), command(&[&install[..], &names[..]].concat())])
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIT: SystemPackage = SystemPackage { program: "git", debian: "git", why: "" };
    const CC: SystemPackage = SystemPackage { program: "cc", debian: "gcc libc6-dev", why: "" };

    fn machine(user: User, place: Place, packages: Packages) -> Machine {
        Machine { user, place, packages }
    }

    #[test]
    fn nothing_missing_needs_nobody() {
        assert_eq!(plan(&machine(User::Other, Place::Desk, Packages::Unknown), &[]), Plan::Nothing);
    }

    #[test]
    fn root_installs_everything_in_one_go() {
        let Plan::Install(commands) = plan(&machine(User::Root, Place::Desk, Packages::Apt), &[&CC, &GIT])
        else {
            panic!("root may install");
        };
        assert_eq!(commands[0], ["apt-get", "update"]);
        assert_eq!(commands[1][4..], ["gcc", "libc6-dev", "git"]);
    }

    #[test]
    fn ci_that_is_not_root_installs_without_being_asked_for_a_password() {
        let Plan::Install(commands) = plan(&machine(User::Other, Place::Ci, Packages::Apt), &[&GIT]) else {
            panic!("CI may install");
        };
        assert!(commands.iter().all(|words| words[..2] == ["sudo", "--non-interactive"]));
    }

    #[test]
    fn anyone_else_is_told_the_one_command() {
        let told = plan(&machine(User::Other, Place::Desk, Packages::Apt), &[&CC, &GIT]);
        let command = "sudo apt-get install --yes --no-install-recommends gcc libc6-dev git";
        assert_eq!(told, Plan::Advise(command.to_owned()));
    }

    #[test]
    fn an_unknown_package_manager_is_left_to_the_person() {
        let Plan::Advise(advice) = plan(&machine(User::Root, Place::Ci, Packages::Unknown), &[&CC]) else {
            panic!("nothing is known to install with");
        };
        assert!(advice.contains("cc"));
    }

    #[test]
    fn an_unmet_need_is_found_among_met_ones() {
        let mut setup = Setup::default();
        assert_eq!(setup.absent(&[Need::Program("git"), Need::Target(WASM)]), None);
        let absence = Absence::Here("not here".to_owned());
        setup.absent.insert(Need::Target(WASM), absence.clone());
        assert_eq!(setup.absent(&[Need::Program("git"), Need::Target(WASM)]), Some(&absence));
        assert_eq!(setup.absent(&[Need::Program("git")]), None);
    }

    #[test]
    fn a_program_is_looked_for_on_the_path() {
        assert!(find_program("cargo").is_some());
        assert!(find_program("no-such-program-here").is_none());
    }
}
