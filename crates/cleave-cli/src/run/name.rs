//! Names of files in the object of `--json`, where a program is to find the file by them.

use std::ffi::{OsStr, OsString};

use serde::{Serialize, Serializer};

use crate::args::shown;
use crate::keyfile::hex;

/// A file's name: in JSON as it is where that is UTF-8, and otherwise an object with its bytes, `{"hex":"61ff"}`.
#[derive(Clone, Debug)]
pub(super) struct Name(OsString);

impl Name {
    pub(super) fn new(name: impl AsRef<OsStr>) -> Self {
        Self(name.as_ref().to_owned())
    }

    /// For a person.
    pub(super) fn shown(&self) -> String {
        shown(&self.0)
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Bytes {
            hex: String,
        }
        match self.0.to_str() {
            Some(text) => serializer.serialize_str(text),
            None => Bytes { hex: hex(self.0.as_encoded_bytes()) }.serialize(serializer),
        }
    }
}
