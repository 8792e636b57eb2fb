//! Tables of values on disk, bit-packed.

mod file;

pub use file::{FORMAT_VERSION, Header, TableFile, write};
pub use grundy_core::packed::PackedTable;
