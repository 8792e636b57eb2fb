//! What a family writes ([`Rules`]), and what a kernel sees ([`Ruleset`]).

use super::play::Play;
use super::point::Point;
use super::rows::Rows;
use super::symmetry::Symmetry;
use super::view::View;
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use std::fmt;
use std::hash::Hash;

/// The rank of a position: its number in a [`Ruleset`], from 0.
pub type Rank = u64;

/// The rules of one game over typed positions: all that a family has to write.
///
/// A space turns rules into a [`Ruleset`].
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
/// [`Rules`] by a space.
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

/// What a space may use while it is made, and what for.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The most memory.
    pub memory: Bytes,
    /// How a long enumeration is stopped and watched.
    pub control: &'a Control<'a>,
    /// The play: misère play of a game that splits needs multisets.
    pub play: Play,
}

/// A position in a ruleset that holds everything that can be reached from it.
pub struct Spot {
    /// The ruleset.
    pub ruleset: Box<dyn Ruleset>,
    /// The position.
    pub rank: Rank,
}
