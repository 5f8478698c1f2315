//! The order within a round: random, and the same again from the same seed.

/// SplitMix64 (Steele, Lea and Flood, 2014): enough to shuffle a handful of commands.
pub(crate) struct Order(u64);

impl Order {
    pub(crate) fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// The numbers below `len`, each once.
    pub(crate) fn of(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        for last in (1..len).rev() {
            let bound = u64::try_from(last + 1).expect("a handful");
            let other = usize::try_from(self.next() % bound).expect("below a handful");
            order.swap(last, other);
        }
        order
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut order = Order::from_seed(1_234_567);
        assert_eq!(order.next(), 6_457_827_717_110_365_317);
        assert_eq!(order.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_round_has_each_once_and_rounds_differ() {
        let mut order = Order::from_seed(1);
        let rounds: Vec<Vec<usize>> = (0..20).map(|_| order.of(6)).collect();
        for round in &rounds {
            let mut sorted = round.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3, 4, 5]);
        }
        assert!(rounds.iter().any(|round| *round != rounds[0]));
        let firsts: std::collections::BTreeSet<usize> = rounds.iter().map(|round| round[0]).collect();
        assert!(firsts.len() > 3, "{firsts:?}");
        assert_eq!(Order::from_seed(1).of(6), rounds[0]);
    }
}
