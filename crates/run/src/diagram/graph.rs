//! Positions and the moves between them.

use crate::charts::Sketch;
use crate::picture::Picture;
use crate::ruleset::{LoopyOutcome, LoopyValue, Value};

/// A position in the picture.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) text: String,
    /// What it looks like, if it lies on a board or a graph.
    pub(super) picture: Option<Picture>,
    /// The value; 0 for P.
    pub(super) value: u32,
    /// The length of the longest play from here, apart from moves that go back.
    pub(super) height: usize,
    pub(super) options: Vec<usize>,
    /// Whether its moves are omitted because they lead beyond the levels that are drawn.
    pub(super) is_cut: bool,
}

/// All positions that can be reached from a given one.
#[derive(Debug)]
pub struct Drawing {
    pub(super) title: String,
    /// The kind of the values.
    pub(super) kind: Value,
    pub(super) nodes: Vec<Node>,
    /// How positions are drawn, if they are.
    pub(super) sketch: Option<Sketch>,
    /// Whether the moves of some positions are omitted.
    pub(super) is_cut: bool,
}

impl Drawing {
    /// Whether a node is a P-position.
    pub(super) fn is_p(&self, node: usize) -> bool {
        self.nodes[node].value == 0
    }

    /// Whether both players can avoid losing for ever.
    pub(super) fn is_draw(&self, node: &Node) -> bool {
        self.kind == Value::LOOPY && LoopyValue::of(node.value).outcome() == LoopyOutcome::Draw
    }

    pub(super) fn value(&self, node: &Node) -> String {
        self.kind.show(node.value)
    }
}
