//! Bit-packed tables of values, in memory and on disk.

mod file;

pub use file::{FORMAT_VERSION, Header, TableFile, write};
pub use grundy_core::packed::PackedTable;
