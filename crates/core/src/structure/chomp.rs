//! Chomp.

use super::offered::Structure;

/// Chomp with a fixed number of rows. Row r of the output is the full bar with r + 1 columns; or the output
/// has a row for every position ([`Rows::is_descending`](crate::ruleset::Rows::is_descending)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chomp {
    /// The number of rows of the bar.
    pub rows: usize,
}

impl Structure for Chomp {
    fn work_per_row(&self, rows: u64) -> u64 {
        rows
    }
}
