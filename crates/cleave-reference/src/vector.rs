//! One vector: a behaviour with what goes in and what must come out, as `vectors/README.md` describes the files.

use serde::{Deserialize, Serialize};

use crate::armor::decode_base64;
use crate::error::Error;
use crate::fragment;
use crate::keys::{self, Keys};
use crate::limits::Limits;
use crate::primitives::sha512;
use crate::range::open_range;
use crate::reader::{Opened, open};
use crate::rewrap::{self, Refusal, Rewrap};
use crate::signature;
use crate::text;
use crate::writer::Random;
use crate::xwing;

/// The content of a vector's file. Fields that are not given do not stand in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Vector {
    pub name: String,
    pub comment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identities: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passphrase: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fragment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<GivenLimits>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewrap: Option<Rewrap>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<GivenText>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plaintext_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plaintext_sha512: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewrapped: Option<Rewrapped>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunk: Option<u64>,
}

/// The limits that differ from the defaults.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct GivenLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kdf_slots: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kdf_memory_kib: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kdf_lanes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kdf_work_kib: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trials: Option<u64>,
}

/// A text form by itself, with no container.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct GivenText {
    /// What it is given as.
    pub kind: TextKind,
    pub text: String,
    /// The SHA-512 of the bytes that it holds, when it must be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha512: Option<String>,
    /// The fingerprint of a recipient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The text form of the public key of an identity or a signing key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public: Option<String>,
}

/// What a text form is given as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum TextKind {
    Recipient,
    Identity,
    Signer,
    SigningKey,
    Fragment,
    Passphrase,
}

/// What must hold of a rewrapped container, which need not be any particular bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Rewrapped {
    /// Bytes of the new container.
    pub length: usize,
    /// The flags of its header.
    pub flags: u8,
    /// How many slots it has.
    pub slot_count: usize,
    /// Who opens it, and who does not.
    pub opens: Vec<Attempt>,
}

/// Keys given to a rewrapped container, and what comes of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Attempt {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identities: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passphrase: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fragment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plaintext_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plaintext_sha512: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunk: Option<u64>,
}

/// What came of a vector, in the words of its file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Outcome {
    Opened { length: usize, sha512: String },
    Read { sha512: String, fingerprint: Option<String>, public: Option<String> },
    Rewrapped(Rewrapped),
    Refused(String),
    Failed { error: String, chunk: Option<u64> },
}

impl From<Error> for Outcome {
    fn from(error: Error) -> Outcome {
        Outcome::Failed { error: error.name().to_string(), chunk: error.chunk() }
    }
}

impl From<Result<Opened, Error>> for Outcome {
    fn from(result: Result<Opened, Error>) -> Outcome {
        match result {
            Ok(opened) => {
                Outcome::Opened { length: opened.plaintext.len(), sha512: hex_sha512(&opened.plaintext) }
            }
            Err(error) => error.into(),
        }
    }
}

impl Vector {
    /// Reads the content of a vector's file.
    pub fn from_json(json: &str) -> Result<Vector, serde_json::Error> {
        serde_json::from_str(json)
    }

    /// The content of the vector's file.
    pub fn to_json(&self) -> String {
        let mut json = Vec::new();
        let indent = serde_json::ser::PrettyFormatter::with_indent(b" ");
        let mut writer = serde_json::Serializer::with_formatter(&mut json, indent);
        self.serialize(&mut writer).expect("a vector is plain data");
        String::from_utf8(json).expect("JSON is UTF-8") + "\n"
    }

    /// The container's bytes; none when the vector has no container.
    pub fn container_bytes(&self) -> Vec<u8> {
        let base64 = self.container.as_deref().unwrap_or_default();
        decode_base64(base64.as_bytes()).expect("a vector's container is base64")
    }

    /// The keys that the vector gives.
    pub fn keys(&self) -> Keys {
        Keys {
            identities: self.identities.clone().unwrap_or_default(),
            passphrase: self.passphrase.clone(),
            fragment: self.fragment.clone(),
            signer: self.signer.clone(),
        }
    }

    /// The limits that the vector gives, over the defaults.
    pub fn all_limits(&self) -> Limits {
        let (given, default) = (self.limits.unwrap_or_default(), Limits::default());
        Limits {
            header_bytes: given.header_bytes.unwrap_or(default.header_bytes),
            kdf_slots: given.kdf_slots.unwrap_or(default.kdf_slots),
            kdf_memory_kib: given.kdf_memory_kib.unwrap_or(default.kdf_memory_kib),
            kdf_lanes: given.kdf_lanes.unwrap_or(default.kdf_lanes),
            kdf_work_kib: given.kdf_work_kib.unwrap_or(default.kdf_work_kib),
            trials: given.trials.unwrap_or(default.trials),
        }
    }

