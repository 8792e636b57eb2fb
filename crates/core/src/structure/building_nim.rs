//! Building Nim.

use super::offered::Structure;

/// Place n stones, one at a time, on some piles, then play Nim; row n asks for the start with n stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuildingNim {
    /// How many piles.
    pub piles: usize,
}

impl Structure for BuildingNim {
    fn work_per_row(&self, rows: u64) -> u64 {
        rows
    }
}
