//! Undirected graphs without loops and multiple edges.

use smallvec::SmallVec;

/// The neighbours of a vertex; most have few.
type Neighbours = SmallVec<[usize; 4]>;

/// A graph with vertices 0, 1, ....
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    neighbours: Vec<Neighbours>,
}

impl Graph {
    /// A graph with this many vertices and no edges.
    pub fn new(vertices: usize) -> Self {
        Self { neighbours: vec![Neighbours::new(); vertices] }
    }

    /// The graph with some edges. Loops are left out, and edges given twice count once.
    pub fn with(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut graph = Self::new(vertices);
        edges.into_iter().for_each(|(u, v)| graph.join(u, v));
        graph
    }

    /// Joins two vertices by an edge.
    pub fn join(&mut self, u: usize, v: usize) {
        for (from, to) in [(u, v), (v, u)] {
            if let Err(place) = self.neighbours[from].binary_search(&to)
                && u != v
            {
                self.neighbours[from].insert(place, to);
            }
        }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of a vertex in ascending order.
    pub fn neighbours(&self, vertex: usize) -> &[usize] {
        &self.neighbours[vertex]
    }

    /// The edges u < v in lexicographic order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let after = |u: usize| self.neighbours[u].iter().filter(move |&&v| u < v).map(move |&v| (u, v));
        (0..self.vertices()).flat_map(after)
    }

    /// The graph on the edges, in lexicographic order, in which edges with a common end are neighbours.
    pub fn line_graph(&self) -> Self {
        let mut lines = Self::new(self.edges().count());
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); self.vertices()];
        for (number, (u, v)) in self.edges().enumerate() {
            for end in [u, v] {
                at[end].iter().for_each(|&other| lines.join(other, number));
                at[end].push(number);
            }
        }
        lines
    }

    /// Calls `visit` for every connected set of up to `most` vertices, once each, until it returns false.
    /// Sets are grown from their smallest vertex; a vertex that was passed over is not tried again.
    pub fn connected_sets(&self, most: usize, visit: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        (0..self.vertices()).all(|root| {
            let barred: Vec<bool> = (0..self.vertices()).map(|vertex| vertex <= root).collect();
            most == 0 || self.grow(&mut vec![root], &self.beyond(root, &barred), &barred, most, visit)
        })
    }

    fn beyond(&self, vertex: usize, barred: &[bool]) -> Vec<usize> {
        self.neighbours[vertex].iter().copied().filter(|&other| !barred[other]).collect()
    }

    fn grow(
        &self,
        set: &mut Vec<usize>,
        border: &[usize],
        barred: &[bool],
        most: usize,
        visit: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        if !visit(set) {
            return false;
        }
        if set.len() == most {
            return true;
        }
        let mut barred = barred.to_vec();
        border.iter().for_each(|&vertex| barred[vertex] = true);
        // Vertices of the border before the chosen one stay barred; those after it stay in the border.
        (0..border.len()).all(|place| {
            let mut next = border[place + 1..].to_vec();
            next.extend(self.beyond(border[place], &barred));
            set.push(border[place]);
            let goes_on = self.grow(set, &next, &barred, most, visit);
            set.pop();
            goes_on
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn edges_with_a_common_end_are_neighbours_in_the_line_graph() {
        // A triangle with one more edge, and an edge apart.
        let graph = Graph::with(6, [(0, 1), (1, 2), (0, 2), (2, 3), (4, 5)]);
        let lines: Vec<(usize, usize)> = graph.line_graph().edges().collect();
        assert_eq!(lines, [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]);
        assert_eq!(graph.line_graph().vertices(), 5);
    }

    #[test]
    fn connected_sets_are_listed_once_each() {
        let mut random = Random(20_261_127);
        for _ in 0..60 {
            let n = 1 + random.below(8) as usize;
            let edges: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
            let graph = Graph::with(n, edges.into_iter().filter(|_| random.below(3) == 0));
            let most = 1 + random.below(5) as usize;
            let mut found = Vec::new();
            graph.connected_sets(most, &mut |set| {
                found.push(set.iter().fold(0u32, |mask, &vertex| mask | 1 << vertex));
                true
            });
            found.sort_unstable();
            let is_connected = |mask: u32| {
                let mut part = mask & mask.wrapping_neg();
                loop {
                    let near = (0..n).filter(|&v| part >> v & 1 == 1).flat_map(|v| graph.neighbours(v));
                    let next = part | near.fold(0, |near, &v| near | 1u32 << v) & mask;
                    if next == part {
                        return part == mask;
                    }
                    part = next;
                }
            };
            let all = (1u32..1 << n).filter(|mask| mask.count_ones() as usize <= most && is_connected(*mask));
            assert_eq!(found, all.collect::<Vec<_>>());
        }
    }
}
