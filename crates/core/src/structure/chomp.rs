//! Chomp.

use super::offered::Structure;

/// Chomp on some rows; row r asks for the whole bar of r + 1 columns, or rows are all positions
/// ([`Rows::is_descending`](crate::ruleset::Rows::is_descending)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chomp {
    /// How many rows.
    pub rows: usize,
}

impl Structure for Chomp {
    fn work_per_row(&self, rows: u64) -> u64 {
        rows
    }
}
