//! The families of games. A new family is one file and one line here.

use super::args::{Args, Parameter};
use super::{Game, Value};
use super::{all_but, building_nim, chomp, circle, circular_nim, coin_turning, divisor, greedy_nim, grundys_game};
use super::{graph, moore_nim, nim, octal, poker_nim, poset, subtraction, sum, vectors, wythoff};
use crate::diagnostic::Blame;

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

/// Every family, in the order of `grundy list`.
pub static FAMILIES: &[&Family] = &[
    &nim::FAMILY,
    &subtraction::FAMILY,
    &all_but::FAMILY,
    &octal::FAMILY,
    &grundys_game::FAMILY,
    &circular_nim::FAMILY,
    &circle::FAMILY,
    &divisor::FAMILY,
    &building_nim::FAMILY,
    &vectors::RAYS,
    &vectors::STEPS,
    &wythoff::FAMILY,
    &vectors::QUEEN,
    &vectors::ROOK,
    &vectors::EQUAL_TAKE,
    &moore_nim::FAMILY,
    &greedy_nim::FAMILY,
    &chomp::FAMILY,
    &poker_nim::FAMILY,
    &coin_turning::FAMILY,
    &sum::FAMILY,
    &graph::FAMILY,
    &poset::FAMILY,
];
