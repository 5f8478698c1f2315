//! Writes what each fuzzer begins with into `fuzz/corpus/`, from `vectors/`.

use cleave_fuzz::seeds;
use std::path::Path;

fn main() -> std::io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for target in seeds::targets(&here.join("../vectors")) {
        let folder = here.join("corpus").join(target.name);
        std::fs::create_dir_all(&folder)?;
        for (number, seed) in target.seeds.iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number:03}")), seed)?;
        }
        println!("{}: {} seeds", target.name, target.seeds.len());
    }
    Ok(())
}
