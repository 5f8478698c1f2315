//! Bech32 (BIP 173) without its length limit (FORMAT.md, "Text forms").

const ALPHABET: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// The lower-case text of some bytes under a lower-case prefix.
pub fn encode(prefix: &str, bytes: &[u8]) -> String {
    encode_groups(prefix, &to_groups(bytes))
}

/// The lower-case text of five-bit groups that need not be a canonical encoding of bytes.
///
/// # Panics
/// On a group over 31.
pub fn encode_groups(prefix: &str, groups: &[u8]) -> String {
    let mut values = expanded_prefix(prefix.as_bytes());
    values.extend_from_slice(groups);
    values.extend_from_slice(&[0; 6]);
    let checksum = polymod(&values) ^ 1;
    let mut text = format!("{prefix}1");
    for group in groups {
        text.push(ALPHABET[usize::from(*group)].into());
    }
    for place in (0..6).rev() {
        let group = (checksum >> (5 * place)) & 31;
        text.push(ALPHABET[group as usize].into());
    }
    text
}

/// The prefix in lower case and the bytes of a text in one case; nothing when any rule of Bech32 is broken.
pub fn decode(text: &str) -> Option<(String, Vec<u8>)> {
    let has_lower = text.bytes().any(|byte| byte.is_ascii_lowercase());
    let has_upper = text.bytes().any(|byte| byte.is_ascii_uppercase());
    if has_lower && has_upper {
        return None;
    }
    let text = text.to_ascii_lowercase();
    let (prefix, data) = text.rsplit_once('1')?;
    if prefix.is_empty() || data.len() < 6 || !prefix.bytes().all(|byte| (33..=126).contains(&byte)) {
        return None;
    }
    let groups = data.bytes().map(group).collect::<Option<Vec<u8>>>()?;
    let mut values = expanded_prefix(prefix.as_bytes());
    values.extend_from_slice(&groups);
    if polymod(&values) != 1 {
        return None;
    }
    let bytes = from_groups(&groups[..groups.len() - 6])?;
    Some((prefix.to_string(), bytes))
}

/// Bytes as five-bit groups, the last padded with zero bits.
pub fn to_groups(bytes: &[u8]) -> Vec<u8> {
    let mut groups = Vec::new();
    let (mut held, mut bits) = (0u32, 0);
    for byte in bytes {
        held = (held << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            groups.push(((held >> bits) & 31) as u8);
        }
        held &= (1 << bits) - 1;
    }
    if bits > 0 {
        groups.push((held << (5 - bits)) as u8);
    }
    groups
}

fn from_groups(groups: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut held, mut bits) = (0u32, 0);
    for group in groups {
        held = (held << 5) | u32::from(*group);
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
        held &= (1 << bits) - 1;
    }
    (bits < 5 && held == 0).then_some(bytes)
}

fn group(letter: u8) -> Option<u8> {
    ALPHABET.iter().position(|known| *known == letter).map(|place| place as u8)
}

fn expanded_prefix(prefix: &[u8]) -> Vec<u8> {
    let mut values: Vec<u8> = prefix.iter().map(|byte| byte >> 5).collect();
    values.push(0);
    values.extend(prefix.iter().map(|byte| byte & 31));
    values
}

fn polymod(values: &[u8]) -> u32 {
    const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
    let mut checksum = 1u32;
    for value in values {
        let top = checksum >> 25;
        checksum = ((checksum & 0x01ff_ffff) << 5) ^ u32::from(*value);
        for (bit, term) in GENERATOR.iter().enumerate() {
            if (top >> bit) & 1 == 1 {
                checksum ^= term;
            }
        }
    }
    checksum
}
