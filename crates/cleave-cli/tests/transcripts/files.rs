//! The files that a transcript leaves: mode, name, and short text in full.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::Path;

/// Every file below a folder, sorted: `0600 NAME "text"`, `0644 NAME 1286 bytes`, `link NAME -> TO`, `fifo NAME`.
pub(crate) fn listing(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    visit(folder, folder, &mut found);
    found.sort();
    found.into_iter().map(|(_, line)| line).collect()
}

fn visit(top: &Path, folder: &Path, found: &mut Vec<(Vec<u8>, String)>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        let name = path.strip_prefix(top).expect("below the top").as_os_str().as_bytes();
        let shown = String::from_utf8_lossy(name);
        let metadata = fs::symlink_metadata(&path).expect("metadata");
        let kind = metadata.file_type();
        let line = if kind.is_symlink() {
            format!("link {shown} -> {}", fs::read_link(&path).expect("a link").display())
        } else if kind.is_fifo() {
            format!("fifo {shown}")
        } else if kind.is_dir() {
            visit(top, &path, found);
            format!("dir {shown}")
        } else {
            format!("{:04o} {shown} {}", metadata.permissions().mode() & 0o7777, content(&path))
        };
        found.push((name.to_vec(), line));
    }
}

fn content(path: &Path) -> String {
    const SHORT: usize = 60;
    let bytes = fs::read(path).unwrap_or_default();
    match std::str::from_utf8(&bytes) {
        Ok(text) if text.len() <= SHORT => format!("{text:?}"),
        _ => format!("{} bytes", bytes.len()),
    }
}
