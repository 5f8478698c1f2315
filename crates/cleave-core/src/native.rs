//! AES-256-GCM and SHA-512 of frames by AWS-LC, behind the seam of [`FrameCrypto`].

use crate::aead::{FrameCrypto, TagMismatch};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::digest;

/// AWS-LC's; it finds out by itself which instructions the processor has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Native;

impl FrameCrypto for Native {
    fn seal(&self, key: &[u8; 32], nonce: &[u8; 12], aad: &[u8; 4], text: &mut [u8]) -> [u8; 16] {
        let tag = expanded(key)
            .seal_in_place_separate_tag(Nonce::assume_unique_for_key(*nonce), Aad::from(aad), text)
            .expect("a chunk is far shorter than AES-GCM's limit of 64 GiB");
        tag.as_ref().try_into().expect("AES-GCM's tag has 16 bytes")
    }

    fn open(
        &self,
        key: &[u8; 32],
        nonce: &[u8; 12],
        aad: &[u8; 4],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), TagMismatch> {
        expanded(key)
            .open_in_place_separate_tag(Nonce::assume_unique_for_key(*nonce), Aad::from(aad), tag, text)
            .map(|_| ())
            .map_err(|_| {
                // AWS-LC decrypts before it compares.
                text.fill(0);
                TagMismatch
            })
    }

    fn sha512(&self, frame: &[u8]) -> [u8; 64] {
        digest::digest(&digest::SHA512, frame).as_ref().try_into().expect("SHA-512 has 64 bytes")
    }
}

/// A key schedule, which AWS-LC wipes when it is dropped.
fn expanded(key: &[u8; 32]) -> LessSafeKey {
    LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key).expect("an AES-256 key has 32 bytes"))
}
