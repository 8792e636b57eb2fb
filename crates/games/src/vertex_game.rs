//! Games on graphs by two words: what a move takes from the vertices, and a condition on it.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{Elements, GRAPH, OnGraph, Recipe, closed, game_on, graph_of};
use super::graph_takes::{Sets, WHEN, When, cliques, connected, connected_in_python, growing_in_python, paths};
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::ruleset::Value;
use grundy_core::structure::Keys;
use grundy_core::system::{Graph, Move, System, Taken, Wide};

const TAKES: [&str; 6] = ["vertex", "neighbourhood", "edge", "connected", "path", "clique"];

pub(super) const FAMILY: Family = Family {
    name: text("vertex-game"),
    in_papers: None,
    rules: text(
        "Remove vertices of a graph: one (`take = \"vertex\"`), one with its neighbours (`neighbourhood`), two adjacent vertices \
            (`edge`), a connected set, the vertices of a path, a clique; if a condition allows it.",
    ),
    source: text(
        "A. Dailly, J. Moncel and A. Parreau, Connected subtraction games on subdivided stars, Integers 19 (2019), for `connected`",
    ),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "take",
            form: Arity::One,
            required: true,
            help: "`vertex`, `neighbourhood`, `edge`, `connected`, `path` or `clique`",
        },
        GRAPH,
        WHEN,
    ],
    examples: &[
        "vertex-game:connected,(spider:1,2),when=(size in {1, 2} and parts <= 1)",
        "vertex-game:vertex,(grid:rows=2),when=(degree % 2 == 0)",
        "vertex-game:clique,prism",
    ],
    position: text("3: 0..=4"),
    build,
};

/// The moves on a graph.
fn moves(graph: &Graph, take: &str, when: &When) -> Result<Vec<Move<Wide>>, Error> {
    let n = graph.vertices();
    let sizes = when.sizes(n);
    let most = sizes.iter().rposition(|&allowed| allowed).unwrap_or(0);
    let sets = match take {
        "vertex" => return Ok((0..n).map(|vertex| Move::taking(n, [vertex])).collect()),
        "neighbourhood" => {
            return Ok((0..n).map(|vertex| Move::deleting(n, [vertex], closed(graph, vertex))).collect());
        }
        "edge" => return Ok(graph.edges().map(|(u, v)| Move::taking(n, [u, v])).collect()),
        "connected" => connected(graph, most),
        "clique" => cliques(graph, most),
        _ => {
            let mut sets = Sets::default();
            paths(graph, most, &mut |path| sets.add(path.to_vec()));
            sets
        }
    };
    Ok(sets.of_sizes(&sizes)?.into_iter().map(|set| Move::taking(n, set)).collect())
}

/// The number of vertices and edges of a component, and the degree of the chosen vertex.
fn counts(graph: &Graph, taken: &Taken<'_>) -> [usize; 3] {
    let degree = |vertex: usize| {
        graph.neighbours(vertex).iter().filter(|near| taken.component.binary_search(near).is_ok()).count()
    };
    let edges = taken.component.iter().map(|&vertex| degree(vertex)).sum::<usize>() / 2;
    [taken.component.len(), edges, taken.needed.first().map_or(0, |&vertex| degree(vertex))]
}

/// The same in Python.
fn moves_in_python(take: &str, when: &When) -> String {
    let grown = |first: &str, next: &str| growing_in_python(first, next, when.most());
    let (sets, moves) = match take {
        "vertex" => (String::new(), "({v}, {v}) for v in start"),
        "neighbourhood" => (String::new(), "({v}, near[v] | {v}) for v in start"),
        "edge" => (String::new(), "({u, v}, {u, v}) for u, v in edges"),
        "connected" => (connected_in_python(when.most()), "(s, s) for s in sets"),
        "clique" => (
            grown("frozenset([v]) for v in start", "s | {v} for s in grown for v in start if s <= near[v]"),
            "(s, s) for s in sets",
        ),
        _ => (
            grown("(v,) for v in start", "way + (v,) for way in grown for v in near[way[-1]] if v not in way"),
            "(s, s) for s in set(map(frozenset, sets))",
        ),
    };
    format!("start = vertices\n{sets}\nmoves = [{moves}]").replace("\n\n", "\n")
}

/// The number of vertices and edges of a component, and the degree of the chosen vertex, in Python.
const COUNTS: [&str; 3] = [
    "bin(whole).count(\"1\")",
    "sum(whole >> u & whole >> v & 1 for u, v in edges)",
    "bin(near[need.bit_length() - 1] & whole).count(\"1\")",
];

fn system(graph: &Graph, take: &str, when: &When) -> Result<OnGraph, Error> {
    let own = graph.clone();
    let condition = when.condition(move |taken| counts(&own, taken));
    let system = System::new(graph.vertices(), moves(graph, take, when)?, Vec::new())?;
    Ok(OnGraph::whole(system.on_graph(graph, condition)))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let take = TAKES[args.choice("take", &TAKES)?];
    let when = When::read(args, matches!(take, "vertex" | "neighbourhood"))?;
    let graph = graph_of(args)?;
    let code = format!("vertex-game:{take},{}", when.behind(&graph.code));
    let taken = match take {
        "neighbourhood" => "a vertex with its neighbours",
        "edge" => "two adjacent vertices",
        "connected" => "connected vertices",
        "path" => "the vertices of a path",
        "clique" => "the vertices of a clique",
        _ => "a vertex",
    };
    let words = format!("Remove {taken} of {}{}", graph.code, when.words());
    let written = (moves_in_python(take, &when), when.clone());
    let is_checked = !when.is_given();
    let recipe = Recipe::trying(Keys::Induced, Elements::PerVertex(1), move |graph| system(graph, take, &when));
    let recipe = recipe.checked(is_checked).in_python(move || written.1.in_python(written.0.clone(), COUNTS));
    let game = game_on(code, words, graph, recipe);
    Ok(if take == "connected" { game } else { game.with_source("folklore") })
}
