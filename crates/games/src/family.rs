//! Families of games: their names, rules and parameters, and how to build a game.

use super::args::{Args, Parameter};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Value;
use std::borrow::Cow;

/// A family of games. Families are constants of this program; copies with other texts are made at run time
/// ([`Coded`](super::code::Coded)).
#[derive(Debug, Clone)]
pub struct Family {
    /// The name, which comes before the `:` in a game code.
    pub name: Cow<'static, str>,
    /// How a paper writes a game with these arguments (what follows `:` in its code), as LaTeX; none if it writes the
    /// code.
    pub in_papers: Option<fn(&str) -> Option<String>>,
    /// The rules in words.
    pub rules: Cow<'static, str>,
    /// The origin of the game.
    pub source: Cow<'static, str>,
    /// What `max` limits.
    pub max: Cow<'static, str>,
    /// The kind of values that a run computes by default.
    pub value: Value,
    /// The parameters; positional ones in the order of their positions.
    pub parameters: &'static [Parameter],
    /// Canonical codes that serve as examples.
    pub examples: &'static [&'static str],
    /// A position of the first example, in the notation of `grundy position`.
    pub position: Cow<'static, str>,
    /// Checks the arguments and builds the game.
    pub build: fn(&Args) -> Result<Game, Blame>,
}

/// The origin of games whose rules the user wrote.
pub const ITS_AUTHOR: &str = "its author";

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
