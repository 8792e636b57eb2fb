//! Any other space: all positions reachable from those asked for, found by a search.
//!
//! A depth-first search gives every position its height, the length of the longest play from it (of
//! a split, one component is followed). Heights are the strata. Positions are ranked by height, then
//! in their own order, so the ranks of a stratum are consecutive. The search is done only when positions
//! are needed: a kernel that knows the structure of the game does not need them.

use super::limits::check_memory;
use super::numbered::Numbered;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Position, Rank, Rows, Rules, Ruleset, Setup, Visit};
use grundy_core::structure::Structures;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// The position a label asks for.
type AskedByLabel<R> = Arc<dyn Fn(&R, &[u64]) -> <R as Rules>::Position + Send + Sync>;

/// The positions reachable from the asked ones, once they are found.
pub struct Enumerated<R: Rules> {
    rules: R,
    rows: Rows,
    asked: AskedByLabel<R>,
    found: OnceLock<FoundPositions<R::Position>>,
}

/// The result of the search.
struct FoundPositions<P> {
    positions: Numbered<P>,
    /// The rank of each row.
    asked: Vec<Rank>,
    /// The bytes that positions hold elsewhere.
    elsewhere: u128,
    /// The first rank of each stratum, and the number of positions at the end.
    starts: Vec<Rank>,
}

impl<R> Enumerated<R>
where
    R: Rules + 'static,
{
    /// The game over everything reachable from `asked(label)` for each label of the rows.
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

    /// The same, before its positions are found.
    pub fn outline(rules: R, rows: Rows, asked: AskedByLabel<R>) -> Box<dyn Ruleset> {
        Box::new(Self { rules, rows, asked, found: OnceLock::new() })
    }
}

impl<R: Rules> Enumerated<R> {
    fn walk(&self, setup: Setup<'_>) -> Result<FoundPositions<R::Position>, Error> {
        let mut walk = SearchWalk { ranged: self.rows.names().is_none(), ..SearchWalk::new(&self.rules, setup) };
        walk.check(self.rows.len().into())?;
        let mut label = Vec::new();
        let start = |row| {
            self.rows.label(row, &mut label);
            (self.asked)(&self.rules, &label)
        };
        let starts: Vec<R::Position> = (0..self.rows.len()).map(start).collect();
        let at_least = self.rules.at_least(&starts);
        walk.check(at_least)?;
        // Nobody knows how many there are.
        setup.control.phase("enumerating", 0);
        for start in &starts {
            walk.from(start)?;
        }
        debug_assert!(walk.found.len() as u128 >= at_least, "fewer positions than were counted before");
        let elsewhere = walk.elsewhere;
        let mut ordered: Vec<(u32, R::Position)> = walk.heights.into_iter().zip(walk.found).collect();
        ordered.sort_unstable();
        let strata = ordered.last().map_or(0, |(height, _)| height + 1);
        let first_of = |height| ordered.partition_point(|(h, _)| *h < height) as Rank;
        let stratum_starts = (0..=strata).map(first_of).collect();
        let positions: Numbered<_> = ordered.into_iter().map(|(_, position)| position).collect();
        let asked = starts.iter().map(|start| rank_in(&positions, start)).collect();
        Ok(FoundPositions { positions, asked, elsewhere, starts: stratum_starts })
    }

    fn found(&self) -> &FoundPositions<R::Position> {
        self.found.get().expect("a ruleset is enumerated before it is asked for positions")
    }
}

/// The rank of a position the walk has found.
fn rank_in<P: Eq + Hash>(positions: &Numbered<P>, position: &P) -> Rank {
    positions.get_index_of(position).expect("the walk follows every option") as Rank
}

/// The memory of `count` positions: each is held once in a hash table, which has room for twice as many when it has just grown,
/// and once, in the end, in a sorted list; and what these hold elsewhere.
fn held<P>(count: u128, elsewhere: u128) -> Bytes {
    let each = 3 * size_of::<P>() as u128 + 80;
    Bytes(count.saturating_mul(each).saturating_add(elsewhere))
}

/// Stands for the height of a position that the search has entered and not left.
const OPEN: u32 = u32::MAX;

struct SearchWalk<'r, R: Rules> {
    rules: &'r R,
    setup: Setup<'r>,
    /// Whether a smaller range would help.
    ranged: bool,
    found: Numbered<R::Position>,
    /// The bytes that positions hold elsewhere.
    elsewhere: u128,
    heights: Vec<u32>,
    path: Vec<usize>,
}

/// The result of one look at the options of a position.
enum OptionLook<P> {
    /// An entry not found before.
    New(P),
    /// An entry on the path to this position: a cycle.
    Loop(usize),
    /// All entries are done; the height.
    Done(u32),
}

