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

pub(crate) struct Vector {
    pub(crate) name: String,
    pub(crate) json: Value,
}

/// All vectors that open a container, from every collection that is there.
pub(crate) fn collections() -> Vec<Vector> {
    let mut vectors = containers();
    vectors.retain(|vector| vector.json["rewrap"].is_null());
    vectors
}

/// All vectors that rewrap a container.
pub(crate) fn rewraps() -> Vec<Vector> {
    let mut vectors = containers();
    vectors.retain(|vector| vector.json["rewrap"].is_object());
    vectors
}

fn containers() -> Vec<Vector> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let own = root.join("vectors");
    let shared =
        std::env::var_os("CLEAVE_SHARED_VECTORS").map_or(root.join("../shared/vectors"), PathBuf::from);
    let mut vectors = Vec::new();
    for folder in [own, shared] {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            eprintln!("skipped: no vectors in {}", folder.display());
            continue;
        };
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "json")) {
            let json: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            let name = json["name"].as_str().unwrap().to_owned();
            if json["container"].is_string() {
                vectors.push(Vector { name, json });
            }
        }
    }
    vectors
}

impl Vector {
    /// What comes of giving `container` the keys of another vector's part.
    pub(crate) fn of(name: &str, part: &Value, container: &[u8]) -> Self {
        let mut json = part.clone();
        json["container"] = base64::prelude::BASE64_STANDARD.encode(container).into();
        Self { name: name.to_owned(), json }
    }

    fn text(&self, field: &str) -> Option<&str> {
        self.json[field].as_str()
    }

    pub(crate) fn container(&self) -> Vec<u8> {
        base64::prelude::BASE64_STANDARD.decode(self.text("container").unwrap()).unwrap()
    }

    pub(crate) fn keys(&self) -> Result<Keys, Error> {
        let mut keys = Keys::new();
        for identity in self.json["identities"].as_array().unwrap() {
            keys = keys.identity(Identity::parse(identity.as_str().unwrap())?);
        }
        if let Some(passphrase) = self.text("passphrase") {
            keys = keys.passphrase(Passphrase::new(passphrase)?);
        }
        if let Some(fragment) = self.text("fragment") {
            keys = keys.fragment(Fragment::parse(fragment));
        }
        if let Some(signer) = self.text("signer") {
            keys = keys.signer(signer.parse()?);
        }
        Ok(keys)
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

    /// Whether the outcome is what the vector says.
    pub(crate) fn holds(&self, outcome: &Outcome) -> Result<(), String> {
        match (&outcome.result, self.text("error")) {
            (Ok(plaintext), None) => {
                let length = self.json["plaintext_length"].as_u64().unwrap();
                let hash: String =
                    cleave_core::hazmat::sha512(plaintext).iter().map(|byte| format!("{byte:02x}")).collect();
                if plaintext.len() as u64 != length || Some(hash.as_str()) != self.text("plaintext_sha512") {
                    return Err(format!("opened to {} other bytes", plaintext.len()));
                }
                Ok(())
            }
            (Err(error), Some(expected)) => {
                let chunk = match error {
                    Error::ChunkTampered { index } => Some(*index),
                    _ => None,
                };
                if error.name() != expected || chunk != self.json["chunk"].as_u64() {
                    return Err(format!("{} {chunk:?}, not {expected} {}", error.name(), self.json["chunk"]));
                }
                // Every vector that names a chunk has chunks of 4 KiB or more.
                if let Some(chunk) = chunk.filter(|_| self.range().is_none()) {
                    let log2 = self.container()[10];
                    if outcome.released as u64 > chunk << log2 {
                        return Err(format!("released {} bytes, chunk {chunk} failing", outcome.released));
                    }
                }
                Ok(())
            }
            (Ok(_), Some(expected)) => Err(format!("opened, not {expected}")),
            (Err(error), None) => Err(format!("{}: {error}", error.name())),
        }
    }
}
