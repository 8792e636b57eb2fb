//! A move as it is stored: a line of text, parsed and typed.

use crate::eval::Quick;
use crate::fault::SourcePlace;
use crate::node::{Domain, Number, Truth, Turns};
use grundy_core::ruleset::Turn;

/// The maximum number of components of a sum that a move leaves.
pub(super) const MOST_PARTS: u64 = 10_000;

/// A move.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    /// The declared kind whose move it is.
    pub kind: Option<usize>,
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
    /// Who moves next, and where.
    pub turn: Turn,
    /// Whether it may leave a sum of two or more positions.
    pub splits: bool,
    /// Where these pieces are in the source.
    pub places: Places,
}

/// The places of the pieces of a move in the source.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    /// Those of the ranges.
    pub ranges: Vec<SourcePlace>,
    /// Those of the conditions.
    pub conditions: Vec<Vec<SourcePlace>>,
    /// Those of the targets.
    pub targets: Vec<SourcePlace>,
}

/// The coordinates of a component, with their places in the source.
pub(crate) type Targets<'t> = &'t [(&'t Quick, SourcePlace)];

/// An item in the list of coordinates of all components.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// A coordinate.
    Number(Quick),
    /// All coordinates of a group of components.
    Group(Box<Group>),
}

/// A group of components whose number depends on the position.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// One component for every turn.
    pub turns: Turns<Vec<Quick>>,
    /// How often each component is repeated, with the place of this number in the source.
    pub times: Option<(Number, SourcePlace)>,
}

impl Group {
    /// A component that is only repeated, and how often (once, if nothing is said).
    pub fn repeated(&self) -> Option<(&[Quick], Option<&Number>)> {
        let is_plain = self.turns.domains.is_empty() && self.turns.condition.is_none();
        is_plain.then(|| (&self.turns.body[..], self.times.as_ref().map(|(times, _)| times)))
    }
}

impl Move {
    /// Whether it is a move of the kind of a position.
    pub fn is_of(&self, position: &[i64]) -> bool {
        self.kind.is_none_or(|kind| position.first() == Some(&(kind as i64)))
    }

    /// Nothing but the coordinates of positions, for reading the condition `text` that they satisfy.
    pub fn of_condition(text: &str, start: usize, names: &[String]) -> Self {
        Self {
            kind: None,
            text: text.to_string(),
            start,
            names: names.to_vec(),
            ranges: Vec::new(),
            conditions: Vec::new(),
            targets: Vec::new(),
            turn: Turn::Other,
            splits: false,
            places: Places::default(),
        }
    }
}
