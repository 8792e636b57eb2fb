//! Positions of sums. In normal play each component (leaf) is examined separately. A move wins iff it leaves, in
//! its own leaf, the nim-sum of the other leaves (R. P. Sprague 1935, P. M. Grundy 1939). Where there are
//! only outcomes, as in misère play, the whole sum is one position.

use super::chomp::ChompLeaf;
use super::circle::CircleLeaf;
use super::leaf::Leaf;
use super::nim::NimLeaf;
use super::single::Single;
use super::winning::Winning;
use crate::games::reading::Reading;
use crate::games::{Classic, Game};
use crate::ruleset::{Rank, Setup};
use crate::space::NoSpot;
use std::ops::ControlFlow;

/// The value and the winning moves.
pub fn in_normal_play(reading: &Reading<'_>, winning: &mut Winning, setup: Setup<'_>) -> Result<u32, NoSpot> {
    let mut leaves: Vec<Box<dyn Leaf>> = Vec::new();
    for (game, text) in &reading.leaves {
        leaves.push(leaf(game, text, setup)?);
    }
    let sum = leaves.iter().fold(0, |sum, leaf| sum ^ leaf.value());
    if winning.wants_none() {
        // If the value is not 0, some move leads to 0.
        winning.more = sum != 0;
        return Ok(sum);
    }
    for (index, leaf) in leaves.iter().enumerate() {
        if sum == 0 || winning.more {
            break;
        }
        leaf.each_option_of(sum ^ leaf.value(), setup, &mut |option| winning.add(show(reading, index, option)))?;
    }
    Ok(sum)
}

/// The outcome (0 for P, 1 for N) and the winning moves.
pub fn as_one_position(reading: &Reading<'_>, winning: &mut Winning, setup: Setup<'_>) -> Result<u32, NoSpot> {
    let whole = Single::of_outcomes(reading.spot(false, setup)?, setup)?;
    if whole.value() == 0 {
        return Ok(0);
    }
    // The options of the whole are those of its leaves, one leaf after the other. The former tell who wins, the
    // latter how to write the option.
    let mut wins = Vec::new();
    whole.each_option(setup, &mut |value, _| {
        wins.push(value == 0);
        ControlFlow::Continue(())
    })?;
    if winning.wants_none() {
        winning.more = wins.contains(&true);
        return Ok(1);
    }
    let mut wins = wins.into_iter();
    for (index, (game, text)) in reading.leaves.iter().enumerate() {
        let spot = game.at(text, setup)?;
        let _ = spot.ruleset.options(spot.rank, &mut |entries: &[Rank]| {
            let option = || entries.iter().map(|&rank| spot.ruleset.show(rank)).collect();
            match wins.next() {
                None => ControlFlow::Break(()),
                Some(false) => ControlFlow::Continue(()),
                Some(true) => winning.add(show(reading, index, option())),
            }
        });
        setup.control.check()?;
        if winning.more {
            break;
        }
    }
    Ok(1)
}

/// The notation of the sum after a move in one of its leaves.
pub(super) fn show(reading: &Reading<'_>, moved: usize, option: Vec<String>) -> String {
    let mut texts: Vec<Vec<String>> = reading.leaves.iter().map(|(_, text)| vec![text.clone()]).collect();
    texts[moved] = option;
    reading.layout.show(&texts)
}

/// Examines the position `text` of a game that is not a sum, by the method that suits the game.
fn leaf(game: &Game, text: &str, setup: Setup<'_>) -> Result<Box<dyn Leaf>, NoSpot> {
    Ok(match game.classic(text) {
        Some((Classic::Nim, heaps)) => Box::new(NimLeaf(heaps)),
        Some((Classic::Chomp { .. }, lengths)) => Box::new(ChompLeaf::new(lengths, setup)?),
        None => match game.circle(text) {
            Some((objects, circle)) => Box::new(CircleLeaf::new(objects, circle, setup)?),
            None => Box::new(Single::new(game.at(text, setup)?, setup)?),
        },
    })
}
