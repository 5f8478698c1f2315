//! Keys for the tests, in their text forms, which both sides read for themselves.

use cleave_core::{Argon2Cost, Error, Fragment, Identity, Keys, Limits, Passphrase};
use cleave_reference::{signature, slot::Cost, text, xwing};
use std::array;
use std::sync::LazyLock;

/// Somebody's keys of both kinds.
pub(crate) struct Person {
    pub(crate) seed: [u8; 32],
    pub(crate) public_key: [u8; xwing::PUBLIC_KEY],
    pub(crate) identity: String,
    pub(crate) recipient: String,
    pub(crate) signing_key: String,
    pub(crate) signer: String,
}

/// How many there are.
pub(crate) const PEOPLE: usize = 3;

/// Everybody.
pub(crate) static PERSON: LazyLock<[Person; PEOPLE]> = LazyLock::new(|| {
    array::from_fn(|number| {
        let seed = [number as u8 + 1; 32];
        let public_key = xwing::public_key(&seed);
        Person {
            seed,
            public_key,
            identity: text::secret(text::IDENTITY, &seed),
            recipient: text::public(text::RECIPIENT, &public_key),
            signing_key: text::secret(text::SIGNING_KEY, &seed),
            signer: text::public(text::SIGNER, &signature::public_key(&seed)),
        }
    })
});

/// Passphrases, with what each costs: as little as makes them differ.
pub(crate) const PASSPHRASE: [(&str, Cost); 3] = [
    ("open sesame", Cost { memory_kib: 8, passes: 1, lanes: 1 }),
    ("Zu\u{308}rich \u{1f511} ", Cost { memory_kib: 19, passes: 2, lanes: 2 }),
    (" open sesame", Cost { memory_kib: 33, passes: 1, lanes: 4 }),
];

/// The core's form of a cost.
pub(crate) fn cost(cost: Cost) -> Argon2Cost {
    Argon2Cost::new(cost.memory_kib, cost.passes, cost.lanes).expect("the costs above are possible")
}

/// The core's form of what the witness takes as text.
pub(crate) fn core_keys(given: &cleave_reference::Keys) -> Result<Keys, Error> {
    let mut keys = Keys::new();
    for identity in &given.identities {
        keys = keys.identity(Identity::parse(identity)?);
    }
    if let Some(passphrase) = &given.passphrase {
        keys = keys.passphrase(Passphrase::new(passphrase)?);
    }
    if let Some(fragment) = &given.fragment {
        keys = keys.fragment(Fragment::parse(fragment));
    }
    if let Some(signer) = &given.signer {
        keys = keys.signer(signer.parse()?);
    }
    Ok(keys)
}

/// The core's form of the witness's limits.
pub(crate) fn core_limits(given: &cleave_reference::Limits) -> Limits {
    Limits {
        header_bytes: given.header_bytes,
        kdf_slots: given.kdf_slots.try_into().expect("the tests set small limits"),
        kdf_memory_kib: given.kdf_memory_kib.try_into().expect("the tests set small limits"),
        kdf_lanes: given.kdf_lanes.try_into().expect("the tests set small limits"),
        kdf_work_kib: given.kdf_work_kib,
        trials: given.trials,
    }
}
