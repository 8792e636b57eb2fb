//! A search for all positions reachable from given ones. Their options are stored, so that each is generated
//! only once.
//!
//! The search is depth first, because it computes the height of every position: the length of the longest
//! play from it, where a play follows one component of each split. A position gets a number when it is first
//! seen. When the search enters a position, it generates the options and stores them as numbers, four bytes
//! each. It keeps them as long as they fit into half of the memory that the positions leave free. After that
//! they are dropped, and the search generates the options of a position again each time it returns to it.
//!
//! Finally, positions are sorted by height, then by their own order. This order gives the ranks. They do not
//! depend on whether options were stored.

use super::limits::{check_memory, check_memory_without_range};
use super::numbered::Numbered;
use super::option_list::{MOST_NUMBERS, OptionList};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Position, Rank, Rules, Setup, Visit};
use smallvec::SmallVec;
use std::ops::{ControlFlow, Range};

/// The positions found, in the order of their ranks.
pub(super) struct FoundPositions<P> {
    /// The positions.
    pub positions: Numbered<P>,
    /// The first rank of each stratum; at the end, the number of positions.
    pub starts: Vec<Rank>,
    /// The options of the positions, if they were kept.
    options: Option<KeptOptions>,
    /// The memory that all this takes.
    pub held: Bytes,
}

impl<P: Position> FoundPositions<P> {
    /// The rank of a position, which must have been found.
    pub fn rank(&self, position: &P) -> Rank {
        self.positions.get_index_of(position).expect("the search follows every option") as Rank
    }

    /// Visits the options of a position.
    pub fn options<R: Rules<Position = P>>(
        &self,
        rules: &R,
        rank: Rank,
        visit: &mut Visit<'_, Rank>,
    ) -> ControlFlow<()> {
        if let Some(options) = &self.options {
            return options.list.visit(options.ranges[rank as usize].clone(), visit);
        }
        let mut ranks = Vec::new();
        rules.options(&self.positions[rank as usize], &mut |entries| {
            ranks.clear();
            ranks.extend(entries.iter().map(|entry| self.rank(entry)));
            visit(&ranks)
        })
    }
}

#[derive(Default)]
struct KeptOptions {
    list: OptionList,
    /// For each position, its range in `list`.
    ranges: Vec<Range<usize>>,
}

impl KeptOptions {
    fn held(&self) -> Bytes {
        let ranges = self.ranges.capacity() * size_of::<Range<usize>>();
        Bytes((self.list.capacity() * size_of::<u32>() + ranges) as u128)
    }

    /// Renumbers the positions: `order[new]` is the old number.
    fn renumbered(mut self, order: &[u32]) -> Self {
        let mut new = vec![0; order.len()];
        (0..).zip(order).for_each(|(number, &old)| new[old as usize] = number);
        self.list.renumber(&new);
        self.ranges = order.iter().map(|&old| self.ranges[old as usize].clone()).collect();
        self
    }
}

/// The memory for `count` positions. Each is stored in a hash table, which has space for twice as many after it has
/// just grown, and finally also in a sorted list. `elsewhere` is the other memory that the positions own.
fn held<P>(count: u128, elsewhere: u128) -> Bytes {
    let each = 3 * size_of::<P>() as u128 + 80;
    Bytes(count.saturating_mul(each).saturating_add(elsewhere))
}

/// The height of a position that has not been entered.
const UNSEEN: u32 = u32::MAX;

/// The height of a position that has been entered but not left.
const OPEN: u32 = u32::MAX - 1;

/// The depth-first search.
pub(super) struct PositionSearch<'r, R: Rules> {
    rules: &'r R,
    setup: Setup<'r>,
    /// Whether a smaller range would make the search shorter; for error messages.
    ranged: bool,
    positions: Numbered<R::Position>,
    /// The memory that the positions own outside of themselves, in bytes.
    elsewhere: u128,
    heights: Vec<u32>,
    options: Option<KeptOptions>,
    path: Vec<Entered>,
    /// The number of entries of options that were looked at since the last step.
    looked_at: u64,
}