impl<'r, R> SearchWalk<'r, R>
where
    R: Rules,
{
    fn new(rules: &'r R, setup: Setup<'r>) -> Self {
        let (found, heights, path) = (Numbered::default(), Vec::new(), Vec::new());
        Self { rules, setup, ranged: true, found, heights, path, elsewhere: 0 }
    }

    /// Whether `count` positions fit.
    fn check(&self, count: u128) -> Result<(), Error> {
        let (needed, allowed) = (held::<R::Position>(count, self.elsewhere), self.setup.memory);
        if needed <= allowed {
            return Ok(());
        }
        let what = format!("an enumeration of at least {count} positions");
        match check_memory(&what, needed, allowed) {
            Err(Error::Limit { what, needed, allowed, key, .. }) if !self.ranged => {
                let remedy = "raise it (--memory on the command line)".to_string();
                Err(Error::Limit { what, needed, allowed, key, remedy })
            }
            checked => checked,
        }
    }

    /// Walks everything below one position. Every look ends with a new position or with one
    /// done, so there are at most twice as many looks as positions.
    fn from(&mut self, start: &R::Position) -> Result<(), Error> {
        if !self.found.contains(start) {
            self.enter(start.clone())?;
        }
        while let Some(&top) = self.path.last() {
            self.setup.control.check()?;
            match self.look(top) {
                OptionLook::New(position) => self.enter(position)?,
                OptionLook::Loop(index) => return Err(self.endless(index)),
                OptionLook::Done(height) => {
                    self.heights[top] = height;
                    self.path.pop();
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, position: R::Position) -> Result<(), Error> {
        self.elsewhere += position.elsewhere() as u128;
        let (index, _) = self.found.insert_full(position);
        self.heights.push(OPEN);
        self.path.push(index);
        if self.found.len().is_multiple_of(4096) {
            self.setup.control.progress(self.found.len() as u64);
        }
        self.check(self.found.len() as u128)
    }

    fn look(&self, index: usize) -> OptionLook<R::Position> {
        let mut seen = OptionLook::Done(0);
        let _ = self.rules.options(&self.found[index], &mut |entries| {
            for entry in entries {
                let OptionLook::Done(height) = seen else { return ControlFlow::Break(()) };
                seen = match self.found.get_index_of(entry) {
                    None => OptionLook::New(entry.clone()),
                    Some(known) if self.heights[known] == OPEN => OptionLook::Loop(known),
                    Some(known) => OptionLook::Done(height.max(self.heights[known] + 1)),
                };
            }
            if let (OptionLook::Done(0), []) = (&seen, entries) {
                seen = OptionLook::Done(1);
            }
            if matches!(seen, OptionLook::Done(_)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        seen
    }

    fn endless(&self, back_to: usize) -> Error {
        let start = self.path.iter().position(|&index| index == back_to).unwrap_or(0);
        let around: Vec<String> =
            self.path[start..].iter().chain([&back_to]).map(|&index| self.rules.show(&self.found[index])).collect();
        Error::Usage(format!("the rules allow an endless play: {}", around.join(" -> ")))
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
            // Two who find the same at the same time find it twice, and keep it once.
            let _ = self.found.set(self.walk(setup)?);
        }
        Ok(())
    }

    fn asked(&self, row: u64) -> Rank {
        self.found().asked[row as usize]
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
        let positions = &self.found().positions;
        let mut ranks = Vec::new();
        self.rules.options(&positions[rank as usize], &mut |entries| {
            ranks.clear();
            ranks.extend(entries.iter().map(|entry| rank_in(positions, entry)));
            visit(&ranks)
        })
    }

    fn splits(&self) -> bool {
        self.rules.splits()
    }

    fn ranks_are_rows(&self) -> bool {
        false
    }

    fn held(&self) -> Bytes {
        let of =
            |found: &FoundPositions<R::Position>| held::<R::Position>(found.positions.len() as u128, found.elsewhere);
        self.found.get().map_or(Bytes(0), of)
    }

    fn show(&self, rank: Rank) -> String {
        self.rules.show(&self.found().positions[rank as usize])
    }

    fn structures(&self) -> Structures<'_> {
        self.rules.structures()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::Control;
    use grundy_core::ruleset::Play;

    /// n -> n - 1 and n - 2; with `looping`, 0 -> 3 as well.
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
        let setup = Setup { memory: Bytes(memory), control: &Control::free(), play: Play::Normal };
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
            "the rules allow an endless play: 5 -> 4 -> 3 -> 2 -> 1 -> 0 -> 3".replace("5 -> 4 -> ", "")
        );
    }

    #[test]
    fn memory_is_checked_while_walking() {
        assert_eq!(space(false, 600).err().unwrap().exit_code(), 3);
        assert!(space(false, 2000).is_ok());
    }
}
