//! Keys and their text forms (FORMAT.md, "Text forms"), age's X-Wing keys included; passphrases.

use crate::entropy::{self, Entropy};
use crate::error::Error;
use crate::hash::sha512;
use crate::kem;
use crate::secret::Secret;
use crate::signature;
use crate::text::{self, Case, Problem};
use alloc::boxed::Box;
use alloc::string::String;
use core::fmt::{self, Write as _};
use core::str::FromStr;
use unicode_normalization::UnicodeNormalization;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// Prefix of a recipient's text form.
pub const RECIPIENT_PREFIX: &str = "cleave";
/// Prefix of an identity's text form.
pub const IDENTITY_PREFIX: &str = "CLEAVE-SECRET-KEY-";
/// Prefix of a signer's text form.
pub const SIGNER_PREFIX: &str = "cleavesig";
/// Prefix of a signing key's text form.
pub const SIGNING_KEY_PREFIX: &str = "CLEAVE-SIGNING-KEY-";
/// Prefix of age's text form of the same public key.
pub const AGE_RECIPIENT_PREFIX: &str = "age1pq";
/// Prefix of age's text form of the same seed.
pub const AGE_IDENTITY_PREFIX: &str = "AGE-SECRET-KEY-PQ-";

/// Bytes of an ML-DSA-65 public key (FIPS 204, table 2).
pub const SIGNER_LEN: usize = 1952;
/// Bytes of an X-Wing public key.
pub const RECIPIENT_LEN: usize = kem::PUBLIC_KEY_LEN;

/// A recipient: an X-Wing public key, 1216 bytes, that passed FIPS 203's encapsulation-key check.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Recipient(Box<[u8; RECIPIENT_LEN]>);

impl Recipient {
    /// Takes the 1216 bytes of a public key.
    ///
    /// # Errors
    /// [`Error::KeyMalformed`] if the length differs or the key fails FIPS 203's encapsulation-key check (section 7.2).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: &[u8; RECIPIENT_LEN] =
            bytes.try_into().map_err(|_| Error::KeyMalformed { what: "a recipient has 1216 bytes" })?;
        if !kem::is_public_key(bytes) {
            return Err(Error::KeyMalformed {
                what: "the recipient is not a valid ML-KEM-768 public key; ask its owner for it again",
            });
        }
        Ok(Self(Box::new(*bytes)))
    }

    /// The 1216 bytes.
    pub fn as_bytes(&self) -> &[u8; RECIPIENT_LEN] {
        &self.0
    }

    /// The short fingerprint: the first 10 bytes of SHA-512("cleave/v1 fingerprint" ‖ public key), 20 hexadecimal digits.
    ///
    /// Bech32's checksum is weak over 1,959 characters: people compare this instead.
    pub fn fingerprint(&self) -> String {
        let hash = sha512(&[b"cleave/v1 fingerprint", self.as_bytes()]);
        let mut hex = String::with_capacity(20);
        for byte in &hash[..10] {
            write!(hex, "{byte:02x}").expect("writing to a String does not fail");
        }
        hex
    }
}

impl FromStr for Recipient {
    type Err = Error;

    /// Reads `cleave1…` or age's `age1pq1…`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let bytes = text::decode::<RECIPIENT_LEN>(&[RECIPIENT_PREFIX, AGE_RECIPIENT_PREFIX], text).map_err(
            |problem| Error::KeyMalformed {
                what: match problem {
                    Problem::Prefix => "this is not a recipient: a recipient begins with cleave1 or age1pq1",
                    Problem::Checksum => {
                        "the recipient's checksum fails: a character was changed or lost, copy it again"
                    }
                    Problem::Length => {
                        "the recipient has a wrong length: a part of it is missing, copy it again"
                    }
                    Problem::Padding | Problem::NotBech32 => {
                        "the recipient does not decode: copy it again, whole and on one line"
                    }
                },
            },
        )?;
        Self::from_bytes(&bytes)
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::encode(RECIPIENT_PREFIX, Case::Lower, self.as_bytes()))
    }
}

