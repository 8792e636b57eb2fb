//! What a position looks like: the board or the graph on which it lies, and what is left of it.

use crate::system::{Graph, Set, Wide};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where something is in a picture: from left to right, and from above. Neighbours are about [`APART`] apart.
pub type Place = (i64, i64);

/// The distance of neighbours.
pub const APART: i64 = 1000;

/// What an element of a position looks like while it is present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A vertex that is left, or a cell in the state of a letter; `#` is drawn as a filled square.
    State(usize, char),
    /// An edge that is left.
    Edge(usize, usize),
    /// A colour that a vertex may still get.
    Colour(usize, usize),
    /// A token on a vertex.
    Token(usize),
}

/// Where the vertices are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base {
    /// Vertices are the cells of a board, row by row.
    Board {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Vertices are circles, joined by lines.
    Graph {
        /// The graph.
        graph: Graph,
        /// The places of its vertices, if its family says them.
        places: Option<Vec<Place>>,
    },
}

/// The board or graph of a position, and what its elements look like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Where the vertices are.
    pub base: Base,
    /// What each element looks like.
    pub marks: Vec<Mark>,
    /// How each element is typed; empty if positions are typed in rows.
    pub names: Vec<String>,
    /// Whether elements are targets: a vertex without its own may still be chosen, so it is not gone.
    pub are_targets: bool,
}

/// A position on its board or graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The board or graph.
    pub scene: Arc<Scene>,
    /// The elements that are present.
    pub left: Wide,
}

impl Mark {
    /// The vertex of a mark that is not an edge.
    pub fn vertex(self) -> Option<usize> {
        match self {
            Mark::State(vertex, _) | Mark::Colour(vertex, _) | Mark::Token(vertex) => Some(vertex),
            Mark::Edge(..) => None,
        }
    }
}

impl Scene {
    /// The number of vertices or cells.
    pub fn vertices(&self) -> usize {
        match &self.base {
            Base::Board { rows, columns } => rows * columns,
            Base::Graph { graph, .. } => graph.vertices(),
        }
    }

    /// The number of squares, or of circles and lines, that a picture consists of.
    pub fn shapes(&self) -> usize {
        match &self.base {
            Base::Board { .. } => self.vertices(),
            Base::Graph { graph, .. } => graph.vertices() + graph.edges().count(),
        }
    }
}

impl Picture {
    /// The same board or graph with nothing left.
    pub fn emptied(&self) -> Self {
        Self { scene: self.scene.clone(), left: Wide::none(self.scene.marks.len()) }
    }

    /// Two parts of one position; none if they lie on different boards, or overlap.
    pub fn joined(mut self, other: &Self) -> Option<Self> {
        if !Arc::ptr_eq(&self.scene, &other.scene) || self.left.meets(&other.left) {
            return None;
        }
        self.left.join(&other.left);
        Some(self)
    }

