//! Exit codes by error name, as `--help` lists them.

/// Interrupted from the keyboard.
pub(crate) const INTERRUPTED: u8 = 130;

/// The exit code of a failure with this stable name.
pub(crate) fn code(name: &str) -> u8 {
    match name {
        "usage" | "range_invalid" => 2,
        "no_matching_key" | "wrong_passphrase" | "key_malformed" => 3,
        "not_a_container"
        | "text_mode_damage"
        | "unsupported_version"
        | "malformed_header"
        | "commitment_mismatch"
        | "header_tampered"
        | "chunk_tampered"
        | "truncated"
        | "trailing_data"
        | "armor_malformed" => 4,
        "signature_missing" | "wrong_signer" | "signature_invalid" => 5,
        "fragment_required" | "fragment_malformed" | "fragment_mismatch" => 6,
        "input" | "output" => 7,
        "header_limit" | "kdf_limit" | "trial_limit" => 8,
        "interrupted" => INTERRUPTED,
        _ => 1,
    }
}
