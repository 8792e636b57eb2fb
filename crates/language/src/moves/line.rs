//! A move, typed: what is kept of a line of text.

use crate::eval::Quick;
use crate::fault::SourcePlace;
use crate::node::{Domain, Number, Truth, Turns};

/// The most parts of a sum that a move leaves.
pub(super) const MOST_PARTS: u64 = 10_000;

/// A move.
#[derive(Debug, Clone)]
pub(super) struct Move {
    pub text: String,
    /// The byte of the source where the text begins.
    pub start: usize,
    /// What the ranges run over, the outermost first.
    pub ranges: Vec<Domain>,
    /// `conditions[i]` is tested when i ranges have their values.
    pub conditions: Vec<Vec<Truth>>,
    /// The coordinates of every part, one after the other.
    pub targets: Vec<Target>,
    /// Whether it may leave a sum of two positions or more.
    pub splits: bool,
}

/// What stands among the coordinates of the parts of a sum.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// A coordinate.
    Number(Quick),
    /// All coordinates of parts whose number depends on the position.
    Group(Box<Group>),
}

/// Parts whose number depends on the position.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// A part for every turn.
    pub turns: Turns<Vec<Quick>>,
    /// How many of each there are, and where that stands.
    pub times: Option<(Number, SourcePlace)>,
}
