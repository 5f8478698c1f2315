//! Where fresh bytes come from: the system's generator, or (feature `hazmat`) a fixed stream for vectors.

use crate::error::Error;
use crate::secret::Secret;

/// A source of bytes for salt, master, share, argon_salt, encapsulations, slot order and hedging.
#[cfg_attr(
    not(feature = "hazmat"),
    expect(unreachable_pub, reason = "only `hazmat` shows it to the outside")
)]
pub trait Entropy {
    /// Fills `bytes` whole.
    ///
    /// # Errors
    /// [`Error::Randomness`] if the source cannot give them; nothing may then be written.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error>;
}

/// The operating system's generator (`crypto.getRandomValues` in a browser).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct System;

impl Entropy for System {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        getrandom::fill(bytes).map_err(|_| Error::Randomness)
    }
}

pub(crate) fn secret<const N: usize>(from: &mut dyn Entropy) -> Result<Secret<N>, Error> {
    Secret::try_fill_with(|bytes| from.fill(bytes))
}

pub(crate) fn public<const N: usize>(from: &mut dyn Entropy) -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    from.fill(&mut bytes)?;
    Ok(bytes)
}

/// Puts `items` in an order drawn uniformly at random (Fisher and Yates, with rejection against bias).
pub(crate) fn shuffle<T>(items: &mut [T], from: &mut dyn Entropy) -> Result<(), Error> {
    for last in (1..items.len()).rev() {
        let other = below(last as u64 + 1, from)?;
        items.swap(last, usize::try_from(other).expect("drawn below the length of a slice"));
    }
    Ok(())
}

fn below(bound: u64, from: &mut dyn Entropy) -> Result<u64, Error> {
    let limit = u64::MAX - u64::MAX % bound;
    loop {
        let drawn = u64::from_be_bytes(public(from)?);
        if drawn < limit {
            return Ok(drawn % bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_three_comes_up() {
        let mut seen = alloc::collections::BTreeSet::new();
        for _ in 0..400 {
            let mut items = [0, 1, 2];
            shuffle(&mut items, &mut System).unwrap();
            seen.insert(items);
        }
        assert_eq!(seen.len(), 6, "400 draws miss one of six orders with probability under 1e-30");
    }

    struct Empty;
    impl Entropy for Empty {
        fn fill(&mut self, _: &mut [u8]) -> Result<(), Error> {
            Err(Error::Randomness)
        }
    }

    #[test]
    fn a_source_that_fails_is_an_error() {
        assert!(matches!(secret::<32>(&mut Empty), Err(Error::Randomness)));
        assert!(matches!(shuffle(&mut [1, 2], &mut Empty), Err(Error::Randomness)));
    }
}
