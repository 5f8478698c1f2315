//! Who a container is for and how it is written, and the draw of its keys (FORMAT.md, "Keys", "Slots").

use crate::aead::{FrameCrypto, Portable};
use crate::chunk::ChunkSize;
use crate::entropy::{self, Entropy};
use crate::error::Error;
use crate::fragment::{self, Fragment, HintField};
use crate::header::{Prefix, Split};
use crate::header_writer::{HeaderWriter, NewSlot};
use crate::keys::{Passphrase, Recipient, SigningKey};
use crate::schedule::Schedule;
use crate::secret::Secret;
use crate::signature;
use crate::slot::argon2id::Argon2Cost;
use crate::slot::recipient::Naming;
use crate::writer::Writer;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Who a container is for, and how it is written. Begin with [`Encryptor::new`]; end with [`Encryptor::start`].
pub struct Encryptor {
    slots: Vec<NewSlot>,
    split: Option<HintField>,
    signing_key: Option<SigningKey>,
    chunk: ChunkSize,
    crypto: &'static dyn FrameCrypto,
}

impl Default for Encryptor {
    fn default() -> Self {
        Self::new()
    }
}

impl Encryptor {
    /// For nobody yet: unsplit, unsigned, 1 MiB chunks.
    pub fn new() -> Self {
        Self {
            slots: Vec::new(),
            split: None,
            signing_key: None,
            chunk: ChunkSize::DEFAULT,
            crypto: &Portable,
        }
    }

    /// Adds a recipient, named by a salted key identifier.
    pub fn recipient(mut self, recipient: Recipient) -> Self {
        self.slots.push(NewSlot::Recipient(recipient, Naming::Named));
        self
    }

    /// Adds a recipient without a key identifier: readers try each of their identities on it.
    pub fn hidden_recipient(mut self, recipient: Recipient) -> Self {
        self.slots.push(NewSlot::Recipient(recipient, Naming::Hidden));
        self
    }

    /// As [`Encryptor::recipient`], for a key that is had when its slot is written and not before. Slots are written in
    /// an order drawn at random, so each of many thousand keys would else be in memory, 1216 bytes of each.
    pub fn recipient_when_due(
        mut self,
        recipient: impl FnOnce() -> Result<Recipient, Error> + Send + 'static,
    ) -> Self {
        self.slots.push(NewSlot::Due(Box::new(recipient), Naming::Named));
        self
    }

    /// As [`Encryptor::hidden_recipient`], for a key that is had when its slot is written.
    pub fn hidden_recipient_when_due(
        mut self,
        recipient: impl FnOnce() -> Result<Recipient, Error> + Send + 'static,
    ) -> Self {
        self.slots.push(NewSlot::Due(Box::new(recipient), Naming::Hidden));
        self
    }

    /// Adds a passphrase. Beside recipients it gives up that only a public key's owner can read (THREAT_MODEL.md).
    pub fn passphrase(mut self, passphrase: Passphrase, cost: Argon2Cost) -> Self {
        self.slots.push(NewSlot::Passphrase(passphrase, cost));
        self
    }

    /// Splits the master key: the container opens only together with the fragment that [`Encryptor::start`] returns.
    pub fn split(mut self, hint: HintField) -> Self {
        self.split = Some(hint);
        self
    }

    /// Signs the content.
    pub fn sign(mut self, key: SigningKey) -> Self {
        self.signing_key = Some(key);
        self
    }

    /// Sets the chunk size.
    pub fn chunk_size(mut self, chunk: ChunkSize) -> Self {
        self.chunk = chunk;
        self
    }

    /// Has frames sealed and hashed by another implementation; the bytes are the same.
    pub fn frame_crypto(mut self, crypto: &'static dyn FrameCrypto) -> Self {
        self.crypto = crypto;
        self
    }

    /// Draws the keys. The fragment, where there is one, must be safe before the container is worth keeping.
    ///
    /// # Errors
    /// [`Error::Usage`] for nobody or for more than 65,535 slots; [`Error::Randomness`].
    pub fn start(self) -> Result<Start, Error> {
        self.start_from(Box::new(entropy::System))
    }

    pub(crate) fn start_from(mut self, mut entropy: Box<dyn Entropy + Send>) -> Result<Start, Error> {
        if self.slots.is_empty() {
            return Err(Error::Usage {
                what: "nobody could open the container: give a recipient or a passphrase",
            });
        }
        let slot_count = u16::try_from(self.slots.len())
            .map_err(|_| Error::Usage { what: "a container has at most 65535 recipients and passphrases" })?;
        entropy::shuffle(&mut self.slots, &mut *entropy)?;

        let salt: [u8; 32] = entropy::public(&mut *entropy)?;
        let master: Secret<32> = entropy::secret(&mut *entropy)?;
        let schedule = Schedule::new(&salt, &master);
        let (split, fragment, wrapped) = match self.split {
            None => (Split::Whole, None, master),
            Some(field) => {
                let share: Secret<32> = entropy::secret(&mut *entropy)?;
                let wrapped = master.xor(&share);
                let split = match field {
                    HintField::Stored => Split::Hinted(fragment::hint(&salt, &share)),
                    HintField::Omitted => Split::Unhinted,
                };
                (split, Some(Fragment::new(&salt, share, field)), wrapped)
            }
        };
        let prefix = Prefix {
            chunk_size: self.chunk,
            slot_count,
            salt,
            commitment: schedule.commitment(),
            split,
            signer_id: self.signing_key.as_ref().map(|key| signature::signer_id(&salt, key.signer())),
        };
        let header = HeaderWriter::new(prefix, schedule, wrapped, self.slots);
        let writer = Writer::new(header, self.chunk, entropy, self.signing_key, self.crypto);
        Ok(Start { writer, fragment })
    }
}

/// What [`Encryptor::start`] gives.
pub struct Start {
    /// The machine, whose first bytes are the header.
    pub writer: Writer,
    /// The detachable fragment of a split container.
    pub fragment: Option<Fragment>,
}
