//! Disjunctive sums. In normal play, by the Sprague-Grundy theorem, the value of a sum is the nim-sum of the values of
//! its components, so kernels need only the components. In misère play, too, a kernel may need only the moves of the
//! components. The positions of the sum itself form a [`Bag`], which is made only on request.

use super::bag::{Bag, Component};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Convention, Rank, RowRange, Rows, Ruleset, Setup, Summands, Visit};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// A disjunctive sum.
pub struct Sum<G> {
    games: Vec<Arc<G>>,
    rows: Rows,
    /// The distinct components; `part_of` gives for each component its index here.
    parts: Vec<Box<dyn Ruleset>>,
    part_of: Vec<usize>,
    whole: OnceLock<Box<dyn Ruleset>>,
    /// False in misère play, where a position of the sum is a single position.
    splits: bool,
}

impl<G: Component + Send + Sync + 'static> Sum<G> {
    /// The sum of games over a box, whose coordinates are those of the games, one game after the other.
    ///
    /// # Errors
    /// Those of the components, and of [`Bag::of_games`]; [`Error::Limit`] for 2^63 positions or more.
    pub(crate) fn ruleset(games: &[Arc<G>], rows: Rows, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        // If only some cells are rows, the rows are not all combinations of rows of the components.
        if !rows.is_whole() {
            return Bag::of_games(games, rows, setup);
        }
        if rows.len() >= 1 << 63 {
            return Err(Error::Limit {
                what: format!("a sum over {} coordinates up to {}", rows.dimensions(), rows.end() - 1),
                needed: "2^63 positions or more".to_string(),
                allowed: "fewer than 2^63 positions".to_string(),
                key: "`max` in [range]".to_string(),
                remedy: "lower it (--max on the command line)".to_string(),
            });
        }
        let (part_of, parts) = parts_over(games, &rows);
        let parts = parts.into_iter().map(|(game, rows)| game.over(rows, setup)).collect::<Result<Vec<_>, _>>()?;
        let splits = !setup.whole_sums;
        if !splits && parts.iter().any(|part| part.splits()) {
            return Bag::of_games(games, rows, setup);
        }
        Ok(Box::new(Self { games: games.to_vec(), rows, parts, part_of, whole: OnceLock::new(), splits }))
    }

    fn whole(&self) -> &dyn Ruleset {
        let whole = self.whole.get();
        &**whole.expect("positions must be enumerated before they are used")
    }
}

/// For each component of a sum over some rows, its index among the distinct components; and these, each with
/// its own rows.
fn parts_over<'g, G: Component>(games: &'g [Arc<G>], rows: &Rows) -> (Vec<usize>, Vec<(&'g Arc<G>, Rows)>) {
    let mut parts: Vec<(&Arc<G>, Rows)> = Vec::new();
    let mut ends = rows.firsts().iter().zip(rows.sides()).map(|(first, side)| first + side);
    let part_of = games.iter().map(|game| {
        let bounds: Vec<u64> =
            ends.by_ref().take(game.shape().firsts().len()).map(|end| end.saturating_sub(1)).collect();
        let max = bounds.iter().copied().max().unwrap_or(0);
        let bounds = if bounds.iter().all(|&bound| bound == max) { Vec::new() } else { bounds };
        let own = game.shape().rows_in(&RowRange { max, bounds, condition: None });
        let known = |(part, rows): &(&Arc<G>, Rows)| Arc::ptr_eq(part, game) && *rows == own;
        parts.iter().position(known).unwrap_or_else(|| {
            parts.push((game, own));
            parts.len() - 1
        })
    });
    let part_of = part_of.collect();
    (part_of, parts)
}

impl<G: Component + Send + Sync + 'static> Ruleset for Sum<G> {
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        if self.whole.get().is_none() {
            let whole = Bag::of_games(&self.games, self.rows.clone(), setup)?;
            whole.enumerate(setup)?;
            // Another thread may have been faster; it found the same positions.
            let _ = self.whole.set(whole);
        }
        Ok(())
    }

    fn convention(&self) -> Convention<'_> {
        let any = |wanted: fn(&Convention<'_>) -> bool| self.parts.iter().any(|part| wanted(&part.convention()));
        if any(|convention| matches!(convention, Convention::Loopy)) {
            return Convention::Loopy;
        }
        if any(|convention| matches!(convention, Convention::Entailing)) {
            Convention::Entailing
        } else {
            Convention::Plain
        }
    }

    fn summands(&self) -> Option<Summands<'_>> {
        Some(Summands { parts: &self.parts, part_of: &self.part_of })
    }

    fn asked(&self, row: u64) -> Rank {
        self.whole().asked(row)
    }

    fn positions(&self) -> u64 {
        self.whole().positions()
    }

    fn strata(&self) -> u64 {
        self.whole().strata()
    }

    fn slots(&self, stratum: u64) -> u64 {
        self.whole().slots(stratum)
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        self.whole().slot(stratum, slot)
    }

    fn settled(&self, stratum: u64) -> Rank {
        self.whole().settled(stratum)
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        self.whole().options(rank, visit)
    }

    fn splits(&self) -> bool {
        self.splits
    }

    fn ranks_are_rows(&self) -> bool {
        self.whole.get().is_some_and(|whole| whole.ranks_are_rows())
    }

    fn held(&self) -> Bytes {
        let parts = self.parts.iter().fold(Bytes(0), |held, part| held.plus(part.held()));
        self.whole.get().map_or(parts, |whole| parts.plus(whole.held()))
    }

    fn show(&self, rank: Rank) -> String {
        self.whole().show(rank)
    }
}
