//! Runs every transcript in `tests/cmd/`: one file a behaviour, each a test of its own. See `tests/cmd/README.md`.
//!
//! `TRANSCRIPTS=update` writes what happened into the files that do not fit; look at the difference before it stays.

#[cfg(unix)]
mod case;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod pattern;
#[cfg(unix)]
mod shell;
#[cfg(unix)]
mod terminal;

#[cfg(not(unix))]
fn main() {
    println!("the transcripts are commands of a unix shell");
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    use std::path::Path;
    use std::sync::Arc;

    use libtest_mimic::{Arguments, Trial};

    let arguments = Arguments::from_args();
    let keys = Arc::new(shell::Keys::make());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
    let mut paths = std::fs::read_dir(&folder)
        .expect("the folder of transcripts")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cmd"))
        .collect::<Vec<_>>();
    paths.sort();
    let trials = paths.into_iter().map(|path| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let keys = Arc::clone(&keys);
        Trial::test(name, move || case::run(&path, &keys).map_err(Into::into))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit_code()
}
