//! Colouring games, impartial: Col and Snort, in which both players may use every colour.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{Elements, GRAPH, Look, OnGraph, Recipe, game_on, graph_of};
use grundy_core::diagnostic::Blame;
use grundy_core::picture::Mark;
use grundy_core::ruleset::Value;
use grundy_core::structure::Keys;
use grundy_core::system::{Graph, Move, System};

const COLOURS: Parameter = Parameter {
    key: "colours",
    form: Arity::Keyed,
    required: false,
    help: "the number of colours, 2 by default, at most 8",
};

pub(super) const COL: Family = Family {
    name: text("col"),
    in_papers: None,
    rules: text(
        "Colour a vertex of a graph; neighbours must not have the same colour. Both players may use every colour. A \
            position lists what is still allowed: vertex v with colour c is the number v · colours + c.",
    ),
    source: text("Winning Ways ch. 2 (Col, there partizan)"),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[GRAPH, COLOURS],
    examples: &["col:path", "col:cycle", "col:(path),colours=3"],
    position: text("5: 0..=9"),
    build: |args| build(args, "col", true),
};

pub(super) const SNORT: Family = Family {
    name: text("snort"),
    rules: text(
        "Colour a vertex of a graph; neighbours must not have different colours. Both players may use every colour. A \
            position lists what is still allowed: vertex v with colour c is the number v · colours + c.",
    ),
    source: text("Winning Ways ch. 2 (Snort, there partizan); T. J. Schaefer 1978"),
    examples: &["snort:path", "snort:cycle", "snort:(path),colours=3"],
    build: |args| build(args, "snort", false),
    in_papers: None,
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[GRAPH, COLOURS],
    position: text("5: 0..=9"),
};

/// The system on a graph: an element is a vertex with a colour that it may still get.
fn system(graph: &Graph, colours: usize, same_is_barred: bool) -> OnGraph {
    let n = graph.vertices() * colours;
    let of = |v: usize, colour: usize| {
        let own = (0..colours).map(move |other| v * colours + other);
        let barred = (0..colours).filter(move |&other| (other == colour) == same_is_barred);
        let near = barred.flat_map(move |other| graph.neighbours(v).iter().map(move |u| u * colours + other));
        Move::deleting(n, [v * colours + colour], own.chain(near))
    };
    let moves = (0..graph.vertices()).flat_map(|v| (0..colours).map(move |colour| of(v, colour))).collect();
    OnGraph::whole(System::new(n, moves, Vec::new()).expect("moves only delete"))
}

/// An element is a vertex v with a colour, v*colours + colour.
const IN_PYTHON: &str = "\
colours = range(COUNT)
def of(v, some): # vertex v with some colours
    return {v*len(colours) + c for c in some}
def barred(c): # the colours that a neighbour of colour c must not have
    return [d for d in colours if d BARRED c]
start = range(len(vertices)*len(colours))
moves = [(of(v, [c]), of(v, colours).union(*(of(u, barred(c)) for u in near[v]))) for v in vertices for c in colours]";

fn build(args: &Args, name: &'static str, same_is_barred: bool) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let colours = if args.has("colours") { args.integer("colours", 1..=8)? as usize } else { 2 };
    let code = match colours {
        2 => format!("{name}:{}", graph.code),
        _ => format!("{name}:({}),colours={colours}", graph.code),
    };
    let kind = if same_is_barred { "the same colour" } else { "different colours" };
    let words = format!("Colour a vertex of {}; neighbours must not have {kind}", graph.code);
    let mark = move |element: usize| Mark::Colour(element / colours, element % colours);
    let look = Look::Marks(Box::new(move |graph| (0..graph.vertices() * colours).map(mark).collect()));
    let recipe = Recipe::new(Keys::Incidence, Elements::PerVertex(colours as u64), move |graph| {
        system(graph, colours, same_is_barred)
    });
    let barred = if same_is_barred { "==" } else { "!=" };
    let recipe = recipe.deleting(IN_PYTHON.replace("COUNT", &colours.to_string()).replace("BARRED", barred));
    let recipe = Recipe { look, ..recipe };
    Ok(game_on(code, words, graph, recipe))
}
