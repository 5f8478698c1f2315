//! Secret types are wiped when they are dropped and have neither Debug, nor Display, nor Clone.

use cleave_core::{
    ChunkKey, Derivation, Derived, Fragment, Identity, Passphrase, Recipient, Signer, SigningKey,
};
use std::fmt::{Debug, Display};
use std::marker::PhantomData;
use zeroize::ZeroizeOnDrop;

/// Says of a type whether it has a trait: the method on the type itself is there where the bound holds, and is preferred;
/// the one on a reference is there always.
struct Probe<T>(PhantomData<T>);

trait Without {
    fn debug(&self) -> bool {
        false
    }
    fn display(&self) -> bool {
        false
    }
    fn clone_of_it(&self) -> bool {
        false
    }
}

impl<T> Without for &Probe<T> {}

impl<T: Debug> Probe<T> {
    fn debug(&self) -> bool {
        true
    }
}

impl<T: Display> Probe<T> {
    fn display(&self) -> bool {
        true
    }
}

impl<T: Clone> Probe<T> {
    fn clone_of_it(&self) -> bool {
        true
    }
}

macro_rules! has {
    ($type:ty) => {{
        let probe = &Probe::<$type>(PhantomData);
        [probe.debug(), probe.display(), probe.clone_of_it()]
    }};
}

#[test]
fn secrets_are_neither_printed_nor_cloned() {
    assert_eq!(has!(Identity), [false; 3]);
    assert_eq!(has!(SigningKey), [false; 3]);
    assert_eq!(has!(Passphrase), [false; 3]);
    assert_eq!(has!(Fragment), [false; 3]);
    assert_eq!(has!(ChunkKey), [false; 3]);
    assert_eq!(has!(Derivation), [false; 3]);
    assert_eq!(has!(Derived), [false; 3]);
    // The probe sees what is there.
    assert_eq!(has!(Recipient), [true; 3]);
    assert_eq!(has!(Signer), [true; 3]);
}

#[test]
fn secrets_are_wiped_on_drop() {
    fn wiped<T: ZeroizeOnDrop>() {}
    wiped::<Identity>();
    wiped::<SigningKey>();
    wiped::<Passphrase>();
    wiped::<Fragment>();
    wiped::<ChunkKey>();
    wiped::<Derivation>();
    wiped::<Derived>();
}
