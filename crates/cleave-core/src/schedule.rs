//! Master key → commitment, header key, first chain key (FORMAT.md, "Keys").

use crate::chunk::ChunkSize;
use crate::error::Error;
use crate::hash::{hkdf_expand, hkdf_extract, hmac};
use crate::ratchet::ChainKey;
use crate::secret::{Secret, equal};

/// The pseudorandom key of one (salt, master), and what is derived from it.
pub(crate) struct Schedule {
    prk: Secret<64>,
}

impl Schedule {
    pub(crate) fn new(salt: &[u8; 32], master: &Secret<32>) -> Self {
        Self { prk: hkdf_extract(salt, master.bytes()) }
    }

    /// The schedule of `master`, if and only if it fits `commitment` (compared in constant time).
    pub(crate) fn committed(salt: &[u8; 32], master: &Secret<32>, commitment: &[u8; 32]) -> Option<Self> {
        let schedule = Self::new(salt, master);
        equal(&schedule.commitment(), commitment).then_some(schedule)
    }

    /// The key-committing tag of the header.
    pub(crate) fn commitment(&self) -> [u8; 32] {
        *hkdf_expand(&self.prk, &[b"cleave/v1 commitment"]).bytes()
    }

    /// header_mac over the SHA-512 of every header byte before it.
    pub(crate) fn header_mac(&self, header_hash: &[u8; 64]) -> [u8; 32] {
        let header_key: Secret<64> = hkdf_expand(&self.prk, &[b"cleave/v1 header"]);
        let mut mac = [0; 32];
        mac.copy_from_slice(&hmac(header_key.bytes(), &[header_hash])[..32]);
        mac
    }

    /// The first chain key, for a writer that has just made the header.
    pub(crate) fn chain_for_writing(&self, chunk: ChunkSize) -> ChainKey {
        ChainKey::new(hkdf_expand(&self.prk, &[b"cleave/v1 chain", &[chunk.log2()]]))
    }

    /// The first chain key, for a reader: only if `mac` is the header's.
    ///
    /// # Errors
    /// [`Error::HeaderTampered`] if it differs.
    pub(crate) fn chain_for_reading(
        &self,
        chunk: ChunkSize,
        header_hash: &[u8; 64],
        mac: &[u8; 32],
    ) -> Result<ChainKey, Error> {
        if !equal(&self.header_mac(header_hash), mac) {
            return Err(Error::HeaderTampered);
        }
        Ok(self.chain_for_writing(chunk))
    }
}