struct Entered {
    number: usize,
    /// The number of entries of its options that have been handled.
    done: usize,
    /// The height that these entries imply.
    height: u32,
}

enum SearchStep {
    /// Enter this position.
    Enter(usize),
    /// This position is on the path already: there is a cycle.
    Cycle(usize),
    /// Leave the position: all entries have been handled.
    Leave,
}

impl<'r, R: Rules> PositionSearch<'r, R> {
    /// A search that has not found anything yet. `ranged` says whether a smaller range would make it shorter.
    pub fn new(rules: &'r R, ranged: bool, setup: Setup<'r>) -> Self {
        let options = (setup.options > Bytes(0)).then(KeptOptions::default);
        let (positions, heights, path) = (Numbered::default(), Vec::new(), Vec::new());
        Self { rules, setup, ranged, positions, elsewhere: 0, heights, options, path, looked_at: 0 }
    }

    /// Refuses `count` positions if they do not fit into the memory.
    ///
    /// # Errors
    /// [`Error::Limit`].
    pub fn check(&self, count: u128) -> Result<(), Error> {
        let (needed, allowed) = (held::<R::Position>(count, self.elsewhere), self.setup.memory);
        if needed <= allowed {
            return Ok(());
        }
        let what = format!("an enumeration of at least {count} positions");
        let check = if self.ranged { check_memory } else { check_memory_without_range };
        check(&what, needed, allowed)
    }

    /// Finds all positions that can be reached from a position.
    ///
    /// # Errors
    /// [`Error::Limit`] as soon as the positions do not fit into the memory; [`Error::Endless`] with a cycle;
    /// [`Error::Interrupted`].
    pub fn from(&mut self, start: &R::Position) -> Result<(), Error> {
        let start = self.number(start)?;
        if self.heights[start] == UNSEEN {
            self.enter(start)?;
        }
        while let Some(top) = self.path.last() {
            let number = top.number;
            self.setup.control.looked_at(std::mem::take(&mut self.looked_at))?;
            match self.step()? {
                SearchStep::Enter(next) => self.enter(next)?,
                SearchStep::Cycle(back_to) => return Err(self.endless(back_to)),
                SearchStep::Leave => {
                    self.heights[number] = self.path.pop().map_or(0, |left| left.height);
                }
            }
        }
        Ok(())
    }

    /// The number of a position; a new position gets the next number.
    fn number(&mut self, position: &R::Position) -> Result<usize, Error> {
        self.looked_at += 1;
        if let Some(known) = self.positions.get_index_of(position) {
            return Ok(known);
        }
        self.elsewhere += position.elsewhere() as u128;
        let (number, _) = self.positions.insert_full(position.clone());
        self.heights.push(UNSEEN);
        if self.positions.len().is_multiple_of(4096) {
            self.setup.control.progress(self.positions.len() as u64);
        }
        self.check(self.positions.len() as u128)?;
        Ok(number)
    }

    fn enter(&mut self, number: usize) -> Result<(), Error> {
        self.heights[number] = OPEN;
        self.path.push(Entered { number, done: 0, height: 0 });
        if self.options.is_some() { self.keep(number) } else { Ok(()) }
    }

