//! Rules of games: what a family writes ([`Rules`]), what a kernel sees ([`Ruleset`]), and
//! the structure a fast kernel may exploit ([`View`]).

pub mod args;
pub mod code;
pub mod registry;
pub mod rows;
pub mod take_and_break;

mod building_nim;
mod circle;
mod circular_nim;
mod divisor;
mod grundys_game;
mod nim;
mod octal;
mod subtraction;

pub use args::{Args, Form, Parameter};
pub use registry::{FAMILIES, Family};
pub use rows::Rows;
pub use take_and_break::TakeAndBreak;

use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use std::fmt;

/// The rank of a position: its number in a [`Ruleset`], from 0.
pub type Rank = u64;

/// The rules of one game over typed positions: all that a family has to write.
///
/// A [space](crate::space) turns rules into a [`Ruleset`].
pub trait Rules: Send + Sync {
    /// A position, in whatever form makes the rules short.
    type Position;

    /// Calls `visit` once for every option of a position.
    ///
    /// An option is a disjunctive sum, written as the list of its components: one entry is
    /// a plain move, two entries a split, the empty list the empty sum (value 0). The same
    /// option may be visited more than once.
    fn options(&self, position: &Self::Position, visit: &mut dyn FnMut(&[Self::Position]));

    /// Whether some option has two or more entries.
    fn splits(&self) -> bool {
        false
    }

    /// The structure a fast kernel or a theorem may use.
    fn view(&self) -> View<'_> {
        View::Opaque
    }
}

/// The rules of one game in ranks, closed under options: what kernels work on. Made from
/// [`Rules`] by a [space](crate::space).
///
/// Positions are partitioned into strata 0, 1, ...: every option of a position consists of
/// positions of lower strata, so the positions of one stratum can be computed in parallel.
pub trait Ruleset: Send + Sync {
    /// The rows of the output: the positions asked for, with their labels.
    fn rows(&self) -> &Rows;

    /// The rank of the position asked for in a row.
    fn asked(&self, row: u64) -> Rank;

    /// How many positions there are, asked for or not.
    fn positions(&self) -> u64;

    /// How many strata there are; also a bound on the length of a play that never splits.
    fn strata(&self) -> u64;

    /// How many slots a stratum has; a slot holds at most one position.
    fn slots(&self, stratum: u64) -> u64;

    /// The position in a slot of a stratum.
    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank>;

    /// All ranks below this one belong to `stratum` or a lower one.
    fn settled(&self, stratum: u64) -> Rank;

    /// Calls `visit` once for every option, as the list of ranks of its components.
    fn options(&self, rank: Rank, visit: &mut dyn FnMut(&[Rank]));

    /// Whether some option has two or more entries.
    fn splits(&self) -> bool;

    /// The structure a fast kernel or a theorem may use.
    fn view(&self) -> View<'_>;
}

/// The structure of a game, as far as a kernel or a theorem can exploit it. For every view
/// but `Opaque`, row r asks for the heap of r tokens.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum View<'a> {
    /// Options can only be enumerated.
    Opaque,
    /// One heap, a take-and-break code.
    TakeAndBreak(&'a TakeAndBreak),
    /// One heap, remove a member of a finite set (sorted, without 0).
    Subtraction(&'a [u64]),
    /// One heap, remove any positive number outside a finite set (sorted).
    AllBut(&'a [u64]),
}

/// Which play: what happens to the player who cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

/// What is computed of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// The Grundy value.
    Grundy,
    /// The outcome, as a number: 0 is P (the player who just moved wins), 1 is N.
    Outcome,
}

impl Value {
    /// A value as it stands in output files: outcomes are `P` and `N`.
    pub fn show(self, value: u32) -> String {
        match (self, value) {
            (Value::Grundy, value) => value.to_string(),
            (Value::Outcome, 0) => "P".to_string(),
            (Value::Outcome, _) => "N".to_string(),
        }
    }

    /// The reverse of [`Value::show`].
    pub fn read(self, text: &str) -> Option<u32> {
        match self {
            Value::Grundy => text.parse().ok(),
            Value::Outcome => ["P", "N"].iter().position(|&letter| letter == text).map(|v| v as u32),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Grundy => "grundy",
            Value::Outcome => "outcome",
        })
    }
}

/// The labels a game is asked for: as many coordinates, from as low.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One coordinate, from this n on.
    Line(u64),
    /// A box of so many coordinates, each from 0.
    Box(usize),
}

impl Shape {
    /// The rows of a range, with the largest coordinate `max`.
    pub fn rows(self, max: u64) -> Rows {
        match self {
            Shape::Line(first) => Rows::line(first, max),
            Shape::Box(dimensions) => Rows::cube(dimensions, max),
        }
    }
}

/// What a space may use while it is made.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The most memory.
    pub memory: Bytes,
    /// How a long enumeration is stopped and watched.
    pub control: &'a Control<'a>,
}

type Open = Box<dyn Fn(Rows, Setup<'_>) -> Result<Box<dyn Ruleset>, Error> + Send + Sync>;

/// A game whose arguments are checked, for any range: what a [`Family`] builds.
pub struct Game {
    /// The canonical game code: two spellings of one game give the same code.
    pub code: String,
    /// The rules in words, for reports.
    pub words: String,
    /// The labels of its rows.
    pub shape: Shape,
    open: Open,
}

impl Game {
    /// A game from its code, its rules in words, its shape, and a function that makes the
    /// space for given rows.
    pub fn new(
        code: String,
        words: String,
        shape: Shape,
        open: impl Fn(Rows, Setup<'_>) -> Result<Box<dyn Ruleset>, Error> + Send + Sync + 'static,
    ) -> Self {
        Self { code, words, shape, open: Box::new(open) }
    }

    /// The game over a range: what `max` bounds depends on the family.
    ///
    /// # Errors
    /// [`Error::Limit`] if the space cannot be numbered or would not fit the memory;
    /// [`Error::Usage`] if the rules allow an endless play; [`Error::Interrupted`].
    pub fn ruleset(&self, max: u64, setup: Setup<'_>) -> Result<Box<dyn Ruleset>, Error> {
        (self.open)(self.shape.rows(max), setup)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game").field("code", &self.code).finish_non_exhaustive()
    }
}
