//! Green Hackenbush: edges that hang on the ground.

use super::offered::Structure;
use crate::ruleset::Python;
use std::sync::Arc;

/// A drawing: a graph, in which edges may be repeated and may be loops, and a vertex that is the ground.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drawing {
    /// The number of vertices.
    pub vertices: usize,
    /// The ends of each edge; the same vertex twice for a loop.
    pub edges: Vec<(usize, usize)>,
    /// The ground.
    pub ground: usize,
}

/// The drawings of the rows of a game of Green Hackenbush. Edges that do not hang on the ground are no part of the
/// game.
#[derive(Clone)]
pub struct Hackenbush(pub Arc<dyn Drawings>);

/// For each label, its drawing.
pub trait Drawings: Send + Sync {
    /// Whether there is only one drawing, which has a name in place of a label.
    fn is_single(&self) -> bool;

    /// The number of vertices of the drawing of a label, known before it is made.
    fn vertices(&self, label: &[u64]) -> u64;

    /// The rules in Python, if somebody has written them.
    fn python(&self) -> Option<Python> {
        None
    }

    /// The drawing of a label.
    fn drawing(&self, label: &[u64]) -> Drawing;
}

impl Structure for Hackenbush {
    /// Mostly, a row has about as many edges as there are rows.
    fn work_per_row(&self, rows: u64) -> u64 {
        rows.max(1)
    }
}
