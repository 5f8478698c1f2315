//! AES-256-GCM with a 12-byte nonce and a 16-byte tag (NIST SP 800-38D), and the seam behind which a platform puts a
//! faster one for frames.

use crate::hash;
use aes_gcm::aead::AeadInOut;
use aes_gcm::{Aes256Gcm, KeyInit};

/// A tag that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagMismatch;

/// The two operations that cost time on every chunk. The rest of the core does not care who carries them out; every
/// implementation must give the same bytes.
pub trait FrameCrypto: Sync {
    /// Encrypts `text` in place and returns the tag.
    fn seal(&self, key: &[u8; 32], nonce: &[u8; 12], aad: &[u8; 4], text: &mut [u8]) -> [u8; 16];

    /// Decrypts `text` in place.
    ///
    /// # Errors
    /// [`TagMismatch`] if the tag does not fit; `text` then holds nothing of the plaintext.
    fn open(
        &self,
        key: &[u8; 32],
        nonce: &[u8; 12],
        aad: &[u8; 4],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), TagMismatch>;

    /// SHA-512 of a whole frame.
    fn sha512(&self, frame: &[u8]) -> [u8; 64];
}

/// The portable set: RustCrypto's, natively and as WebAssembly.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl FrameCrypto for Portable {
    fn seal(&self, key: &[u8; 32], nonce: &[u8; 12], aad: &[u8; 4], text: &mut [u8]) -> [u8; 16] {
        seal(key, nonce, aad, text)
    }

    fn open(
        &self,
        key: &[u8; 32],
        nonce: &[u8; 12],
        aad: &[u8; 4],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), TagMismatch> {
        open(key, nonce, aad, text, tag)
    }

    fn sha512(&self, frame: &[u8]) -> [u8; 64] {
        hash::sha512(&[frame])
    }
}

/// The fastest set that was built in.
pub fn fastest() -> &'static dyn FrameCrypto {
    #[cfg(all(feature = "native", unix))]
    return &crate::native::Native;
    #[cfg(not(all(feature = "native", unix)))]
    return &Portable;
}

/// Encrypts `text` in place and returns the tag.
///
/// # Panics
/// If `text` or `aad` is over the algorithm's limit (64 GiB and 2 EiB); a chunk has at most 16 MiB.
pub(crate) fn seal(key: &[u8; 32], nonce: &[u8; 12], aad: &[u8], text: &mut [u8]) -> [u8; 16] {
    Aes256Gcm::new(key.into())
        .encrypt_inout_detached(nonce.into(), aad, text.into())
        .expect("a chunk is far shorter than AES-GCM's limit of 64 GiB")
        .into()
}

/// Decrypts `text` in place, if the tag fits; compared in constant time before anything is decrypted.
pub(crate) fn open(
    key: &[u8; 32],
    nonce: &[u8; 12],
    aad: &[u8],
    text: &mut [u8],
    tag: &[u8; 16],
) -> Result<(), TagMismatch> {
    Aes256Gcm::new(key.into())
        .decrypt_inout_detached(nonce.into(), aad, text.into(), tag.into())
        .map_err(|_| TagMismatch)
}
