//! Games defined by the user: compared with a naive evaluator and with the families, run by the real program,
//! and the messages for wrong games.

mod families;
mod mistakes;
mod naive;
mod program;

use std::fs;
use std::path::Path;

fn write(folder: &Path, name: &str, keys: &str) {
    fs::write(folder.join(name), format!("[game]\nfamily = \"custom\"\n{keys}\n")).unwrap();
}
