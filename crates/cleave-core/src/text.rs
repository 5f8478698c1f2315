//! Bech32 (BIP 173) without its length limit, and in FORMAT.md's strict reading ("Text forms").

use alloc::string::String;
use alloc::vec::Vec;
use bech32::primitives::decode::CheckedHrpstring;
use bech32::{Bech32, Checksum, Hrp};
use zeroize::Zeroizing;

/// BIP 173's checksum over strings of any length. It was made for 90 characters, and says less over more.
enum Unlimited {}

impl Checksum for Unlimited {
    type MidstateRepr = <Bech32 as Checksum>::MidstateRepr;
    type CorrectionField = <Bech32 as Checksum>::CorrectionField;
    const ROOT_GENERATOR: Self::CorrectionField = Bech32::ROOT_GENERATOR;
    const ROOT_EXPONENTS: core::ops::RangeInclusive<usize> = Bech32::ROOT_EXPONENTS;
    const CODE_LENGTH: usize = usize::MAX;
    const CHECKSUM_LENGTH: usize = Bech32::CHECKSUM_LENGTH;
    const GENERATOR_SH: [u32; 5] = Bech32::GENERATOR_SH;
    const TARGET_RESIDUE: u32 = Bech32::TARGET_RESIDUE;
}

/// How a text form is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
}

/// Why a text form does not decode; never says anything of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// Not Bech32: no separator, mixed case, or a character that is none of its 32.
    NotBech32,
    Prefix,
    Checksum,
    Padding,
    Length,
}

/// The text form of `data`; wiped when dropped, since some are secret.
pub(crate) fn encode(prefix: &str, case: Case, data: &[u8]) -> Zeroizing<String> {
    let hrp = Hrp::parse(prefix).expect("the prefixes of FORMAT.md are valid");
    // One allocation, so that growing leaves no copy behind: prefix, separator, 8/5 of the data, checksum.
    let mut text = Zeroizing::new(String::with_capacity(prefix.len() + data.len() * 8 / 5 + 16));
    match case {
        Case::Lower => bech32::encode_lower_to_fmt::<Unlimited, _>(&mut *text, hrp, data),
        Case::Upper => bech32::encode_upper_to_fmt::<Unlimited, _>(&mut *text, hrp, data),
    }
    .expect("the length is unlimited and writing to a String does not fail");
    text
}

/// The `N` bytes of a text form whose prefix is one of `prefixes` (compared without case).
pub(crate) fn decode<const N: usize>(prefixes: &[&str], text: &str) -> Result<Zeroizing<Vec<u8>>, Problem> {
    let (prefix, _) = text.rsplit_once('1').ok_or(Problem::NotBech32)?;
    if !prefixes.iter().any(|known| known.eq_ignore_ascii_case(prefix)) {
        return Err(Problem::Prefix);
    }
    let checked = CheckedHrpstring::new::<Unlimited>(text).map_err(|error| {
        use bech32::primitives::decode::CheckedHrpstringError as E;
        match error {
            E::Checksum(_) => Problem::Checksum,
            _ => Problem::NotBech32,
        }
    })?;
    let symbols = checked.data_part_ascii_no_checksum().len();
    let padding = symbols * 5 % 8;
    let last = checked.fe32_iter().last().map_or(0, |symbol| symbol.to_u8());
    if padding >= 5 || last & ((1 << padding) - 1) != 0 {
        return Err(Problem::Padding);
    }
    if symbols * 5 / 8 != N {
        return Err(Problem::Length);
    }
    let mut data = Zeroizing::new(Vec::with_capacity(N));
    data.extend(checked.byte_iter());
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_at_lengths_beyond_bip_173() {
        for case in [Case::Lower, Case::Upper] {
            let data: Vec<u8> = (0..1952u32).map(|i| (i * 7) as u8).collect();
            let text = encode("cleavesig", case, &data);
            assert_eq!(decode::<1952>(&["cleavesig"], &text).unwrap().as_slice(), &data[..]);
        }
    }

    #[test]
    fn a_changed_character_a_mixed_case_and_a_wrong_length_are_told_apart() {
        let text = encode("cleave", Case::Lower, &[9; 32]);
        let mut changed = String::from(text.as_str());
        let last = if changed.ends_with('q') { "p" } else { "q" };
        changed.replace_range(changed.len() - 1.., last);
        assert_eq!(decode::<32>(&["cleave"], &changed), Err(Problem::Checksum));
        let mixed = String::from("C") + &text[1..];
        assert_eq!(decode::<32>(&["cleave"], &mixed), Err(Problem::NotBech32));
        assert_eq!(decode::<31>(&["cleave"], &text), Err(Problem::Length));
        assert_eq!(decode::<32>(&["other"], &text), Err(Problem::Prefix));
        assert_eq!(decode::<32>(&["cleave"], "cleave"), Err(Problem::NotBech32));
    }
}
