//! The portable set for frames, where the platform has none or it is switched off.

use crate::fault::Fault;
use crate::ticket;
use cleave_core::{Error, FrameCrypto, Portable, TAG_LEN};
use wasm_bindgen::prelude::wasm_bindgen;
use zeroize::Zeroize;

const NOT_A_TICKET: Error = Error::Usage { what: "a frame's ticket has 48 bytes, and a frame a tag of 16" };

/// Seals a chunk: its ciphertext and tag. The ticket is wiped, on both sides.
///
/// # Errors
/// `usage` for what is no ticket.
#[wasm_bindgen]
pub fn portable_seal(ticket: &mut [u8], text: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut sealed = Vec::with_capacity(text.len() + TAG_LEN);
    sealed.extend_from_slice(text);
    let (key, nonce, head) = ticket::parts(ticket).ok_or(NOT_A_TICKET)?;
    let tag = Portable.seal(key, nonce, head, &mut sealed);
    sealed.extend_from_slice(&tag);
    ticket.zeroize();
    Ok(sealed)
}

/// Opens ciphertext and tag; nothing if the tag does not fit. The ticket is wiped, on both sides.
///
/// # Errors
/// `usage` for what is no ticket, or too short for a tag.
#[wasm_bindgen]
pub fn portable_open(ticket: &mut [u8], sealed: &[u8]) -> Result<Option<Vec<u8>>, Fault> {
    let (key, nonce, head) = ticket::parts(ticket).ok_or(NOT_A_TICKET)?;
    let (text, tag) = sealed.split_last_chunk::<TAG_LEN>().ok_or(NOT_A_TICKET)?;
    let mut text = text.to_vec();
    let opened = Portable.open(key, nonce, head, &mut text, tag);
    ticket.zeroize();
    Ok(opened.is_ok().then_some(text))
}

/// SHA-512 of a whole frame.
#[wasm_bindgen]
pub fn portable_sha512(frame: &[u8]) -> Vec<u8> {
    Portable.sha512(frame).to_vec()
}
