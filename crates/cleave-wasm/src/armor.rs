//! Armor: taking it off and putting it on.

use crate::fault::Fault;
use cleave_core::armor::{Decoder, Encoder, Form};
use wasm_bindgen::prelude::wasm_bindgen;

/// Takes armor off, or passes binary input through.
#[wasm_bindgen]
#[derive(Default)]
pub struct Dearmoring {
    decoder: Decoder,
    out: Vec<u8>,
}

#[wasm_bindgen]
impl Dearmoring {
    /// Nothing read yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes input; what it gives is had by [`Dearmoring::take`], also where there is a fault.
    ///
    /// # Errors
    /// `armor_malformed`.
    pub fn push(&mut self, input: &[u8]) -> Result<(), Fault> {
        Ok(self.decoder.push(input, &mut self.out)?)
    }

    /// Ends the input, likewise.
    ///
    /// # Errors
    /// `armor_malformed`.
    pub fn finish(&mut self) -> Result<(), Fault> {
        Ok(core::mem::take(&mut self.decoder).finish(&mut self.out)?)
    }

    /// The container bytes so far.
    pub fn take(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.out)
    }

    /// Whether the input is binary, so that what comes next need not pass through here.
    pub fn is_binary(&self) -> bool {
        self.decoder.form() == Form::Binary
    }
}

/// Puts armor on.
#[wasm_bindgen]
#[derive(Default)]
pub struct Armoring(Encoder);

#[wasm_bindgen]
impl Armoring {
    /// Nothing written yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes container bytes and gives the lines that they fill.
    pub fn push(&mut self, input: &[u8]) -> Vec<u8> {
        let mut lines = Vec::new();
        self.0.push(input, &mut lines);
        lines
    }

    /// The last lines.
    pub fn finish(self) -> Vec<u8> {
        let mut lines = Vec::new();
        self.0.finish(&mut lines);
        lines
    }
}
