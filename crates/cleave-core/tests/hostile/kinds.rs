//! Small containers of each kind, and the keys that open them.

use cleave_core::hazmat::{identity_from_seed, sha512, signing_key_from_seed, start_from};
use cleave_core::{
    Argon2Cost, ChunkSize, Encryptor, Error, Fragment, HintField, Keys, Limits, Passphrase, Signer, Start,
    hazmat,
};
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slot {
    Named,
    Hidden,
    Passphrase,
    /// Somebody else's recipient slot.
    Foreign,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Signature {
    None,
    Required,
    Unchecked,
}

pub(crate) struct Kind {
    pub(crate) name: &'static str,
    pub(crate) slots: &'static [Slot],
    pub(crate) split: Option<HintField>,
    pub(crate) signature: Signature,
    plaintext: usize,
}

const ONE: Kind = Kind {
    name: "one recipient",
    slots: &[Slot::Named],
    split: None,
    signature: Signature::None,
    plaintext: 10,
};
pub(crate) const TWO_CHUNKS: Kind = Kind { name: "two chunks", plaintext: 4100, ..ONE };

pub(crate) const KINDS: [Kind; 11] = [
    ONE,
    Kind { name: "an empty plaintext", plaintext: 0, ..ONE },
    Kind { name: "a hidden recipient", slots: &[Slot::Hidden], ..ONE },
    Kind { name: "a passphrase", slots: &[Slot::Passphrase], ..ONE },
    Kind { name: "recipient and passphrase", slots: &[Slot::Named, Slot::Passphrase], ..ONE },
    Kind { name: "two recipients", slots: &[Slot::Named, Slot::Foreign], ..ONE },
    Kind { name: "split with hint", split: Some(HintField::Stored), ..ONE },
    Kind { name: "split without hint", split: Some(HintField::Omitted), ..ONE },
    Kind { name: "signed, signer required", signature: Signature::Required, ..ONE },
    Kind { name: "signed, not checked", signature: Signature::Unchecked, ..ONE },
    TWO_CHUNKS,
];

/// Low, so that a flipped cost is refused and not computed.
pub(crate) fn limits() -> Limits {
    Limits { kdf_memory_kib: 64, kdf_work_kib: 64, kdf_lanes: 4, ..Limits::default() }
}

struct Repeated(u64);

impl hazmat::FixedEntropy for Repeated {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        for piece in bytes.chunks_mut(64) {
            self.0 += 1;
            piece.copy_from_slice(&sha512(&self.0.to_be_bytes())[..piece.len()]);
        }
        Ok(())
    }
}

fn passphrase() -> Passphrase {
    Passphrase::new("a passphrase of tests").expect("it follows the rules")
}

impl Kind {
    fn start(&self, entropy: u64) -> Start {
        let mut encryptor = Encryptor::new().chunk_size(ChunkSize::MIN);
        for slot in self.slots {
            let recipient = |seed| identity_from_seed(&[seed; 32]).recipient().clone();
            encryptor = match slot {
                Slot::Named => encryptor.recipient(recipient(1)),
                Slot::Hidden => encryptor.hidden_recipient(recipient(1)),
                Slot::Foreign => encryptor.recipient(recipient(2)),
                Slot::Passphrase => {
                    encryptor.passphrase(passphrase(), Argon2Cost::new(8, 1, 1).expect("a possible cost"))
                }
            };
        }
        if let Some(field) = self.split {
            encryptor = encryptor.split(field);
        }
        if self.signature != Signature::None {
            encryptor = encryptor.sign(signing_key_from_seed(&[3; 32]));
        }
        start_from(encryptor, Box::new(Repeated(entropy))).expect("somebody can open it")
    }

    fn seal(&self, entropy: u64) -> Vec<u8> {
        let mut writer = self.start(entropy).writer;
        let mut out = Vec::new();
        let plain = vec![b'x'; self.plaintext];
        writer.push(&plain, &mut out).and_then(|()| writer.finish(&mut out)).expect("memory holds it");
        out
    }

    pub(crate) fn container(&self) -> Vec<u8> {
        self.seal(0)
    }

    /// Another container of the same content and keys.
    pub(crate) fn sealed_again(&self) -> Vec<u8> {
        self.seal(1 << 32)
    }

    pub(crate) fn plaintext_len(&self) -> usize {
        self.plaintext
    }

    pub(crate) fn header_len(&self) -> usize {
        let slots: usize =
            self.slots.iter().map(|slot| if *slot == Slot::Passphrase { 71 } else { 1177 }).sum();
        let hint = if self.split == Some(HintField::Stored) { 8 } else { 0 };
        let signer = if self.signature == Signature::None { 0 } else { 32 };
        109 + hint + signer + slots
    }

    /// Made once for a kind: tens of thousands of containers are opened with it.
    fn fragment(&self) -> [u8; 61] {
        static MADE: Mutex<BTreeMap<&str, [u8; 61]>> = Mutex::new(BTreeMap::new());
        let make = || *self.start(0).fragment.expect("a split container has one").to_bytes();
        *MADE.lock().expect("no test fails in here").entry(self.name).or_insert_with(make)
    }

    pub(crate) fn keys(&self) -> Keys {
        let mut keys = Keys::new();
        if self.slots.iter().any(|slot| matches!(slot, Slot::Named | Slot::Hidden)) {
            keys = keys.identity(identity_from_seed(&[1; 32]));
        } else {
            keys = keys.passphrase(passphrase());
        }
        if self.split.is_some() {
            keys = keys.fragment(Fragment::from_bytes(&self.fragment()));
        }
        if self.signature == Signature::Required {
            static SIGNER: LazyLock<Signer> =
                LazyLock::new(|| signing_key_from_seed(&[3; 32]).signer().clone());
            keys = keys.signer(SIGNER.clone());
        }
        keys
    }
}
