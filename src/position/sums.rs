//! Positions of sums in normal play: each component by itself, then nim-sums. A move in a component wins iff it leaves there the nim-sum of the
//! others (R. P. Sprague 1935, P. M. Grundy 1939).

use super::single::Single;
use super::winning::Winning;
use crate::error::Error;
use crate::games::Game;
use crate::games::code::Coded;
use crate::ruleset::{Rank, Setup};
use crate::space::in_brackets;
use std::sync::Arc;

/// The value and the winning moves of the position `text`, whose components are `texts`.
pub fn examine(
    coded: &Coded,
    (games, texts, text): (&[Arc<Game>], &[String], &str),
    winning: &mut Winning,
    setup: Setup<'_>,
) -> Result<u32, Error> {
    let mut parts = Vec::new();
    for (game, own) in games.iter().zip(texts) {
        let spot = game.position(own, setup)?.ok_or_else(|| coded.not_a_position(text))?;
        parts.push(Single::new(spot, setup)?);
    }
    let sum = parts.iter().fold(0, |sum, part| sum ^ part.value());
    for (index, part) in parts.iter().enumerate() {
        if sum == 0 || winning.more {
            break;
        }
        part.each_option_of(sum ^ part.value(), setup, &mut |entries| winning.add(show(&parts, index, entries)))?;
    }
    Ok(sum)
}

/// The sum after a move in one of its components. What has no move is left out, as it changes nothing.
fn show(parts: &[Single], moved: usize, entries: &[Rank]) -> String {
    let mut shown = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut own = if index == moved { entries.to_vec() } else { vec![part.rank()] };
        own.sort_unstable();
        shown.extend(own.into_iter().filter(|&rank| part.moves(rank)).map(|rank| in_brackets(part.show_one(rank))));
    }
    if shown.is_empty() { "nothing".to_string() } else { shown.join(" + ") }
}
