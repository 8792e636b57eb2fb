//! One pass in a whole game. A position (x, p) is a position x of the game, with p = 1 if the pass is still available.
//!
//! (x, 1) has the options (x', 1) for each option x' of x and, if x has any option, (x, 0). The options of
//! (x, 0) are the (x', 0). The rank of (x, p) is twice the rank of x, plus p. Its stratum is the stratum of
//! x, plus p. So no search is needed.

use super::limits::check_memory;
use super::sought::{NoSpot, Sought};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Rank, Rows, Ruleset, Setup, Spot, Visit};
use std::ops::ControlFlow;

/// What is written after a position with the pass, and after one without it.
const WITH: &str = " with pass";
const WITHOUT: &str = " without pass";

/// A game with one pass.
pub struct Pass {
    base: Box<dyn Ruleset>,
}

impl Pass {
    /// The game with one pass. The positions asked for have the pass.
    ///
    /// # Errors
    /// [`Error::Limit`] if the memory does not even hold one bit per position; [`Error::Usage`] if moves split.
    pub fn ruleset(base: Box<dyn Ruleset>, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        if base.splits() {
            return Err(Error::Usage("a pass in the whole game needs a game whose moves do not split".to_string()));
        }
        let positions = 2 * u128::from(base.positions());
        check_memory("the positions with and without the pass", Bytes::packed(positions, 1), setup.memory)?;
        Ok(Box::new(Self { base }))
    }

    /// Reads a position. It has the pass unless the text ends with `without pass`. `find` reads positions of
    /// the game itself.
    ///
    /// # Errors
    /// As for [`Pass::ruleset`], and those of `find`.
    pub fn spot(text: &str, setup: Setup<'_>, find: impl Fn(&str) -> Sought) -> Sought {
        let text = text.trim();
        // First try the whole text as a position of the game itself: it may end like this if that game has a
        // pass, too.
        let readings =
            [(Some(text), 1), (text.strip_suffix(WITHOUT.trim_start()), 0), (text.strip_suffix(WITH.trim_start()), 1)];
        let mut reason = None;
        for (text, pass) in readings.into_iter().filter_map(|(text, pass)| Some((text?, pass))) {
            match find(text) {
                Ok(Spot { ruleset, rank }) => {
                    return Ok(Spot { rank: 2 * rank + pass, ruleset: Self::ruleset(ruleset, setup)? });
                }
                // Report the last failure: that of the text without its ending.
                Err(NoSpot::Unread(why)) => reason = Some(why),
                Err(failed) => return Err(failed),
            }
        }
        Err(NoSpot::Unread(reason.unwrap_or_default()))
    }
}

impl Ruleset for Pass {
    fn rows(&self) -> &Rows {
        self.base.rows()
    }

    fn asked(&self, row: u64) -> Rank {
        2 * self.base.asked(row) + 1
    }

    fn positions(&self) -> u64 {
        self.base.positions().saturating_mul(2)
    }

    fn strata(&self) -> u64 {
        self.base.strata() + 1
    }

    fn slots(&self, stratum: u64) -> u64 {
        let with = stratum.checked_sub(1).map_or(0, |below| self.base.slots(below));
        self.slots_without(stratum) + with
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        let without = self.slots_without(stratum);
        match slot.checked_sub(without) {
            None => self.base.slot(stratum, slot).map(|rank| 2 * rank),
            Some(slot) => self.base.slot(stratum.checked_sub(1)?, slot).map(|rank| 2 * rank + 1),
        }
    }

    fn settled(&self, stratum: u64) -> Rank {
        stratum.checked_sub(1).map_or(0, |below| 2 * self.base.settled(below))
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        let (position, pass) = (rank / 2, rank % 2);
        let mut moves = false;
        self.base.options(position, &mut |entries| {
            moves = true;
            match entries {
                // Nothing is left, so nobody can move or pass.
                [] => visit(&[]),
                [entry, ..] => visit(&[2 * entry + pass]),
            }
        })?;
        if pass == 1 && moves { visit(&[2 * position]) } else { ControlFlow::Continue(()) }
    }

    fn splits(&self) -> bool {
        false
    }

    fn ranks_are_rows(&self) -> bool {
        false
    }

    fn held(&self) -> Bytes {
        self.base.held()
    }

    fn show(&self, rank: Rank) -> String {
        self.base.show(rank / 2) + if rank % 2 == 1 { WITH } else { WITHOUT }
    }
}

impl Pass {
    fn slots_without(&self, stratum: u64) -> u64 {
        if stratum < self.base.strata() { self.base.slots(stratum) } else { 0 }
    }
}
