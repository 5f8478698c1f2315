//! Vectors of text forms by themselves: each is read by the type that it is given as.

use crate::vector::{Vector, hex_sha512};
use cleave_core::{Error, Fragment, Identity, Passphrase, Recipient, Signer, SigningKey, hazmat};

/// What a text form holds.
struct Read {
    bytes: Vec<u8>,
    fingerprint: Option<String>,
    public: Option<String>,
}

/// Whether the text form is read, or refused, as the vector says.
pub(crate) fn holds(vector: &Vector) -> Result<(), String> {
    let given = vector.field("text");
    let (kind, text) = (given["kind"].as_str().unwrap(), given["text"].as_str().unwrap());
    let read = match read(kind, text) {
        Ok(read) => read,
        Err(error) => return vector.fails(&error),
    };
    if let Some(error) = vector.field("error").as_str() {
        return Err(format!("read, not {error}"));
    }
    let expected = |field: &str| given[field].as_str().map(str::to_owned);
    let found = [Some(hex_sha512(&read.bytes)), read.fingerprint, read.public];
    for (field, found) in ["sha512", "fingerprint", "public"].into_iter().zip(found) {
        if found != expected(field) {
            return Err(format!("{field}: {found:?}"));
        }
    }
    Ok(())
}

fn read(kind: &str, text: &str) -> Result<Read, Error> {
    let (bytes, fingerprint, public) = match kind {
        "recipient" => {
            let recipient: Recipient = text.parse()?;
            (recipient.as_bytes().to_vec(), Some(recipient.fingerprint()), None)
        }
        "identity" => {
            let identity = Identity::parse(text)?;
            let seed = seed("CLEAVE-SECRET-KEY-", &identity.to_text());
            (seed, None, Some(identity.recipient().to_string()))
        }
        "signer" => (text.parse::<Signer>()?.as_bytes().to_vec(), None, None),
        "signing-key" => {
            let key = SigningKey::parse(text)?;
            (seed("CLEAVE-SIGNING-KEY-", &key.to_text()), None, Some(key.signer().to_string()))
        }
        "fragment" => (Fragment::parse(text)?.to_bytes()[13..45].to_vec(), None, None),
        "passphrase" => (hazmat::passphrase_bytes(&Passphrase::new(text)?), None, None),
        other => panic!("vectors/README.md knows no kind {other}"),
    };
    Ok(Read { bytes, fingerprint, public })
}

/// The seed that a key writes out, which no other way leads to: read back by the witness.
fn seed(prefix: &str, written: &str) -> Vec<u8> {
    assert!(written.starts_with(prefix), "secrets are written in upper case");
    let (_, seed) = cleave_reference::bech32::decode(written).expect("a key writes Bech32");
    seed
}
