//! Medians and their spread, from samples of the same rounds.

/// The middle of a few values, and how far they lie apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) least: f64,
    pub(crate) lower_quartile: f64,
    pub(crate) median: f64,
    pub(crate) upper_quartile: f64,
    pub(crate) most: f64,
}

impl Spread {
    /// Of at least one value; `None` without any.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Self {
            least: *sorted.first()?,
            lower_quartile: quantile(&sorted, 1, 4),
            median: quantile(&sorted, 1, 2),
            upper_quartile: quantile(&sorted, 3, 4),
            most: *sorted.last()?,
        })
    }

    /// Of one value for each round that both have: `of` and `to` ran in the same round, a few seconds apart.
    pub(crate) fn of_rounds(of: &[u64], to: &[u64], combine: fn(f64, f64) -> f64) -> Option<Self> {
        let values: Vec<f64> =
            of.iter().zip(to).map(|(of, to)| combine(as_float(*of), as_float(*to))).collect();
        Self::of(&values)
    }

    /// Of nanoseconds or bytes.
    pub(crate) fn of_samples(samples: &[u64]) -> Option<Self> {
        Self::of(&samples.iter().copied().map(as_float).collect::<Vec<_>>())
    }

    pub(crate) fn scaled(self, by: f64) -> Self {
        Self {
            least: self.least * by,
            lower_quartile: self.lower_quartile * by,
            median: self.median * by,
            upper_quartile: self.upper_quartile * by,
            most: self.most * by,
        }
    }
}

/// The value at `numerator / denominator` of the way, between two neighbours where it falls between them.
fn quantile(sorted: &[f64], numerator: usize, denominator: usize) -> f64 {
    let way = (sorted.len() - 1) * numerator;
    let (below, rest) = (way / denominator, way % denominator);
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (rest as f64 / denominator as f64)
}

/// Exact up to 2^53: 104 days of nanoseconds.
fn as_float(sample: u64) -> f64 {
    sample as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_odd_and_even_many() {
        assert_eq!(Spread::of(&[3.0, 1.0, 2.0]).map(|spread| spread.median), Some(2.0));
        assert_eq!(Spread::of(&[4.0, 1.0, 2.0, 3.0]).map(|spread| spread.median), Some(2.5));
        assert_eq!(Spread::of(&[]), None);
    }

    #[test]
    fn quartiles_lie_between_the_ends() {
        let spread = Spread::of(&[5.0, 1.0, 2.0, 4.0, 3.0]).expect("there are values");
        let wanted = Spread { least: 1.0, lower_quartile: 2.0, median: 3.0, upper_quartile: 4.0, most: 5.0 };
        assert_eq!(spread, wanted);
        let one = Spread::of(&[7.0]).expect("there is a value");
        assert_eq!((one.least, one.lower_quartile, one.median, one.most), (7.0, 7.0, 7.0, 7.0));
    }

    #[test]
    fn a_ratio_is_taken_within_its_round() {
        // Both slow down together from the first to the last round: the ratio stays.
        let spread = Spread::of_rounds(&[10, 20, 40], &[20, 40, 80], |of, to| of / to).expect("three rounds");
        assert_eq!((spread.least, spread.median, spread.most), (0.5, 0.5, 0.5));
        // The ratio of the medians would be 1.
        let spread = Spread::of_rounds(&[1, 2, 9], &[4, 1, 2], |of, to| of / to).expect("three rounds");
        assert_eq!(spread.median, 2.0);
    }

    #[test]
    fn a_round_that_one_did_not_reach_is_left_out() {
        let spread = Spread::of_rounds(&[6, 8], &[1, 2, 3], |of, to| of - to).expect("two rounds");
        assert_eq!((spread.least, spread.most), (5.0, 6.0));
        assert_eq!(spread.scaled(2.0).median, 11.0);
    }
}
