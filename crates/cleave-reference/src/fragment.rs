//! The detachable fragment of 61 bytes (FORMAT.md, "Fragment").

use crate::error::Error;
use crate::primitives::{hmac, sha512};
use crate::text;

const MAGIC: &[u8; 4] = b"CLVF";
const VERSION: u8 = 1;

/// The bytes of a fragment; `hint` is zeros for a container without HINT.
pub fn build(hint: &[u8; 8], share: &[u8; 32]) -> [u8; 61] {
    let body = [&MAGIC[..], &[VERSION], hint, share].concat();
    [&body[..], &checksum(&body)].concat().try_into().expect("45 and 16 bytes")
}

/// The text form of a fragment, in upper case.
pub fn to_text(fragment: &[u8; 61]) -> String {
    text::secret(text::FRAGMENT, fragment)
}

/// The share in a fragment's text form. The hint field is ignored: it serves to find the container.
pub fn share(fragment_text: &str) -> Result<[u8; 32], Error> {
    let fragment = text::fragment(fragment_text)?;
    let (body, sum) = fragment.split_at(45);
    if &body[..4] != MAGIC || body[4] != VERSION || checksum(body) != sum {
        return Err(Error::FragmentMalformed);
    }
    Ok(body[13..].try_into().expect("45 bytes less magic, version and hint are 32"))
}

/// The pairing hint of a share under a container's salt.
pub fn hint(salt: &[u8; 32], share: &[u8; 32]) -> [u8; 8] {
    hmac(salt, &[b"cleave/v1 pairing", share])[..8].try_into().expect("8 of 64")
}

fn checksum(body: &[u8]) -> [u8; 16] {
    sha512(&[b"cleave/v1 fragment", body])[..16].try_into().expect("16 of 64")
}