impl fmt::Debug for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipient({})", self.fingerprint())
    }
}

/// An identity: the 32-byte seed of an X-Wing key pair. Wiped on drop; has no Debug.
pub struct Identity {
    seed: Secret<32>,
    key: kem::KeyPair,
    recipient: Recipient,
}

/// By its seed, and by its key pair.
impl ZeroizeOnDrop for Identity {}

impl Identity {
    /// A fresh identity from the system's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the generator fails.
    pub fn generate() -> Result<Self, Error> {
        Self::generate_from(&mut entropy::System)
    }

    pub(crate) fn generate_from(from: &mut dyn Entropy) -> Result<Self, Error> {
        Ok(Self::from_seed(entropy::secret(from)?))
    }

    pub(crate) fn from_seed(seed: Secret<32>) -> Self {
        let key = kem::KeyPair::from_seed(&seed);
        let recipient = Recipient(Box::new(key.public_key()));
        Self { seed, key, recipient }
    }

    /// Reads `CLEAVE-SECRET-KEY-1…` or age's `AGE-SECRET-KEY-PQ-1…`.
    ///
    /// # Errors
    /// [`Error::KeyMalformed`], whose message says nothing of the content.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let seed = text::decode::<32>(&[IDENTITY_PREFIX, AGE_IDENTITY_PREFIX], text).map_err(|problem| {
            Error::KeyMalformed {
                what: match problem {
                    Problem::Prefix => {
                        "this is not an identity: an identity begins with CLEAVE-SECRET-KEY-1 or AGE-SECRET-KEY-PQ-1"
                    }
                    Problem::Checksum => "the identity's checksum fails: a character was changed or lost",
                    Problem::Length => "the identity has a wrong length: a part of it is missing",
                    Problem::Padding | Problem::NotBech32 => "the identity does not decode: get it whole and on one line",
                },
            }
        })?;
        Ok(Self::from_seed(Secret::copy_of(&seed)))
    }

    /// The text form, upper case.
    pub fn to_text(&self) -> Zeroizing<String> {
        text::encode(IDENTITY_PREFIX, Case::Upper, self.seed.bytes())
    }

    /// The public key.
    pub fn recipient(&self) -> &Recipient {
        &self.recipient
    }

    pub(crate) fn key_pair(&self) -> &kem::KeyPair {
        &self.key
    }
}

/// A signer: an ML-DSA-65 public key, 1952 bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct Signer(Box<[u8; SIGNER_LEN]>);

impl Signer {
    /// Takes the 1952 bytes of a public key.
    ///
    /// # Errors
    /// [`Error::KeyMalformed`] if the length differs.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let bytes: &[u8; SIGNER_LEN] =
            bytes.try_into().map_err(|_| Error::KeyMalformed { what: "a signer has 1952 bytes" })?;
        Ok(Self(Box::new(*bytes)))
    }

    /// The 1952 bytes.
    pub fn as_bytes(&self) -> &[u8; SIGNER_LEN] {
        &self.0
    }

    pub(crate) fn boxed(bytes: Box<[u8; SIGNER_LEN]>) -> Self {
        Self(bytes)
    }
}

impl FromStr for Signer {
    type Err = Error;

    /// Reads `cleavesig1…`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let bytes =
            text::decode::<SIGNER_LEN>(&[SIGNER_PREFIX], text).map_err(|problem| Error::KeyMalformed {
                what: match problem {
                    Problem::Prefix => "this is not a signer: a signer begins with cleavesig1",
                    Problem::Checksum => {
                        "the signer's checksum fails: a character was changed or lost, copy it again"
                    }
                    Problem::Length => {
                        "the signer has a wrong length: a part of it is missing, copy it again"
                    }
                    Problem::Padding | Problem::NotBech32 => {
                        "the signer does not decode: copy it again, whole and on one line"
                    }
                },
            })?;
        Self::from_bytes(&bytes)
    }
}

