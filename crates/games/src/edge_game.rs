//! Games on graphs by two words: what a move takes from the edges, and a condition on it.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{Elements, GRAPH, Look, OnGraph, Recipe, game_on, graph_of};
use super::graph_takes::{Sets, WHEN, When, connected, connected_in_python, growing_in_python, paths, subsets};
use grundy_core::diagnostic::Blame;
use grundy_core::error::Error;
use grundy_core::picture::Mark;
use grundy_core::ruleset::Value;
use grundy_core::structure::Keys;
use grundy_core::system::{Graph, Move, System, Taken};

const TAKES: [&str; 4] = ["edge", "path", "star", "connected"];

pub(super) const FAMILY: Family = Family {
    name: text("edge-game"),
    in_papers: None,
    rules: text(
        "Remove edges of a graph: one (`take = \"edge\"`), those of a path, some edges at one vertex (`star`), or connected \
            edges; if a condition allows it. A position lists the edges that are left by their numbers in lexicographic order.",
    ),
    source: text("folklore (Graphical Nim, and F. Harary's game on caterpillars for `path`)"),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter { key: "take", form: Arity::One, required: true, help: "`edge`, `path`, `star` or `connected`" },
        GRAPH,
        WHEN,
    ],
    examples: &[
        "edge-game:path,caterpillar:legs=1",
        "edge-game:star,complete",
        "edge-game:edge,(wheel),when=(vertices > 2)",
    ],
    position: text("3: 0..=2"),
    build,
};

/// The sets of edges that a move may take.
fn sets(graph: &Graph, take: &str, when: &When) -> Result<Vec<Vec<usize>>, Error> {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let sizes = when.sizes(edges.len());
    let most = sizes.iter().rposition(|&allowed| allowed).unwrap_or(0);
    let number = |u: usize, v: usize| edges.binary_search(&(u.min(v), u.max(v))).unwrap_or(0);
    let mut sets = Sets::default();
    match take {
        "edge" => drop((0..edges.len()).all(|edge| sets.add(vec![edge]))),
        "connected" => sets = connected(&graph.line_graph(), most),
        "star" => (0..graph.vertices()).for_each(|vertex| {
            let at: Vec<usize> = graph.neighbours(vertex).iter().map(|&other| number(vertex, other)).collect();
            subsets(&at, most, &mut sets);
        }),
        _ => paths(graph, most.saturating_add(1), &mut |path| {
            path.len() < 2 || sets.add(path.windows(2).map(|pair| number(pair[0], pair[1])).collect())
        }),
    }
    sets.of_sizes(&sizes)
}

/// The number of vertices and edges of a component.
fn counts(edges: &[(usize, usize)], taken: &Taken<'_>) -> [usize; 3] {
    let mut ends: Vec<usize> = taken.component.iter().flat_map(|&edge| [edges[edge].0, edges[edge].1]).collect();
    ends.sort_unstable();
    ends.dedup();
    [ends.len(), taken.component.len(), 0]
}

/// The same in Python, where an edge is its number.
fn moves_in_python(take: &str, when: &When) -> String {
    let most = when.most();
    let sets = match take {
        "edge" => "sets = [{e} for e in start]".to_string(),
        "connected" => connected_in_python(most),
        "star" => STARS.replace("MOST", &most.to_string()),
        _ => {
            let next = "way + (v,) for way in grown for v in neighbours[way[-1]] if v not in way";
            growing_in_python("(v,) for v in vertices", next, most.saturating_add(1)) + WAYS
        }
    };
    format!("{EDGES}\n{sets}\nmoves = [(s, s) for s in set(map(frozenset, sets)) if s]")
}

const EDGES: &str = "\
start, neighbours = range(len(edges)), near
near = [{f for f in start if f != e and set(edges[e]) & set(edges[f])} for e in start]";

const STARS: &str = "\
sets = [[]]
for v in vertices:
    some = [[]]
    for e in start:
        if v in edges[e]:
            some += [s + [e] for s in some if len(s) < MOST]
    sets += some";

/// From ways through vertices to the edges on them.
const WAYS: &str = "
def steps(way):
    return [set(pair) for pair in zip(way, way[1:])]
sets = [[e for e in start if set(edges[e]) in steps(way)] for way in sets]";

/// The number of vertices and edges of a component in Python; nothing has a degree.
const COUNTS: [&str; 3] =
    ["len({v for e, edge in enumerate(edges) if whole >> e & 1 for v in edge})", "bin(whole).count(\"1\")", "0"];

fn system(graph: &Graph, take: &str, when: &When) -> Result<OnGraph, Error> {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let moves = sets(graph, take, when)?.into_iter().map(|set| Move::taking(edges.len(), set)).collect();
    let system = System::new(edges.len(), moves, Vec::new())?;
    let condition = when.condition(move |taken| counts(&edges, taken));
    Ok(OnGraph::whole(system.on_edges(graph, condition)))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let take = TAKES[args.choice("take", &TAKES)?];
    let when = When::read(args, false)?;
    let graph = graph_of(args)?;
    let code = format!("edge-game:{take},{}", when.behind(&graph.code));
    let taken = match take {
        "path" => "the edges of a path",
        "star" => "some edges at one vertex",
        "connected" => "connected edges",
        _ => "an edge",
    };
    let words = format!("Remove {taken} of {}{}", graph.code, when.words());
    let elements = Elements::Of(|graph| graph.edges().count());
    let marks = |graph: &Graph| graph.edges().map(|(u, v)| Mark::Edge(u, v)).collect();
    let written = (moves_in_python(take, &when), when.clone());
    let recipe = Recipe::trying(Keys::Edges, elements, move |graph| system(graph, take, &when));
    let recipe = recipe.in_python(move || written.1.in_python(written.0.clone(), COUNTS));
    let recipe = Recipe { look: Look::Marks(Box::new(marks)), ..recipe };
    Ok(game_on(code, words, graph, recipe))
}
