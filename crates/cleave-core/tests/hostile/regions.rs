//! What stands where in a container, and by which names a change there may be refused.

use crate::kinds::{Kind, Signature, Slot};
use cleave_core::HintField;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Region {
    Magic,
    Version,
    Flags,
    ChunkLog2,
    SlotCount,
    Salt,
    Commitment,
    Hint,
    SignerId(Signer),
    SlotType,
    /// The key id of the slot that opens.
    OwnKeyId,
    /// The rest of the slot that opens.
    OwnSlot(Split),
    OwnHiddenKeyId,
    PassphraseCost(Alone),
    PassphraseSlot(Alone),
    /// A slot that nobody here opens.
    OtherSlot,
    HeaderMac,
    /// A frame's head: a last frame that claims to be longer than it is looks cut.
    Head(u64),
    Frame(u64),
    RequiredSignature,
    UncheckedSignature,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signer {
    Required,
    Unchecked,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    Yes,
    No,
}

/// Whether a passphrase slot is the one that opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alone {
    Yes,
    No,
}

impl Region {
    pub(crate) fn allowed(self) -> &'static [&'static str] {
        match self {
            Region::Magic => &["not_a_container", "text_mode_damage"],
            Region::Version => &["unsupported_version"],
            // A flag more or less moves what follows: the names are those of a header that is read askew.
            Region::Flags => &[
                "malformed_header",
                "truncated",
                "no_matching_key",
                "fragment_required",
                "fragment_mismatch",
                // SPLIT taken away: what the slot wraps is then no master key.
                "commitment_mismatch",
            ],
            Region::ChunkLog2 => &["malformed_header", "header_tampered"],
            Region::SlotCount => &["malformed_header", "truncated"],
            // Everything hangs on the salt: key ids, wrap keys, prk.
            Region::Salt => &["no_matching_key", "wrong_passphrase", "fragment_mismatch"],
            Region::Commitment => &["commitment_mismatch", "wrong_passphrase", "fragment_mismatch"],
            Region::Hint => &["fragment_mismatch"],
            Region::SignerId(_) | Region::OtherSlot => &["header_tampered"],
            // As an extension it has another length, and what follows is read askew.
            Region::SlotType => &["malformed_header", "truncated", "no_matching_key", "header_tampered"],
            Region::OwnKeyId | Region::OwnSlot(_) => &["no_matching_key"],
            // One bit of a hidden recipient's zero bytes makes it somebody else's.
            Region::OwnHiddenKeyId => &["no_matching_key"],
            Region::PassphraseCost(Alone::Yes) => &["malformed_header", "kdf_limit", "wrong_passphrase"],
            Region::PassphraseCost(Alone::No) => &["malformed_header", "header_tampered"],
            Region::PassphraseSlot(Alone::Yes) => &["wrong_passphrase"],
            Region::PassphraseSlot(Alone::No) => &["header_tampered"],
            Region::HeaderMac => &["header_tampered"],
            Region::Head(_) => &["chunk_tampered", "truncated"],
            Region::Frame(_) => &["chunk_tampered"],
            Region::RequiredSignature => &["signature_invalid"],
            Region::UncheckedSignature => &[],
        }
    }

    /// Plaintext bytes that may be out when a change here is met.
    pub(crate) fn may_release(self, kind: &Kind) -> usize {
        match self {
            Region::Head(index) | Region::Frame(index) => {
                usize::try_from(index).expect("few frames here") * 4096
            }
            Region::RequiredSignature | Region::UncheckedSignature => kind.plaintext_len(),
            _ => 0,
        }
    }
}

pub(crate) type Layout = Vec<(Range<usize>, Region)>;

/// The region of a byte; a cut after the last byte of a region is in the one that should follow.
pub(crate) fn region_of(layout: &Layout, at: usize) -> Region {
    layout
        .iter()
        .find(|(range, _)| range.contains(&at))
        .map(|(_, region)| *region)
        .expect("every byte is in a region")
}

pub(crate) fn layout(kind: &Kind, container: &[u8]) -> Layout {
    let mut layout = Layout::new();
    let mut at = 0;
    let mut put = |len: usize, region| {
        layout.push((at..at + len, region));
        at += len;
        at
    };
    put(8, Region::Magic);
    put(1, Region::Version);
    put(1, Region::Flags);
    put(1, Region::ChunkLog2);
    put(2, Region::SlotCount);
    put(32, Region::Salt);
    let mut end = put(32, Region::Commitment);
    if kind.split == Some(HintField::Stored) {
        end = put(8, Region::Hint);
    }
    match kind.signature {
        Signature::None => {}
        Signature::Required => end = put(32, Region::SignerId(Signer::Required)),
        Signature::Unchecked => end = put(32, Region::SignerId(Signer::Unchecked)),
    }
    let alone = if kind.slots == [Slot::Passphrase] { Alone::Yes } else { Alone::No };
    let split = if kind.split.is_some() { Split::Yes } else { Split::No };
    for _ in kind.slots {
        // Slots stand in an order drawn at random: what each is, its first bytes tell.
        put(1, Region::SlotType);
        end = if container[end] == 2 {
            put(6, Region::PassphraseCost(alone));
            put(64, Region::PassphraseSlot(alone))
        } else if container[end + 1..end + 9] == [0; 8] {
            put(8, Region::OwnHiddenKeyId);
            put(1168, Region::OwnSlot(split))
        } else if is_foreign(kind, &container[end..]) {
            put(1176, Region::OtherSlot)
        } else {
            put(8, Region::OwnKeyId);
            put(1168, Region::OwnSlot(split))
        };
    }
    put(32, Region::HeaderMac);
    let mut left = kind.plaintext_len();
    for index in 0.. {
        let len = left.min(4096);
        left -= len;
        put(4, Region::Head(index));
        end = put(len + 16, Region::Frame(index));
        if left == 0 {
            break;
        }
    }
    let signature = match kind.signature {
        Signature::None => None,
        Signature::Required => Some(Region::RequiredSignature),
        Signature::Unchecked => Some(Region::UncheckedSignature),
    };
    if let Some(region) = signature {
        end = put(3309, region);
    }
    assert_eq!(end, container.len(), "{}: the layout covers the container", kind.name);
    layout
}

/// Of two recipients, the foreign slot is the one whose key id is not ours.
fn is_foreign(kind: &Kind, slot: &[u8]) -> bool {
    if !kind.slots.contains(&Slot::Foreign) {
        return false;
    }
    let container = kind.container();
    let salt: [u8; 32] = container[13..45].try_into().expect("the salt is there");
    let own = cleave_core::hazmat::identity_from_seed(&[1; 32]);
    let message = [&b"cleave/v1 key id"[..], own.recipient().as_bytes()].concat();
    slot[1..9] != cleave_core::hazmat::hmac_sha512(&salt, &message)[..8]
}
