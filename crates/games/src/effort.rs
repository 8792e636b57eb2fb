//! How much work all positions up to a bound are for a slow program.

use super::game::Game;
use grundy_core::bytes::Bytes;
use grundy_core::control::FREE;
use grundy_core::ruleset::{Play, RowRange, Setup};
use std::ops::ControlFlow;

/// The memory for the positions that are counted. It is a constant, so that the answer depends on nothing else.
const MEMORY: Bytes = Bytes(1 << 26);

impl Game {
    /// The number of positions that the labels of a range need, and of the components of all their options; none if it
    /// is more than `most`, or if the positions cannot be found.
    ///
    /// ```
    /// use grundy_core::ruleset::{Play, RowRange};
    ///
    /// let nim = grundy_games::code::parse("nim:1").expect("a code").game;
    /// assert_eq!(nim.effort(&RowRange::from(3), Play::Normal, 100), Some(4 + 6));
    /// assert_eq!(nim.effort(&RowRange::from(3), Play::Normal, 9), None);
    /// ```
    pub fn effort(&self, range: &RowRange, play: Play, most: u64) -> Option<u64> {
        let setup = Setup::new(MEMORY, &FREE, play);
        if let (Play::Normal, Some(parts)) = (play, self.summands()) {
            // The values of a sum follow from those of its components.
            let most_of_all = RowRange::from(range.bounds.iter().copied().max().unwrap_or(range.max));
            return parts.iter().try_fold(0, |sum: u64, part| {
                Some(sum + part.effort(&most_of_all, play, most)?).filter(|&sum| sum <= most)
            });
        }
        let ruleset = self.ruleset(range.clone(), setup).ok()?;
        let mut effort = ruleset.positions();
        for rank in 0..ruleset.positions() {
            let counted = ruleset.options(rank, &mut |entries| {
                effort += entries.len().max(1) as u64;
                if effort > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if effort > most || counted.is_break() {
                return None;
            }
        }
        Some(effort)
    }
}