    /// Generates the options of a position, and stores them as long as they fit.
    fn keep(&mut self, number: usize) -> Result<(), Error> {
        let (position, rules) = (self.positions[number].clone(), self.rules);
        let Some(mut options) = self.options.take() else { return Ok(()) };
        let (begin, mut wrong) = (options.list.len(), Ok(()));
        let _ = rules.options(&position, &mut |entries| {
            let option = options.list.len();
            for entry in entries {
                match self.number(entry) {
                    Ok(number) => options.list.push(number as u32),
                    Err(error) => {
                        wrong = Err(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            options.list.complete(option);
            ControlFlow::Continue(())
        });
        wrong?;
        options.ranges.resize(self.positions.len(), 0..0);
        options.ranges[number] = begin..options.list.len();
        let free =
            self.setup.memory.0.saturating_sub(held::<R::Position>(self.positions.len() as u128, self.elsewhere).0);
        let fits = options.held().0 <= self.setup.options.0.min(free / 2) && self.positions.len() <= MOST_NUMBERS;
        self.options = fits.then_some(options);
        Ok(())
    }

    fn step(&mut self) -> Result<SearchStep, Error> {
        let Some(mut top) = self.path.pop() else { return Ok(SearchStep::Leave) };
        let kept = self.options.take();
        let step = match &kept {
            Some(options) => {
                let part = options.ranges[top.number].clone();
                self.look(&mut top, options.list.components(part))
            }
            None => self.look_again(&mut top)?,
        };
        self.options = kept;
        self.path.push(top);
        Ok(step)
    }

    /// Handles the remaining entries until one must be entered first; `None` stands for the empty sum.
    fn look(&self, top: &mut Entered, entries: impl Iterator<Item = Option<usize>>) -> SearchStep {
        for entry in entries.skip(top.done) {
            top.height = top.height.max(match entry.map(|number| (number, self.heights[number])) {
                None => 1,
                Some((number, UNSEEN)) => return SearchStep::Enter(number),
                // Heights mean nothing where play may go on for ever.
                Some((_, OPEN)) if self.rules.loops() => 0,
                Some((number, OPEN)) => return SearchStep::Cycle(number),
                Some((_, height)) => height + 1,
            });
            top.done += 1;
        }
        SearchStep::Leave
    }

    /// The same if options are not stored: generates them again.
    fn look_again(&mut self, top: &mut Entered) -> Result<SearchStep, Error> {
        let (position, rules) = (self.positions[top.number].clone(), self.rules);
        let (mut seen, mut found) = (0, Ok(SearchStep::Leave));
        let _ = rules.options(&position, &mut |entries| {
            let before = seen;
            seen += entries.len().max(1);
            if seen <= top.done {
                return ControlFlow::Continue(());
            }
            let mut numbers: SmallVec<[Option<usize>; 4]> = SmallVec::new();
            for entry in entries {
                match self.number(entry) {
                    Ok(number) => numbers.push(Some(number)),
                    Err(error) => {
                        found = Err(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            if numbers.is_empty() {
                numbers.push(None);
            }
            // `done` counts from the first option on; `numbers` starts at the current option.
            top.done -= before;
            let step = self.look(top, numbers.into_iter());
            top.done += before;
            match step {
                SearchStep::Leave => ControlFlow::Continue(()),
                step => {
                    found = Ok(step);
                    ControlFlow::Break(())
                }
            }
        });
        self.looked_at += seen as u64;
        found
    }

    fn endless(&self, back_to: usize) -> Error {
        let start = self.path.iter().position(|entered| entered.number == back_to).unwrap_or(0);
        let around = self.path[start..].iter().map(|entered| entered.number).chain([back_to]);
        let around: Vec<String> = around.map(|number| self.rules.show(&self.positions[number])).collect();
        Error::Endless(around.join(" -> "))
    }

    /// All that was found, in the order of ranks.
    pub fn finish(self) -> FoundPositions<R::Position> {
        let count = self.positions.len();
        let mut ordered: Vec<(u32, R::Position, u32)> = self
            .heights
            .into_iter()
            .zip(self.positions)
            .zip(0..)
            .map(|((height, one), number)| (height, one, number))
            .collect();
        ordered.sort_unstable();
        let strata = ordered.last().map_or(0, |(height, ..)| height + 1);
        let first_of = |height| ordered.partition_point(|(other, ..)| *other < height) as Rank;
        let starts = (0..=strata).map(first_of).collect();
        let options = self.options.map(|options| {
            let order: Vec<u32> = ordered.iter().map(|(.., number)| *number).collect();
            options.renumbered(&order)
        });
        let positions = ordered.into_iter().map(|(_, position, _)| position).collect();
        let kept = options.as_ref().map_or(Bytes(0), KeptOptions::held);
        FoundPositions {
            positions,
            starts,
            options,
            held: held::<R::Position>(count as u128, self.elsewhere).plus(kept),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;
    use grundy_core::random::Random;
    use grundy_core::ruleset::Play;
    use std::collections::BTreeMap;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A game given by the options of each position. It counts how often the options of each position are generated.
    struct Counted {
        options: Vec<Vec<Vec<u64>>>,
        asked: Vec<AtomicU64>,
    }

    impl Counted {
        /// Options with up to three components, all smaller than the position.
        fn random(positions: u64, random: &mut Random) -> Self {
            let mut option = |n: u64| (0..random.below(4)).map(|_| random.below(n)).collect::<Vec<u64>>();
            let options: Vec<Vec<Vec<u64>>> =
                (0..positions).map(|n| (0..if n == 0 { 0 } else { n % 5 }).map(|_| option(n)).collect()).collect();
            Self { asked: options.iter().map(|_| AtomicU64::new(0)).collect(), options }
        }

        fn most_asked(&self) -> u64 {
            self.asked.iter().map(|count| count.load(Ordering::Relaxed)).max().unwrap_or(0)
        }
    }

    impl Rules for Counted {
        type Position = u64;

        fn options(&self, n: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
            self.asked[*n as usize].fetch_add(1, Ordering::Relaxed);
            self.options[*n as usize].iter().try_for_each(|option| visit(option))
        }
    }

    /// The options of every position in terms of positions; the positions in order; the starts of the strata.
    type Told = (BTreeMap<u64, Vec<Vec<u64>>>, Vec<u64>, Vec<Rank>);

    fn told(rules: &Counted, setup: Setup<'_>) -> Told {
        let mut search = PositionSearch::new(rules, true, setup);
        search.from(&(rules.options.len() as u64 - 1)).unwrap();
        search.from(&(rules.options.len() as u64 / 2)).unwrap();
        let found = search.finish();
        let mut all = BTreeMap::new();
        for (rank, &position) in (0..).zip(&found.positions) {
            let mut options = Vec::new();
            let _ = found.options(rules, rank, &mut |entries| {
                options.push(entries.iter().map(|&entry| found.positions[entry as usize]).collect());
                ControlFlow::Continue(())
            });
            all.insert(position, options);
        }
        (all, found.positions.iter().copied().collect(), found.starts)
    }

    #[test]
    fn options_are_made_once_and_are_the_same_when_they_are_not_kept() {
        let seed = 20_261_126;
        let mut random = Random(seed);
        for size in [1, 2, 7, 60, 400] {
            let rules = Counted::random(size, &mut random);
            let kept = told(&rules, Setup::new(Bytes(1 << 30), &FREE, Play::Normal));
            assert_eq!(rules.most_asked(), 1, "seed {seed}, {size} positions");
            kept.0.iter().for_each(|(n, options)| assert_eq!(options, &rules.options[*n as usize], "seed {seed}"));
            let setup = Setup { options: Bytes(0), ..Setup::new(Bytes(1 << 30), &FREE, Play::Normal) };
            assert_eq!(told(&rules, setup), kept, "seed {seed}, {size} positions, none kept");
            // From memory for no options to memory for all: options are dropped on the way.
            let least = held::<u64>(kept.1.len() as u128, 0).0;
            for more in (0..40).map(|step| step * least / 20) {
                let setup = Setup::new(Bytes(least + more), &FREE, Play::Normal);
                assert_eq!(told(&rules, setup), kept, "seed {seed}, {size} positions, {more} bytes for options");
            }
        }
    }
}
