//! Arc-Kayles: choose an edge; its ends and their edges are removed. On a grid it is Cram.

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
    name: text("arc-kayles"),
    in_papers: None,
    rules: text("Choose an edge of a graph; its two ends are removed, with all their edges."),
    source: text(
        "T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput. System Sci. 16 (1978)",
    ),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[GRAPH],
    examples: &["arc-kayles:prism", "arc-kayles:path", "arc-kayles:spider:1,2"],
    position: text("5: 0..=9"),
    build,
};

/// The system on a graph.
pub(super) fn system(graph: &Graph) -> OnGraph {
    let n = graph.vertices();
    let moves = graph.edges().map(|(u, v)| Move::taking(n, [u, v])).collect();
    OnGraph::whole(System::new(n, moves, Vec::new()).expect("moves only delete"))
}

/// How the system is made.
pub(super) fn recipe() -> Recipe {
    Recipe::of_vertices(system)
        .deleting("start = vertices\nmoves = [({u, v}, {u, v}) for u, v in edges]")
        .on_trees(TreeRule::ArcKayles)
}

fn build(args: &Args) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let code = format!("arc-kayles:{}", graph.code);
    let words = format!("Arc-Kayles on {}: choose an edge; its ends are removed", graph.words());
    if graph.is_all_paths() {
        // Two adjacent vertices are taken.
        let path = TakeAndBreak::of_digits(0, vec![0, 7]);
        let octal = Octal::new(path);
        return Ok(Game::heap(code, words, 0, move |_, _| Ok(octal.clone())));
    }
    Ok(game_on(code, words, graph, recipe()))
}
