//! Graph Chomp: remove an edge, or a vertex with its edges.

use super::args::Args;
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{Elements, GRAPH, Look, OnGraph, Recipe, game_on, graph_of};
use grundy_core::diagnostic::Blame;
use grundy_core::picture::Mark;
use grundy_core::ruleset::Value;
use grundy_core::structure::Keys;
use grundy_core::system::{Graph, Move, System};

pub(super) const FAMILY: Family = Family {
    name: text("graph-chomp"),
    in_papers: None,
    rules: text(
        "Remove an edge of a graph, or a vertex with all its edges. A position lists what is left: vertices by their numbers, \
            then edges, in lexicographic order, by the numbers that follow.",
    ),
    source: text("S. Khandhawit and L. Ye, Chomp on graphs and subsets (2011), arXiv:1101.2718"),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[GRAPH],
    examples: &["graph-chomp:path", "graph-chomp:cycle", "graph-chomp:complete"],
    position: text("5: 0..=4"),
    build,
};

/// The system on a graph: vertices, then edges.
fn system(graph: &Graph) -> OnGraph {
    let vertices = graph.vertices();
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let n = vertices + edges.len();
    let with_edges = |v: usize| {
        let own =
            (vertices..).zip(&edges).filter(move |(_, edge)| edge.0 == v || edge.1 == v).map(|(number, _)| number);
        Move::deleting(n, [v], own.chain([v]))
    };
    let moves = (0..vertices).map(with_edges).chain((vertices..n).map(|edge| Move::taking(n, [edge]))).collect();
    OnGraph::whole(System::new(n, moves, Vec::new()).expect("moves only delete"))
}

/// What the elements are.
fn marks(graph: &Graph) -> Vec<Mark> {
    let vertices = (0..graph.vertices()).map(|vertex| Mark::State(vertex, '#'));
    vertices.chain(graph.edges().map(|(u, v)| Mark::Edge(u, v))).collect()
}

const IN_PYTHON: &str = "\
count = len(vertices) # of vertices; edges follow
start = range(count + len(edges))
moves = [({v}, {v} | {count + i for i, edge in enumerate(edges) if v in edge}) for v in vertices]
moves += [({e}, {e}) for e in start[count:]]";

fn build(args: &Args) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let code = format!("graph-chomp:{}", graph.code);
    let words = format!("Chomp on {}: remove an edge, or a vertex with its edges", graph.words());
    let elements = Elements::Of(|graph| graph.vertices() + graph.edges().count());
    let recipe = Recipe::new(Keys::Incidence, elements, system).deleting(IN_PYTHON);
    let recipe = Recipe { look: Look::Marks(Box::new(marks)), ..recipe };
    Ok(game_on(code, words, graph, recipe))
}
