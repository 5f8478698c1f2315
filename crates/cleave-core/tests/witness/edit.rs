//! Containers that somebody who holds their keys made wrong: header_mac and signature fit what the parts then are.

use cleave_reference::{Draft, Slot};
use proptest::prelude::*;

/// What is made wrong.
#[derive(Debug, Clone)]
pub(crate) enum Edit {
    Flags(u8),
    ChunkLog2(u8),
    SlotCount(u16),
    Commitment,
    Hint,
    SignerId,
    HeaderMac,
    /// The slot of this place wraps another master.
    OtherMaster(usize),
    /// The slot of this place has a bit flipped, of a byte counted from its end.
    Slot(usize, usize),
    Signature,
    Context,
    DropFrame(usize),
    RepeatFrame(usize),
    SwapFrames(usize, usize),
    /// A byte of a frame, counted from its head.
    Frame(usize, usize),
    /// Chunks of these lengths.
    Chunks(Vec<usize>),
    /// All full, and an empty one at the end.
    EmptyLast,
    /// The frames once more after their end.
    Twice,
    /// Bytes between frames and signature.
    Between(Vec<u8>),
}

impl Edit {
    /// `others` are the recipe's slots.
    pub(crate) fn apply(&self, draft: &mut Draft, others: &[Slot], plaintext: &[u8]) {
        let frame = |number: usize| number % draft.frames.len();
        match self {
            Edit::Flags(bit) => draft.flags ^= 1 << bit,
            Edit::ChunkLog2(log2) => draft.chunk_log2 = *log2,
            Edit::SlotCount(count) => draft.slot_count = *count,
            Edit::Commitment => draft.commitment[31] ^= 1,
            Edit::Hint => draft.hint.iter_mut().for_each(|hint| hint[0] ^= 1),
            Edit::SignerId => draft.signer_id.iter_mut().for_each(|id| id[31] ^= 1),
            Edit::HeaderMac => draft.header_mac = Some([3; 32]),
            Edit::OtherMaster(place) => {
                let place = place % draft.slots.len();
                draft.slots[place] = draft.slot(place, &others[place], &[8; 32]);
            }
            Edit::Slot(place, back) => {
                let place = place % draft.slots.len();
                let slot = &mut draft.slots[place];
                let at = slot.len() - 1 - back % slot.len();
                slot[at] ^= 1;
            }
            Edit::Signature => draft.signature = draft.signing_key.map(|_| vec![5; 3309]),
            Edit::Context => draft.context = b"cleave/v1 signature".to_vec(),
            Edit::DropFrame(number) => drop(draft.frames.remove(frame(*number))),
            Edit::RepeatFrame(number) => {
                let number = frame(*number);
                draft.frames.insert(number, draft.frames[number].clone());
            }
            Edit::SwapFrames(one, other) => {
                let (one, other) = (frame(*one), frame(*other));
                draft.frames.swap(one, other);
            }
            Edit::Frame(number, offset) => {
                let number = frame(*number);
                let at = offset % draft.frames[number].len();
                draft.frames[number][at] ^= 0x80;
            }
            Edit::Chunks(lengths) => {
                let mut rest = plaintext;
                let mut chunks = Vec::new();
                for length in lengths {
                    let (chunk, after) = rest.split_at((*length).min(rest.len()));
                    chunks.push(chunk);
                    rest = after;
                }
                draft.frames = draft.frames_of(&chunks);
            }
            Edit::EmptyLast => {
                let chunk = 1 << draft.chunk_log2;
                let full = plaintext.chunks(chunk).filter(|piece| piece.len() == chunk);
                let chunks: Vec<&[u8]> = full.chain([&[][..]]).collect();
                draft.frames = draft.frames_of(&chunks);
            }
            Edit::Twice => draft.frames.extend(draft.frames.clone()),
            Edit::Between(bytes) => draft.frames.push(bytes.clone()),
        }
    }
}

/// Any of them.
pub(crate) fn any_edit() -> impl Strategy<Value = Edit> {
    let number = || 0..5usize;
    let chunk = || prop_oneof![3 => Just(4096usize), 1 => Just(0), 1 => 1..9000usize];
    let header = prop_oneof![
        (0..8u8).prop_map(Edit::Flags),
        (10..27u8).prop_map(Edit::ChunkLog2),
        (0..6u16).prop_map(Edit::SlotCount),
        Just(Edit::Commitment),
        Just(Edit::Hint),
        Just(Edit::SignerId),
        Just(Edit::HeaderMac),
        number().prop_map(Edit::OtherMaster),
        (number(), 0..1177usize).prop_map(|(place, back)| Edit::Slot(place, back)),
    ];
    let frames = prop_oneof![
        Just(Edit::Signature),
        Just(Edit::Context),
        number().prop_map(Edit::DropFrame),
        number().prop_map(Edit::RepeatFrame),
        (number(), number()).prop_map(|(one, other)| Edit::SwapFrames(one, other)),
        (number(), prop_oneof![0..5usize, 0..5000usize]).prop_map(|(number, at)| Edit::Frame(number, at)),
        prop::collection::vec(chunk(), 1..5).prop_map(Edit::Chunks),
        Just(Edit::EmptyLast),
        Just(Edit::Twice),
        prop::collection::vec(any::<u8>(), 1..30).prop_map(Edit::Between),
    ];
    prop_oneof![header, frames]
}
