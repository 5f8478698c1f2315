//! Sizes as they are typed: `4KiB`, `1MiB`, or a plain number of bytes; and numbers of other things.

use std::num::NonZeroU16;
use std::str::FromStr;

/// Reads a chunk size: a power of two from 4 KiB to 16 MiB (FORMAT.md, Layout: chunk_log2 is 12 to 24).
pub(super) fn chunk_size(typed: &str) -> Result<u64, String> {
    let bytes = bytes(typed).ok_or("not a size such as 64KiB or 1MiB")?;
    if bytes.is_power_of_two() && (1 << 12..=1 << 24).contains(&bytes) {
        return Ok(bytes);
    }
    Err("a chunk size is a power of two from 4KiB to 16MiB".to_owned())
}

/// Reads a limit of any size.
pub(super) fn limit(typed: &str) -> Result<u64, String> {
    bytes(typed).ok_or_else(|| "not a size such as 512KiB or 2GiB".to_owned())
}

/// Reads a number of threads.
pub(super) fn threads(typed: &str) -> Result<NonZeroU16, String> {
    number(typed).ok_or_else(|| format!("a number of threads is from 1 to {}", u16::MAX))
}

/// Reads the number of a descriptor.
pub(super) fn descriptor(typed: &str) -> Result<u32, String> {
    number(typed).ok_or_else(|| "a file descriptor is a number such as 0 or 3".to_owned())
}

/// Reads a number of times.
pub(super) fn count(typed: &str) -> Result<u64, String> {
    number(typed).ok_or_else(|| "not a whole number".to_owned())
}

fn number<T: FromStr>(typed: &str) -> Option<T> {
    typed.bytes().all(|b| b.is_ascii_digit()).then(|| typed.parse().ok()).flatten()
}

/// A number of bytes in the largest unit that gives it exactly, as it can be typed again.
pub(crate) fn shown(bytes: u64) -> String {
    let units = [("TiB", 1u64 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    match units.into_iter().find(|(_, unit)| bytes > 0 && bytes.is_multiple_of(*unit)) {
        Some((name, unit)) => format!("{}{name}", bytes / unit),
        None => bytes.to_string(),
    }
}

/// Reads a number of bytes with an optional binary unit, or nothing where it is not one or does not fit 64 bits.
pub(super) fn bytes(typed: &str) -> Option<u64> {
    let digits = typed.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match typed[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1u64,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        _ => return None,
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_binary_units_alone() {
        for (typed, bytes) in
            [("4096", 4096), ("4KiB", 4096), ("64k", 65536), ("1MiB", 1 << 20), ("16M", 1 << 24)]
        {
            assert_eq!(chunk_size(typed), Ok(bytes), "{typed}");
        }
        for typed in ["", "KiB", "4KB", "4 KiB", "-4KiB", "+4KiB", "2KiB", "5KiB", "32MiB", "99999999999TiB"]
        {
            assert!(chunk_size(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn what_is_shown_is_read_back() {
        for (size, text) in
            [(0, "0"), (1285, "1285"), (1 << 10, "1KiB"), (3 << 29, "1536MiB"), (8 << 30, "8GiB")]
        {
            assert_eq!(shown(size), text);
            assert_eq!(limit(text), Ok(size));
        }
        assert!(limit("17000000TiB").is_err());
    }
}
