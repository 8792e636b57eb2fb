//! Errors during evaluation, with their place in the source.

use std::fmt;
use std::ops::Range;

/// A place in the source: its first byte, and the byte after its last.
pub(super) type SourcePlace = (u32, u32);

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A division by zero.
    Zero,
    /// A number that does not fit into 64 bits.
    Overflow,
    /// A negative number where it is not allowed.
    Negative,
    /// An index outside a set, list or text.
    Index,
    /// The least or largest element of an empty set or list.
    Empty,
    /// A function outside its domain.
    Undefined,
    /// Numbers for which an automaton has no output.
    Unread,
    /// Too many turns of loops, or as much work in functions.
    Long,
    /// Too many components of a sum.
    Parts,
    /// A variable without a value; its number in the scope.
    Missing(u32),
    /// A row that does not exist, or a column of another row without a value.
    Row,
    /// A value of the game outside the range.
    Outside,
}

/// An error during evaluation, with its place in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The error.
    pub what: What,
    pub(super) place: SourcePlace,
}

impl Fault {
    /// The range of bytes in the source.
    pub fn span(&self) -> Range<usize> {
        self.place.0 as usize..self.place.1 as usize
    }

    /// Whether nothing is wrong, but a needed value is unknown: a variable without a value, a value of the game
    /// outside the range, or another row that does not exist.
    pub fn is_unknown(&self) -> bool {
        matches!(self.what, What::Missing(_) | What::Row | What::Outside)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.what {
            What::Zero => "division by zero",
            What::Overflow => "the result does not fit in 64 bits",
            What::Negative => "a negative number where a non-negative one is required",
            What::Index => "index out of range",
            What::Empty => "the least or largest element of an empty set or list",
            What::Undefined => "argument outside the domain of the function",
            What::Unread => "the automaton has no transition for these numbers, or reads another number of them",
            What::Long => "more than 10,000,000 loop iterations (or equivalent work in functions)",
            What::Parts => "a sum with more than 10,000 parts",
            What::Missing(_) => "a variable without a value",
            What::Row => "another row that does not exist or has no value there",
            What::Outside => "a value of the game beyond the range",
        })
    }
}
