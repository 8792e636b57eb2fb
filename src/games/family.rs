//! What a family of games tells of itself.

use super::args::{Args, Parameter};
use super::game::Game;
use crate::diagnostic::Blame;
use crate::ruleset::Value;

/// A family of games: its name, its parameters, and how to build one of its games.
#[derive(Debug)]
pub struct Family {
    /// The name: what stands before `:` in a game code.
    pub name: &'static str,
    /// The rules in words.
    pub rules: &'static str,
    /// Where the game comes from.
    pub source: &'static str,
    /// What `max` bounds.
    pub max: &'static str,
    /// What a run computes if the config does not say.
    pub value: Value,
    /// The parameters, positional order first.
    pub parameters: &'static [Parameter],
    /// Canonical codes that work.
    pub examples: &'static [&'static str],
    /// A position of the first example, as `grundy position` reads it.
    pub position: &'static str,
    /// Checks the arguments and builds the game.
    pub build: fn(&Args) -> Result<Game, Blame>,
}
