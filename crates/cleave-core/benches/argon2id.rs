//! Argon2id on one lane and so on one thread, 64 MiB and 3 passes: prints, for each line that it reads, the nanoseconds
//! of one run. `cargo xtask bench --web` asks for a run beside each of WebAssembly's.

use std::hint::black_box;
use std::io::{self, BufRead as _, Write as _};
use std::time::Instant;

use cleave_core::Argon2Cost;
use cleave_core::hazmat::argon2id;

fn main() -> io::Result<()> {
    let cost = Argon2Cost::new(65536, 3, 1).expect("RFC 9106 allows it");
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        line?;
        let began = Instant::now();
        black_box(argon2id(black_box(b"correct horse"), &[9; 16], cost)).expect("64 MiB can be had");
        writeln!(out, "{}", began.elapsed().as_nanos())?;
        out.flush()?;
    }
    Ok(())
}
