//! A position whose play may go on for ever, or a sum with such a position.
//!
//! A move wins iff it leads to a sum of value 0. Among these, the moves to sums with small counters come first: the
//! counter of a sum is the sum of the rounds in which its components got their labels, and a winner who always takes
//! the least comes to the end (*Winning Ways*, ch. 12).

use super::single::Single;
use super::winning::Winning;
use crate::games::Game;
use crate::games::reading::Reading;
use crate::kernel::{Labels, Task, labels};
use crate::ruleset::{LoopyValue, Rank, Setup, Spot, Value};
use crate::space::NoSpot;
use std::ops::ControlFlow;

/// A component, with the labels of its positions.
enum LoopyLeaf {
    /// A component whose moves do not split.
    Labelled(Spot, Labels),
    /// A component whose moves split, so that its play ends.
    Finite(Spot, Single),
}

/// The value after a move, its round, and the positions that are left.
type LoopyOption = (LoopyValue, u64, Vec<String>);

impl LoopyLeaf {
    fn new(game: &Game, text: &str, setup: Setup<'_>) -> Result<Self, NoSpot> {
        let spot = game.at(text, setup)?;
        if spot.ruleset.splits() {
            return Ok(Self::Finite(spot, Single::new(game.at(text, setup)?, setup)?));
        }
        let task = Task::new(&*spot.ruleset, setup.play, Value::LOOPY, setup.memory, setup.control);
        let labels = labels(&task)?;
        Ok(Self::Labelled(spot, labels))
    }

    /// The value and the round of the position itself.
    fn own(&self) -> (LoopyValue, u64) {
        match self {
            Self::Labelled(spot, labels) => Self::labelled(labels, spot.rank),
            Self::Finite(_, single) => (LoopyValue::Nimber(single.value()), 0),
        }
    }

    fn labelled(labels: &Labels, rank: Rank) -> (LoopyValue, u64) {
        (LoopyValue::of(labels.codes[rank as usize]), labels.rounds[rank as usize].into())
    }

    fn options(&self, setup: Setup<'_>) -> Result<Vec<LoopyOption>, NoSpot> {
        let mut options = Vec::new();
        match self {
            Self::Labelled(spot, labels) => spot.ruleset.each_option(spot.rank, &mut |entries| {
                let (value, round) =
                    entries.first().map_or((LoopyValue::Nimber(0), 0), |&rank| Self::labelled(labels, rank));
                options.push((value, round, shown(spot, entries)));
            }),
            Self::Finite(spot, single) => single.each_option(setup, &mut |value, entries| {
                options.push((LoopyValue::Nimber(value), 0, shown(spot, entries)));
                ControlFlow::Continue(())
            })?,
        }
        Ok(options)
    }
}

fn shown(spot: &Spot, entries: &[Rank]) -> Vec<String> {
    entries.iter().map(|&rank| spot.ruleset.show(rank)).collect()
}

/// The value and the winning moves. `None` if the value of the sum has too large nimbers.
pub fn examine(reading: &Reading<'_>, winning: &mut Winning, setup: Setup<'_>) -> Result<Option<LoopyValue>, NoSpot> {
    let leaves =
        reading.leaves.iter().map(|(game, text)| LoopyLeaf::new(game, text, setup)).collect::<Result<Vec<_>, _>>()?;
    let own: Vec<(LoopyValue, u64)> = leaves.iter().map(LoopyLeaf::own).collect();
    let value = own.iter().try_fold(LoopyValue::Nimber(0), |sum, (value, _)| sum.plus(*value));
    let mut wins = Vec::new();
    for (index, leaf) in leaves.iter().enumerate() {
        let others = || own.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, own)| *own);
        // With an infinite value the sum is not 0.
        let Some(rest) = others().map(|(value, _)| value.nimber()).try_fold(0, |sum, nimber| Some(sum ^ nimber?))
        else {
            continue;
        };
        let rounds: u64 = others().map(|(_, round)| round).sum();
        for (value, round, option) in leaf.options(setup)? {
            if value == LoopyValue::Nimber(rest) {
                wins.push((rounds + round, super::sums::show(reading, index, option)));
            }
        }
    }
    wins.sort_by_key(|(rounds, _)| *rounds);
    if winning.wants_none() {
        winning.more = !wins.is_empty();
        return Ok(value);
    }
    let _ = wins.into_iter().try_for_each(|(_, option)| winning.add(option));
    Ok(value)
}
