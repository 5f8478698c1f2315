//! ML-DSA-65 by libcrux, which takes vector instructions where the processor has them.

use super::SIGNATURE_LEN;
use crate::keys::SIGNER_LEN;
use crate::secret::{Secret, on_wiped_stack};
use alloc::boxed::Box;
use libcrux_ml_dsa::ml_dsa_65::{self, MLDSA65Signature, MLDSA65VerificationKey};

/// More stack than libcrux's ML-DSA-65 uses.
const STACK: usize = 256 * 1024;

/// ML-DSA.KeyGen_internal.
pub(crate) fn public_key(seed: &Secret<32>) -> Box<[u8; SIGNER_LEN]> {
    on_wiped_stack::<STACK, _>(|| {
        Box::new(*ml_dsa_65::generate_key_pair(*seed.bytes()).verification_key.as_ref())
    })
}

/// ML-DSA.Sign with the hedging `rnd`; `None` with a context of over 255 bytes, or if every attempt is rejected.
pub(crate) fn sign(
    seed: &Secret<32>,
    message: &[u8],
    context: &[u8],
    rnd: &Secret<32>,
) -> Option<Box<[u8; SIGNATURE_LEN]>> {
    on_wiped_stack::<STACK, _>(|| {
        let key = ml_dsa_65::generate_key_pair(*seed.bytes()).signing_key;
        let signature = ml_dsa_65::sign(&key, message, context, *rnd.bytes()).ok()?;
        Some(Box::new(*signature.as_ref()))
    })
}

/// ML-DSA.Verify.
pub(crate) fn verifies(
    signer: &[u8; SIGNER_LEN],
    message: &[u8],
    context: &[u8],
    signature: &[u8; SIGNATURE_LEN],
) -> bool {
    let key = MLDSA65VerificationKey::new(*signer);
    ml_dsa_65::verify(&key, message, context, &MLDSA65Signature::new(*signature)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does something on a thread that has no more stack than is wiped: it would not survive using more.
    fn within_what_is_wiped(work: fn()) {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
        thread.expect("it starts").join().expect("it ends");
    }

    #[test]
    fn all_of_the_stack_that_is_used_is_wiped() {
        within_what_is_wiped(|| {
            let pair = ml_dsa_65::generate_key_pair([1; 32]);
            assert!(ml_dsa_65::sign(&pair.signing_key, b"message", b"context", [2; 32]).is_ok());
        });
    }

    #[test]
    fn all_of_the_stack_is_wiped_without_vector_instructions_too() {
        use ml_dsa_65::portable;

        within_what_is_wiped(|| {
            let pair = portable::generate_key_pair([1; 32]);
            assert!(portable::sign(&pair.signing_key, b"message", b"context", [2; 32]).is_ok());
        });
    }
}
