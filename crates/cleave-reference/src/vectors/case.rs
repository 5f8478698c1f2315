//! How a row of the table is put together.

use crate::armor::encode_base64;
use crate::error::Error;
use crate::vector::{GivenLimits, Vector, hex_sha512};
use crate::vectors::people::{ALICE, Person};
use crate::writer::{Description, Draft, Slot, Split};

/// The length of a plaintext that does not matter: one frame.
pub(super) const SHORT: usize = 100;
/// Two frames of 4 KiB chunks.
pub(super) const TWO_FRAMES: usize = 4500;
/// Three frames of 4 KiB chunks.
pub(super) const THREE_FRAMES: usize = 9000;

/// A vector of which the outcome is still to be said.
#[derive(Debug, Clone)]
pub(super) struct Case {
    vector: Vector,
}

/// A behaviour with no keys and no container yet.
pub(super) fn case(name: &str, comment: &str) -> Case {
    let vector = Vector {
        name: name.to_string(),
        comment: comment.to_string(),
        identities: Some(Vec::new()),
        ..Vector::default()
    };
    Case { vector }
}

/// Alice opens, or does not open, a container for her that is good so far.
pub(super) fn for_alice(name: &str, comment: &str, length: usize) -> (Case, Draft) {
    (case(name, comment).by(ALICE), Draft::new(&to_alice(name, length)))
}

/// Alice's container is written with a part changed; what is computed over that part follows the change.
pub(super) fn edited(name: &str, comment: &str, edit: impl FnOnce(&mut Draft), error: Error) -> Vector {
    let (case, mut draft) = for_alice(name, comment, SHORT);
    edit(&mut draft);
    case.holds(draft.container()).fails(error)
}

/// The bytes of Alice's container are changed after it was written.
pub(super) fn patched(name: &str, comment: &str, patch: impl FnOnce(&mut Vec<u8>), error: Error) -> Vector {
    let (case, draft) = for_alice(name, comment, SHORT);
    let mut bytes = draft.container();
    patch(&mut bytes);
    case.holds(bytes).fails(error)
}

/// One recipient, 4 KiB chunks; the name is the seed.
pub(super) fn to_alice(name: &str, length: usize) -> Description {
    Description {
        seed: name.to_string(),
        plaintext: plaintext(length),
        chunk_log2: 12,
        slots: vec![Slot::Recipient(ALICE.public_key())],
        split: Split::No,
        signing_key: None,
    }
}

/// The plaintext of a length: always the beginning of the same bytes.
pub(super) fn plaintext(length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    libcrux_sha3::shake256_ema(&mut bytes, b"cleave-reference\0plaintext");
    bytes
}

impl Case {
    pub(super) fn by(self, person: Person) -> Case {
        self.identity(&person.identity())
    }

    pub(super) fn identity(mut self, text: &str) -> Case {
        self.vector.identities.get_or_insert_default().push(text.to_string());
        self
    }

    pub(super) fn passphrase(mut self, passphrase: &str) -> Case {
        self.vector.passphrase = Some(passphrase.to_string());
        self
    }

    pub(super) fn fragment(mut self, fragment: &str) -> Case {
        self.vector.fragment = Some(fragment.to_string());
        self
    }

    pub(super) fn signer(mut self, person: Person) -> Case {
        self.vector.signer = Some(person.signer());
        self
    }

    pub(super) fn signer_text(mut self, text: &str) -> Case {
        self.vector.signer = Some(text.to_string());
        self
    }

    pub(super) fn limits(mut self, limits: GivenLimits) -> Case {
        self.vector.limits = Some(limits);
        self
    }

    pub(super) fn range(mut self, range: &str) -> Case {
        self.vector.range = Some(range.to_string());
        self
    }

    pub(super) fn holds(mut self, container: impl AsRef<[u8]>) -> Case {
        self.vector.container = Some(encode_base64(container.as_ref()));
        self
    }

    /// It opens to the plaintext of this length.
    pub(super) fn opens(self, length: usize) -> Vector {
        self.opens_to(&plaintext(length))
    }

    pub(super) fn opens_to(mut self, plaintext: &[u8]) -> Vector {
        self.vector.plaintext_length = Some(plaintext.len());
        self.vector.plaintext_sha512 = Some(hex_sha512(plaintext));
        self.vector
    }

    pub(super) fn fails(mut self, error: Error) -> Vector {
        self.vector.error = Some(error.name().to_string());
        self.vector.chunk = error.chunk();
        self.vector
    }

    /// For outcomes of other kinds.
    pub(super) fn into_vector(self) -> Vector {
        self.vector
    }
}
