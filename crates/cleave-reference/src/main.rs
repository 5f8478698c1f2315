//! `cleave-reference write FOLDER` writes the vectors, one file per behaviour.

use std::path::Path;
use std::process::ExitCode;

use cleave_reference::vectors;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [command, folder] = arguments.as_slice() else {
        eprintln!("usage: cleave-reference write FOLDER");
        return ExitCode::from(2);
    };
    if command != "write" {
        eprintln!("cleave-reference: error: there is no command {command}");
        return ExitCode::from(2);
    }
    match write(Path::new(folder)) {
        Ok(count) => {
            eprintln!("{count} vectors written to {folder}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cleave-reference: error: {folder}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Files of vectors that there are no more are removed; nothing else in the folder is touched.
fn write(folder: &Path) -> std::io::Result<usize> {
    std::fs::create_dir_all(folder)?;
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            std::fs::remove_file(path)?;
        }
    }
    let vectors = vectors::all();
    for vector in &vectors {
        std::fs::write(folder.join(format!("{}.json", vector.name)), vector.to_json())?;
    }
    Ok(vectors.len())
}
