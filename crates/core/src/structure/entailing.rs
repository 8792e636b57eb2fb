//! A game on one heap whose moves may decide who moves next.

use super::kinds::KindRule;
use super::offered::Structure;
use crate::ruleset::Turn;

/// Moves of one heap in normal form, each with the turn after it. Row n is the heap of n + `shift` tokens. An entailing
/// move leaves one heap, which depends on nothing but the size: its rule has no cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntailingHeap {
    /// The least size.
    pub least: i64,
    /// What is added to n.
    pub shift: i64,
    /// The moves. Parts of options have the kind 0.
    pub rules: Vec<(Turn, KindRule)>,
}

impl Structure for EntailingHeap {
    fn work_per_row(&self, rows: u64) -> u64 {
        if self.rules.iter().any(|(_, rule)| rule.cut.is_some()) { rows / 4 } else { self.rules.len() as u64 }
    }
}
