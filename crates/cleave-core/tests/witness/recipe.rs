//! Random containers, as a description that either side can write, and random keys to try on them.

use crate::people::{PASSPHRASE, PEOPLE, PERSON, cost};
use cleave_core::{ChunkSize, Encryptor, HintField, Passphrase, SigningKey};
use cleave_reference::{Description, Draft, Keys, Limits, Slot, Split};
use proptest::prelude::*;

/// A container to be made.
#[derive(Debug, Clone)]
pub(crate) struct Recipe {
    /// The witness draws from it; the plaintext hangs on it too.
    pub(crate) seed: u32,
    pub(crate) length: usize,
    pub(crate) chunk_log2: u8,
    pub(crate) slots: Vec<Holder>,
    pub(crate) split: Split,
    /// Who signs.
    pub(crate) signer: Option<usize>,
}

/// Whose a slot is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Holder {
    Named(usize),
    Hidden(usize),
    Passphrase(usize),
    /// A slot of a type and length that this version does not know: only the witness makes it.
    Extension(u8, u16),
}

impl Recipe {
    pub(crate) fn plaintext(&self) -> Vec<u8> {
        let step = (self.seed | 1) as usize;
        (0..self.length).map(|at| (at.wrapping_mul(step) >> 7) as u8).collect()
    }

    /// What the core is told.
    pub(crate) fn encryptor(&self) -> Encryptor {
        let chunk = ChunkSize::from_log2(self.chunk_log2).expect("recipes have possible chunk sizes");
        let mut encryptor = Encryptor::new().chunk_size(chunk);
        for slot in &self.slots {
            encryptor = match *slot {
                Holder::Named(person) => {
                    encryptor.recipient(PERSON[person].recipient.parse().expect("it is a recipient"))
                }
                Holder::Hidden(person) => {
                    encryptor.hidden_recipient(PERSON[person].recipient.parse().expect("it is a recipient"))
                }
                Holder::Passphrase(number) => {
                    let (passphrase, paid) = PASSPHRASE[number];
                    encryptor.passphrase(Passphrase::new(passphrase).expect("it is a passphrase"), cost(paid))
                }
                Holder::Extension(..) => panic!("the core writes no extension"),
            };
        }
        if let Some(person) = self.signer {
            encryptor =
                encryptor.sign(SigningKey::parse(&PERSON[person].signing_key).expect("it is a signing key"));
        }
        match self.split {
            Split::No => encryptor,
            Split::WithHint => encryptor.split(HintField::Stored),
            Split::WithoutHint => encryptor.split(HintField::Omitted),
        }
    }

    /// The slots that the witness makes.
    pub(crate) fn slots(&self) -> Vec<Slot> {
        let slot = |holder: &Holder| match *holder {
            Holder::Named(person) => Slot::Recipient(Box::new(PERSON[person].public_key)),
            Holder::Hidden(person) => Slot::Hidden(Box::new(PERSON[person].public_key)),
            Holder::Passphrase(number) => {
                let (passphrase, cost) = PASSPHRASE[number];
                Slot::Passphrase(passphrase.to_owned(), cost)
            }
            Holder::Extension(slot_type, length) => Slot::Extension(slot_type, vec![7; length.into()]),
        };
        self.slots.iter().map(slot).collect()
    }

    /// What the witness makes of it.
    pub(crate) fn draft(&self) -> Draft {
        Draft::new(&Description {
            seed: self.seed.to_string(),
            plaintext: self.plaintext(),
            chunk_log2: self.chunk_log2,
            slots: self.slots(),
            split: self.split,
            signing_key: self.signer.map(|person| PERSON[person].seed),
        })
    }

    /// Keys by each of which the container opens, with its fragment and its signer required.
    pub(crate) fn all_keys(&self, fragment: Option<String>) -> Vec<Keys> {
        let rest = Keys {
            fragment,
            signer: self.signer.map(|person| PERSON[person].signer.clone()),
            ..Keys::default()
        };
        let keys = |holder: &Holder| match *holder {
            Holder::Named(person) | Holder::Hidden(person) => {
                Some(Keys { identities: vec![PERSON[person].identity.clone()], ..rest.clone() })
            }
            Holder::Passphrase(number) => {
                Some(Keys { passphrase: Some(PASSPHRASE[number].0.to_owned()), ..rest.clone() })
            }
            Holder::Extension(..) => None,
        };
        self.slots.iter().filter_map(keys).collect()
    }
}

/// Any recipe of which the core can write a container too.
pub(crate) fn writable() -> impl Strategy<Value = Recipe> {
    recipe(holder())
}

/// Any recipe.
pub(crate) fn any_recipe() -> impl Strategy<Value = Recipe> {
    let length = prop_oneof![3 => 0..40u16, 1 => Just(1300)];
    let extension =
        (0x80..=0xff_u8, length).prop_map(|(slot_type, length)| Holder::Extension(slot_type, length));
    recipe(prop_oneof![6 => holder(), 1 => extension])
}

