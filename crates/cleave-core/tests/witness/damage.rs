//! Damage to bytes, said without the bytes that it is done to.

use cleave_reference::Draft;
use proptest::prelude::*;
use proptest::sample::Index;

/// What happens to an input.
#[derive(Debug, Clone)]
pub(crate) enum Damage {
    Flip(Place, u8),
    Cut(Place),
    Append(Vec<u8>),
    Remove(Place, usize),
    Insert(Place, Vec<u8>),
    /// Two stretches change places; of as many bytes as a frame has, where nothing else is said.
    Swap(Place, Place, Option<usize>),
}

/// Where, in an input of any length.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// Bytes from its first.
    Front(usize),
    /// Bytes before its end.
    Back(usize),
    /// Bytes after the begin of a frame.
    Frame(usize, usize),
    Anywhere(Index),
}

/// Where the frames of a container begin, and how long a full one is.
#[derive(Clone, Copy)]
pub(crate) struct Frames {
    start: usize,
    length: usize,
}

impl Frames {
    pub(crate) fn of(draft: &Draft) -> Self {
        Self { start: draft.header_length(), length: (1 << draft.chunk_log2) + 20 }
    }
}

impl Damage {
    pub(crate) fn apply(&self, bytes: &mut Vec<u8>, frames: Frames) {
        if bytes.is_empty() {
            return;
        }
        let at = |place: &Place| match place {
            Place::Front(offset) => (*offset).min(bytes.len() - 1),
            Place::Back(offset) => bytes.len() - 1 - (*offset).min(bytes.len() - 1),
            Place::Frame(number, offset) => {
                (frames.start + number * frames.length + offset).min(bytes.len() - 1)
            }
            Place::Anywhere(index) => index.index(bytes.len()),
        };
        match self {
            Damage::Flip(place, bit) => {
                let at = at(place);
                bytes[at] ^= 1 << bit;
            }
            Damage::Cut(place) => {
                let at = at(place);
                bytes.truncate(at);
            }
            Damage::Append(more) => bytes.extend(more),
            Damage::Remove(place, count) => {
                let at = at(place);
                bytes.drain(at..(at + count).min(bytes.len()));
            }
            Damage::Insert(place, more) => {
                let at = at(place);
                bytes.splice(at..at, more.iter().copied());
            }
            Damage::Swap(one, other, length) => {
                let (one, other) = (at(one), at(other));
                let (first, second) = (one.min(other), one.max(other));
                let length = length.unwrap_or(frames.length).min(second - first).min(bytes.len() - second);
                let (left, right) = bytes.split_at_mut(second);
                left[first..first + length].swap_with_slice(&mut right[..length]);
            }
        }
    }
}

/// Any damage.
pub(crate) fn any_damage() -> impl Strategy<Value = Damage> {
    let more = || prop::collection::vec(any::<u8>(), 1..40);
    prop_oneof![
        4 => (place(), 0..8u8).prop_map(|(place, bit)| Damage::Flip(place, bit)),
        2 => place().prop_map(Damage::Cut),
        1 => more().prop_map(Damage::Append),
        1 => (place(), 1..40usize).prop_map(|(place, count)| Damage::Remove(place, count)),
        1 => (place(), more()).prop_map(|(place, more)| Damage::Insert(place, more)),
        2 => (place(), place(), prop::option::of(1..60usize))
            .prop_map(|(one, other, length)| Damage::Swap(one, other, length)),
    ]
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        1 => (0..200usize).prop_map(Place::Front),
        1 => (0..60usize).prop_map(Place::Back),
        2 => (0..4usize, prop_oneof![2 => 0..5usize, 1 => 0..4200usize])
            .prop_map(|(number, offset)| Place::Frame(number, offset)),
        2 => any::<Index>().prop_map(Place::Anywhere),
    ]
}
