//! Games on one heap.

use super::offered::{Structure, work_of_splits};
use crate::ruleset::TakeAndBreak;

/// Remove s tokens, for some s of a finite set (sorted, without 0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subtraction(pub Vec<u64>);

/// Remove s tokens, for some s of an infinite set. This lists its members within the range (sorted, without 0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Members(pub Vec<u64>);

/// Remove any positive number of tokens that is not in a finite set (sorted).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllBut(pub Vec<u64>);

/// Split the heap into two unequal heaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnequalSplit;

/// Remove any positive number of tokens but the one that the last move on the heap removed. The rows are heaps of which
/// nothing was removed yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoRepeat;

impl Structure for TakeAndBreak {
    fn work_per_row(&self, rows: u64) -> u64 {
        if self.most_heaps() > 1 { work_of_splits(rows) } else { 1 }
    }
}

impl Structure for Subtraction {
    fn work_per_row(&self, _: u64) -> u64 {
        self.0.len() as u64
    }
}

impl Structure for Members {
    fn work_per_row(&self, _: u64) -> u64 {
        self.0.len() as u64
    }
}

impl Structure for AllBut {
    fn work_per_row(&self, _: u64) -> u64 {
        self.0.len() as u64 + 1
    }
}

impl Structure for NoRepeat {
    fn work_per_row(&self, rows: u64) -> u64 {
        rows / 2
    }
}

impl Structure for UnequalSplit {
    fn work_per_row(&self, rows: u64) -> u64 {
        work_of_splits(rows)
    }
}
