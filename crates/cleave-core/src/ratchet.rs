//! Chain key → chunk keys, forward only (FORMAT.md, "Ratchet").

use crate::hash::hmac_secret;
use crate::secret::Secret;
use zeroize::ZeroizeOnDrop;

/// `chain[i]`: 32 bytes, wiped as soon as it was stepped.
pub(crate) struct ChainKey(Secret<32>);

/// `key[i]`: the AES-256 key of one frame, 32 bytes, wiped on drop.
pub struct ChunkKey(Secret<32>);

impl ChainKey {
    pub(crate) fn new(bytes: Secret<32>) -> Self {
        Self(bytes)
    }

    /// Replaces `chain[i]` by `chain[i+1]` and gives `key[i]`.
    pub(crate) fn step(&mut self) -> ChunkKey {
        let t = hmac_secret(self.0.bytes(), &[b"cleave/v1 ratchet"]);
        let (key, next) = t.bytes().split_at(32);
        let key = ChunkKey(Secret::copy_of(key));
        self.0 = Secret::copy_of(next);
        key
    }

    /// A second copy, for a seeker that opens one container more than once.
    pub(crate) fn duplicate(&self) -> Self {
        Self(self.0.duplicate())
    }
}

/// By its only field.
impl ZeroizeOnDrop for ChunkKey {}

impl ChunkKey {
    /// The 32 bytes, to hand to an AES-256-GCM implementation. Do not copy them.
    pub fn expose(&self) -> &[u8; 32] {
        self.0.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_give_distinct_keys_and_repeat_from_a_duplicate() {
        let mut chain = ChainKey::new(Secret::copy_of(&[5; 32]));
        let mut again = chain.duplicate();
        let keys: alloc::vec::Vec<[u8; 32]> = (0..100).map(|_| *chain.step().expose()).collect();
        let distinct: alloc::collections::BTreeSet<_> = keys.iter().collect();
        assert_eq!(distinct.len(), 100);
        assert!(keys.iter().all(|key| again.step().expose() == key));
    }
}
