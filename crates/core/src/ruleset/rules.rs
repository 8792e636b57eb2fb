//! What a family implements ([`Rules`]), and what a kernel sees ([`Ruleset`]).

use super::joining::Joining;
use super::play::Play;
use super::point::Point;
use super::python::Python;
use super::rows::Rows;
use super::symmetry::Symmetry;
use super::turn::Turn;
use super::visit::Visit;
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::picture::Picture;
use crate::structure::Structures;
use smallvec::SmallVec;
use std::fmt;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The rank of a position: its number in a [`Ruleset`], counted from 0.
pub type Rank = u64;

/// The rules of a game in terms of typed positions: all that a family has to implement.
///
/// A space turns rules into a [`Ruleset`].
pub trait Rules: Send + Sync {
    /// The type of positions; choose one that keeps the rules short.
    type Position: Position;

    /// Calls `visit` for every option of a position, until `visit` returns `Break`, which is passed on.
    ///
    /// An option is a disjunctive sum, written as the list of its components: one entry is a plain move, two entries
    /// are a split, and the empty list is the empty sum (value 0). The same option may be visited more than once.
    fn options(&self, position: &Self::Position, visit: &mut Visit<'_, Self::Position>) -> ControlFlow<()>;

    /// Whether some option has two or more components.
    fn splits(&self) -> bool {
        false
    }

    /// Whether play may go on for ever, which is a draw.
    fn loops(&self) -> bool {
        false
    }

    /// Whether moves may decide who moves next, and where ([`Rules::each_turn`]).
    fn entails(&self) -> bool {
        false
    }

    /// Calls `visit` for every option of a position, with the turn after the move.
    fn each_turn(&self, position: &Self::Position, visit: &mut dyn FnMut(Turn, &[Self::Position])) {
        let _ = self.options(position, &mut |entries| {
            visit(Turn::Other, entries);
            ControlFlow::Continue(())
        });
    }

    /// Refuses a row whose position would be too large to be made.
    ///
    /// # Errors
    /// [`Error::Limit`].
    fn fits(&self, _label: &[u64]) -> Result<(), Error> {
        Ok(())
    }

    /// A lower bound on the number of positions that can be reached from the given ones, including these, if
    /// it is known without a search; otherwise 0. A search for more positions than the memory can hold is
    /// refused before it starts.
    fn at_least(&self, _: &[Self::Position]) -> u128 {
        0
    }

    /// Reads the text that [`Rules::show`] writes.
    fn read(&self, text: &str) -> Option<Self::Position> {
        Self::Position::read(text)
    }

    /// Why [`Rules::read`] reads no position in a text, if the rules can say it.
    fn unread(&self, _: &str) -> Option<String> {
        None
    }

    /// Whether a value of the position type is a position of this game.
    fn is_position(&self, _: &Self::Position) -> bool {
        true
    }

    /// A position as text, in the usual notation.
    fn show(&self, position: &Self::Position) -> String {
        position.show()
    }

    /// What a position looks like, if it lies on a board or a graph.
    fn picture(&self, _: &Self::Position) -> Option<Picture> {
        None
    }

    /// What a fast kernel or a theorem may know about the game beyond its options.
    fn structures(&self) -> Structures<'_> {
        Structures::default()
    }

    /// The rearrangements of a position's coordinates that do not change its value.
    fn symmetry(&self) -> Symmetry {
        Symmetry::None
    }

    /// The same options in Python, for the program in an entry of the OEIS; none if nobody wrote them down.
    fn python(&self) -> Option<Python> {
        None
    }
}

/// The type of positions. They can be used as keys, and be written as text and read again.
pub trait Position: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync {
    /// The position as text, in the usual notation.
    fn show(&self) -> String;

    /// Reads the text that [`Position::show`] writes.
    fn read(text: &str) -> Option<Self>;

    /// The allocated memory that the position owns, in bytes.
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

/// The allocated memory of a small vector in bytes, including the overhead of the allocator.
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

/// The rules of a game in terms of ranks: what kernels work on. A space makes it from [`Rules`]. The
/// positions are closed under options: the components of every option have ranks as well.
///
/// Positions are partitioned into strata 0, 1, .... Every option consists of positions of lower strata, so
/// the positions of one stratum can be computed in parallel.
pub trait Ruleset: Send + Sync {
    /// The rows of the output: the positions asked for, with their labels.
    fn rows(&self) -> &Rows;

