//! One heap: the heap n has rank n - first, and each heap is a stratum of its own.

use grundy_core::ruleset::{Rank, Rows, Rules, Ruleset, Visit};
use grundy_core::structure::Structures;
use std::ops::ControlFlow;

/// The heaps `first`, ..., `max` of a one-heap game. Every option of a heap consists of smaller heaps, none
/// of them below `first`.
pub struct Heap<R> {
    rules: R,
    rows: Rows,
}

impl<R: Rules<Position = u64> + 'static> Heap<R> {
    /// The ruleset for the heaps of `rows`, which form a line.
    pub fn ruleset(rules: R, rows: Rows) -> Box<dyn Ruleset> {
        Box::new(Self { rules, rows })
    }
}

impl<R: Rules<Position = u64>> Ruleset for Heap<R> {
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn asked(&self, row: u64) -> Rank {
        row
    }

    fn positions(&self) -> u64 {
        self.rows.len()
    }

    fn strata(&self) -> u64 {
        self.rows.len()
    }

    fn slots(&self, _: u64) -> u64 {
        1
    }

    fn slot(&self, stratum: u64, _: u64) -> Option<Rank> {
        Some(stratum)
    }

    fn settled(&self, stratum: u64) -> Rank {
        stratum + 1
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        let first = self.rows.first();
        if first == 0 {
            return self.rules.options(&rank, visit);
        }
        let mut ranks = Vec::new();
        self.rules.options(&(rank + first), &mut |heaps| {
            ranks.clear();
            ranks.extend(heaps.iter().map(|heap| heap - first));
            visit(&ranks)
        })
    }

    fn splits(&self) -> bool {
        self.rules.splits()
    }

    fn ranks_are_rows(&self) -> bool {
        true
    }

    fn show(&self, rank: Rank) -> String {
        self.rules.show(&(rank + self.rows.first()))
    }

    fn structures(&self) -> Structures<'_> {
        self.rules.structures()
    }
}
