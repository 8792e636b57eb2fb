//! Building Nim.

use super::offered::Structure;

/// Building Nim: first the players place n stones on some piles, one at a time, then they play Nim. Row n is
/// the start with n stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildingNim {
    /// The number of piles.
    pub piles: usize,
}

impl Structure for BuildingNim {
    fn work_per_row(&self, rows: u64) -> u64 {
        rows
    }
}
