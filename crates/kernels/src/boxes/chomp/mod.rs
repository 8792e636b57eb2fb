//! Chomp. Positions are ranked by their row lengths.
//!
//! The ranks follow the lexicographic order of the row lengths from the bottom up. With k rows left, C(x + k - 1, k)
//! positions have a row shorter than x here. So shortening row r from x by one piece leads back by C(x - 1 + (k - 1),
//! k - 1) ranks, whatever the other rows are.

mod outcomes;
mod ranks;
mod three_rows;
mod values;

pub use outcomes::ChompKernel;
pub use three_rows::ChompThreeRows;
pub use values::{ChompTable, ChompValues};
