//! Games in which vectors are subtracted from a point with non-negative coordinates.

use super::offered::Structure;
use crate::ruleset::Point;

/// Subtract a positive multiple of one of these vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rays(pub Vec<Point>);

/// Subtract one of these vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Steps(pub Vec<Point>);

/// Move to a point of one of these lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines(pub Vec<Line>);

/// Moves whose targets form a line: subtract `first`, plus any multiple of `more` (also 0 times).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The vector that every move subtracts.
    pub first: Point,
    /// The vector of which any multiple may be subtracted in addition; if it is 0, there is only one move.
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
