//! Secrets: byte arrays that are wiped when dropped, stay where they are on the heap, and cannot be printed.
//!
//! What implementations keep of them is wiped by those that wipe it. libcrux leaves it on the stack, and AWS-LC's X25519
//! may: that stack is overwritten after them, natively alone, and as deep as tests show for the processor that they run on
//! and for one without vector instructions. Nothing is done about registers, about the threads of Argon2id, whose stacks are given back as they
//! are, or about the portable set, whose crates wipe what they own and not what moves through their stack: the expanded
//! ML-DSA key is built there before it is put on the heap.

use alloc::boxed::Box;
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// `N` secret bytes. No Debug, no Clone by accident, wiped on drop.
///
/// The bytes live in one heap allocation, so that moving the value copies a pointer and leaves nothing behind.
pub(crate) struct Secret<const N: usize>(Box<[u8; N]>);

impl<const N: usize> Secret<N> {
    /// Lets `fill` write the bytes in place.
    pub(crate) fn fill_with(fill: impl FnOnce(&mut [u8; N])) -> Self {
        let mut secret = Self(Box::new([0; N]));
        fill(&mut secret.0);
        secret
    }

    /// As [`Secret::fill_with`], where filling may fail.
    pub(crate) fn try_fill_with<E>(fill: impl FnOnce(&mut [u8; N]) -> Result<(), E>) -> Result<Self, E> {
        let mut secret = Self(Box::new([0; N]));
        fill(&mut secret.0)?;
        Ok(secret)
    }

    /// Copies the bytes out of `slice`.
    ///
    /// # Panics
    /// If `slice` is not `N` bytes long.
    pub(crate) fn copy_of(slice: &[u8]) -> Self {
        Self::fill_with(|bytes| bytes.copy_from_slice(slice))
    }

    pub(crate) fn bytes(&self) -> &[u8; N] {
        &self.0
    }

    pub(crate) fn duplicate(&self) -> Self {
        Self::copy_of(&self.0[..])
    }

    /// This secret XOR another of the same length.
    pub(crate) fn xor(&self, other: &Self) -> Self {
        Self::fill_with(|bytes| {
            for (byte, (a, b)) in bytes.iter_mut().zip(self.0.iter().zip(other.0.iter())) {
                *byte = a ^ b;
            }
        })
    }
}

impl<const N: usize> Drop for Secret<N> {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl<const N: usize> ZeroizeOnDrop for Secret<N> {}

/// Does `work` and then overwrites the `STACK` bytes of stack that it had, so that what an implementation keeps there and
/// does not wipe is gone; where `work` panics too. A best effort: it reaches no registers, and no deeper than `STACK`.
#[cfg(all(feature = "native", unix))]
pub(crate) fn on_wiped_stack<const STACK: usize, T>(work: impl FnOnce() -> T) -> T {
    #[inline(never)]
    fn apart<T>(work: impl FnOnce() -> T) -> T {
        work()
    }

    #[inline(never)]
    fn overwrite<const STACK: usize>() {
        core::hint::black_box(&mut [0u8; STACK]);
    }

    struct Overwritten<const STACK: usize>;

    impl<const STACK: usize> Drop for Overwritten<STACK> {
        #[inline(always)]
        fn drop(&mut self) {
            overwrite::<STACK>();
        }
    }

    // Both are called from here, so their frames begin at the same place.
    let _overwritten = Overwritten::<STACK>;
    apart(work)
}

/// Compares a secret-dependent value with an expected one in constant time.
pub(crate) fn equal(a: &[u8], b: &[u8]) -> bool {
    a.ct_eq(b).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xor_is_its_own_inverse() {
        let a = Secret::<4>::copy_of(&[1, 2, 3, 4]);
        let b = Secret::<4>::copy_of(&[255, 0, 7, 9]);
        assert_eq!(a.xor(&b).xor(&b).bytes(), a.bytes());
        assert_eq!(a.xor(&b).bytes(), &[254, 2, 4, 13]);
    }

    #[test]
    fn equality_sees_every_byte() {
        let base = [7u8; 32];
        assert!(equal(&base, &base));
        for at in 0..32 {
            let mut other = base;
            other[at] ^= 1;
            assert!(!equal(&base, &other));
        }
        assert!(!equal(&base, &base[..31]));
    }
}
