//! A position of a game whose moves decide who moves next, or a sum with such a position.
//!
//! Whether a move wins depends on the sum of the other components, which is a nimber or a moon.

use super::single::Single;
use super::winning::Winning;
use crate::games::Game;
use crate::games::reading::Reading;
use crate::kernel::{Task, WinningSets, winning_sets};
use crate::ruleset::{Convention, Setup, Spot, Turn, Value, moon_sum};
use crate::space::NoSpot;
use std::ops::ControlFlow;

/// A component.
enum EntailingLeaf {
    /// A component whose moves decide who moves next.
    Entailing(Spot, WinningSets),
    /// A component with ordinary moves only.
    Ordinary(Spot, Single),
}

impl EntailingLeaf {
    fn new(game: &Game, text: &str, setup: Setup<'_>) -> Result<Self, NoSpot> {
        let spot = game.at(text, setup)?;
        if !matches!(spot.ruleset.convention(), Convention::Entailing) {
            return Ok(Self::Ordinary(spot, Single::new(game.at(text, setup)?, setup)?));
        }
        let task = Task::new(&*spot.ruleset, setup.play, Value::ENTAILING, setup.memory, setup.control);
        let sets = winning_sets(&task)?;
        Ok(Self::Entailing(spot, sets))
    }

    fn value(&self) -> u32 {
        match self {
            Self::Entailing(spot, sets) => sets.values[spot.rank as usize],
            Self::Ordinary(_, single) => single.value(),
        }
    }

    /// The options to which moves lead that win beside this nimber or moon, and who moves next, in words.
    fn wins(&self, beside: u32, setup: Setup<'_>) -> Result<Vec<(Vec<String>, &'static str)>, NoSpot> {
        let mut wins = Vec::new();
        match self {
            Self::Entailing(spot, sets) => spot.ruleset.each_turn(spot.rank, &mut |turn, entries| {
                if sets.wins(turn, entries, beside) {
                    let next = match turn {
                        Turn::Other => "",
                        Turn::Reply => " then reply",
                        Turn::Again => " then again",
                    };
                    wins.push((entries.iter().map(|&rank| spot.ruleset.show(rank)).collect(), next));
                }
            }),
            Self::Ordinary(spot, single) => single.each_option(setup, &mut |value, entries| {
                if moon_sum(value, beside) == 0 {
                    wins.push((entries.iter().map(|&rank| spot.ruleset.show(rank)).collect(), ""));
                }
                ControlFlow::Continue(())
            })?,
        }
        Ok(wins)
    }
}

/// The value and the winning moves.
pub fn examine(reading: &Reading<'_>, winning: &mut Winning, setup: Setup<'_>) -> Result<u32, NoSpot> {
    let leaves = reading
        .leaves
        .iter()
        .map(|(game, text)| EntailingLeaf::new(game, text, setup))
        .collect::<Result<Vec<_>, _>>()?;
    let values: Vec<u32> = leaves.iter().map(EntailingLeaf::value).collect();
    let value = values.iter().fold(0, |sum, &value| moon_sum(sum, value));
    if winning.wants_none() {
        winning.more = value != 0;
        return Ok(value);
    }
    for (index, leaf) in leaves.iter().enumerate() {
        let others = values.iter().enumerate().filter(|(other, _)| *other != index);
        let beside = others.fold(0, |sum, (_, &value)| moon_sum(sum, value));
        let wins = leaf.wins(beside, setup)?;
        let shown = |(option, next)| format!("{}{next}", super::sums::show(reading, index, option));
        let added = wins.into_iter().try_for_each(|win| winning.add(shown(win)));
        if added.is_break() {
            break;
        }
    }
    Ok(value)
}