impl fmt::Display for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::encode(SIGNER_PREFIX, Case::Lower, self.as_bytes()))
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signer(…)")
    }
}

/// A signing key: the 32-byte seed of an ML-DSA-65 key pair. Wiped on drop; has no Debug.
pub struct SigningKey {
    seed: Secret<32>,
    signer: Signer,
}

/// By its seed.
impl ZeroizeOnDrop for SigningKey {}

impl SigningKey {
    /// A fresh signing key from the system's generator.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the generator fails.
    pub fn generate() -> Result<Self, Error> {
        Self::generate_from(&mut entropy::System)
    }

    pub(crate) fn generate_from(from: &mut dyn Entropy) -> Result<Self, Error> {
        Ok(Self::from_seed(entropy::secret(from)?))
    }

    pub(crate) fn from_seed(seed: Secret<32>) -> Self {
        let signer = Signer::boxed(signature::public_key(&seed));
        Self { seed, signer }
    }

    /// Reads `CLEAVE-SIGNING-KEY-1…`.
    ///
    /// # Errors
    /// [`Error::KeyMalformed`], whose message says nothing of the content.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let seed =
            text::decode::<32>(&[SIGNING_KEY_PREFIX], text).map_err(|problem| Error::KeyMalformed {
                what: match problem {
                    Problem::Prefix => {
                        "this is not a signing key: a signing key begins with CLEAVE-SIGNING-KEY-1"
                    }
                    Problem::Checksum => "the signing key's checksum fails: a character was changed or lost",
                    Problem::Length => "the signing key has a wrong length: a part of it is missing",
                    Problem::Padding | Problem::NotBech32 => {
                        "the signing key does not decode: get it whole and on one line"
                    }
                },
            })?;
        Ok(Self::from_seed(Secret::copy_of(&seed)))
    }

    /// The text form, upper case.
    pub fn to_text(&self) -> Zeroizing<String> {
        text::encode(SIGNING_KEY_PREFIX, Case::Upper, self.seed.bytes())
    }

    /// The public key.
    pub fn signer(&self) -> &Signer {
        &self.signer
    }

    pub(crate) fn seed(&self) -> &Secret<32> {
        &self.seed
    }
}

/// A passphrase: NFC-normalized UTF-8, not empty, without line breaks. Wiped on drop; has no Debug.
pub struct Passphrase(Zeroizing<String>);

/// By its only field.
impl ZeroizeOnDrop for Passphrase {}

impl Passphrase {
    /// Takes a passphrase as it was typed; spaces around it are part of it.
    ///
    /// # Errors
    /// [`Error::KeyMalformed`] if it is empty or holds LF or CR.
    pub fn new(typed: &str) -> Result<Self, Error> {
        if typed.is_empty() {
            return Err(Error::KeyMalformed { what: "the passphrase is empty" });
        }
        if typed.contains(['\n', '\r']) {
            return Err(Error::KeyMalformed {
                what: "the passphrase holds a line break; write it on one line",
            });
        }
        // NFC is at most three times as long in UTF-8 (UAX 15, section 9): no growth, no copy left behind.
        let mut normalized = Zeroizing::new(String::with_capacity(3 * typed.len()));
        normalized.extend(typed.nfc());
        Ok(Self(normalized))
    }

    /// As [`Passphrase::new`], from bytes that should be UTF-8.
    ///
    /// # Errors
    /// [`Error::KeyMalformed`] also if they are not UTF-8 (lone surrogates included).
    pub fn from_utf8(typed: &[u8]) -> Result<Self, Error> {
        let typed = core::str::from_utf8(typed)
            .map_err(|_| Error::KeyMalformed { what: "the passphrase is not UTF-8 text" })?;
        Self::new(typed)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}