    /// Finds all positions if the space has to search for them; otherwise it does nothing. Before this, only
    /// `rows`, `structures`, `splits` and `summands` may be called.
    ///
    /// # Errors
    /// [`Error::Limit`] as soon as the positions found do not fit into the memory; [`Error::Endless`], with
    /// the cycle, if the rules allow endless play; [`Error::Interrupted`].
    fn enumerate(&self, _: Setup<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// The rank of the position that a row asks for.
    fn asked(&self, row: u64) -> Rank;

    /// The number of all positions, whether asked for or not.
    fn positions(&self) -> u64;

    /// The number of strata. Without splits, every play has fewer moves than this.
    fn strata(&self) -> u64;

    /// The number of slots of a stratum. A slot contains one position or none.
    fn slots(&self, stratum: u64) -> u64;

    /// The position in a slot of a stratum, if there is one.
    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank>;

    /// A rank such that all lower ranks belong to `stratum` or to lower strata.
    fn settled(&self, stratum: u64) -> Rank;

    /// Calls `visit` for every option of a position, with the ranks of its components, until `visit` returns
    /// `Break`, which is passed on.
    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()>;

    /// Calls `visit` for every option of a position.
    fn each_option(&self, rank: Rank, visit: &mut dyn FnMut(&[Rank])) {
        let _ = self.options(rank, &mut |entries| {
            visit(entries);
            ControlFlow::Continue(())
        });
    }

    /// Calls `visit` for every option of a position, with the turn after the move.
    fn each_turn(&self, rank: Rank, visit: &mut dyn FnMut(Turn, &[Rank])) {
        self.each_option(rank, &mut |entries| visit(Turn::Other, entries));
    }

    /// Whether some option has two or more components.
    fn splits(&self) -> bool;

    /// Whether all positions are asked for, in the order of their ranks. Then the rank of a row's position is
    /// the number of the row.
    fn ranks_are_rows(&self) -> bool;

    /// The memory that the space itself uses.
    fn held(&self) -> Bytes {
        Bytes(0)
    }

    /// A position as text, in the usual notation.
    fn show(&self, rank: Rank) -> String;

    /// What a position looks like, if it lies on a board or a graph.
    fn picture(&self, _: Rank) -> Option<Picture> {
        None
    }

    /// The components, if the game is a disjunctive sum. This may be called before the positions of the sum are found.
    fn summands(&self) -> Option<Summands<'_>> {
        None
    }

    /// The components, if the game is several games at the same time.
    fn joined(&self) -> Option<Joined<'_>> {
        None
    }

    /// The game with all rows of the box, if this game has only some of them.
    fn whole(&self) -> Option<&dyn Ruleset> {
        None
    }

    /// What a fast kernel or a theorem may know about the game beyond its options.
    fn structures(&self) -> Structures<'_> {
        Structures::default()
    }

    /// How values follow from options.
    fn convention(&self) -> Convention<'_> {
        Convention::Plain
    }
}

/// How the value of a position follows from its options.
#[derive(Clone, Copy, Default)]
pub enum Convention<'r> {
    /// By the mex rule, or by its counterpart for outcomes. Who cannot move loses, or wins in misère play.
    #[default]
    Plain,
    /// Before each move the opponent forbids up to `most` of the options of `game`, which are distinct positions. A
    /// position is P if and only if at most so many of its options are P (A. Holshouser and H. Reiter; U. Larsson,
    /// *Blocking Wythoff Nim*, Electronic J. Combin. 18 (2011), P120).
    Blocking {
        /// The largest number of options that may be forbidden, at least 1.
        most: u32,
        /// The game whose options they are.
        game: &'r dyn Ruleset,
    },
    /// Play may go on for ever, which is a draw ([`LoopyValue`](super::LoopyValue)). The strata say nothing about the
    /// options.
    Loopy,
    /// A move may decide who moves next, and where ([`Ruleset::each_turn`]).
    Entailing,
}

impl Convention<'_> {
    /// The largest number of options that the opponent may forbid before a move.
    pub fn forbidden(self) -> u32 {
        match self {
            Convention::Plain | Convention::Loopy | Convention::Entailing => 0,
            Convention::Blocking { most, .. } => most,
        }
    }
}

/// The components of a disjunctive sum. The coordinates of its rows are those of its components, one
/// component after the other.
#[derive(Clone, Copy)]
pub struct Summands<'s> {
    /// The distinct components; their positions have been found.
    pub parts: &'s [Box<dyn Ruleset>],
    /// For each component, its index in `parts`.
    pub part_of: &'s [usize],
}

/// The components of a game that is several games at the same time. The coordinates of its rows are those of its
/// components, one component after the other.
pub struct Joined<'r> {
    /// How they are played.
    pub joining: Joining,
    /// The distinct components; their positions have been found, and their moves do not split.
    pub parts: Vec<&'r dyn Ruleset>,
    /// For each component, its index in `parts`.
    pub part_of: Vec<usize>,
    /// For each component, the number of its positions, with an additional last one if no position is without moves.
    /// The rank of a position has the ranks of the components as its digits, the last one being the lowest.
    pub sizes: Vec<u64>,
    /// Whether the rows are those of the components, and not a single position.
    pub has_their_rows: bool,
}

/// What a space needs to know when it is made.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The memory limit.
    pub memory: Bytes,
    /// Cancels a long enumeration, and receives its progress.
    pub control: &'a Control<'a>,
    /// The play convention.
    pub play: Play,
    /// Whether a sum is treated as one position (a multiset of components) rather than as a list of components.
    pub whole_sums: bool,
    /// The memory limit for storing the options of positions that were found by a search. Stored options are
    /// generated only once.
    pub options: Bytes,
}

impl<'a> Setup<'a> {
    /// A setup that may use all the memory for options. In misère play sums are treated as one position,
    /// because the outcome of a sum does not follow from those of its components.
    pub fn new(memory: Bytes, control: &'a Control<'a>, play: Play) -> Self {
        Self { memory, control, play, whole_sums: play == Play::Misere, options: memory }
    }
}

/// A single position, in a ruleset with all positions that can be reached from it.
pub struct Spot {
    /// The ruleset.
    pub ruleset: Box<dyn Ruleset>,
    /// The rank of the position.
    pub rank: Rank,
}
