//! Writing a container from a full description, every random value drawn from a seed, with each part left open
//! to change before the rest is computed over it: good containers and every kind of broken one.

use crate::fragment;
use crate::frame::{self, Place};
use crate::header::{self, HINT, MAGIC, SIGNED, SPLIT, VERSION};
use crate::keys;
use crate::schedule;
use crate::signature;
use crate::slot::{self, Cost};
use crate::xwing;

/// A container to be written. The same description gives the same bytes.
#[derive(Debug, Clone)]
pub struct Description {
    /// All randomness comes from it; unlike containers have unlike seeds.
    pub seed: String,
    /// What is sealed.
    pub plaintext: Vec<u8>,
    /// A chunk holds 2^chunk_log2 bytes.
    pub chunk_log2: u8,
    /// In the order in which they are written.
    pub slots: Vec<Slot>,
    /// Whether the master key is split.
    pub split: Split,
    /// The ML-DSA-65 seed to sign with.
    pub signing_key: Option<[u8; 32]>,
}

/// A slot to be made.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum Slot {
    Recipient(Box<[u8; xwing::PUBLIC_KEY]>),
    Hidden(Box<[u8; xwing::PUBLIC_KEY]>),
    Passphrase(String, Cost),
    Extension(u8, Vec<u8>),
    /// Bytes that are written as they are.
    Given(Vec<u8>),
}

/// Whether and how the master key is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Split {
    No,
    WithHint,
    WithoutHint,
}

/// The container of a description.
pub fn write(description: &Description) -> Vec<u8> {
    Draft::new(description).container()
}

/// A container of which each part can still be changed. header_mac and the signature are computed when the
/// bytes are asked for, over whatever the parts are then, unless they are given.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Draft {
    pub random: Random,
    pub master: [u8; 32],
    pub share: [u8; 32],
    pub wrapped: [u8; 32],
    pub prk: [u8; 64],

    pub magic: [u8; 8],
    pub version: u8,
    pub flags: u8,
    pub chunk_log2: u8,
    pub slot_count: u16,
    pub salt: [u8; 32],
    pub commitment: [u8; 32],
    pub hint: Option<[u8; 8]>,
    pub signer_id: Option<[u8; 32]>,
    pub slots: Vec<Vec<u8>>,
    pub header_mac: Option<[u8; 32]>,
    pub frames: Vec<Vec<u8>>,
    pub signing_key: Option<[u8; 32]>,
    /// The context under which it is signed.
    pub context: Vec<u8>,
    pub signature: Option<Vec<u8>>,
}

impl Draft {
    /// A good container of this description.
    pub fn new(description: &Description) -> Draft {
        let random = Random { seed: description.seed.clone() };
        let (salt, master, share) = (random.bytes("salt"), random.bytes("master"), random.bytes("share"));
        let split = description.split != Split::No;
        let wrapped = if split { schedule::xor(&master, &share) } else { master };
        let prk = schedule::prk(&salt, &master);
        let hint = (description.split == Split::WithHint).then(|| fragment::hint(&salt, &share));
        let signer_id =
            description.signing_key.map(|key| signature::signer_id(&salt, &signature::public_key(&key)));
        let flag = |present: bool, flag: u8| if present { flag } else { 0 };
        let mut draft = Draft {
            random,
            master,
            share,
            wrapped,
            prk,
            magic: MAGIC,
            version: VERSION,
            flags: flag(split, SPLIT) | flag(signer_id.is_some(), SIGNED) | flag(hint.is_some(), HINT),
            chunk_log2: description.chunk_log2,
            slot_count: u16::try_from(description.slots.len()).expect("a header counts slots in 16 bits"),
            salt,
            commitment: schedule::commitment(&prk),
            hint,
            signer_id,
            slots: Vec::new(),
            header_mac: None,
            frames: Vec::new(),
            signing_key: description.signing_key,
            context: signature::CONTEXT.to_vec(),
            signature: None,
        };
        let wrapped = draft.wrapped;
        draft.slots =
            description.slots.iter().enumerate().map(|(n, slot)| draft.slot(n, slot, &wrapped)).collect();
        draft.frames = draft.frames_of(&even_chunks(&description.plaintext, 1 << description.chunk_log2));
        draft
    }

