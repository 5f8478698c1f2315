//! Writes vectors/ anew with the witness. That the committed ones are current is held by the witness's own test.

use std::path::Path;

use crate::shell::{self, Result};

pub(crate) fn write(root: &Path) -> Result<()> {
    shell::run(&mut shell::cargo(root, "run --locked --package cleave-reference -- write vectors"))
}
