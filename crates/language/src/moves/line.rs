//! A move as it is stored: a line of text, parsed and typed.

use crate::eval::Quick;
use crate::fault::SourcePlace;
use crate::node::{Domain, Number, Truth, Turns};

/// The maximum number of components of a sum that a move leaves.
pub(super) const MOST_PARTS: u64 = 10_000;

/// A move.
#[derive(Debug, Clone)]
pub(super) struct Move {
    pub text: String,
    /// The byte of the source where the text starts.
    pub start: usize,
    /// The names of the coordinates and of the variables of the ranges.
    pub names: Vec<String>,
    /// The domains of the ranges; the outermost range comes first.
    pub ranges: Vec<Domain>,
    /// `conditions[i]` is tested when the variables of the first i ranges have values.
    pub conditions: Vec<Vec<Truth>>,
    /// The coordinates of all components, one after the other.
    pub targets: Vec<Target>,
    /// Whether it may leave a sum of two or more positions.
    pub splits: bool,
}

/// An item in the list of coordinates of all components.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// A coordinate.
    Number(Quick),
    /// All coordinates of a group of components.
    Group(Box<Group>),
}

/// A group of components whose number depends on the position.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// One component for every turn.
    pub turns: Turns<Vec<Quick>>,
    /// How often each component is repeated, with the place of this number in the source.
    pub times: Option<(Number, SourcePlace)>,
}
