//! Tables of values: bit-packed in memory and on disk.

mod file;
mod packed;

pub use file::{FORMAT_VERSION, Header, TableFile, write};
pub use packed::PackedTable;
