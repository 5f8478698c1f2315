//! Choices drawn from bytes, so that a fuzzer that changes the bytes changes the choices.

use crate::recipe::{Holder, Recipe, Signing};
use arbitrary::Unstructured;
use cleave_core::{ChunkSize, HintField};

pub(crate) struct Choices<'a>(Unstructured<'a>);

impl<'a> Choices<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self(Unstructured::new(data))
    }

    /// Zero once the bytes are used up.
    pub(crate) fn byte(&mut self) -> u8 {
        self.0.arbitrary().expect("a byte can always be had")
    }

    /// From 0 up to but not including `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.int_in_range(0..=end - 1).expect("a number can always be had")
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        self.0.arbitrary().expect("bytes can always be had")
    }

    /// The bytes that are left.
    pub(crate) fn rest(self) -> Vec<u8> {
        self.0.take_rest().to_vec()
    }

    /// A container that nobody signed: up to three holders, no two alike, and up to three chunks.
    pub(crate) fn unsigned(&mut self) -> Recipe {
        let holders = (1..=self.below(3) as u8 + 1).map(|number| match self.below(5) {
            0 => Holder::Passphrase,
            1 => Holder::Hidden(number),
            _ => Holder::Named(number),
        });
        let holders = holders.collect();
        let split = [None, Some(HintField::Stored), Some(HintField::Omitted)][self.below(3)];
        let near_a_chunk = (self.below(3) * 4096).saturating_add(self.below(5)).saturating_sub(2);
        let len = if self.byte().is_multiple_of(2) { near_a_chunk } else { self.below(9000) };
        let chunk = ChunkSize::from_log2(12 + self.below(3) as u8).expect("in range");
        Recipe { holders, split, chunk, dice: u64::from(self.byte()), ..Recipe::of(len) }
    }

    /// The same, or signed by one whom its readers require.
    pub(crate) fn recipe(&mut self) -> Recipe {
        let recipe = self.unsigned();
        let signing = if self.below(4) == 0 { Signing::Required(self.byte()) } else { Signing::Unsigned };
        Recipe { signing, ..recipe }
    }
}

/// A copy of the same length with one to four bits flipped, or none: twice the same is none.
pub(crate) fn flipped<const N: usize>(good: &[u8], choices: &mut Choices<'_>) -> [u8; N] {
    let mut bad: [u8; N] = good.try_into().expect("its length is a constant");
    for _ in 0..=choices.below(4) {
        bad[choices.below(N)] ^= 1 << choices.below(8);
    }
    bad
}

/// A copy with up to four edits: bits flipped, a part cut out, doubled, put elsewhere or made anew.
pub(crate) fn damaged(good: &[u8], choices: &mut Choices<'_>) -> Vec<u8> {
    let mut bad = good.to_vec();
    for _ in 0..=choices.below(4) {
        if bad.is_empty() {
            break;
        }
        let at = choices.below(bad.len());
        let end = at + choices.below((bad.len() - at).min(5000)) + 1;
        match choices.below(6) {
            0 => bad[at] ^= 1 << choices.below(8),
            1 => drop(bad.drain(at..end)),
            2 => bad.truncate(at),
            3 => bad.extend_from_within(at..end),
            4 => {
                let part: Vec<u8> = bad.drain(at..end).collect();
                let to = choices.below(bad.len() + 1);
                bad.splice(to..to, part);
            }
            _ => bad[at..end].iter_mut().for_each(|byte| *byte = choices.byte()),
        }
    }
    bad
}
