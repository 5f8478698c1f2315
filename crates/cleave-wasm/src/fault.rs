//! What is thrown to JavaScript: the core's error by its stable name.

use cleave_core::Error;
use wasm_bindgen::prelude::wasm_bindgen;

/// An error of the core.
#[wasm_bindgen(getter_with_clone)]
pub struct Fault {
    /// The stable name, [`Error::name`].
    pub code: String,
    /// The cause and the next step.
    pub message: String,
    /// The frame's index, from 0, where one frame is at fault.
    pub chunk: Option<u64>,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        let chunk = match error {
            Error::ChunkTampered { index } => Some(index),
            _ => None,
        };
        Self { code: error.name().to_owned(), message: error.to_string(), chunk }
    }
}

/// The fault of a frame that failed to authenticate elsewhere.
#[wasm_bindgen]
pub fn chunk_tampered(index: u64) -> Fault {
    Error::ChunkTampered { index }.into()
}
