//! A game of which only a view is known: for kernels that need one inside of another game.

use grundy_core::ruleset::{Rank, Rows, Ruleset, View, Visit};
use std::ops::ControlFlow;

/// The heaps of a game with a view; nobody may ask for its options.
pub struct Viewed<'v> {
    /// Its rows.
    pub rows: Rows,
    /// Its view.
    pub view: View<'v>,
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
        matches!(self.view, View::TakeAndBreak(code) if code.most_heaps() > 1)
    }

    fn ranks_are_rows(&self) -> bool {
        true
    }

    fn show(&self, rank: Rank) -> String {
        rank.to_string()
    }

    fn view(&self) -> View<'_> {
        self.view
    }
}
