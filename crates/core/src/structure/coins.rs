//! Coin turning with a single head in a row of coins, or on a board. Row r has the head at the r-th coin, counted from
//! 0.

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

/// The product of coin-turning games, on a board: the coins of each with the first place. A move turns the coins whose
/// coordinates are turned by a move of each game. The row of a label has the head at the label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoinProduct(pub Vec<(Coins, u64)>);

impl Structure for CoinProduct {
    fn work_per_row(&self, _: u64) -> u64 {
        1
    }
}

impl Structure for Coins {
    fn work_per_row(&self, _: u64) -> u64 {
        1
    }
}
