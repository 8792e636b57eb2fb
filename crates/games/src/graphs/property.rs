//! Numbers that graphs have, for conditions and tables.

use grundy_core::system::Graph;
use std::collections::VecDeque;

/// A number that a graph has: its name, and what it is.
#[derive(Debug, Clone, Copy)]
pub struct GraphNumber {
    /// The name in conditions and tables.
    pub name: &'static str,
    /// The number.
    pub of: fn(&Graph) -> i64,
}

/// All of them. The first two are always columns of a sweep.
pub const GRAPH_NUMBERS: &[GraphNumber] = &[
    GraphNumber { name: "vertices", of: |graph| graph.vertices() as i64 },
    GraphNumber { name: "edges", of: |graph| graph.edges().count() as i64 },
    GraphNumber { name: "max_degree", of: |graph| degrees(graph).max().unwrap_or(0) },
    GraphNumber { name: "min_degree", of: |graph| degrees(graph).min().unwrap_or(0) },
    GraphNumber { name: "leaves", of: |graph| degrees(graph).filter(|&degree| degree == 1).count() as i64 },
    GraphNumber { name: "diameter", of: diameter },
    GraphNumber { name: "bipartite", of: |graph| i64::from(is_bipartite(graph)) },
];

fn degrees(graph: &Graph) -> impl Iterator<Item = i64> {
    (0..graph.vertices()).map(|vertex| graph.neighbours(vertex).len() as i64)
}

/// The distances from a vertex; none for vertices that cannot be reached.
fn distances(graph: &Graph, from: usize) -> Vec<Option<i64>> {
    let mut all = vec![None; graph.vertices()];
    all[from] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(vertex) = queue.pop_front() {
        for &near in graph.neighbours(vertex) {
            if all[near].is_none() {
                all[near] = all[vertex].map(|distance| distance + 1);
                queue.push_back(near);
            }
        }
    }
    all
}

/// The largest distance of two vertices; -1 if the graph is not connected.
fn diameter(graph: &Graph) -> i64 {
    let of = |vertex| distances(graph, vertex).into_iter().map(|distance| distance.unwrap_or(i64::MAX)).max();
    let most = (0..graph.vertices()).filter_map(of).max().unwrap_or(0);
    if most == i64::MAX { -1 } else { most }
}

fn is_bipartite(graph: &Graph) -> bool {
    let mut side = vec![None; graph.vertices()];
    (0..graph.vertices()).all(|root| {
        if side[root].is_some() {
            return true;
        }
        let reached = distances(graph, root);
        for (own, distance) in side.iter_mut().zip(&reached) {
            *own = own.or(distance.map(|distance| distance % 2));
        }
        graph.edges().all(|(u, v)| side[u].is_none() || side[u] != side[v])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_small_graphs() {
        let all = |graph: &Graph| GRAPH_NUMBERS.iter().map(|number| (number.of)(graph)).collect::<Vec<_>>();
        let path = Graph::with(4, [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(all(&path), [4, 3, 2, 1, 2, 3, 1]);
        let triangle_and_point = Graph::with(4, [(0, 1), (1, 2), (2, 0)]);
        assert_eq!(all(&triangle_and_point), [4, 3, 2, 0, 0, -1, 0]);
        assert_eq!(all(&Graph::new(1)), [1, 0, 0, 0, 0, 0, 1]);
    }
}
