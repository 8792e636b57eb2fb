//! Sums in normal play whose components' values are known: answers about all rows without visiting each of them.
//!
//! By the Sprague-Grundy theorem, the value of the row (x1, ..., xk) is the nim-sum G1(x1) ^ ... ^ Gk(xk). Positions
//! are therefore counted from how often each component takes each value (`counts`). The first row of each value, and
//! all rows of value 0, are found from the set of values that the remaining coordinates can still take (`search.rs`).

mod counts;
mod field;
mod search;
mod sum;
mod terms;
#[cfg(test)]
mod testing;
mod walsh;

pub use sum::{NimSum, Part};
pub use terms::Terms;
pub use walsh::transform_by;
