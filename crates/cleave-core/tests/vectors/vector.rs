//! The schema of `vectors/README.md`, and what a vector says of an outcome.

use base64::Engine as _;
use cleave_core::{Error, Fragment, Identity, Keys, Limits, Passphrase, PlaintextRange};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What opening gave: plaintext, or an error (with the plaintext that was released before it).
pub(crate) struct Outcome {
    pub(crate) result: Result<Vec<u8>, Error>,
    pub(crate) released: usize,
}

impl From<Result<Vec<u8>, Error>> for Outcome {
    fn from(result: Result<Vec<u8>, Error>) -> Self {
        Self { result, released: 0 }
    }
}

/// What a vector's file asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A container is opened, or a range of it.
    Container,
    /// A text form is read.
    Text,
    /// A container gets a new header.
    Rewrap,
}

/// The collection that a vector is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// `vectors/` of the checkout.
    Own,
    /// Another implementation's, where they are at hand.
    Shared,
}

pub(crate) struct Vector {
    pub(crate) name: String,
    pub(crate) origin: Origin,
    json: Value,
}

/// All vectors of a kind, from every collection that is there.
pub(crate) fn collections(kind: Kind) -> Vec<Vector> {
    let shared = std::env::var_os("CLEAVE_SHARED_VECTORS")
        .map_or_else(|| root().join("../shared/vectors"), PathBuf::from);
    let mut vectors = own();
    if shared.is_dir() {
        vectors.extend(files(&shared).iter().map(|path| Vector::read(path, Origin::Shared)));
    }
    vectors.retain(|vector| vector.kind() == kind);
    vectors
}

/// Every vector of `vectors/`.
pub(crate) fn own() -> Vec<Vector> {
    files(&root().join("vectors")).iter().map(|path| Vector::read(path, Origin::Own)).collect()
}

/// What lies in a folder of vectors beside its README, in the order of the names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.file_name().is_none_or(|name| name != "README.md"));
    paths.sort();
    paths
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

impl Vector {
    fn read(path: &Path, origin: Origin) -> Self {
        let text = std::fs::read_to_string(path).unwrap();
        let json: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = json["name"].as_str().unwrap().to_owned();
        assert_eq!(
            path.file_name().unwrap().to_str(),
            Some(&*format!("{name}.json")),
            "a file bears its name"
        );
        Self { name, origin, json }
    }

    pub(crate) fn kind(&self) -> Kind {
        match (self.json["container"].is_string(), self.json["text"].is_object(), &self.json["rewrap"]) {
            (true, false, Value::Null) => Kind::Container,
            (true, false, Value::Object(_)) => Kind::Rewrap,
            (false, true, Value::Null) => Kind::Text,
            _ => panic!("{}: not one of the kinds of vectors/README.md", self.name),
        }
    }

    /// The fields that stand in the file.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &str> {
        self.json.as_object().unwrap().keys().map(String::as_str)
    }

    /// What stands under a field; null where it is not given.
    pub(crate) fn field(&self, name: &str) -> &Value {
        &self.json[name]
    }

    fn text(&self, field: &str) -> Option<&str> {
        self.json[field].as_str()
    }

    pub(crate) fn container(&self) -> Vec<u8> {
        base64::prelude::BASE64_STANDARD.decode(self.text("container").unwrap()).unwrap()
    }

    pub(crate) fn keys(&self) -> Result<Keys, Error> {
        keys(&self.json)
    }

    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        let number = |field: &str| self.json["limits"][field].as_u64();
        if let Some(value) = number("header_bytes") {
            limits.header_bytes = value;
        }
        if let Some(value) = number("kdf_slots") {
            limits.kdf_slots = u32::try_from(value).unwrap();
        }
        if let Some(value) = number("kdf_memory_kib") {
            limits.kdf_memory_kib = u32::try_from(value).unwrap();
        }
        if let Some(value) = number("kdf_lanes") {
            limits.kdf_lanes = u8::try_from(value).unwrap();
        }
        if let Some(value) = number("kdf_work_kib") {
            limits.kdf_work_kib = value;
        }
        if let Some(value) = number("trials") {
            limits.trials = value;
        }
        limits
    }

    pub(crate) fn requires_signer(&self) -> bool {
        self.text("signer").is_some()
    }

    pub(crate) fn range(&self) -> Option<Result<PlaintextRange, Error>> {
        self.text("range").map(str::parse)
    }

    /// Whether this error is what the vector says.
    pub(crate) fn fails(&self, error: &Error) -> Result<(), String> {
        compare(&self.json, Err(error))
    }

    /// Whether the outcome is what the vector says.
    pub(crate) fn holds(&self, outcome: &Outcome) -> Result<(), String> {
        compare(&self.json, outcome.result.as_deref())?;
        // Every vector that names a chunk has chunks of 4 KiB or more.
        if let (Some(chunk), None) = (self.json["chunk"].as_u64(), self.range()) {
            let log2 = self.container()[10];
            if outcome.released as u64 > chunk << log2 {
                return Err(format!("released {} bytes, chunk {chunk} failing", outcome.released));
            }
        }
        Ok(())
    }
}

/// The keys that a vector gives, or an attempt within one.
pub(crate) fn keys(given: &Value) -> Result<Keys, Error> {
    let mut keys = Keys::new();
    for identity in given["identities"].as_array().unwrap() {
        keys = keys.identity(Identity::parse(identity.as_str().unwrap())?);
    }
    if let Some(passphrase) = given["passphrase"].as_str() {
        keys = keys.passphrase(Passphrase::new(passphrase)?);
    }
    if let Some(fragment) = given["fragment"].as_str() {
        keys = keys.fragment(Fragment::parse(fragment));
    }
    if let Some(signer) = given["signer"].as_str() {
        keys = keys.signer(signer.parse()?);
    }
    Ok(keys)
}

/// Holds what came against what must come: `plaintext_length` with `plaintext_sha512`, or `error` with `chunk`.
pub(crate) fn compare(expected: &Value, found: Result<&[u8], &Error>) -> Result<(), String> {
    match (found, expected["error"].as_str()) {
        (Ok(plaintext), None) => {
            let length =
                expected["plaintext_length"].as_u64().ok_or("opened, and another outcome is expected")?;
            let same = plaintext.len() as u64 == length
                && Some(&*hex_sha512(plaintext)) == expected["plaintext_sha512"].as_str();
            same.then_some(()).ok_or_else(|| format!("opened to {} other bytes", plaintext.len()))
        }
        (Err(error), Some(name)) => {
            let chunk = match error {
                Error::ChunkTampered { index } => Some(*index),
                _ => None,
            };
            let same = error.name() == name && chunk == expected["chunk"].as_u64();
            same.then_some(())
                .ok_or_else(|| format!("{} {chunk:?}, not {name} {}", error.name(), expected["chunk"]))
        }
        (Ok(_), Some(name)) => Err(format!("accepted, not {name}")),
        (Err(error), None) => Err(format!("{}: {error}", error.name())),
    }
}

/// SHA-512 in lower-case hexadecimal.
pub(crate) fn hex_sha512(bytes: &[u8]) -> String {
    cleave_core::hazmat::sha512(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
