//! Coin turning with a single head in a row of coins. Row r has the head at the r-th coin, counted from 0.

use super::offered::Structure;

/// The coins that a move turns. The rightmost of them must be a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coins {
    /// Any number of consecutive coins.
    Run,
    /// Between `least` and `most` coins, anywhere.
    Some {
        /// The minimum number, at least 1.
        least: usize,
        /// The maximum number.
        most: usize,
    },
}

impl Structure for Coins {
    fn work_per_row(&self, _: u64) -> u64 {
        1
    }
}
