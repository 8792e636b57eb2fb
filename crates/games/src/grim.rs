//! Grim: remove a vertex that has a neighbour.

use super::args::Args;
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{GRAPH, OnGraph, Recipe, game_on, graph_of};
use super::octal::Octal;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{TakeAndBreak, Value};
use grundy_core::structure::TreeRule;
use grundy_core::system::{Graph, Move, System};

pub(super) const FAMILY: Family = Family {
    name: text("grim"),
    in_papers: None,
    rules: text("Remove a vertex of a graph that has a neighbour, with all its edges."),
    source: text(
        "R. Adams, J. Dixon, J. Elder, J. Peabody, O. Vega and K. Willis, Combinatorial analysis of a subtraction game on graphs (2016)",
    ),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[GRAPH],
    examples: &["grim:cycle", "grim:path", "grim:complete-bipartite:rows=2"],
    position: text("7: 0..=4"),
    build,
};

/// The system on a graph: a vertex may be removed because of each of its neighbours.
fn system(graph: &Graph) -> OnGraph {
    let n = graph.vertices();
    let of = |v: usize| graph.neighbours(v).iter().map(move |&u| Move::deleting(n, [u, v], [v]));
    let moves = (0..n).flat_map(of).collect();
    OnGraph::whole(System::new(n, moves, Vec::new()).expect("moves only delete"))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let code = format!("grim:{}", graph.code);
    let words = format!("Grim on {}: remove a vertex that has a neighbour", graph.words());
    if graph.is_all_paths() {
        // One vertex is taken, and one or two paths are left: Officers.
        let path = TakeAndBreak::of_digits(0, vec![6]);
        let octal = Octal::new(path);
        return Ok(Game::heap(code, words, 0, move |_, _| Ok(octal.clone())));
    }
    let recipe = Recipe::of_vertices(system)
        .deleting("start = vertices\nmoves = [({u, v}, {v}) for v in start for u in near[v]]")
        .on_trees(TreeRule::Grim);
    Ok(game_on(code, words, graph, recipe))
}
