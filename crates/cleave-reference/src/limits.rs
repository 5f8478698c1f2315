//! What a reader refuses to spend (FORMAT.md, "Slots"), with the defaults of a native reader.

/// The limits of a reader; each can be raised or lowered by its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of header, header_mac included.
    pub header_bytes: u64,
    /// Passphrase slots tried.
    pub kdf_slots: u64,
    /// Argon2 memory of one slot, in KiB.
    pub kdf_memory_kib: u64,
    /// Argon2 lanes of one slot.
    pub kdf_lanes: u64,
    /// The sum of memory × passes over the slots, in KiB.
    pub kdf_work_kib: u64,
    /// Decapsulations of an identity and a slot.
    pub trials: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            header_bytes: 128 << 20,
            kdf_slots: 8,
            kdf_memory_kib: 1 << 20,
            kdf_lanes: 16,
            kdf_work_kib: 8 << 20,
            trials: 4096,
        }
    }
}
