//! The metadata of a Parquet file.

use crate::ruleset::Value;

/// The game, its play, and the kind of its values.
pub struct About<'a> {
    /// The game's code.
    pub code: &'a str,
    /// `normal` or `misere`.
    pub play: String,
    /// The kind of values. Outcomes are written as the texts `P` and `N`.
    pub value: Value,
}