    /// What the file says that must come of it; nothing when it says nothing or two things.
    pub fn expected(&self) -> Option<Outcome> {
        let mut outcomes = Vec::new();
        if let (Some(length), Some(sha512)) = (self.plaintext_length, self.plaintext_sha512.clone()) {
            outcomes.push(Outcome::Opened { length, sha512 });
        }
        if let Some(GivenText { sha512: Some(sha512), fingerprint, public, .. }) = self.text.clone() {
            outcomes.push(Outcome::Read { sha512, fingerprint, public });
        }
        outcomes.extend(self.rewrapped.clone().map(Outcome::Rewrapped));
        outcomes.extend(self.refused.clone().map(Outcome::Refused));
        outcomes.extend(self.error.clone().map(|error| Outcome::Failed { error, chunk: self.chunk }));
        if outcomes.len() == 1 { outcomes.pop() } else { None }
    }

    /// What the witness makes of it.
    pub fn run(&self) -> Outcome {
        let (container, keys, limits) = (self.container_bytes(), self.keys(), self.all_limits());
        if let Some(given) = &self.text {
            return given.run().unwrap_or_else(Outcome::from);
        }
        if let Some(wish) = &self.rewrap {
            let random = Random { seed: self.name.clone() };
            return match rewrap::rewrap(&container, &keys, &limits, wish, &random) {
                Ok(new) => Outcome::Rewrapped(self.describe_rewrapped(&new)),
                Err(Refusal::Error(error)) => error.into(),
                Err(Refusal::SigningKeyRequired) => Outcome::Refused("signing_key_required".to_string()),
            };
        }
        match &self.range {
            Some(range) => open_range(&container, &keys, &limits, range).into(),
            None => open(&container, &keys, &limits).into(),
        }
    }

    fn describe_rewrapped(&self, new: &[u8]) -> Rewrapped {
        let attempts = self.rewrapped.iter().flat_map(|rewrapped| &rewrapped.opens);
        Rewrapped {
            length: new.len(),
            flags: new[9],
            slot_count: u16::from_be_bytes([new[11], new[12]]).into(),
            opens: attempts.map(|attempt| attempt.run(new)).collect(),
        }
    }
}

impl GivenText {
    fn run(&self) -> Result<Outcome, Error> {
        let (bytes, fingerprint, public) = match self.kind {
            TextKind::Recipient => {
                let key = text::recipient(&self.text)?;
                (key.to_vec(), Some(text::fingerprint(&key)), None)
            }
            TextKind::Identity => {
                let seed = text::identity(&self.text)?;
                (seed.to_vec(), None, Some(text::public(text::RECIPIENT, &xwing::public_key(&seed))))
            }
            TextKind::Signer => (text::signer(&self.text)?.to_vec(), None, None),
            TextKind::SigningKey => {
                let seed = text::signing_key(&self.text)?;
                (seed.to_vec(), None, Some(text::public(text::SIGNER, &signature::public_key(&seed))))
            }
            TextKind::Fragment => (fragment::share(&self.text)?.to_vec(), None, None),
            TextKind::Passphrase => (keys::passphrase(&self.text)?, None, None),
        };
        Ok(Outcome::Read { sha512: hex_sha512(&bytes), fingerprint, public })
    }
}

impl Attempt {
    fn run(&self, container: &[u8]) -> Attempt {
        let keys = Keys {
            identities: self.identities.clone().unwrap_or_default(),
            passphrase: self.passphrase.clone(),
            fragment: self.fragment.clone(),
            signer: self.signer.clone(),
        };
        let cleared = Attempt {
            plaintext_length: None,
            plaintext_sha512: None,
            error: None,
            chunk: None,
            ..self.clone()
        };
        match open(container, &keys, &Limits::default()) {
            Ok(opened) => Attempt {
                plaintext_length: Some(opened.plaintext.len()),
                plaintext_sha512: Some(hex_sha512(&opened.plaintext)),
                ..cleared
            },
            Err(error) => Attempt { error: Some(error.name().to_string()), chunk: error.chunk(), ..cleared },
        }
    }
}

/// The SHA-512 of some bytes, in lower-case hexadecimal.
pub fn hex_sha512(bytes: &[u8]) -> String {
    sha512(&[bytes]).iter().map(|byte| format!("{byte:02x}")).collect()
}
