//! What a kind of graphs is.

use super::super::args::{Args, Parameter};
use grundy_core::diagnostic::Blame;
use grundy_core::picture::Place;
use grundy_core::system::Graph;
use std::sync::Arc;

/// The maximum number of vertices and edges of a graph that is made.
pub const MOST_VERTICES: u64 = 4096;

/// A kind of graphs.
pub(crate) struct GraphFamily {
    /// The name.
    pub name: &'static str,
    /// What its graphs are; for the table in the documentation.
    pub help: &'static str,
    /// The sizes, each with its smallest value.
    pub sizes: &'static [(&'static str, u64)],
    /// Further arguments.
    pub parameters: &'static [Parameter],
    /// Reads the arguments.
    pub build: fn(&Args) -> Result<Made, Blame>,
}

/// Something that follows from the sizes of a graph.
pub(crate) type OfSizes<T> = Box<dyn Fn(&[u64]) -> T + Send + Sync>;

/// What the arguments of a graph code say, apart from its sizes.
pub(crate) struct Made {
    /// The arguments in their canonical spelling; empty if there are none.
    pub arguments: String,
    /// Whether the arguments say everything, so that there are no sizes.
    pub is_fixed: bool,
    /// The smallest sizes, if they differ from those of the family.
    pub firsts: Option<Vec<u64>>,
    /// The number of vertices for given sizes.
    pub vertices: OfSizes<u64>,
    /// The graph for given sizes.
    pub graph: OfSizes<Graph>,
    /// The same in Python: lines that define `vertices`, a range, and the list `edges`, from the sizes.
    pub python: Option<String>,
    /// The rule of a graph whose vertices are the cells of a board.
    pub board: Option<fn(usize, usize) -> Graph>,
    /// The places of the vertices in a picture, if there is a simple rule.
    pub places: Option<OfSizes<Vec<Place>>>,
    /// The names of the vertices, if they are not numbers.
    pub names: Option<Arc<[String]>>,
    /// The file it was read from: its name, and the SHA-256 of its content.
    pub file: Option<(String, String)>,
    /// The edges as a file lists them, with loops and repetitions.
    pub listed: Option<Vec<(usize, usize)>>,
}

impl Made {
    /// Graphs that depend on their sizes only.
    pub fn of(
        vertices: impl Fn(&[u64]) -> u64 + Send + Sync + 'static,
        graph: impl Fn(&[u64]) -> Graph + Send + Sync + 'static,
    ) -> Self {
        let (vertices, graph) = (Box::new(vertices), Box::new(graph));
        Self {
            arguments: String::new(),
            is_fixed: false,
            firsts: None,
            vertices,
            graph,
            python: None,
            board: None,
            places: None,
            names: None,
            file: None,
            listed: None,
        }
    }

    /// The same graphs, with their edges in Python.
    pub fn in_python(self, vertices: &str, edges: impl Into<String>) -> Self {
        Self { python: Some(format!("vertices = range({vertices})\n{}", edges.into())), ..self }
    }

    /// The same graphs, with places.
    pub fn at(self, places: impl Fn(&[u64]) -> Vec<Place> + Send + Sync + 'static) -> Self {
        Self { places: Some(Box::new(places)), ..self }
    }
}
