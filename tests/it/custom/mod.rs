//! Games of the user's own: against a naive evaluator, against the families, by the real program, and what is said of
//! wrong ones.

mod families;
mod mistakes;
mod naive;
mod program;

use std::fs;
use std::path::Path;

/// Writes a game of these keys into a file.
fn write(folder: &Path, name: &str, keys: &str) {
    fs::write(folder.join(name), format!("[game]\nfamily = \"custom\"\n{keys}\n")).unwrap();
}
