//! What a family writes ([`Rules`]), and what a kernel sees ([`Ruleset`]).

use super::play::Play;
use super::point::Point;
use super::rows::Rows;
use super::symmetry::Symmetry;
use super::visit::Visit;
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::structure::Structures;
use smallvec::SmallVec;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The rank of a position: its number in a [`Ruleset`], from 0.
pub type Rank = u64;

/// The rules of one game over typed positions: all that a family has to write.
///
/// A space turns rules into a [`Ruleset`].
pub trait Rules: Send + Sync {
    /// A position, in whatever form makes the rules short.
    type Position: Position;

    /// Calls `visit` once for every option of a position, until it wants no more: `Break` is handed on.
    ///
    /// An option is a disjunctive sum, written as the list of its components: one entry is
    /// a plain move, two entries a split, the empty list the empty sum (value 0). The same
    /// option may be visited more than once.
    fn options(&self, position: &Self::Position, visit: &mut Visit<'_, Self::Position>) -> ControlFlow<()>;

    /// Whether some option has two or more entries.
    fn splits(&self) -> bool {
        false
    }

    /// At least how many positions can be reached from some, these among them, as far as that follows without a search; 0 if nothing
    /// is known. A search for more than the memory holds is refused before it begins.
    fn at_least(&self, _: &[Self::Position]) -> u128 {
        0
    }

    /// Reads what [`Rules::show`] writes.
    fn read(&self, text: &str) -> Option<Self::Position> {
        Self::Position::read(text)
    }

    /// Whether a value of the type is a position of this game.
    fn is_position(&self, _: &Self::Position) -> bool {
        true
    }

    /// A position as people write it.
    fn show(&self, position: &Self::Position) -> String {
        position.show()
    }

    /// What a fast kernel or a theorem may know beyond the options.
    fn structures(&self) -> Structures<'_> {
        Structures::default()
    }

    /// Which rearrangements of the coordinates of a position do not change its value.
    fn symmetry(&self) -> Symmetry {
        Symmetry::None
    }
}

/// What the type of a position must allow: use as a key, and writing and reading as text.
pub trait Position: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync {
    /// The position as people write it.
    fn show(&self) -> String;

    /// Reads what [`Position::show`] writes.
    fn read(text: &str) -> Option<Self>;

    /// The bytes that it holds elsewhere, as those of many parts.
    fn elsewhere(&self) -> usize {
        0
    }
}

impl Position for u64 {
    fn show(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.trim().parse().ok()
    }
}

/// The bytes that a small vector takes elsewhere, with those of the allocator.
pub fn spilled<A: smallvec::Array>(vector: &SmallVec<A>) -> usize {
    if vector.spilled() { vector.capacity() * size_of::<A::Item>() + 16 } else { 0 }
}

impl Position for Point {
    fn show(&self) -> String {
        self.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }

    fn read(text: &str) -> Option<Self> {
        text.split(',').map(|part| part.trim().parse().ok()).collect()
    }

    fn elsewhere(&self) -> usize {
        spilled(self)
    }
}

/// The rules of one game in terms of ranks: what kernels work on. Every option of a position has ranks
/// here too. A space makes it from [`Rules`].
///
/// Positions are partitioned into strata 0, 1, ...: every option of a position consists of
/// positions of lower strata, so the positions of one stratum can be computed in parallel.
pub trait Ruleset: Send + Sync {
    /// The rows of the output: the positions asked for, with their labels.
    fn rows(&self) -> &Rows;

    /// Finds all positions, if the space must search for them (else it does nothing). Before that, only
    /// `rows`, `structures` and `splits` may be called.
    ///
    /// # Errors
    /// [`Error::Limit`] as soon as the positions found do not fit the memory;
    /// [`Error::Endless`] if some play never ends, naming the cycle; [`Error::Interrupted`].
    fn enumerate(&self, _: Setup<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// The rank of the position asked for in a row.
    fn asked(&self, row: u64) -> Rank;

    /// How many positions there are, whether asked for or not.
    fn positions(&self) -> u64;

    /// How many strata there are. A play without splits has fewer moves than this.
    fn strata(&self) -> u64;

    /// How many slots a stratum has. A slot holds one position or none.
    fn slots(&self, stratum: u64) -> u64;

    /// The position in a slot of a stratum.
    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank>;

    /// A rank such that all ranks below it belong to `stratum` or a lower stratum.
    fn settled(&self, stratum: u64) -> Rank;

    /// Calls `visit` once for every option, as the list of ranks of its components, until it wants no more: `Break` is handed on.
    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()>;

    /// Calls `visit` once for every option.
    fn each_option(&self, rank: Rank, visit: &mut dyn FnMut(&[Rank])) {
        let _ = self.options(rank, &mut |entries| {
            visit(entries);
            ControlFlow::Continue(())
        });
    }

    /// Whether some option has two or more entries.
    fn splits(&self) -> bool;

    /// Whether every position is asked for, in the order of ranks: then the rank of a row is the
    /// number of the row.
    fn ranks_are_rows(&self) -> bool;

    /// The memory the space itself holds.
    fn held(&self) -> Bytes {
        Bytes(0)
    }

    /// A position as people write it.
    fn show(&self, rank: Rank) -> String;

    /// The components of a disjunctive sum, if it is one; it may be asked for before positions are found.
    fn summands(&self) -> Option<Summands<'_>> {
        None
    }

    /// The game with more rows, if these are some of a whole box.
    fn whole(&self) -> Option<&dyn Ruleset> {
        None
    }

    /// What a fast kernel or a theorem may know beyond the options.
    fn structures(&self) -> Structures<'_> {
        Structures::default()
    }
}

/// The components of a disjunctive sum. Its rows have the coordinates of each in turn.
#[derive(Clone, Copy)]
pub struct Summands<'s> {
    /// The distinct ones, their positions found.
    pub parts: &'s [Box<dyn Ruleset>],
    /// Which of them each component is.
    pub part_of: &'s [usize],
}

/// What a space needs to know while it is made.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The most memory.
    pub memory: Bytes,
    /// How a long enumeration is cancelled, and reports progress.
    pub control: &'a Control<'a>,
    /// The play.
    pub play: Play,
    /// Whether a sum is one position, a multiset of its components, and not the list of them.
    pub whole_sums: bool,
    /// The most memory for the options of positions that are searched for, which are kept so that each is made once.
    pub options: Bytes,
}

impl<'a> Setup<'a> {
    /// A setup that keeps options where they fit. In misère play sums are whole: their outcomes do not follow from those of their components.
    pub fn new(memory: Bytes, control: &'a Control<'a>, play: Play) -> Self {
        Self { memory, control, play, whole_sums: play == Play::Misere, options: memory }
    }
}

/// A position in a ruleset that holds everything that can be reached from it.
pub struct Spot {
    /// The ruleset.
    pub ruleset: Box<dyn Ruleset>,
    /// The position.
    pub rank: Rank,
}
