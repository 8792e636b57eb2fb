//! What is asked of one position of a sum in normal play.

use super::chomp::Chomp;
use super::circle::Circle;
use super::nim::Nim;
use super::single::Single;
use crate::error::Error;
use crate::games::{Classic, Game};
use crate::ruleset::Setup;
use crate::space::NoSpot;
use std::ops::ControlFlow;

/// Receives an option: the positions that it consists of, as people write them.
pub type Visit<'v> = dyn FnMut(Vec<String>) -> ControlFlow<()> + 'v;

/// A position whose Grundy value is known.
pub trait Leaf {
    /// The Grundy value.
    fn value(&self) -> u32;

    /// Visits the options of a value until no more are wanted.
    fn each_option_of(&self, wanted: u32, setup: Setup<'_>, visit: &mut Visit<'_>) -> Result<(), Error>;
}

/// The position `text` of a game that is no sum, judged by what is known of the game.
pub fn leaf(game: &Game, text: &str, setup: Setup<'_>) -> Result<Box<dyn Leaf>, NoSpot> {
    Ok(match game.classic(text) {
        Some((Classic::Nim, heaps)) => Box::new(Nim(heaps)),
        Some((Classic::Chomp { .. }, lengths)) => Box::new(Chomp::new(lengths, setup)?),
        None => match game.circle(text) {
            Some((n, take, row)) => Box::new(Circle::new(n, take, row, setup)?),
            None => Box::new(Single::new(game.at(text, setup)?, setup)?),
        },
    })
}
