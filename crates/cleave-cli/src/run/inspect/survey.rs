//! What a header tells without a key, gathered as its parts go by.

use std::ffi::OsStr;

use cleave_core::{Argon2Cost, HeaderPart, Prefix, Recipient, Slot, SlotKind};

use crate::run::name::Name;

/// Slots of a kind that are told one by one; of the others only the number is.
pub(super) const MOST: usize = 32;

/// A key of the user's, and whether a slot names it.
#[derive(Debug)]
pub(super) struct Offered {
    pub(super) file: Name,
    recipient: Recipient,
    /// In this container.
    pub(super) key_id: [u8; 8],
    pub(super) wanted: bool,
}

impl Offered {
    pub(super) fn new(file: &OsStr, recipient: Recipient) -> Self {
        Self { file: Name::new(file), recipient, key_id: [0; 8], wanted: false }
    }
}

/// Slots of one kind.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) count: u64,
    pub(super) bytes: u64,
}

impl Tally {
    fn add(&mut self, slot: &Slot) {
        self.count += 1;
        self.bytes += slot.bytes.len() as u64;
    }
}

/// A header's content.
#[derive(Debug)]
pub(super) struct Survey {
    prefix: Option<Prefix>,
    pub(super) offered: Vec<Offered>,
    pub(super) named: Tally,
    pub(super) hidden: Tally,
    pub(super) passphrases: Tally,
    pub(super) extensions: Tally,
    /// Of the first [`MOST`] named recipients.
    pub(super) key_ids: Vec<[u8; 8]>,
    /// Of the first [`MOST`] passphrases.
    pub(super) costs: Vec<Argon2Cost>,
}

impl Survey {
    pub(super) fn new(offered: Vec<Offered>) -> Self {
        Self {
            prefix: None,
            offered,
            named: Tally::default(),
            hidden: Tally::default(),
            passphrases: Tally::default(),
            extensions: Tally::default(),
            key_ids: Vec::new(),
            costs: Vec::new(),
        }
    }

    pub(super) fn prefix(&self) -> Option<&Prefix> {
        self.prefix.as_ref()
    }

    pub(super) fn see(&mut self, part: HeaderPart<'_>) {
        match part {
            HeaderPart::Prefix(prefix) => {
                for offered in &mut self.offered {
                    offered.key_id = prefix.key_id(&offered.recipient);
                }
                self.prefix = Some(prefix.clone());
            }
            HeaderPart::Slot(slot) => self.slot(slot),
            _ => {}
        }
    }

    fn slot(&mut self, slot: &Slot) {
        match (slot.kind, slot.key_id()) {
            (SlotKind::Recipient, Some(key_id)) => {
                self.named.add(slot);
                for offered in &mut self.offered {
                    offered.wanted |= offered.key_id == key_id;
                }
                if self.key_ids.len() < MOST {
                    self.key_ids.push(key_id);
                }
            }
            (SlotKind::Recipient, None) => self.hidden.add(slot),
            (SlotKind::Passphrase, _) => {
                self.passphrases.add(slot);
                if self.costs.len() < MOST {
                    self.costs.extend(slot.argon2_cost());
                }
            }
            _ => self.extensions.add(slot),
        }
    }
}
