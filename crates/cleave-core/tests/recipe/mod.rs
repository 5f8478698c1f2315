//! Containers by recipe, from fixed seeds: who they are for, how they are made, and the keys that open them.
#![allow(dead_code, reason = "each test takes what it needs of it")]

use cleave_core::hazmat::{self, identity_from_seed, sha512, signing_key_from_seed, start_from};
use cleave_core::{
    Argon2Cost, ChunkSize, Encryptor, Error, Fragment, HintField, Identity, Keys, Limits, Passphrase,
    Recipient, SigningKey, Start, armor,
};

/// Somebody whom a container is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holder {
    /// The identity of this number.
    Named(u8),
    /// The same, without a key identifier.
    Hidden(u8),
    /// Who knows the passphrase.
    Passphrase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signing {
    Unsigned,
    /// By the signing key of this number, which a reader does not ask for.
    Unchecked(u8),
    /// By the signing key of this number, which a reader requires.
    Required(u8),
}

#[derive(Clone, Debug)]
pub(crate) struct Recipe {
    pub(crate) holders: Vec<Holder>,
    pub(crate) split: Option<HintField>,
    pub(crate) signing: Signing,
    pub(crate) chunk: ChunkSize,
    pub(crate) plaintext: Vec<u8>,
    /// Which fixed randomness the container is made with.
    pub(crate) dice: u64,
}

impl Recipe {
    /// For identity 1 and nobody else: unsplit, unsigned, in chunks of 4 KiB.
    pub(crate) fn of(plaintext_len: usize) -> Self {
        Self {
            holders: vec![Holder::Named(1)],
            split: None,
            signing: Signing::Unsigned,
            chunk: ChunkSize::MIN,
            plaintext: plaintext(plaintext_len),
            dice: 0,
        }
    }

    pub(crate) fn encryptor(&self) -> Encryptor {
        let mut encryptor = Encryptor::new().chunk_size(self.chunk);
        for holder in &self.holders {
            encryptor = match holder {
                Holder::Named(number) => encryptor.recipient(recipient(*number)),
                Holder::Hidden(number) => encryptor.hidden_recipient(recipient(*number)),
                Holder::Passphrase => encryptor.passphrase(passphrase(), cheap()),
            };
        }
        if let Some(field) = self.split {
            encryptor = encryptor.split(field);
        }
        match self.signing {
            Signing::Unsigned => encryptor,
            Signing::Unchecked(number) | Signing::Required(number) => encryptor.sign(signing_key(number)),
        }
    }

    pub(crate) fn start(&self) -> Start {
        start_from(self.encryptor(), Box::new(Dice::new(self.dice))).expect("somebody can open it")
    }

    pub(crate) fn container(&self) -> Vec<u8> {
        let mut writer = self.start().writer;
        let mut out = Vec::new();
        writer
            .push(&self.plaintext, &mut out)
            .and_then(|()| writer.finish(&mut out))
            .expect("memory holds it");
        out
    }

    /// The container with an extension slot before its own one, which no writer of this version makes.
    pub(crate) fn container_with_extension(&self, extension: &[u8]) -> Vec<u8> {
        assert!(self.holders.len() == 1 && self.split.is_none() && self.signing == Signing::Unsigned);
        let good = self.container();
        // One slot draws nothing for its order: salt and master are the first two draws.
        let mut drawn = [[0; 32]; 2];
        let mut dice = Dice::new(self.dice);
        for secret in &mut drawn {
            hazmat::FixedEntropy::fill(&mut dice, secret).expect("dice do not fail");
        }
        let [salt, master] = drawn;
        assert_eq!(good[13..45], salt);
        let (before, frames) = good.split_at(self.header_len());
        let slot = &before[77..before.len() - 32];
        let mut header = [&before[..11], &[0, 2], &before[13..77], extension, slot].concat();
        let key: [u8; 64] = hazmat::hkdf_sha512(&salt, &master, b"cleave/v1 header");
        header.extend_from_slice(&hazmat::hmac_sha512(&key, &sha512(&header))[..32]);
        [&header, frames].concat()
    }

    /// The keys of one holder, with the fragment and the required signer that the recipe asks for.
    pub(crate) fn keys(&self, holder: Holder) -> Keys {
        let mut keys = match holder {
            Holder::Named(number) | Holder::Hidden(number) => Keys::new().identity(identity(number)),
            Holder::Passphrase => Keys::new().passphrase(passphrase()),
        };
        if let Some(fragment) = self.fragment() {
            keys = keys.fragment(Ok(fragment));
        }
        if let Signing::Required(number) = self.signing {
            keys = keys.signer(signing_key(number).signer().clone());
        }
        keys
    }

    pub(crate) fn first_keys(&self) -> Keys {
        self.keys(self.holders[0])
    }

    pub(crate) fn fragment(&self) -> Option<Fragment> {
        self.start().fragment
    }

    pub(crate) fn header_len(&self) -> usize {
        let slots: usize =
            self.holders.iter().map(|holder| if *holder == Holder::Passphrase { 71 } else { 1177 }).sum();
        let hint = if self.split == Some(HintField::Stored) { 8 } else { 0 };
        109 + slots + hint + if self.signing == Signing::Unsigned { 0 } else { 32 }
    }
}

/// Low, so that no changed cost is computed for long.
pub(crate) fn limits() -> Limits {
    Limits { kdf_memory_kib: 64, kdf_work_kib: 64, kdf_lanes: 4, ..Limits::default() }
}

pub(crate) fn identity(number: u8) -> Identity {
    identity_from_seed(&[number; 32])
}

pub(crate) fn recipient(number: u8) -> Recipient {
    identity(number).recipient().clone()
}

pub(crate) fn signing_key(number: u8) -> SigningKey {
    signing_key_from_seed(&[number; 32])
}

pub(crate) fn passphrase() -> Passphrase {
    Passphrase::new("a passphrase of tests").expect("it follows the rules")
}

/// The least that Argon2 allows.
pub(crate) fn cheap() -> Argon2Cost {
    Argon2Cost::new(8, 1, 1).expect("a possible cost")
}

pub(crate) fn plaintext(len: usize) -> Vec<u8> {
    (0..len).map(|at| (at * 31 + at / 251) as u8).collect()
}

pub(crate) fn armored(container: &[u8]) -> Vec<u8> {
    let mut encoder = armor::Encoder::new();
    let mut text = Vec::new();
    encoder.push(container, &mut text);
    encoder.finish(&mut text);
    text
}

/// The same bytes each time.
pub(crate) struct Dice {
    number: u64,
    drawn: u64,
}

impl Dice {
    pub(crate) fn new(number: u64) -> Self {
        Self { number, drawn: 0 }
    }
}

impl hazmat::FixedEntropy for Dice {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        for piece in bytes.chunks_mut(64) {
            let seed = [self.number.to_be_bytes(), self.drawn.to_be_bytes()].concat();
            piece.copy_from_slice(&sha512(&seed)[..piece.len()]);
            self.drawn += 1;
        }
        Ok(())
    }
}
