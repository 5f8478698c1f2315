//! Peak memory: under 64 MiB (beside the 64 MiB of Argon2 where there is a passphrase), whatever the file's size; and
//! what each of ten thousand recipients costs. The tests at 1 GiB are slow, and run by `cargo xtask test --all`.

#[cfg(unix)]
mod files;
#[cfg(unix)]
mod many;
#[cfg(unix)]
mod measured;

#[cfg(not(unix))]
fn main() {
    println!("skipped: peak memory is asked of unix here");
}

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    if let Some(code) = measured::as_wrapper() {
        return code;
    }
    let arguments = libtest_mimic::Arguments::from_args();
    let trials = files::trials().into_iter().chain([many::trial()]).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}
