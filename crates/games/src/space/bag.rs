//! Bags: sums of positions as single positions.
//!
//! A bag is a multiset of components, each of which is a position of one of several rulesets. Components without a
//! move are omitted, because they make no difference in normal or in misère play. In normal play an option is written
//! as the list of its components, so only single components are enumerated. In misère play the whole multiset is one
//! position, because the outcome of a sum does not follow from the outcomes of its components.

use super::enumerated::Enumerated;
use super::layout::Layout;
use super::limits::check_memory;
use super::sought::NoSpot;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::picture::Picture;
use grundy_core::ruleset::{Position, Rank, Rows, Rules, Ruleset, Setup, Shape, Spot, Visit, spilled};
use smallvec::SmallVec;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game that can be a component of a sum.
pub(crate) trait Component {
    /// The kind of labels of its rows.
    fn shape(&self) -> &Shape;

    /// The ruleset for some rows, with positions found; moves may split.
    fn over(&self, rows: Rows, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error>;

    /// A position in the notation of its family; moves may split.
    fn at(&self, text: &str, setup: Setup<'_>) -> Result<Spot, NoSpot>;
}

/// A sorted list of components, as (index of the ruleset, rank).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Components(SmallVec<[(u32, Rank); 4]>);

impl Position for Components {
    fn show(&self) -> String {
        format!("{:?}", self.0)
    }

    /// Always `None`: bags are read by `Reading`, which knows the games.
    fn read(_: &str) -> Option<Self> {
        None
    }

    fn elsewhere(&self) -> usize {
        spilled(&self.0)
    }
}

/// The rules of bags over some rulesets.
pub struct Bag {
    parts: Vec<Box<dyn Ruleset>>,
    /// `moves[part][rank]`: whether the position has an option.
    moves: Vec<Vec<bool>>,
    whole: bool,
    /// How bags are shown if every ruleset started with one component. If it is set, components without a
    /// move are kept.
    shown: Option<Layout>,
}

impl Bag {
    fn new(parts: Vec<Box<dyn Ruleset>>, setup: Setup<'_>) -> Result<Self, Error> {
        let has_moves = |part: &dyn Ruleset| -> Result<Vec<bool>, Error> {
            let count = part.positions();
            check_memory("the positions of a component", Bytes(u128::from(count)), setup.memory)?;
            (0..count)
                .map(|rank| {
                    setup.control.check()?;
                    Ok(part.options(rank, &mut |_| ControlFlow::Break(())).is_break())
                })
                .collect()
        };
        let moves = parts.iter().map(|part| has_moves(&**part)).collect::<Result<_, _>>()?;
        Ok(Self { parts, moves, whole: setup.whole_sums, shown: None })
    }

    /// The ruleset for misère play of a game that splits: its rows as multisets of positions.
    pub(crate) fn multisets(base: Box<dyn Ruleset>, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        refuse_many_multisets(&*base, setup)?;
        let rows = base.rows().clone();
        let bag = Self::new(vec![base], setup)?;
        let asked: Vec<Components> = (0..rows.len()).map(|row| bag.gather([(0, bag.parts[0].asked(row))])).collect();
        let find = rows.clone();
        Enumerated::ruleset(bag, rows, move |_, label| asked[find.find(label).unwrap_or(0) as usize].clone(), setup)
    }

    /// The sum of some positions. In misère play it is one position; in normal play it is the list of its
    /// components. If `shown` is given, components without a move are kept.
    pub(crate) fn of_spots(spots: Vec<Spot>, shown: Option<Layout>, setup: Setup<'_>) -> Result<Spot, Error> {
        let ranks: Vec<Rank> = spots.iter().map(|spot| spot.rank).collect();
        let bag = Self::new(spots.into_iter().map(|spot| spot.ruleset).collect(), setup)?;
        let bag = Self { shown, ..bag };
        let asked = bag.gather((0..).zip(ranks));
        let one = Rows::named(vec![String::new()].into());
        let ruleset = Enumerated::ruleset(bag, one, move |_, _| asked.clone(), setup)?;
        Ok(Spot { rank: ruleset.asked(0), ruleset })
    }

    /// The sum of games over a box, whose coordinates are those of the games, one game after the other.
    pub(crate) fn of_games<G: Component>(
        games: &[Arc<G>],
        rows: Rows,
        setup: Setup<'_>,
    ) -> Result<Box<dyn Ruleset>, Error> {
        let max = rows.end() - 1;
        let (part_of, parts) = distinct(games);
        let parts = parts.iter().map(|game| game.over(game.shape().rows(max), setup)).collect::<Result<Vec<_>, _>>()?;
        let bag = Self::new(parts, setup)?;
        // Look up the rows of the parts now, before the bag moves into the space.
        let labels: Vec<Vec<Rank>> =
            bag.parts.iter().map(|part| (0..part.rows().len()).map(|row| part.asked(row)).collect()).collect();
        let part_rows: Vec<Rows> = bag.parts.iter().map(|part| part.rows().clone()).collect();
        let moves = bag.moves.clone();
        let asked = move |_: &Bag, label: &[u64]| {
            let mut rest = label;
            let mut components = SmallVec::new();
            for &part in &part_of {
                // A single position has a name and no coordinate.
                let (rows, is_one) = (&part_rows[part], part_rows[part].names().is_some());
                let (own, others) = rest.split_at(if is_one { 0 } else { rows.dimensions() });
                rest = others;
                let row = if is_one { Some(0) } else { rows.find(own) };
                let rank = row.map_or(0, |row| labels[part][row as usize]);
                if moves[part][rank as usize] {
                    components.push((part as u32, rank));
                }
            }
            components.sort_unstable();
            Components(components)
        };
        Enumerated::ruleset(bag, rows, asked, setup)
    }

    fn gather(&self, components: impl IntoIterator<Item = (u32, Rank)>) -> Components {
        let counts = |&(part, rank): &(u32, Rank)| self.shown.is_some() || self.moves[part as usize][rank as usize];
        let mut components: SmallVec<_> = components.into_iter().filter(counts).collect();
        components.sort_unstable();
        Components(components)
    }
}

/// For each game, its index among the distinct games; and these.
pub(crate) fn distinct<G>(games: &[Arc<G>]) -> (Vec<usize>, Vec<&G>) {
    let mut parts: Vec<&Arc<G>> = Vec::new();
    let part_of = games.iter().map(|game| {
        parts.iter().position(|part| Arc::ptr_eq(part, game)).unwrap_or_else(|| {
            parts.push(game);
            parts.len() - 1
        })
    });
    (part_of.collect(), parts.into_iter().map(|part| &**part).collect())
}

/// Refuses a hopeless enumeration before it starts. There are p(0) + ... + p(n) multisets of heaps with at
/// most n tokens in total, where p is the partition function. This bounds the number of positions if moves
/// never add tokens. Other games are stopped when they exceed the memory.
fn refuse_many_multisets(base: &dyn Ruleset, setup: Setup<'_>) -> Result<(), Error> {
    if base.positions() != base.rows().len() || !base.rows().is_sequence() {
        return Ok(());
    }
    let n = base.rows().end() - 1;
    let many = partitions_up_to(n.min(2000) as usize);
    let each = 2 * size_of::<Components>() as u128 + 64;
    let what = format!("play on multisets of heaps up to n = {n} (with up to {many} of them)");
    check_memory(&what, Bytes(many.saturating_mul(each)), setup.memory)
}

/// p(0) + ... + p(n), saturating.
fn partitions_up_to(n: usize) -> u128 {
    let mut counts = vec![0u128; n + 1];
    counts[0] = 1;
    for part in 1..=n {
        for total in part..=n {
            counts[total] = counts[total].saturating_add(counts[total - part]);
        }
    }
    counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
}

impl Rules for Bag {
    type Position = Components;

    fn options(&self, bag: &Components, visit: &mut Visit<'_, Components>) -> ControlFlow<()> {
        for (index, &(part, rank)) in bag.0.iter().enumerate() {
            if index > 0 && bag.0[index - 1] == (part, rank) {
                continue;
            }
            let others =
                || bag.0.iter().enumerate().filter(move |(at, _)| *at != index).map(|(_, component)| *component);
            self.parts[part as usize].options(rank, &mut |entries| {
                let option = others().chain(entries.iter().map(|&entry| (part, entry)));
                if self.whole {
                    visit(&[self.gather(option)])
                } else {
                    let single = |component| Components(std::iter::once(component).collect());
                    let single: SmallVec<[Components; 4]> = self.gather(option).0.into_iter().map(single).collect();
                    visit(&single)
                }
            })?;
        }
        ControlFlow::Continue(())
    }

    fn splits(&self) -> bool {
        !self.whole
    }

    fn show(&self, bag: &Components) -> String {
        let mut texts = vec![Vec::new(); self.parts.len()];
        for &(part, rank) in &bag.0 {
            texts[part as usize].push(self.parts[part as usize].show(rank));
        }
        match &self.shown {
            Some(layout) => layout.show(&texts),
            None => Layout::Parts((0..texts.len()).map(Layout::Leaf).collect()).show(&texts),
        }
    }

    /// The parts of one position on its board. Positions of several games, or several positions of one, could touch
    /// each other on a board without being neighbours.
    fn picture(&self, bag: &Components) -> Option<Picture> {
        let [part] = &self.parts[..] else { return None };
        let nothing = part.picture(0)?.emptied();
        bag.0.iter().try_fold(nothing, |picture, &(_, rank)| picture.joined(&part.picture(rank)?))
    }
}

#[cfg(test)]
mod tests {
    use super::partitions_up_to;

    #[test]
    fn sums_of_the_partition_function() {
        // 1, 1, 2, 3, 5, 7, 11
        assert_eq!((0..7).map(partitions_up_to).collect::<Vec<_>>(), [1, 2, 4, 7, 12, 19, 30]);
        // p(0) + ... + p(100).
        assert_eq!(partitions_up_to(100), 1_642_992_568);
        assert_eq!(partitions_up_to(2000), u128::MAX, "beyond 128 bits it saturates");
    }
}
