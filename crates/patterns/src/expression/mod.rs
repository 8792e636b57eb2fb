//! Closed forms: expressions, and the search for one with given values.

mod pool;
mod tree;

pub use pool::{Grammar, Pool};
pub use tree::{Fold, LIMIT, Names, One, Tree, Two};