    /// A slot of this container that wraps `wrapped`; `number` tells its randomness from that of others.
    pub fn slot(&self, number: usize, slot: &Slot, wrapped: &[u8; 32]) -> Vec<u8> {
        let recipient = |key_id, public_key| {
            let eseed = self.random.bytes(&format!("encapsulation {number}"));
            let pair = xwing::encapsulate(public_key, &eseed).expect("no public key here is of low order");
            slot::build_recipient(&self.salt, key_id, &pair, wrapped)
        };
        match slot {
            Slot::Recipient(public_key) => recipient(slot::key_id(&self.salt, public_key), public_key),
            Slot::Hidden(public_key) => recipient(slot::HIDDEN, public_key),
            Slot::Passphrase(passphrase, cost) => {
                let passphrase =
                    keys::passphrase(passphrase).expect("a writer's passphrase follows the rules");
                let argon_salt = self.random.bytes(&format!("argon salt {number}"));
                slot::build_passphrase(&self.salt, &passphrase, *cost, &argon_salt, wrapped)
            }
            Slot::Extension(slot_type, body) => slot::build_extension(*slot_type, body),
            Slot::Given(bytes) => bytes.clone(),
        }
    }

    /// The frames of chunks of any lengths, the last with the last-frame bit.
    pub fn frames_of(&self, chunks: &[&[u8]]) -> Vec<Vec<u8>> {
        let last = chunks.len() - 1;
        let place = |index| if index == last { Place::Last } else { Place::Middle };
        let keys = schedule::frame_keys(&self.prk, self.chunk_log2);
        let numbered = chunks.iter().enumerate().zip(keys);
        numbered.map(|((index, chunk), key)| frame::build(&key, index as u64, place(index), chunk)).collect()
    }

    /// Adds a slot and counts it.
    pub fn push_slot(&mut self, slot: Vec<u8>) {
        self.slots.push(slot);
        self.slot_count += 1;
    }

    /// The fragment of the share, in its text form.
    pub fn fragment(&self) -> String {
        fragment::to_text(&fragment::build(&self.hint.unwrap_or_default(), &self.share))
    }

    /// The header with its header_mac.
    pub fn header(&self) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        bytes.extend([self.version, self.flags, self.chunk_log2]);
        bytes.extend(self.slot_count.to_be_bytes());
        bytes.extend(self.salt);
        bytes.extend(self.commitment);
        bytes.extend(self.hint.iter().flatten());
        bytes.extend(self.signer_id.iter().flatten());
        bytes.extend(self.slots.concat());
        let header_mac = self.header_mac.unwrap_or_else(|| schedule::header_mac(&self.prk, &bytes));
        bytes.extend(header_mac);
        bytes
    }

    /// The whole container.
    pub fn container(&self) -> Vec<u8> {
        let header = self.header();
        let signature = self.signature.clone().unwrap_or_else(|| {
            let frames: Vec<&[u8]> = self.frames.iter().map(Vec::as_slice).collect();
            self.sign(&signature::message(&header, &frames))
        });
        [header, self.frames.concat(), signature].concat()
    }

    /// The signature over any message; empty without a signing key.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        let rnd = self.random.bytes("signature");
        let sign = |key| signature::sign(&key, message, &self.context, rnd).to_vec();
        self.signing_key.map(sign).unwrap_or_default()
    }

    /// Bytes of the header, header_mac included.
    pub fn header_length(&self) -> usize {
        self.header().len()
    }
}

/// Chunks as the format has them: all full but the last, which is empty only when it is the only one.
pub fn even_chunks(plaintext: &[u8], chunk_size: usize) -> Vec<&[u8]> {
    if plaintext.is_empty() { vec![&[]] } else { plaintext.chunks(chunk_size).collect() }
}

/// Values that look random and are the same every time: SHAKE256 of a seed and of what each is for.
#[derive(Debug, Clone)]
pub struct Random {
    /// The seed.
    pub seed: String,
}

impl Random {
    /// `N` bytes for one purpose.
    pub fn bytes<const N: usize>(&self, purpose: &str) -> [u8; N] {
        libcrux_sha3::shake256(format!("cleave-reference\0{}\0{purpose}", self.seed).as_bytes())
    }
}

/// The size of a container: what FORMAT.md says that it is before it is written.
pub fn container_size(header: usize, plaintext: usize, chunk_log2: u8, flags: u8) -> usize {
    let frames = plaintext.div_ceil(1 << chunk_log2).max(1);
    let signature = if flags & header::SIGNED != 0 { signature::SIGNATURE } else { 0 };
    header + plaintext + frames * frame::OVERHEAD + signature
}
