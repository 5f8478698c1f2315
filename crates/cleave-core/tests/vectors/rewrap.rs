//! The vectors that rewrap: what the new container must be, and what comes of giving it keys.

use crate::open;
use crate::vector::{Vector, rewraps};
use cleave_core::{
    Adoption, Argon2Cost, Error, Passphrase, Recipient, Resign, Rewrapper, SigningKey, rewrap,
};
use serde_json::Value;

#[test]
fn every_rewrap_is_made_or_refused_as_its_vector_says() {
    let mut held = 0;
    for vector in rewraps() {
        held += 1;
        let name = &vector.name;
        let new = || {
            let change = Change::read(&vector.json["rewrap"])?;
            rewrap(&vector.container(), vector.keys()?, vector.limits(), |old| change.make(old).start())
        };
        match (new(), &vector.json) {
            (Ok(new), json) if json["rewrapped"].is_object() => holds(&vector, &new),
            (Err(Error::Usage { .. }), json) if json["refused"] == "signing_key_required" => {}
            (Err(error), json) => assert_eq!(json["error"], error.name(), "{name}: {error}"),
            (Ok(_), _) => panic!("{name}: rewrapped"),
        }
    }
    assert!(held >= 20, "only {held} vectors were found");
}

/// What `rewrapped` says of the new container.
fn holds(vector: &Vector, new: &[u8]) {
    let expected = &vector.json["rewrapped"];
    let name = &vector.name;
    assert_eq!(expected["length"], new.len(), "{name}");
    assert_eq!(expected["flags"], new[9], "{name}");
    assert_eq!(expected["slot_count"], u16::from_be_bytes([new[11], new[12]]), "{name}");
    let opens = expected["opens"].as_array().unwrap();
    assert!(!opens.is_empty(), "{name}");
    for keys in opens {
        let opened = Vector::of(name, keys, new);
        opened.holds(&open::one_call(&opened)).unwrap_or_else(|difference| panic!("{name}: {difference}"));
    }
}

/// What is to become of a container, in the order of `vectors/README.md`.
struct Change {
    keep: Vec<u64>,
    recipients: Vec<Recipient>,
    hidden: Vec<Recipient>,
    passphrases: Vec<(Passphrase, Argon2Cost)>,
    signing: Resign,
}

impl Change {
    fn read(rewrap: &Value) -> Result<Self, Error> {
        let each = |field: &str| rewrap[field].as_array().cloned().unwrap_or_default();
        let recipients =
            |field| each(field).iter().map(|text| text.as_str().unwrap().parse()).collect::<Result<_, _>>();
        let passphrase = |entry: &Value| {
            let number = |field: &str| entry[field].as_u64().unwrap();
            let [passes, lanes] = ["passes", "lanes"].map(|field| u8::try_from(number(field)).unwrap());
            let cost = Argon2Cost::new(u32::try_from(number("memory_kib")).unwrap(), passes, lanes);
            Ok((Passphrase::new(entry["passphrase"].as_str().unwrap())?, cost.unwrap()))
        };
        Ok(Self {
            keep: each("keep").iter().map(|place| place.as_u64().unwrap()).collect(),
            recipients: recipients("recipients")?,
            hidden: recipients("hidden")?,
            passphrases: each("passphrases").iter().map(passphrase).collect::<Result<_, _>>()?,
            signing: match (rewrap["signing_key"].as_str(), rewrap["unsign"] == true) {
                (Some(key), _) => {
                    let adopt = rewrap["adopt"] == true;
                    let adoption = if adopt { Adoption::Adopt } else { Adoption::OwnOnly };
                    Resign::Sign(SigningKey::parse(key)?, adoption)
                }
                (None, true) => Resign::Remove,
                (None, false) => Resign::Refuse,
            },
        })
    }

    fn make(self, old: Rewrapper) -> Rewrapper {
        let mut place = 0..;
        let mut new = old.retain(|_| self.keep.contains(&place.next().unwrap())).signing(self.signing);
        for recipient in self.recipients {
            new = new.recipient(recipient);
        }
        for recipient in self.hidden {
            new = new.hidden_recipient(recipient);
        }
        for (passphrase, cost) in self.passphrases {
            new = new.passphrase(passphrase, cost);
        }
        new
    }
}
