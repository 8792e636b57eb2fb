//! A game in which some options may be forbidden before each move. The positions are those of the game; its options
//! come without repetitions, because what is forbidden is a set of positions.

use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::picture::Picture;
use grundy_core::ruleset::{Convention, Rank, Rows, Ruleset, Setup, Visit};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// A game with forbidden options.
pub struct Blocking {
    game: Box<dyn Ruleset>,
    most: u32,
}

impl Blocking {
    /// The game in which up to `most` options may be forbidden. Its moves must not split.
    pub fn ruleset(game: Box<dyn Ruleset>, most: u32) -> Box<dyn Ruleset> {
        Box::new(Self { game, most })
    }
}

impl Ruleset for Blocking {
    fn rows(&self) -> &Rows {
        self.game.rows()
    }

    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        // A position of a sum is one position: all its options together are forbidden or not.
        self.game.enumerate(Setup { whole_sums: true, ..setup })
    }

    fn asked(&self, row: u64) -> Rank {
        self.game.asked(row)
    }

    fn positions(&self) -> u64 {
        self.game.positions()
    }

    fn strata(&self) -> u64 {
        self.game.strata()
    }

    fn slots(&self, stratum: u64) -> u64 {
        self.game.slots(stratum)
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        self.game.slot(stratum, slot)
    }

    fn settled(&self, stratum: u64) -> Rank {
        self.game.settled(stratum)
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        let mut options: SmallVec<[Option<Rank>; 64]> = SmallVec::new();
        self.game.each_option(rank, &mut |entries| options.push(entries.first().copied()));
        options.sort_unstable();
        options.dedup();
        options.iter().try_for_each(|option| visit(option.as_slice()))
    }

    fn splits(&self) -> bool {
        false
    }

    fn ranks_are_rows(&self) -> bool {
        self.game.ranks_are_rows()
    }

    fn held(&self) -> Bytes {
        self.game.held()
    }

    fn show(&self, rank: Rank) -> String {
        self.game.show(rank)
    }

    fn picture(&self, rank: Rank) -> Option<Picture> {
        self.game.picture(rank)
    }

    fn convention(&self) -> Convention<'_> {
        Convention::Blocking { most: self.most, game: &*self.game }
    }
}
