//! A point in a box, from which vectors are subtracted.

use super::offered::Structure;
use crate::ruleset::Point;

/// Subtract a positive multiple of one of the vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rays(pub Vec<Point>);

/// Subtract one of the vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps(pub Vec<Point>);

/// Go to a point of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines(pub Vec<Line>);

/// Moves that end on a line: subtract `first`, or `first` and any multiple of `more`, which may be 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What every move subtracts.
    pub first: Point,
    /// A multiple of which may be subtracted, too.
    pub more: Point,
}

impl Structure for Rays {
    fn work_per_row(&self, _: u64) -> u64 {
        self.0.len() as u64
    }
}

impl Structure for Steps {
    fn work_per_row(&self, _: u64) -> u64 {
        self.0.len() as u64
    }
}

impl Structure for Lines {
    fn work_per_row(&self, _: u64) -> u64 {
        self.0.len() as u64
    }
}
