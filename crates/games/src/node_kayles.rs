//! Node-Kayles: choose a vertex; it and its neighbours are removed.

use super::args::Args;
use super::circle::{self, CirclePosition, options_of_row};
use super::family::{Family, text};
use super::game::Game;
use super::graph_games::{GRAPH, OnGraph, Recipe, closed, game_on, graph_of};
use super::octal::Octal;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Shape, TakeAndBreak, Value, Visit};
use grundy_core::structure::TreeRule;
use grundy_core::system::{Graph, Move, System};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("node-kayles"),
    in_papers: None,
    rules: text("Choose a vertex of a graph; it and its neighbours are removed."),
    source: text(
        "T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput. System Sci. 16 (1978); Winning Ways ch. 4",
    ),
    max: text("sizes of the graph"),
    value: Value::GRUNDY,
    parameters: &[GRAPH],
    examples: &["node-kayles:path", "node-kayles:cycle", "node-kayles:grid:rows=3", "node-kayles:petersen:k=2"],
    position: text("10"),
    build,
};

/// A cycle; the first move leaves a path.
#[derive(Clone)]
struct CycleGraph {
    path: TakeAndBreak,
}

impl Rules for CycleGraph {
    type Position = CirclePosition;

    fn options(&self, position: &CirclePosition, visit: &mut Visit<'_, CirclePosition>) -> ControlFlow<()> {
        match *position {
            CirclePosition::Circle(n) => visit(&[CirclePosition::Row(n.saturating_sub(3))]),
            CirclePosition::Row(n) => options_of_row(&self.path, n, visit),
        }
    }

    fn splits(&self) -> bool {
        true
    }

    fn python(&self) -> Option<Python> {
        let cycle = "if n >= 3:\n    yield [(\"row\", n - 3)]\nelse:\n    yield from options((\"row\", n))";
        Some(circle::python(cycle, &self.path))
    }
}

/// The system on a graph.
fn system(graph: &Graph) -> OnGraph {
    let n = graph.vertices();
    let moves = (0..n).map(|vertex| Move::deleting(n, [vertex], closed(graph, vertex))).collect();
    OnGraph::whole(System::new(n, moves, Vec::new()).expect("moves only delete"))
}

fn build(args: &Args) -> Result<Game, Blame> {
    let graph = graph_of(args)?;
    let code = format!("node-kayles:{}", graph.code);
    let words = format!("Node-Kayles on {}: choose a vertex; it and its neighbours are removed", graph.words());
    // A move removes a vertex together with its neighbours: none, one or two.
    let path = TakeAndBreak::of_digits(0, vec![1, 3, 7]);
    if graph.is_all_paths() {
        let octal = Octal::new(path);
        return Ok(Game::heap(code, words, 0, move |_, _| Ok(octal.clone())));
    }
    if graph.is_all_cycles() {
        return Ok(Game::enumerated(code, words, Shape::line(3), CycleGraph { path }, |_, label| {
            CirclePosition::Circle(label[0])
        }));
    }
    let recipe = Recipe::of_vertices(system)
        .deleting("start = vertices\nmoves = [({v}, near[v] | {v}) for v in start]")
        .on_trees(TreeRule::NodeKayles);
    Ok(game_on(code, words, graph, recipe))
}
