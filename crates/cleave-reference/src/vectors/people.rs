//! The keys that the vectors are made for: data, known to everybody, and of use for nothing else.

use crate::signature;
use crate::text;
use crate::writer::Random;
use crate::xwing;

/// Somebody with a seed for each kind of key.
#[derive(Debug, Clone, Copy)]
pub(super) struct Person(&'static str);

/// The one for whom the containers are, unless a vector says otherwise.
pub(super) const ALICE: Person = Person("alice");
/// Somebody else.
pub(super) const BOB: Person = Person("bob");
/// A third.
pub(super) const CAROL: Person = Person("carol");

impl Person {
    pub(super) fn seed(self) -> [u8; 32] {
        self.random().bytes("identity")
    }

    pub(super) fn public_key(self) -> Box<[u8; xwing::PUBLIC_KEY]> {
        Box::new(xwing::public_key(&self.seed()))
    }

    pub(super) fn identity(self) -> String {
        text::secret(text::IDENTITY, &self.seed())
    }

    pub(super) fn recipient(self) -> String {
        text::public(text::RECIPIENT, &*self.public_key())
    }

    pub(super) fn signing_seed(self) -> [u8; 32] {
        self.random().bytes("signing key")
    }

    pub(super) fn signing_key(self) -> String {
        text::secret(text::SIGNING_KEY, &self.signing_seed())
    }

    pub(super) fn signer(self) -> String {
        text::public(text::SIGNER, &signature::public_key(&self.signing_seed()))
    }

    fn random(self) -> Random {
        Random { seed: format!("person {}", self.0) }
    }
}
