//! What a reader refuses before it spends memory or time (FORMAT.md, "Slots": limits that a user can raise).

/// A reader's limits. The defaults are FORMAT.md's; a caller raises what it must, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Header bytes, header_mac included.
    pub header_bytes: u64,
    /// Passphrase slots tried in one container.
    pub kdf_slots: u32,
    /// Argon2 memory of one slot, KiB.
    pub kdf_memory_kib: u32,
    /// Argon2 lanes of one slot.
    pub kdf_lanes: u8,
    /// Argon2 memory × passes, summed over the slots tried, KiB.
    pub kdf_work_kib: u64,
    /// Trial decapsulations, of an identity and a slot.
    pub trials: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            header_bytes: 128 << 20,
            kdf_slots: 8,
            kdf_memory_kib: 1 << 20,
            kdf_lanes: 16,
            kdf_work_kib: 8 << 20,
            trials: 4096,
        }
    }
}

impl Limits {
    /// The defaults inside a browser: 256 MiB of Argon2 memory instead of 1 GiB.
    pub fn browser() -> Self {
        Self { kdf_memory_kib: 256 << 10, ..Self::default() }
    }
}
