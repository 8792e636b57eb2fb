//! A part of the rows of a whole box. The positions are those of the box.

use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Convention, Rank, Rows, Ruleset, Setup, Turn, Visit};
use std::ops::ControlFlow;

/// A game with fewer rows than its box.
pub struct Cropped {
    whole: Box<dyn Ruleset>,
    rows: Rows,
}

impl Cropped {
    /// The ruleset with only the rows `rows`; each of them must have the label of a row of `whole`.
    pub fn ruleset(whole: Box<dyn Ruleset>, rows: Rows) -> Box<dyn Ruleset> {
        Box::new(Self { whole, rows })
    }
}

impl Ruleset for Cropped {
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        self.whole.enumerate(setup)
    }

    fn whole(&self) -> Option<&dyn Ruleset> {
        Some(&*self.whole)
    }

    fn asked(&self, row: u64) -> Rank {
        let mut label = Vec::new();
        self.rows.label(row, &mut label);
        self.whole.asked(self.whole.rows().find(&label).unwrap_or(0))
    }

    fn positions(&self) -> u64 {
        self.whole.positions()
    }

    fn strata(&self) -> u64 {
        self.whole.strata()
    }

    fn slots(&self, stratum: u64) -> u64 {
        self.whole.slots(stratum)
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        self.whole.slot(stratum, slot)
    }

    fn settled(&self, stratum: u64) -> Rank {
        self.whole.settled(stratum)
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        self.whole.options(rank, visit)
    }

    fn each_turn(&self, rank: Rank, visit: &mut dyn FnMut(Turn, &[Rank])) {
        self.whole.each_turn(rank, visit);
    }

    fn splits(&self) -> bool {
        self.whole.splits()
    }

    fn ranks_are_rows(&self) -> bool {
        false
    }

    fn held(&self) -> Bytes {
        self.whole.held()
    }

    fn show(&self, rank: Rank) -> String {
        self.whole.show(rank)
    }

    fn convention(&self) -> Convention<'_> {
        self.whole.convention()
    }
}