fn recipe(holder: impl Strategy<Value = Holder>) -> impl Strategy<Value = Recipe> {
    let chunk_log2 = prop_oneof![6 => Just(12u8), 2 => Just(13), 1 => 14..=24u8];
    let split = prop_oneof![3 => Just(Split::No), 1 => Just(Split::WithHint), 1 => Just(Split::WithoutHint)];
    let signer = prop_oneof![1 => Just(None), 1 => (0..PEOPLE).prop_map(Some)];
    let slots = prop::collection::vec(holder, 1..5);
    (any::<u32>(), length(), chunk_log2, slots, split, signer).prop_map(
        |(seed, length, chunk_log2, slots, split, signer)| Recipe {
            seed,
            length,
            chunk_log2,
            slots,
            split,
            signer,
        },
    )
}

fn holder() -> impl Strategy<Value = Holder> {
    prop_oneof![
        3 => (0..PEOPLE).prop_map(Holder::Named),
        2 => (0..PEOPLE).prop_map(Holder::Hidden),
        2 => (0..PASSPHRASE.len()).prop_map(Holder::Passphrase),
    ]
}

/// At each side of multiples of the least chunk, and anywhere.
fn length() -> impl Strategy<Value = usize> {
    let beside = (0..4usize, 0..3usize).prop_map(|(chunks, past)| (chunks * 4096 + past).saturating_sub(1));
    prop_oneof![2 => beside, 1 => 0..14_000usize]
}

/// What a reader is given to try, said without the container that it is tried on.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    identities: Vec<usize>,
    passphrase: Option<usize>,
    fragment: Piece,
    signer: Option<Claim>,
    limits: Limits,
}

#[derive(Debug, Clone, Copy)]
enum Piece {
    Missing,
    Own,
    Other,
    Malformed,
}

#[derive(Debug, Clone, Copy)]
enum Claim {
    /// Who signed it; nobody where nobody did.
    Right,
    Person(usize),
}

impl Given {
    /// The keys, for a container that the witness wrote.
    pub(crate) fn keys(&self, recipe: &Recipe, draft: &Draft) -> Keys {
        let own = draft.fragment();
        let signer = self.signer.and_then(|claim| match claim {
            Claim::Right => recipe.signer,
            Claim::Person(person) => Some(person),
        });
        Keys {
            identities: self.identities.iter().map(|person| PERSON[*person].identity.clone()).collect(),
            passphrase: self.passphrase.map(|number| PASSPHRASE[number].0.to_owned()),
            fragment: match self.fragment {
                Piece::Missing => None,
                Piece::Own => Some(own),
                Piece::Other => {
                    let hint = draft.hint.unwrap_or_default();
                    Some(cleave_reference::fragment::to_text(&cleave_reference::fragment::build(
                        &hint, &[9; 32],
                    )))
                }
                Piece::Malformed => Some(own[..own.len() - 1].to_owned()),
            },
            signer: signer.map(|person| PERSON[person].signer.clone()),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// Mostly what opens most containers; each part of it may be missing or wrong.
pub(crate) fn any_given() -> impl Strategy<Value = Given> {
    let identities = prop_oneof![5 => Just(vec![2, 0, 1]), 1 => prop::collection::vec(0..PEOPLE, 0..3)];
    let passphrase = prop::option::of(0..PASSPHRASE.len());
    let fragment = prop_oneof![
        8 => Just(Piece::Own), 1 => Just(Piece::Missing), 1 => Just(Piece::Other), 1 => Just(Piece::Malformed),
    ];
    let claim = prop_oneof![5 => Just(Claim::Right), 1 => (0..PEOPLE).prop_map(Claim::Person)];
    let signer = prop_oneof![2 => Just(None), 3 => claim.prop_map(Some)];
    (identities, passphrase, fragment, signer, limits()).prop_map(
        |(identities, passphrase, fragment, signer, limits)| Given {
            identities,
            passphrase,
            fragment,
            signer,
            limits,
        },
    )
}

/// Never so high that a changed Argon2 cost is paid for; now and then so low that good containers meet them.
fn limits() -> impl Strategy<Value = Limits> {
    let usual = Limits { kdf_memory_kib: 256, kdf_lanes: 16, kdf_work_kib: 4096, ..Limits::default() };
    let low = (0..5000u64, 0..4u64, 0..40u64, 0..5u64, 0..90u64, 0..4u64).prop_map(
        |(header_bytes, kdf_slots, kdf_memory_kib, kdf_lanes, kdf_work_kib, trials)| Limits {
            header_bytes,
            kdf_slots,
            kdf_memory_kib,
            kdf_lanes,
            kdf_work_kib,
            trials,
        },
    );
    let one_low = (low, 0..4usize).prop_map(move |(low, which)| match which {
        0 => Limits { header_bytes: low.header_bytes, ..usual },
        1 => Limits { trials: low.trials, ..usual },
        2 => Limits { header_bytes: usual.header_bytes, trials: usual.trials, ..low },
        _ => low,
    });
    prop_oneof![5 => Just(usual), 1 => one_low]
}
