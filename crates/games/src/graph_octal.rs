//! Octal games on graphs: remove a connected set of vertices.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{GRAPH, OnGraph, Recipe, game_on, graph_of};
use super::graph_takes::connected_in_python;
use super::octal::{Octal, digits_of};
use super::python::list;
use super::system_python::{Moves, UNCOUNTED, Written, condition};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, TakeAndBreak, Value};
use grundy_core::system::{Condition, Graph, Move, System, Taken};
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("graph-octal"),
    in_papers: None,
    rules: text(
        "Remove k vertices of a graph that are connected. The digit at place k says what may be left of their component: 1 \
            nothing, 2 a connected graph, 4 a graph of two or more components. On paths these are the octal games.",
    ),
    source: text(
        "L. Beaudou, P. Coupechoux, A. Dailly and others, Octal games on graphs: the game 0.33 on subdivided stars and bistars, Theoret. Comput. Sci. 746 (2018)",
    ),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter {
            key: "digits",
            form: Arity::One,
            required: true,
            help: "an octal code, as in `0.33` (quoted in TOML): 0 before the point, then at most 8 digits from 0 to 7",
        },
        GRAPH,
    ],
    examples: &["graph-octal:0.33,spider:1,2", "graph-octal:0.33,cycle", "graph-octal:0.07,petersen:k=2"],
    position: text("3: 0..=4"),
    build,
};

/// The largest place of a digit: there are too many connected sets of more vertices.
const MOST: u64 = 8;

/// The system on a graph.
fn system(graph: &Graph, code: &TakeAndBreak, last: u64) -> OnGraph {
    let n = graph.vertices();
    let mut moves = Vec::new();
    graph.connected_sets(last as usize, &mut |set| {
        if code.digit(set.len() as u64) != 0 {
            moves.push(Move::taking(n, set.iter().copied()));
        }
        true
    });
    let digits: Vec<u8> = (0..=last).map(|place| code.digit(place)).collect();
    let allowed =
        move |taken: &Taken<'_>| digits.get(taken.size).is_some_and(|digit| digit >> taken.parts.min(2) & 1 == 1);
    let condition = Condition { allows: Arc::new(allowed), sees_component: false };
    OnGraph::whole(System::new(n, moves, Vec::new()).expect("moves only delete").on_graph(graph, Some(condition)))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let code = digits_of(args)?;
    let last = code.last_place().filter(|&last| last <= MOST && code.digit(0) == 0 && code.most_heaps() <= 2);
    let refused = || args.blame("digits", format!("`{code}` is not a code for a graph"), FAMILY.parameters[0].help);
    let last = last.ok_or_else(refused)?;
    let graph = graph_of(args)?;
    let name = format!("graph-octal:{code},{}", graph.code);
    let words = format!("The octal game {code} on {}: remove connected vertices", graph.code);
    if graph.is_all_paths() {
        let octal = Octal::new(code.clone());
        return Ok(Game::heap(name, words, 0, move |_, _| Ok(octal.clone())));
    }
    let digits: Vec<u8> = (0..=last).map(|place| code.digit(place)).collect();
    let recipe = Recipe::of_vertices(move |graph: &Graph| system(graph, &code, last)).checked(true);
    let recipe = recipe.in_python(move || {
        let allowed = format!("return {}[size] >> min(parts, 2) & 1", list(digits.iter()));
        let condition = condition(&allowed, &Python::heap(""));
        let body = format!("start = vertices\n{}\nmoves = [(s, s) for s in sets]", connected_in_python(last as usize));
        Some(Written { body, moves: Moves::Allowed { condition, counts: UNCOUNTED } })
    });
    Ok(game_on(name, words, graph, recipe))
}
