//! A single position: its outcome, its Grundy value, and its winning moves, from what is needed for that.
//!
//! Positions of Nim are judged by their nim-sum (`nim.rs`), those of Chomp by a table of all smaller ones (`chomp.rs`). A position of a sum in normal play is judged component by component
//! (`sums.rs`), any other one by the values of the positions that it may reach (`single.rs`).

mod chomp;
mod nim;
mod single;
mod sums;
mod winning;

use crate::error::Error;
use crate::games::Classic;
use crate::games::code::Coded;
use crate::ruleset::{Play, Setup};
use single::Single;
pub use single::values_at;
use winning::Winning;

/// What is found out about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examined {
    /// The position as the game writes it.
    pub position: String,
    /// Whether the player to move wins.
    pub outcome: Outcome,
    /// The Grundy value; none in misère play.
    pub grundy: Option<u32>,
    /// The options that winning moves lead to, in the order of the rules, without repetitions.
    pub winning: Vec<String>,
    /// Whether there are more than those.
    pub more: bool,
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The player who just moved.
    P,
    /// The player about to move.
    N,
}

/// Computes outcome, value and at most so many winning moves of a position.
///
/// # Errors
/// [`Error::Usage`] with an example if the text is not a position; [`Error::Limit`] if the
/// positions needed do not fit the memory; [`Error::Interrupted`].
pub fn examine(coded: &Coded, text: &str, most: usize, setup: Setup<'_>) -> Result<Examined, Error> {
    let mut winning = Winning::new(most);
    let (game, play) = (&coded.game, setup.play);
    let value = if let Some((Classic::Nim, heaps)) = game.classic(text) {
        nim::examine(&heaps, play, &mut winning)
    } else if let (Some((Classic::Chomp { .. }, lengths)), Play::Normal) = (game.classic(text), play) {
        chomp::examine(&lengths, &mut winning, setup)?
    } else if let Some(parts) = game.components().filter(|_| play == Play::Normal) {
        let texts = game.texts_of_components(text).ok_or_else(|| coded.not_a_position(text))?;
        sums::examine(coded, (parts, &texts, text), &mut winning, setup)?
    } else {
        let spot = game.position(text, setup)?.ok_or_else(|| coded.not_a_position(text))?;
        let single = Single::new(spot, setup)?;
        single.each_option_of(0, setup, &mut |entries| winning.add(single.show(entries)))?;
        single.value()
    };
    Ok(Examined {
        position: text.to_string(),
        outcome: if value == 0 { Outcome::P } else { Outcome::N },
        grundy: (play == Play::Normal).then_some(value),
        winning: winning.shown,
        more: winning.more,
    })
}
