//! Positions and the moves between them.

use super::sketch::Sketch;
use crate::picture::Picture;
use crate::ruleset::{Play, Value};

/// A position in the picture.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) text: String,
    /// What it looks like, if it lies on a board or a graph.
    pub(super) picture: Option<Picture>,
    /// The Grundy value in normal play; in misère play 0 for P and 1 for N.
    pub(super) value: u32,
    /// The length of the longest play from here.
    pub(super) height: usize,
    pub(super) options: Vec<usize>,
    /// Whether its moves are omitted because they lead beyond the levels that are drawn.
    pub(super) is_cut: bool,
}

/// All positions that can be reached from a given one.
#[derive(Debug)]
pub struct Drawing {
    pub(super) title: String,
    pub(super) play: Play,
    pub(super) nodes: Vec<Node>,
    /// How positions are drawn, if they are.
    pub(super) sketch: Option<Sketch>,
    /// Whether the moves of some positions are omitted.
    pub(super) is_cut: bool,
}

impl Drawing {
    pub(super) fn is_normal(&self) -> bool {
        self.play == Play::Normal
    }

    /// Whether a node is a P-position.
    pub(super) fn is_p(&self, node: usize) -> bool {
        self.nodes[node].value == 0
    }

    pub(super) fn value(&self, node: &Node) -> String {
        if self.is_normal() { Value::GRUNDY } else { Value::OUTCOME }.show(node.value)
    }
}
