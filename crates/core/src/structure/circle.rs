//! Objects on a circle.

use super::offered::{Structure, work_of_splits};
use crate::ruleset::TakeAndBreak;

/// The first move takes adjacent objects from the circle and leaves a row of the others.
#[derive(Debug, Clone)]
pub struct Circle {
    /// The numbers of objects that a move may take, sorted.
    pub take: Vec<u64>,
    /// The game on a row of objects.
    pub row: TakeAndBreak,
}

impl Structure for Circle {
    fn work_per_row(&self, rows: u64) -> u64 {
        work_of_splits(rows)
    }
}
