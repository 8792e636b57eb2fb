//! Chomp. Positions are ranked by their row lengths.
//!
//! The ranks follow the lexicographic order of the row lengths from the bottom up. With k rows left, C(x + k - 1, k)
//! positions have a row shorter than x here. So shortening row r from x by one piece leads back by C(x - 1 + (k - 1),
//! k - 1) ranks, whatever the other rows are.

mod four_rows;
mod last_rows;
mod outcomes;
mod p_positions;
mod ranks;
mod three_rows;
mod values;

pub use outcomes::ChompKernel;
pub use p_positions::ChompPPositions;
pub use values::{ChompTable, ChompValues};
