//! Node-Kayles on paths and cycles: choose a vertex; it and its neighbours are removed.

use super::args::{Args, Arity, Parameter, unknown};
use super::circle::{self, CirclePosition, options_of_row};
use super::family::{Family, text};
use super::game::Game;
use super::octal::Octal;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Shape, TakeAndBreak, Value, Visit};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("node-kayles"),
    in_papers: None,
    rules: text(
        "Choose a vertex of a graph; it and its neighbours are removed. The graph is a path of n vertices (`path`) or a cycle \
            (`cycle`); a cycle of fewer than three vertices is a path.",
    ),
    source: text(
        "T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput. System Sci. 16 (1978); Winning Ways ch. 4",
    ),
    max: text("number of vertices"),
    value: Value::GRUNDY,
    parameters: &[Parameter { key: "on", form: Arity::One, required: true, help: "the graph: `path` or `cycle`" }],
    examples: &["node-kayles:path", "node-kayles:cycle"],
    position: text("10"),
    build,
};

/// A cycle; the first move leaves a path. The structure [`Circle`](grundy_core::structure::Circle) does not
/// apply, because it is wrong for fewer than three vertices.
#[derive(Clone)]
struct CycleGraph {
    path: TakeAndBreak,
}

impl Rules for CycleGraph {
    type Position = CirclePosition;

    fn options(&self, position: &CirclePosition, visit: &mut Visit<'_, CirclePosition>) -> ControlFlow<()> {
        match *position {
            CirclePosition::Circle(n) if n >= 3 => visit(&[CirclePosition::Row(n - 3)]),
            CirclePosition::Circle(n) | CirclePosition::Row(n) => options_of_row(&self.path, n, visit),
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

fn build(args: &Args) -> Result<Game, Blame> {
    let on = &args.items("on")[0];
    let code = format!("node-kayles:{}", on.text);
    let words = format!("Node-Kayles on a {}: choose a vertex; it and its neighbours are removed", on.text);
    // A move removes a vertex together with its neighbours: none, one or two.
    let path = TakeAndBreak::of_digits(0, vec![1, 3, 7]);
    match on.text.as_str() {
        "path" => Ok(Game::heap(code, words, 0, move |_, _| Ok(Octal { code: path.clone() }))),
        "cycle" => Ok(Game::enumerated(code, words, Shape::line(0), CycleGraph { path }, |_, label| {
            CirclePosition::Circle(label[0])
        })),
        _ => Err(unknown(on, "a graph of this family", ["path", "cycle"].into_iter(), FAMILY.parameters[0].help)),
    }
}
