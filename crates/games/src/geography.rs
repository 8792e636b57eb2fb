//! Geography: move a token along the edges of a graph, and use up vertices or edges.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{Elements, GRAPH, Look, OnGraph, Recipe, game_on, graph_of};
use super::system_python::{Moves, Written};
use grundy_core::diagnostic::Blame;
use grundy_core::picture::Mark;
use grundy_core::ruleset::Value;
use grundy_core::structure::Keys;
use grundy_core::system::{Graph, Move, Set, System, Wide};

pub(super) const FAMILY: Family = Family {
    name: text("geography"),
    in_papers: None,
    rules: text(
        "Move a token from its vertex along an edge of an undirected graph. A vertex that it leaves is removed (`kind = \
            \"vertex\"`), or each edge that it takes (`kind = \"edge\"`). A position lists what is left by numbers: vertices or \
            edges, then the place of the token.",
    ),
    source: text(
        "A. S. Fraenkel, E. R. Scheinerman and D. Ullman, Undirected edge geography, Theoret. Comput. Sci. 112 (1993)",
    ),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[
        GRAPH,
        Parameter {
            key: "start",
            form: Arity::Keyed,
            required: false,
            help: "the vertex where the token begins, 0 by default",
        },
        Parameter { key: "kind", form: Arity::Keyed, required: false, help: "`vertex`, the default, or `edge`" },
    ],
    examples: &["geography:cycle", "geography:(grid:rows=2),start=1", "geography:(complete),kind=edge"],
    position: text("3: 1,2,3"),
    build,
};

/// What a move uses up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Vertex,
    Edge,
}

/// The system on a graph: what can be used up, then the places of the token.
fn system(graph: &Graph, start: usize, kind: Kind) -> OnGraph {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let first = if kind == Kind::Vertex { graph.vertices() } else { edges.len() };
    let n = first + graph.vertices();
    let step = |from: usize, to: usize, used: usize| Move {
        add: Wide::of(n, [first + to]),
        ..Move::taking(n, [used, first + from])
    };
    // Without a vertex's own element the token cannot come back to it: it uses up the vertex that it enters.
    let both = |(number, &(u, v)): (usize, &(usize, usize))| match kind {
        Kind::Vertex => [step(u, v, v), step(v, u, u)],
        Kind::Edge => [step(u, v, number), step(v, u, number)],
    };
    let moves = edges.iter().enumerate().flat_map(both).collect();
    let mut left = Wide::of(n, (0..first).chain([first + start]).filter(|_| start < graph.vertices()));
    if kind == Kind::Vertex && start < graph.vertices() {
        left.remove(start);
    }
    OnGraph { system: System::new(n, moves, Vec::new()).expect("each move uses something up"), start: left }
}

/// What the elements are.
fn marks(graph: &Graph, kind: Kind) -> Vec<Mark> {
    let vertices = 0..graph.vertices();
    let mut marks: Vec<Mark> = match kind {
        Kind::Vertex => vertices.clone().map(|vertex| Mark::State(vertex, '#')).collect(),
        Kind::Edge => graph.edges().map(|(u, v)| Mark::Edge(u, v)).collect(),
    };
    marks.extend(vertices.map(Mark::Token));
    marks
}

/// The place v of the token is the element count + v.
const VERTICES: &str = "\
count, place = len(vertices), PLACE
start = {*vertices, count + place} - {place} if place in vertices else vertices
moves = [({v, count + u}, set(), {v, count + u}, {count + v}) for u in vertices for v in near[u]]";

const EDGES: &str = "\
count, place = len(edges), PLACE
start = {*range(count), *([count + place] if place in vertices else [])}
steps = [(e, u, v) for e, (a, b) in enumerate(edges) for u, v in [(a, b), (b, a)]]
moves = [({e, count + u}, set(), {e, count + u}, {count + v}) for e, u, v in steps]";

fn build(args: &Args) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let start = if args.has("start") { args.integer("start", 0..=4095)? } else { 0 };
    let kind = [Kind::Vertex, Kind::Edge][args.choice("kind", &["vertex", "edge"])?];
    let mut more = if start > 0 { format!(",start={start}") } else { String::new() };
    more.push_str(if kind == Kind::Edge { ",kind=edge" } else { "" });
    let code =
        if more.is_empty() { format!("geography:{}", graph.code) } else { format!("geography:({}){more}", graph.code) };
    let word = if kind == Kind::Vertex { "vertex" } else { "edge" };
    let words = format!("Geography on {} from vertex {start}: each {word} can be used once", graph.code);
    let elements = match kind {
        Kind::Vertex => Elements::PerVertex(2),
        Kind::Edge => Elements::Of(|graph| graph.vertices() + graph.edges().count()),
    };
    let look = Look::Marks(Box::new(move |graph| marks(graph, kind)));
    let recipe = Recipe::new(Keys::Incidence, elements, move |graph| system(graph, start as usize, kind));
    let steps = if kind == Kind::Vertex { VERTICES } else { EDGES }.replace("PLACE", &start.to_string());
    let recipe = recipe.in_python(move || Some(Written { body: steps.clone(), moves: Moves::Changing }));
    let recipe = Recipe { look, ..recipe };
    Ok(game_on(code, words, graph, recipe))
}
