//! Sizes as they are typed: `4KiB`, `1MiB`, or a plain number of bytes.

/// Reads a chunk size: a power of two from 4 KiB to 16 MiB (FORMAT.md, Layout: chunk_log2 is 12 to 24).
pub(super) fn chunk_size(typed: &str) -> Result<u64, String> {
    let bytes = bytes(typed).ok_or("not a size such as 64KiB or 1MiB")?;
    if bytes.is_power_of_two() && (1 << 12..=1 << 24).contains(&bytes) {
        return Ok(bytes);
    }
    Err("a chunk size is a power of two from 4KiB to 16MiB".to_owned())
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
}
