//! The domination game, impartial: choose a vertex that dominates something new.

use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{Elements, GRAPH, Look, OnGraph, Recipe, game_on, graph_of};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Value;
use grundy_core::structure::Keys;
use grundy_core::system::{Graph, Move, System};

pub(super) const FAMILY: Family = Family {
    name: text("domination"),
    in_papers: None,
    rules: text(
        "Choose a vertex of a graph that dominates a vertex not dominated yet. A vertex dominates itself and its neighbours; \
            with `total=true`, its neighbours only. Positions are the vertices not dominated yet.",
    ),
    source: text(
        "B. Bresar, S. Klavzar and D. F. Rall, Domination game and an imagination strategy, SIAM J. Discrete Math. 24 (2010)",
    ),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[
        GRAPH,
        Parameter {
            key: "total",
            form: Arity::Keyed,
            required: false,
            help: "`true` if a vertex does not dominate itself, `false` by default",
        },
    ],
    examples: &["domination:cycle", "domination:path", "domination:(cycle),total=true"],
    position: text("7: 0..=4"),
    build,
};

/// The system on a graph. An element is a vertex that is not dominated yet; each that a move dominates may be the one
/// that allows it.
fn system(graph: &Graph, total: bool) -> OnGraph {
    let n = graph.vertices();
    let of = |v: usize| {
        let own = (!total).then_some(v);
        let dominated: Vec<usize> = graph.neighbours(v).iter().copied().chain(own).collect();
        dominated.clone().into_iter().map(move |witness| Move::deleting(n, [witness], dominated.iter().copied()))
    };
    let moves = (0..n).flat_map(of).collect();
    OnGraph::whole(System::new(n, moves, Vec::new()).expect("moves only delete"))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let total = args.choice("total", &["false", "true"])? == 1;
    let code =
        if total { format!("domination:({}),total=true", graph.code) } else { format!("domination:{}", graph.code) };
    let kind = if total { "total domination game" } else { "domination game" };
    let words = format!("The {kind} on {}: choose a vertex that dominates something new", graph.code);
    let recipe = Recipe::new(Keys::Incidence, Elements::PerVertex(1), move |graph| system(graph, total));
    let dominated = if total { "near[v]" } else { "near[v] | {v}" };
    let recipe = recipe
        .deleting(format!("start = vertices\nmoves = [({{w}}, {dominated}) for v in start for w in {dominated}]"));
    let recipe = Recipe { look: Look::Targets, ..recipe };
    Ok(game_on(code, words, graph, recipe))
}
