//! The layer of each position in a picture.

use super::graph::Node;

/// Computes the longest play from each node. A move that leads back to a position on the way to this one does not
/// count; it leads to a position that is higher.
pub(super) fn measure(nodes: &mut [Node]) {
    let mut search = Search { nodes, states: Vec::new() };
    search.states = vec![State::New; search.nodes.len()];
    (0..search.nodes.len()).for_each(|node| search.visit(node));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// On the way from the first node to the present one.
    Open,
    Measured,
}

struct Search<'n> {
    nodes: &'n mut [Node],
    states: Vec<State>,
}

impl Search<'_> {
    /// Measures a node, and all nodes that can be reached from it. Pictures are small, so recursion is not too deep.
    fn visit(&mut self, node: usize) {
        if self.states[node] != State::New {
            return;
        }
        self.states[node] = State::Open;
        let mut height = 0;
        for place in 0..self.nodes[node].options.len() {
            let option = self.nodes[node].options[place];
            self.visit(option);
            if self.states[option] == State::Measured {
                height = height.max(self.nodes[option].height + 1);
            }
        }
        self.nodes[node].height = height;
        self.states[node] = State::Measured;
    }
}
