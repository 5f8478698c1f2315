//! Known answers at start: platforms were seen on which a primitive comes out wrong, and what it writes then is lost.

use crate::fault::Fault;
use cleave_core::{
    Encryptor, Error, FrameCrypto, Identity, Keys, Limits, Passphrase, Portable, SigningKey, decrypt, encrypt,
};
use wasm_bindgen::prelude::wasm_bindgen;

const BY_PASSPHRASE: &[u8] = include_bytes!("known/passphrase.bin");
const PASSPHRASE: &str = "cost";
const SIGNED: &[u8] = include_bytes!("known/signed.bin");
const IDENTITY: &str = include_str!("known/signed.identity.txt");
const SIGNER: &str = include_str!("known/signed.signer.txt");

/// Of the 100 bytes that both known containers hold, the first eight bytes of SHA-512.
const PLAINTEXT: u64 = 0x1d13870a20d54e8c;

/// Opens a container of each kind that the witness wrote, and one that is written here: X-Wing, Argon2id, ML-DSA-65, the
/// schedule and the portable set for frames.
///
/// # Errors
/// `self_test_failed`; nothing may then be encrypted or decrypted here.
#[wasm_bindgen]
pub fn self_test() -> Result<(), Fault> {
    match all() {
        Ok(true) => Ok(()),
        Ok(false) | Err(_) => Err(Fault {
            code: "self_test_failed".to_owned(),
            message: "this platform computes known answers wrongly: use another browser or device, and report this one"
                .to_owned(),
            chunk: None,
        }),
    }
}

fn all() -> Result<bool, Error> {
    let passphrase = Keys::new().passphrase(Passphrase::new(PASSPHRASE)?);
    let identity = || Identity::parse(IDENTITY);
    let signed = Keys::new().identity(identity()?).signer(SIGNER.parse()?);
    Ok(opens(BY_PASSPHRASE, passphrase)? && opens(SIGNED, signed)? && returns(identity()?)?)
}

fn opens(container: &[u8], keys: Keys) -> Result<bool, Error> {
    let opened = decrypt(container, keys, Limits::browser())?;
    Ok(Portable.sha512(&opened.plaintext)[..8] == PLAINTEXT.to_be_bytes())
}

/// What is written here opens again.
fn returns(identity: Identity) -> Result<bool, Error> {
    let key = SigningKey::generate()?;
    let keys = Keys::new().signer(key.signer().clone());
    let sealed =
        encrypt(SIGNER.as_bytes(), Encryptor::new().recipient(identity.recipient().clone()).sign(key))?;
    let opened = decrypt(&sealed.container, keys.identity(identity), Limits::browser())?;
    Ok(opened.plaintext == SIGNER.as_bytes())
}
