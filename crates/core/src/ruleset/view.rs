//! Views: the structure of a game that a fast kernel may use.

use super::point::Point;
use super::take_and_break::TakeAndBreak;

/// The structure of a game, as far as a kernel or a theorem can use it. For every view
/// of one heap but those of divisor games and coins, row r asks for the heap of r tokens. These statements about
/// rows are for rows that are numbers, not for a ruleset made for a single position.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum View<'a> {
    /// No known structure: options can only be enumerated.
    Opaque,
    /// One heap, a take-and-break code.
    TakeAndBreak(&'a TakeAndBreak),
    /// One heap, split it into two that differ.
    UnequalSplit,
    /// One heap, remove a member of a finite set (sorted, without 0).
    Subtraction(&'a [u64]),
    /// One heap, remove a member of an infinite set, of which these are the members within the range (sorted, without 0).
    Members(&'a [u64]),
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
    /// One number n >= 1 (row r asks for r + 1), divide it by one of these (sorted).
    Divisors(&'a [u64]),
    /// One number n >= 1 (row r asks for r + 1), divide it by any divisor but 1.
    AllDivisors,
    /// One number n >= 1 (row r asks for r + 1), divide it by a power of a squarefree number.
    SquarefreePowers,
    /// A point in a box, subtract a positive multiple of one of the vectors.
    Rays(&'a [Point]),
    /// A point in a box, subtract one of the vectors.
    Steps(&'a [Point]),
    /// A point in a box, go to a point of a line.
    Lines(&'a [Line]),
    /// A row of coins with one head; row r asks for the head at the r-th place.
    Coins(Coins),
    /// Objects on a circle: the first move takes adjacent ones and leaves a row of the others.
    Circle {
        /// How many objects a move may take (sorted).
        take: &'a [u64],
        /// The game on rows.
        row: &'a TakeAndBreak,
    },
    /// Place n stones, one at a time, on some piles, then play Nim; row n asks for the start
    /// with n stones.
    BuildingNim {
        /// How many piles.
        piles: usize,
    },
    /// Chomp on some rows; row r asks for the whole bar of r + 1 columns, or rows are all positions ([`Rows::is_descending`](super::Rows::is_descending)).
    Chomp {
        /// How many rows.
        rows: usize,
    },
}

impl View<'_> {
    /// Whether it is Nim with so many heaps.
    pub fn is_nim(&self, heaps: usize) -> bool {
        match self {
            View::AllBut([]) => heaps == 1,
            View::Heaps { most: 1, limit: None, all: false } => true,
            View::Faces(faces) => faces.len() == heaps && faces.iter().all(|face| face.is_power_of_two()),
            View::Rays(rays) => rays.len() == heaps && rays.iter().all(|ray| ray.iter().sum::<u32>() == 1),
            _ => false,
        }
    }
}

/// Which coins a move turns, the rightmost of which is a head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coins {
    /// Any number of consecutive ones.
    Run,
    /// At least and at most so many, anywhere.
    Some {
        /// At least; not 0.
        least: usize,
        /// At most.
        most: usize,
    },
}

/// Moves that end on a line: subtract `first`, or `first` and any multiple of `more`, which may be 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What every move subtracts.
    pub first: Point,
    /// A multiple of which may be subtracted, too.
    pub more: Point,
}
