//! A game known only by its structure, for kernels that solve one game as part of another.

use grundy_core::ruleset::{Rank, Rows, Ruleset, TakeAndBreak, Visit};
use grundy_core::structure::Structures;
use std::ops::ControlFlow;

/// A one-heap game with some structures. Its options are not available.
pub struct Viewed<'v> {
    /// Its rows.
    pub rows: Rows,
    /// Its structures.
    pub structures: Structures<'v>,
}

impl Ruleset for Viewed<'_> {
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

    fn options(&self, _: Rank, _: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn splits(&self) -> bool {
        self.structures.get::<TakeAndBreak>().is_some_and(|code| code.most_heaps() > 1)
    }

    fn ranks_are_rows(&self) -> bool {
        true
    }

    fn show(&self, rank: Rank) -> String {
        rank.to_string()
    }

    fn structures(&self) -> Structures<'_> {
        self.structures
    }
}
