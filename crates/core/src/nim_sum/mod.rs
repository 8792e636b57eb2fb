//! Sums in normal play whose components' values are known: what can be said of all their rows without going through them.
//!
//! By the theorem of Sprague and Grundy the value of the row (x1, ..., xk) is the nim-sum G1(x1) ^ ... ^ Gk(xk). So positions are counted
//! by how often each component has each value (`counts`), and the first one of a value, or all of value 0, are found by
//! which values the coordinates to come can still have (`search.rs`).

mod counts;
mod field;
mod search;
mod sum;
mod terms;
#[cfg(test)]
mod testing;
mod walsh;

pub use sum::{Cost, NimSum, Part};
pub use terms::Terms;
pub use walsh::transform_by;
