//! A row of coins with one head; row r asks for the head at the r-th place.

use super::offered::Structure;

/// Which coins a move turns, the rightmost of which is a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coins {
    /// Any number of consecutive ones.
    Run,
    /// At least and at most so many, anywhere.
    Some {
        /// At least; not 0.
        least: usize,
        /// At most.
        most: usize,
    },
}

impl Structure for Coins {
    fn work_per_row(&self, _: u64) -> u64 {
        1
    }
}
