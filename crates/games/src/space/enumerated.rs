//! General spaces: all positions reachable from those asked for, found by a search.
//!
//! The stratum of a position is its height, and the ranks of a stratum are consecutive. The search is delayed
//! until positions are needed, because a kernel that uses the structure of the game does not need them.

use super::found::{FoundPositions, PositionSearch};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::picture::Picture;
use grundy_core::ruleset::{Convention, Rank, Rows, Rules, Ruleset, Setup, Turn, Visit};
use grundy_core::structure::Structures;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

type AskedByLabel<R> = Arc<dyn Fn(&R, &[u64]) -> <R as Rules>::Position + Send + Sync>;

/// The positions reachable from those asked for, once they have been found.
pub struct Enumerated<R: Rules> {
    rules: R,
    rows: Rows,
    asked: AskedByLabel<R>,
    found: OnceLock<(FoundPositions<R::Position>, Vec<Rank>)>,
}

impl<R> Enumerated<R>
where
    R: Rules + 'static,
{
    /// The ruleset of everything reachable from the positions `asked(label)` for the labels of the rows.
    ///
    /// # Errors
    /// As for [`Ruleset::enumerate`].
    pub fn ruleset(
        rules: R,
        rows: Rows,
        asked: impl Fn(&R, &[u64]) -> R::Position + Send + Sync + 'static,
        setup: Setup<'_>,
    ) -> Result<Box<dyn Ruleset>, Error> {
        let ruleset = Self::outline(rules, rows, Arc::new(asked));
        ruleset.enumerate(setup)?;
        Ok(ruleset)
    }

    /// The same before its positions are found.
    pub fn outline(rules: R, rows: Rows, asked: AskedByLabel<R>) -> Box<dyn Ruleset> {
        Box::new(Self { rules, rows, asked, found: OnceLock::new() })
    }
}

impl<R: Rules> Enumerated<R> {
    fn search(&self, setup: Setup<'_>) -> Result<(FoundPositions<R::Position>, Vec<Rank>), Error> {
        let mut search = PositionSearch::new(&self.rules, self.rows.names().is_none(), setup);
        search.check(self.rows.len().into())?;
        let mut label = Vec::new();
        let start = |row| {
            self.rows.label(row, &mut label);
            self.rules.fits(&label)?;
            Ok((self.asked)(&self.rules, &label))
        };
        let starts = (0..self.rows.len()).map(start).collect::<Result<Vec<R::Position>, Error>>()?;
        let at_least = self.rules.at_least(&starts);
        search.check(at_least)?;
        // The number of positions is unknown.
        setup.control.phase("enumerating", 0);
        for start in &starts {
            search.from(start)?;
        }
        let found = search.finish();
        if (found.positions.len() as u128) < at_least {
            return Err(Error::Fault("there are fewer positions than were counted before".to_owned()));
        }
        let asked = starts.iter().map(|start| found.rank(start)).collect();
        Ok((found, asked))
    }

    fn found(&self) -> &FoundPositions<R::Position> {
        &self.searched().0
    }

    fn searched(&self) -> &(FoundPositions<R::Position>, Vec<Rank>) {
        self.found.get().expect("a ruleset must be enumerated before its positions are used")
    }
}

impl<R> Ruleset for Enumerated<R>
where
    R: Rules,
{
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        if self.found.get().is_none() {
            // If two threads search at the same time, they find the same positions, and one result is kept.
            let _ = self.found.set(self.search(setup)?);
        }
        Ok(())
    }

    fn asked(&self, row: u64) -> Rank {
        self.searched().1[row as usize]
    }

    fn positions(&self) -> u64 {
        self.found().positions.len() as u64
    }

    fn strata(&self) -> u64 {
        self.found().starts.len() as u64 - 1
    }

    fn slots(&self, stratum: u64) -> u64 {
        self.settled(stratum) - self.found().starts[stratum as usize]
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        Some(self.found().starts[stratum as usize] + slot)
    }

    fn settled(&self, stratum: u64) -> Rank {
        self.found().starts[stratum as usize + 1]
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        self.found().options(&self.rules, rank, visit)
    }

    fn each_turn(&self, rank: Rank, visit: &mut dyn FnMut(Turn, &[Rank])) {
        if !self.rules.entails() {
            return self.each_option(rank, &mut |entries| visit(Turn::Other, entries));
        }
        let (found, mut ranks) = (self.found(), Vec::new());
        self.rules.each_turn(&found.positions[rank as usize], &mut |turn, entries| {
            ranks.clear();
            ranks.extend(entries.iter().map(|entry| found.rank(entry)));
            visit(turn, &ranks);
        });
    }

    fn splits(&self) -> bool {
        self.rules.splits()
    }

    fn convention(&self) -> Convention<'_> {
        match (self.rules.loops(), self.rules.entails()) {
            (true, _) => Convention::Loopy,
            (false, true) => Convention::Entailing,
            (false, false) => Convention::Plain,
        }
    }

    fn ranks_are_rows(&self) -> bool {
        false
    }

    fn held(&self) -> Bytes {
        self.found.get().map_or(Bytes(0), |(found, _)| found.held)
    }

    fn show(&self, rank: Rank) -> String {
        self.rules.show(&self.found().positions[rank as usize])
    }

    fn picture(&self, rank: Rank) -> Option<Picture> {
        self.rules.picture(&self.found().positions[rank as usize])
    }

    fn structures(&self) -> Structures<'_> {
        self.rules.structures()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;
    use grundy_core::ruleset::Play;

    /// n -> n - 1 and n - 2; with `looping`, also 0 -> 3.
    struct Steps {
        looping: bool,
    }

    impl Rules for Steps {
        type Position = u64;
        fn options(&self, n: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
            (1..=2).filter(|step| step <= n).try_for_each(|step| visit(&[n - step]))?;
            if self.looping && *n == 0 { visit(&[3]) } else { ControlFlow::Continue(()) }
        }
    }

    fn space(looping: bool, memory: u128) -> Result<Box<dyn Ruleset>, Error> {
        let setup = Setup::new(Bytes(memory), &FREE, Play::Normal);
        Enumerated::ruleset(Steps { looping }, Rows::line(5, 9), |_, label| label[0], setup)
    }

    #[test]
    fn heights_are_strata() {
        let space = space(false, 1 << 20).unwrap();
        assert_eq!((space.positions(), space.strata()), (10, 10));
        assert_eq!(space.asked(0), 5);
        for stratum in 0..10 {
            assert_eq!(space.settled(stratum), stratum + 1);
        }
    }

    #[test]
    fn an_endless_play_is_shown() {
        let error = space(true, 1 << 20).err().unwrap();
        assert_eq!(
            error.to_string(),
            "the rules allow infinite play: 5 -> 4 -> 3 -> 2 -> 1 -> 0 -> 3".replace("5 -> 4 -> ", "")
        );
    }

    #[test]
    fn memory_is_checked_while_walking() {
        assert_eq!(space(false, 600).err().unwrap().exit_code(), 3);
        assert!(space(false, 2000).is_ok());
    }
}
