//! What a Parquet file says of its values.

use crate::ruleset::Value;

/// What a file is of: the game, its play, the program.
pub struct About<'a> {
    /// The game's code.
    pub code: &'a str,
    /// `normal` or `misere`.
    pub play: String,
    /// Grundy values, or outcomes, which are the texts `P` and `N`.
    pub value: Value,
}