    /// The marks that are present, with the numbers of their elements.
    pub fn marks(&self) -> impl Iterator<Item = (usize, Mark)> + '_ {
        let all = self.scene.marks.iter().copied().enumerate();
        all.filter(|&(element, _)| self.left.has(element))
    }

    /// The vertices that are gone: those that have states or colours, but none of them now, and no token.
    pub fn gone(&self) -> Vec<bool> {
        let mut gone = vec![false; self.scene.vertices()];
        if self.scene.are_targets {
            return gone;
        }
        for mark in &self.scene.marks {
            if let Mark::State(vertex, _) | Mark::Colour(vertex, _) = *mark {
                gone[vertex] = true;
            }
        }
        self.marks().filter_map(|(_, mark)| mark.vertex()).for_each(|vertex| gone[vertex] = false);
        gone
    }

    /// The edges of a graph, and whether each is gone: it has a mark that is absent, or an end that is gone.
    pub fn edges(&self) -> Vec<((usize, usize), bool)> {
        let Base::Graph { graph, .. } = &self.scene.base else { return Vec::new() };
        let gone = self.gone();
        let marked = |(element, mark): (usize, &Mark)| match mark {
            Mark::Edge(u, v) => Some(((*u, *v), element)),
            _ => None,
        };
        let elements: BTreeMap<(usize, usize), usize> =
            self.scene.marks.iter().enumerate().filter_map(marked).collect();
        let absent = |edge| elements.get(&edge).is_some_and(|&element| !self.left.has(element));
        graph.edges().map(|(u, v)| ((u, v), gone[u] || gone[v] || absent((u, v)))).collect()
    }

    /// The rows of a board whose positions are typed in rows: a letter for each state, `.` for a dead cell.
    pub fn rows(&self) -> Option<Vec<String>> {
        let Base::Board { columns, .. } = self.scene.base else { return None };
        if !self.scene.names.is_empty() {
            return None;
        }
        let mut cells = vec!['.'; self.scene.vertices()];
        for (_, mark) in self.marks() {
            if let Mark::State(cell, letter) = mark {
                cells[cell] = letter;
            }
        }
        Some(cells.chunks(columns.max(1)).map(|row| row.iter().collect()).collect())
    }

    /// The names of some elements, separated by commas.
    pub fn names(&self, elements: &Wide) -> String {
        let name = |element: usize| self.scene.names.get(element).map_or("", String::as_str);
        elements.members().map(name).collect::<Vec<_>>().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(base: Base, marks: Vec<Mark>, names: Vec<String>, left: &[usize]) -> Picture {
        let left = Wide::of(marks.len(), left.iter().copied());
        Picture { scene: Arc::new(Scene { base, marks, names, are_targets: false }), left }
    }

    #[test]
    fn parts_of_a_board_are_joined() {
        let marks: Vec<Mark> =
            ['X', 'O'].iter().flat_map(|&state| (0..4).map(move |v| Mark::State(v, state))).collect();
        let one = picture(Base::Board { rows: 2, columns: 2 }, marks, Vec::new(), &[0, 7]);
        assert_eq!(one.rows().unwrap(), ["X.", ".O"]);
        let other = Picture { left: Wide::of(8, [5]), ..one.clone() };
        let both = one.clone().joined(&other).unwrap();
        assert_eq!(both.rows().unwrap(), ["XO", ".O"]);
        assert!(both.joined(&other).is_none(), "they overlap");
        let elsewhere = Picture { scene: Arc::new((*one.scene).clone()), ..other };
        assert!(one.clone().joined(&elsewhere).is_none(), "another board");
        assert_eq!(one.emptied().gone(), [true; 4]);
    }

    #[test]
    fn edges_go_with_their_ends_or_with_their_marks() {
        let graph = || Base::Graph { graph: Graph::with(3, [(0, 1), (1, 2)]), places: None };
        let gone = |picture: &Picture| picture.edges().into_iter().map(|(_, gone)| gone).collect::<Vec<_>>();
        let vertices: Vec<Mark> = (0..3).map(|v| Mark::State(v, '#')).collect();
        let names = ["a", "b", "c"].map(str::to_string).to_vec();
        let path = picture(graph(), vertices, names, &[0, 1]);
        assert_eq!((gone(&path), path.gone()), (vec![false, true], vec![false, false, true]));
        assert_eq!((path.names(&path.left), path.rows()), ("a,b".to_string(), None));
        let targets = Arc::new(Scene { are_targets: true, ..(*path.scene).clone() });
        let targets = Picture { scene: targets, ..path };
        assert_eq!((gone(&targets), targets.gone()), (vec![false; 2], vec![false; 3]));
        let edges = vec![Mark::Edge(0, 1), Mark::Edge(1, 2), Mark::Token(2)];
        let token = picture(graph(), edges, Vec::new(), &[1, 2]);
        assert_eq!((gone(&token), token.gone()), (vec![true, false], vec![false; 3]));
    }
}
