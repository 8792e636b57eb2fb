//! Families of games: name, rules, parameters, and how their games are built.

use super::args::{Args, Parameter};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Value;
use std::borrow::Cow;

/// A family of games: its name, its parameters, and how to build one of its games. Families are constants
/// of this program; a copy with other texts may be made at run time.
#[derive(Debug, Clone)]
pub struct Family {
    /// The name: what stands before `:` in a game code.
    pub name: Cow<'static, str>,
    /// How a paper writes a game with these arguments (what follows `:` in its code), as LaTeX; none if it writes the code.
    pub in_papers: Option<fn(&str) -> Option<String>>,
    /// The rules in words.
    pub rules: Cow<'static, str>,
    /// Where the game comes from.
    pub source: Cow<'static, str>,
    /// What `max` bounds.
    pub max: Cow<'static, str>,
    /// What a run computes if the config does not say.
    pub value: Value,
    /// The parameters, positional order first.
    pub parameters: &'static [Parameter],
    /// Canonical codes that work.
    pub examples: &'static [&'static str],
    /// A position of the first example, as `grundy position` reads it.
    pub position: Cow<'static, str>,
    /// Checks the arguments and builds the game.
    pub build: fn(&Args) -> Result<Game, Blame>,
}

/// A constant text of a family.
pub(super) const fn text(text: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(text)
}

/// Lists with more letters than this may be broken between lines.
const LONG: usize = 8;

/// A list of numbers for a paper, `1, 4, 9`; none if the arguments are anything else.
pub(super) fn numbers(arguments: &str) -> Option<String> {
    let numbers: Vec<&str> = arguments.split(',').collect();
    let all = numbers.iter().all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    all.then(|| numbers.join(if arguments.len() > LONG { r",\allowbreak " } else { ", " }))
}
