//! What follows from the master key (FORMAT.md, "Keys" and "Ratchet").

use crate::primitives::{hkdf_expand, hkdf_extract, hmac, sha512};

/// HKDF-Extract(salt, master).
pub fn prk(salt: &[u8; 32], master: &[u8; 32]) -> [u8; 64] {
    hkdf_extract(salt, master)
}

/// The key-committing tag.
pub fn commitment(prk: &[u8; 64]) -> [u8; 32] {
    hkdf_expand(prk, b"cleave/v1 commitment")
}

/// The tag over every header byte before it.
pub fn header_mac(prk: &[u8; 64], header_before_mac: &[u8]) -> [u8; 32] {
    let header_key: [u8; 64] = hkdf_expand(prk, b"cleave/v1 header");
    hmac(&header_key, &[&sha512(&[header_before_mac])])[..32].try_into().expect("32 of 64")
}

/// The keys of all frames, from the first on, without end.
pub fn frame_keys(prk: &[u8; 64], chunk_log2: u8) -> impl Iterator<Item = [u8; 32]> + use<> {
    let info = [&b"cleave/v1 chain"[..], &[chunk_log2]].concat();
    let mut chain: [u8; 32] = hkdf_expand(prk, &info);
    std::iter::repeat_with(move || {
        let (key, next) = step(&chain);
        chain = next;
        key
    })
}

/// The key of one frame and the next chain key.
pub fn step(chain: &[u8; 32]) -> ([u8; 32], [u8; 32]) {
    let t = hmac(chain, &[b"cleave/v1 ratchet"]);
    (t[..32].try_into().expect("half"), t[32..].try_into().expect("half"))
}

/// The two keys' bytes added bit by bit: `master` and `wrapped` differ by the share.
pub fn xor(left: &[u8; 32], right: &[u8; 32]) -> [u8; 32] {
    std::array::from_fn(|place| left[place] ^ right[place])
}
