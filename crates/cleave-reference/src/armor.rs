//! Armor: RFC 7468 in its strict form with the label `CLEAVE CONTAINER` (FORMAT.md, "Text forms").

use crate::error::Error;

/// The line before the text.
pub const BEGIN: &str = "-----BEGIN CLEAVE CONTAINER-----";
/// The line after the text.
pub const END: &str = "-----END CLEAVE CONTAINER-----";
/// Columns of every line but the last.
pub const COLUMNS: usize = 64;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The armored text of some bytes, with the given line ending.
pub fn encode(bytes: &[u8], line_ending: &str) -> String {
    let base64 = encode_base64(bytes);
    let mut text = format!("{BEGIN}{line_ending}");
    for line in base64.as_bytes().chunks(COLUMNS) {
        text.extend(line.iter().map(|letter| char::from(*letter)));
        text.push_str(line_ending);
    }
    text + END + line_ending
}

/// Nothing when the input does not begin as armor does (after white space). Otherwise the bytes of the lines
/// that hold, and the fault that ends them, if there is one.
pub fn decode(given: &[u8]) -> Option<(Vec<u8>, Option<Error>)> {
    let text = skip_white_space(given);
    let begin = BEGIN.as_bytes();
    if text.is_empty() || !(text.starts_with(begin) || begin.starts_with(text)) {
        return None;
    }
    let mut bytes = Vec::new();
    let fault = decode_lines(text, &mut bytes).err();
    Some((bytes, fault))
}

fn decode_lines(text: &[u8], bytes: &mut Vec<u8>) -> Result<(), Error> {
    let (begin, mut rest) = split_line(text)?;
    if begin != BEGIN.as_bytes() {
        return Err(Error::ArmorMalformed);
    }
    loop {
        let (line, after) = split_line(rest)?;
        let full = line.len() == COLUMNS;
        if line.is_empty() || line.len() > COLUMNS {
            return Err(Error::ArmorMalformed);
        }
        let padded = line.ends_with(b"=");
        bytes.extend(decode_base64(line).ok_or(Error::ArmorMalformed)?);
        rest = after;
        if let Some(behind) = rest.strip_prefix(END.as_bytes()) {
            let clean = skip_white_space(behind).is_empty();
            return if clean { Ok(()) } else { Err(Error::ArmorMalformed) };
        }
        if !full || padded {
            return Err(Error::ArmorMalformed);
        }
    }
}

/// The next line without its LF or CRLF, and what follows; a line that nothing ends is a fault.
fn split_line(text: &[u8]) -> Result<(&[u8], &[u8]), Error> {
    let place = text.iter().position(|byte| *byte == b'\n').ok_or(Error::ArmorMalformed)?;
    let line = &text[..place];
    Ok((line.strip_suffix(b"\r").unwrap_or(line), &text[place + 1..]))
}

fn skip_white_space(text: &[u8]) -> &[u8] {
    let is_text = |byte: &u8| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    text.iter().position(is_text).map_or(&[], |place| &text[place..])
}

/// Padded base64 (RFC 4648, section 4).
pub fn encode_base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let word =
            three.iter().fold(0u32, |word, byte| (word << 8) | u32::from(*byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            if place <= three.len() {
                text.push(ALPHABET[(word >> (18 - 6 * place)) as usize & 63].into());
            } else {
                text.push('=');
            }
        }
    }
    text
}

/// The bytes of padded canonical base64 without white space, or nothing.
pub fn decode_base64(text: &[u8]) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take(2).take_while(|letter| **letter == b'=').count();
    let letters = &text[..text.len() - padding];
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0u32, 0);
    for letter in letters {
        let value = ALPHABET.iter().position(|known| known == letter)? as u32;
        held = (held << 6) | value;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
        held &= (1 << bits) - 1;
    }
    // What is left over is the padding's bits: canonical base64 has them zero.
    (held == 0).then_some(bytes)
}
