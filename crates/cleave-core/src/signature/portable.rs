//! ML-DSA-65 by RustCrypto's ml-dsa, natively and as WebAssembly.

use super::SIGNATURE_LEN;
use crate::keys::SIGNER_LEN;
use crate::secret::Secret;
use alloc::boxed::Box;
use core::convert::Infallible;
use ml_dsa::{EncodedSignature, EncodedVerifyingKey, Keypair, MlDsa65, Seed, Signature, VerifyingKey};
use rand_core::{TryCryptoRng, TryRng};
use zeroize::Zeroize;

/// ML-DSA.KeyGen_internal.
pub(crate) fn public_key(seed: &Secret<32>) -> Box<[u8; SIGNER_LEN]> {
    Box::new(expand(seed).verifying_key().encode().into())
}

/// ML-DSA.Sign with the hedging `rnd`; `None` with a context of over 255 bytes, or if every attempt is rejected.
pub(crate) fn sign(
    seed: &Secret<32>,
    message: &[u8],
    context: &[u8],
    rnd: &Secret<32>,
) -> Option<Box<[u8; SIGNATURE_LEN]>> {
    let signature = expand(seed).expanded_key().sign_randomized(message, context, &mut Hedging(rnd)).ok()?;
    Some(Box::new(signature.encode().into()))
}

/// ML-DSA.Verify.
pub(crate) fn verifies(
    signer: &[u8; SIGNER_LEN],
    message: &[u8],
    context: &[u8],
    signature: &[u8; SIGNATURE_LEN],
) -> bool {
    let key = VerifyingKey::<MlDsa65>::decode(&EncodedVerifyingKey::<MlDsa65>::from(*signer));
    Signature::decode(&EncodedSignature::<MlDsa65>::from(*signature))
        .is_some_and(|signature| key.verify_with_context(message, context, &signature))
}

fn expand(seed: &Secret<32>) -> Box<ml_dsa::SigningKey<MlDsa65>> {
    let mut copy = Seed::from(*seed.bytes());
    let key = Box::new(ml_dsa::SigningKey::<MlDsa65>::from_seed(&copy));
    copy.zeroize();
    key
}

/// The 32 bytes that ml-dsa draws for a signature, which are all that it draws.
struct Hedging<'a>(&'a Secret<32>);

impl TryRng for Hedging<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("ml-dsa draws bytes")
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        unreachable!("ml-dsa draws bytes")
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.copy_from_slice(self.0.bytes());
        Ok(())
    }
}

impl TryCryptoRng for Hedging<'_> {}
