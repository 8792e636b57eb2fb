//! Any finite acyclic game graph, read from a file.

use super::args::{Args, Arity, HEAPS, Parameter};
use super::custom::LOOPS;
use super::digraph::Digraph;
use super::family::{Family, text};
use super::game::{About, Game, OpenRows};
use super::graph_file::{VertexNames, graph_of};
use super::law::Law;
use super::python;
use crate::space::Vertices;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Shape, Value, Visit};
use grundy_core::words::counted;
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("graph"),
    in_papers: None,
    rules: text(
        "A token lies on a vertex of a directed graph without cycles; a move takes it along an edge. No edge \
            joins two P-positions, and every vertex that is not a P-position has an edge to one. With loops=draw the graph may \
            have cycles, and endless play is a draw.",
    ),
    source: text("J. von Neumann and O. Morgenstern 1944; C. Berge, The Theory of Graphs (1962), ch. 6"),
    max: text("-"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "file",
            form: Arity::One,
            required: true,
            help: "a CSV file with the header `from,to` and one edge per line; in the line of an isolated vertex, nothing \
                   follows the comma",
        },
        LOOPS,
        TOKENS,
    ],
    examples: &["graph:configs/graph/diamond.csv"],
    position: text("top"),
    build,
};

/// Heaps are tokens here.
const TOKENS: Parameter = Parameter {
    help: "the number of tokens on the graph, at least 1; a move takes one of them along an edge, and several may lie on one \
           vertex",
    ..HEAPS
};

#[derive(Clone)]
struct GraphRules {
    names: Arc<VertexNames>,
    graph: Arc<Digraph>,
    loops: bool,
}

impl Rules for GraphRules {
    type Position = u64;

    fn options(&self, &vertex: &u64, visit: &mut Visit<'_, u64>) -> ControlFlow<()> {
        self.graph.of(vertex).iter().try_for_each(|&to| visit(&[to.into()]))
    }

    fn loops(&self) -> bool {
        self.loops
    }

    fn show(&self, &vertex: &u64) -> String {
        self.names.of(vertex)
    }

    fn read(&self, text: &str) -> Option<u64> {
        self.names.find(text.trim())
    }

    /// The vertices of a program are numbers, which only some graphs have as their names.
    fn python(&self) -> Option<Python> {
        // Programs of the OEIS compute Grundy values.
        if self.loops || matches!(*self.names, VertexNames::Words(_)) {
            return None;
        }
        let inner = (0..self.graph.vertices() as u64).filter(|&vertex| !self.graph.of(vertex).is_empty());
        let edges = inner.map(|vertex| {
            let to = self.graph.of(vertex).iter().map(|&to| self.names.of(to.into()));
            format!("{}: {}", self.names.of(vertex), python::list(to))
        });
        let edges = edges.collect::<Vec<_>>().join(", ");
        Some(Python::heap(&format!("for m in {{{edges}}}.get(n, []):\n    yield [m]")))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let (text, file) = args.file("file")?;
    let (names, graph) = graph_of(args, text)?;
    let words = format!(
        "A game graph with {} and {}",
        counted(graph.vertices(), "vertex", "vertices"),
        counted(graph.edges(), "edge", "edges")
    );
    let loops = args.draws(LOOPS.key)?;
    let (shape, first) = match &names {
        VertexNames::Numbers { first, count } => {
            (Shape::Numbers((*first).into(), u64::from(first + count - 1)), *first)
        }
        VertexNames::Words(_) => (Shape::Named(names.all().collect()), 0),
    };
    let rules = GraphRules { names: Arc::new(names), graph: Arc::new(graph), loops };
    let code = format!("graph:{}{}", file.0, if loops { ",loops=draw" } else { "" });
    let game = on_vertices(code, words, shape, rules, first.into()).with_file(file.0, file.1);
    let game = if loops { game.with_law(Law::Loopy) } else { game };
    if !args.has(HEAPS.key) {
        return Ok(game);
    }
    Ok(args.on_heaps(game.with_coordinate())?.with_about(About::max("vertices")))
}

/// The game on all vertices of a graph, whose labels begin at `first`. A single position is found by a search, as
/// usual.
fn on_vertices(code: String, words: String, shape: Shape, rules: GraphRules, first: u64) -> Game {
    let is_sequence = matches!(shape, Shape::Numbers(..));
    let all = rules.clone();
    let open: OpenRows = Box::new(move |rows, _| Ok(Vertices::outline(all.clone(), all.graph.clone(), rows, first)));
    let game = Game::enumerated(code, words, shape, rules, move |_, label| label[0] - first);
    let game = Game { open, ..game };
    if is_sequence { game.with_about(About::max("vertices")) } else { game }
}
