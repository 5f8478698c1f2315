//! Known answers at start: platforms were seen on which a primitive comes out wrong, and what it writes then is lost.

use crate::fault::Fault;
use cleave_core::{
    Argon2Cost, Encryptor, Error, FrameCrypto, Identity, Keys, Limits, Passphrase, Portable, SigningKey,
    decrypt, encrypt,
};
use wasm_bindgen::prelude::wasm_bindgen;

const BY_PASSPHRASE: &[u8] = include_bytes!("known/passphrase.bin");
const PASSPHRASE: &str = "cost";
const SIGNED: &[u8] = include_bytes!("known/signed.bin");
const IDENTITY: &str = include_str!("known/signed.identity.txt");
const SIGNER: &str = include_str!("known/signed.signer.txt");

/// Of the 100 bytes that both known containers hold, the first eight bytes of SHA-512.
const PLAINTEXT: u64 = 0x1d13870a20d54e8c;

/// Tests that [`self_test`] knows, each of some milliseconds.
#[wasm_bindgen]
pub fn self_tests() -> u32 {
    TESTS.len() as u32
}

/// The test of this number. Together they open a container of each kind that the witness wrote, and one that is written
/// here: X-Wing, Argon2id, ML-DSA-65, the schedule and the portable set for frames.
///
/// # Errors
/// `self_test_failed`; nothing may then be encrypted or decrypted here.
#[wasm_bindgen]
pub fn self_test(number: u32) -> Result<(), Fault> {
    match TESTS.get(number as usize).map(|test| test()) {
        Some(Ok(true)) => Ok(()),
        _ => Err(Fault {
            code: "self_test_failed".to_owned(),
            message: "this platform computes known answers wrongly: use another browser or device, and report this one"
                .to_owned(),
            chunk: None,
        }),
    }
}

const TESTS: [fn() -> Result<bool, Error>; 4] = [by_passphrase, signed, recipient_returns, signature_returns];

fn by_passphrase() -> Result<bool, Error> {
    opens(BY_PASSPHRASE, Keys::new().passphrase(Passphrase::new(PASSPHRASE)?))
}

fn signed() -> Result<bool, Error> {
    opens(SIGNED, Keys::new().identity(Identity::parse(IDENTITY)?).signer(SIGNER.parse()?))
}

fn opens(container: &[u8], keys: Keys) -> Result<bool, Error> {
    let opened = decrypt(container, keys, Limits::browser())?;
    Ok(Portable.sha512(&opened.plaintext)[..8] == PLAINTEXT.to_be_bytes())
}

/// What is written here opens again.
fn recipient_returns() -> Result<bool, Error> {
    let identity = Identity::parse(IDENTITY)?;
    returns(Encryptor::new().recipient(identity.recipient().clone()), Keys::new().identity(identity))
}

fn signature_returns() -> Result<bool, Error> {
    let (key, cost) = (SigningKey::generate()?, Argon2Cost::new(8, 1, 1).ok_or(NO_COST)?);
    let keys = Keys::new().passphrase(Passphrase::new(PASSPHRASE)?).signer(key.signer().clone());
    returns(Encryptor::new().passphrase(Passphrase::new(PASSPHRASE)?, cost).sign(key), keys)
}

const NO_COST: Error = Error::Usage { what: "8 KiB for one lane is the least there is" };

fn returns(encryptor: Encryptor, keys: Keys) -> Result<bool, Error> {
    let sealed = encrypt(SIGNER.as_bytes(), encryptor)?;
    let opened = decrypt(&sealed.container, keys, Limits::browser())?;
    Ok(opened.plaintext == SIGNER.as_bytes())
}
