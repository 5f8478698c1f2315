//! The detachable fragment, 61 bytes (FORMAT.md, "Fragment").

use crate::error::Error;
use crate::hash::{hmac, sha512};
use crate::header::Split;
use crate::secret::{Secret, equal};
use crate::text::{self, Case, Problem};
use alloc::string::String;
use zeroize::{ZeroizeOnDrop, Zeroizing};

/// Prefix of a fragment's text form.
pub const FRAGMENT_PREFIX: &str = "CLEAVE-FRAGMENT-";
/// magic ‖ version ‖ hint ‖ share ‖ checksum.
pub const FRAGMENT_LEN: usize = 61;

const MAGIC: &[u8; 4] = b"CLVF";
const VERSION: u8 = 1;
const HINT_AT: usize = 5;
const SHARE_AT: usize = 13;
const CHECKSUM_AT: usize = 45;

/// One share of a split master key. Without it (or a copy of it) its container opens to nobody.
pub struct Fragment {
    hint: [u8; 8],
    share: Secret<32>,
}

/// By its share; the hint is no secret.
impl ZeroizeOnDrop for Fragment {}

/// What a container's header says of its fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintField {
    /// Header and fragment carry the hint by which they find each other.
    Stored,
    /// Neither does: nothing tells which fragment belongs to which container.
    Omitted,
}

impl Fragment {
    pub(crate) fn new(salt: &[u8; 32], share: Secret<32>, field: HintField) -> Self {
        let hint = match field {
            HintField::Stored => hint(salt, &share),
            HintField::Omitted => [0; 8],
        };
        Self { hint, share }
    }

    /// Reads the 61 bytes.
    ///
    /// # Errors
    /// [`Error::FragmentMalformed`] on a wrong length, magic, version or checksum.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let malformed = |what| Error::FragmentMalformed { what };
        let bytes: &[u8; FRAGMENT_LEN] =
            bytes.try_into().map_err(|_| malformed("a fragment has 61 bytes"))?;
        if &bytes[..4] != MAGIC {
            return Err(malformed("it does not begin as a fragment does"));
        }
        if bytes[4] != VERSION {
            return Err(malformed("it is of a version that this program does not read"));
        }
        if !equal(&checksum(&bytes[..CHECKSUM_AT]), &bytes[CHECKSUM_AT..]) {
            return Err(malformed("its checksum fails"));
        }
        Ok(Self {
            hint: *bytes[HINT_AT..].first_chunk().expect("a fragment has 61 bytes"),
            share: Secret::copy_of(&bytes[SHARE_AT..CHECKSUM_AT]),
        })
    }

    /// Reads `CLEAVE-FRAGMENT-1…`.
    ///
    /// # Errors
    /// [`Error::FragmentMalformed`] also if the text form does not decode.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let bytes = text::decode::<FRAGMENT_LEN>(&[FRAGMENT_PREFIX], text).map_err(|problem| {
            Error::FragmentMalformed {
                what: match problem {
                    Problem::Prefix => "this is not a fragment: a fragment begins with CLEAVE-FRAGMENT-1",
                    Problem::Checksum => "a character of its text was changed or lost",
                    Problem::Length => "its text has a wrong length",
                    Problem::Padding | Problem::NotBech32 => "its text does not decode",
                },
            }
        })?;
        Self::from_bytes(&bytes)
    }

    /// The 61 bytes.
    pub fn to_bytes(&self) -> Zeroizing<[u8; FRAGMENT_LEN]> {
        let mut bytes = Zeroizing::new([0; FRAGMENT_LEN]);
        bytes[..4].copy_from_slice(MAGIC);
        bytes[4] = VERSION;
        bytes[HINT_AT..SHARE_AT].copy_from_slice(&self.hint);
        bytes[SHARE_AT..CHECKSUM_AT].copy_from_slice(self.share.bytes());
        let checksum = checksum(&bytes[..CHECKSUM_AT]);
        bytes[CHECKSUM_AT..].copy_from_slice(&checksum);
        bytes
    }

    /// The text form, upper case, so that it makes a small QR code.
    pub fn to_text(&self) -> Zeroizing<String> {
        text::encode(FRAGMENT_PREFIX, Case::Upper, &self.to_bytes()[..])
    }

    /// The hint that the fragment carries, by which its container is found; `None` without one.
    pub fn hint(&self) -> Option<[u8; 8]> {
        (self.hint != [0; 8]).then_some(self.hint)
    }

    /// The share, if the header gives no hint against it.
    ///
    /// The fragment's own hint field is not looked at: only the share can be right or wrong.
    pub(crate) fn share_for(&self, salt: &[u8; 32], split: Split) -> Result<Secret<32>, Error> {
        match split {
            Split::Hinted(expected) if !equal(&hint(salt, &self.share), &expected) => {
                Err(Error::FragmentMismatch)
            }
            _ => Ok(self.share.duplicate()),
        }
    }
}

/// hint = HMAC(salt, "cleave/v1 pairing" ‖ share)[..8].
pub(crate) fn hint(salt: &[u8; 32], share: &Secret<32>) -> [u8; 8] {
    *hmac(salt, &[b"cleave/v1 pairing", share.bytes()]).first_chunk().expect("an HMAC-SHA-512 has 64 bytes")
}

fn checksum(before: &[u8]) -> [u8; 16] {
    *sha512(&[b"cleave/v1 fragment", before]).first_chunk().expect("a SHA-512 has 64 bytes")
}
