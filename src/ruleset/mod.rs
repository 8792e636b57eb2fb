//! Rules of games: what a family writes ([`Rules`]), what a kernel sees ([`Ruleset`]), and
//! the structure a fast kernel may exploit ([`View`]).

pub mod args;
pub mod code;
pub mod game;
pub mod registry;
pub mod rows;
pub mod symmetry;
pub mod take_and_break;

mod all_but;
mod building_nim;
mod chomp;
mod circle;
mod circular_nim;
mod coin_turning;
mod divisor;
mod graph;
mod greedy_nim;
mod grundys_game;
mod moore_nim;
mod nim;
mod octal;
mod poker_nim;
mod poset;
mod subtraction;
mod sum;
mod vectors;
mod wythoff;

pub use args::{Args, Form, Parameter};
pub use game::{Game, Setup, Shape, Spot};
pub use registry::{FAMILIES, Family};
pub use rows::Rows;
pub use symmetry::Symmetry;
pub use take_and_break::TakeAndBreak;

use crate::bytes::Bytes;
use crate::error::Error;
use crate::space::Point;
use std::fmt;
use std::hash::Hash;

/// The rank of a position: its number in a [`Ruleset`], from 0.
pub type Rank = u64;

/// The rules of one game over typed positions: all that a family has to write.
///
/// A [space](crate::space) turns rules into a [`Ruleset`].
pub trait Rules: Send + Sync {
    /// A position, in whatever form makes the rules short.
    type Position: Position;

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

    /// Reads what [`Rules::show`] writes.
    fn read(&self, text: &str) -> Option<Self::Position> {
        Self::Position::read(text)
    }

    /// Whether something that can be read as a position is one of this game.
    fn is_position(&self, _: &Self::Position) -> bool {
        true
    }

    /// A position as people write it.
    fn show(&self, position: &Self::Position) -> String {
        position.show()
    }

    /// The structure a fast kernel or a theorem may use.
    fn view(&self) -> View<'_> {
        View::Opaque
    }

    /// Which rearrangements of the coordinates of a position change nothing.
    fn symmetry(&self) -> Symmetry {
        Symmetry::None
    }
}

/// What every position can do: be a key, and be written and read.
pub trait Position: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync {
    /// The position as people write it.
    fn show(&self) -> String;

    /// Reads what [`Position::show`] writes.
    fn read(text: &str) -> Option<Self>;
}

impl Position for u64 {
    fn show(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.trim().parse().ok()
    }
}

impl Position for Point {
    fn show(&self) -> String {
        self.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }

    fn read(text: &str) -> Option<Self> {
        text.split(',').map(|part| part.trim().parse().ok()).collect()
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

    /// Finds the positions, where that is work of its own. Before it is done, only the rows,
    /// the view and whether the game splits may be asked for.
    ///
    /// # Errors
    /// [`Error::Limit`] as soon as the positions found do not fit the memory;
    /// [`Error::Usage`] if some play never ends, with the loop; [`Error::Interrupted`].
    fn enumerate(&self, _: Setup<'_>) -> Result<(), Error> {
        Ok(())
    }

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

    /// Whether every position is asked for, in the order of ranks: the rank of a row is its
    /// number.
    fn ranks_are_rows(&self) -> bool;

    /// The memory the space itself holds.
    fn held(&self) -> Bytes {
        Bytes(0)
    }

    /// A position as people write it.
    fn show(&self, rank: Rank) -> String;

    /// The structure a fast kernel or a theorem may use.
    fn view(&self) -> View<'_>;
}

/// The structure of a game, as far as a kernel or a theorem can exploit it. For every view
/// of one heap but those of divisor games, row r asks for the heap of r tokens. What a row asks for is
/// said of rows that are numbers; of a single position with a name of its own it is not.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum View<'a> {
    /// Options can only be enumerated.
    Opaque,
    /// One heap, a take-and-break code.
    TakeAndBreak(&'a TakeAndBreak),
    /// One heap, split it into two that differ.
    UnequalSplit,
    /// One heap, remove a member of a finite set (sorted, without 0).
    Subtraction(&'a [u64]),
    /// One heap, remove any positive number outside a finite set (sorted).
    AllBut(&'a [u64]),
    /// Several stacks: a move takes at least one token in all from the stacks of one face. The
    /// faces are sets of coordinates: bit i is coordinate i.
    Faces(&'a [u32]),
    /// Several heaps: a move takes any positive number of tokens from each of a few of them.
    Heaps {
        /// The most heaps a move may touch.
        most: usize,
        /// The most tokens a move may take from each of them, if there is such a rule.
        limit: Option<u32>,
        /// Whether a move may also take the same number from every heap.
        all: bool,
    },
    /// Several heaps: a move takes any positive number of tokens from a largest one.
    Largest,
    /// One number n >= 1 (row r asks for r + 1), divide it by a prime power.
    PrimePowers,
    /// One number n >= 1 (row r asks for r + 1), divide it by a power of a squarefree number.
    SquarefreePowers,
    /// A point of the plane in a box, subtract a positive multiple of one of the vectors
    /// (two components each).
    Rays(&'a [Point]),
    /// A point of the plane in a box, subtract one of the vectors (two components each).
    Steps(&'a [Point]),
    /// Place n stones, one at a time, on some piles, then play Nim; row n asks for the start
    /// with n stones.
    BuildingNim {
        /// How many piles.
        piles: usize,
    },
    /// Chomp on some rows; row r asks for the whole bar of r + 1 columns.
    Chomp {
        /// How many rows.
        rows: usize,
    },
}

/// Which play: what happens to the player who cannot move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Play {
    /// The reverse of `Display`.
    pub fn read(text: &str) -> Option<Self> {
        [Play::Normal, Play::Misere].into_iter().find(|play| play.to_string() == text)
    }
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
