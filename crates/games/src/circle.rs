//! Objects on a circle. The first move turns the circle into a row.

use super::args::{Args, Arity, Parameter, alternatives};
use super::family::{Family, text};
use super::game::Game;
use super::python;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Python, Rules, Shape, TakeAndBreak, Value, Visit};
use grundy_core::structure::{Circle, Structures};
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("circle"),
    in_papers: None,
    rules: text(
        "n objects lie on a circle. Remove t adjacent objects, where t is one of the listed numbers. Gaps are not closed: the \
            first move leaves a row, and objects on opposite sides of a gap are not adjacent.",
    ),
    source: text("H. E. Dudeney, The Canterbury Puzzles (1907), Kayles; S. Loyd's daisy puzzle; Winning Ways ch. 4"),
    max: text("number of objects"),
    value: Value::GRUNDY,
    parameters: &[Parameter {
        key: "take",
        form: Arity::Many,
        required: true,
        help: "how many adjacent objects a move may take, as in `1,2,3`",
    }],
    examples: &["circle:1,2", "circle:1,2,3"],
    position: text("10"),
    build,
};

/// The maximum number of objects per move. The code of a row has one digit for each number up to this.
const MOST_TAKEN: u64 = 1 << 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum CirclePosition {
    Row(u64),
    Circle(u64),
}

impl grundy_core::ruleset::Position for CirclePosition {
    /// A circle is written as its number of objects, a row with an `r` before the number.
    fn show(&self) -> String {
        match self {
            CirclePosition::Circle(n) => n.to_string(),
            CirclePosition::Row(n) => format!("r{n}"),
        }
    }

    fn read(text: &str) -> Option<Self> {
        match text.trim().strip_prefix('r') {
            Some(row) => row.parse().ok().map(CirclePosition::Row),
            None => text.trim().parse().ok().map(CirclePosition::Circle),
        }
    }
}

/// The options of a row; each consists of at most two rows.
pub(super) fn options_of_row(row: &TakeAndBreak, n: u64, visit: &mut Visit<'_, CirclePosition>) -> ControlFlow<()> {
    row.options(n, &mut |parts| match *parts {
        [] => visit(&[]),
        [a] => visit(&[CirclePosition::Row(a)]),
        [a, b, ..] => visit(&[CirclePosition::Row(a), CirclePosition::Row(b)]),
    })
}

/// The rules in Python: a position is (kind, n), and `circle` is what a circle of n may become.
pub(super) fn python(circle: &str, row: &TakeAndBreak) -> Python {
    let circle: String = circle.lines().map(|line| format!("    {line}\n")).collect();
    let body = format!(
        "kind, n = p\nif kind == \"circle\":\n{circle}else:\n    \
         for option in options_of_row(n):\n        yield [(\"row\", m) for m in option]"
    );
    Python::new("p", &body, |label| label.iter().map(|n| format!("(\"circle\", {n})")).collect()).with_function(
        "options_of_row",
        "n",
        &python::take_and_break(row),
    )
}

#[derive(Clone)]
struct OnCircle(Circle);

impl Rules for OnCircle {
    type Position = CirclePosition;

    fn options(&self, position: &CirclePosition, visit: &mut Visit<'_, CirclePosition>) -> ControlFlow<()> {
        match *position {
            CirclePosition::Circle(n) => {
                self.0.take.iter().take_while(|&&t| t <= n).try_for_each(|t| visit(&[CirclePosition::Row(n - t)]))
            }
            CirclePosition::Row(n) => options_of_row(&self.0.row, n, visit),
        }
    }

    fn splits(&self) -> bool {
        true
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.0)
    }

    fn python(&self) -> Option<Python> {
        let take = python::numbers(&self.0.take);
        let circle = format!("for t in {take}:\n    if t <= n:\n        yield [(\"row\", n - t)]");
        Some(python(&circle, &self.0.row))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let take = args.integers("take", 1..=MOST_TAKEN)?;
    let text = take.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let taken = if take == [1] { "1 object".to_string() } else { format!("{} adjacent objects", alternatives(&take)) };
    let words = format!("Objects on a circle: remove {taken}; the rest is a row");
    // A row is a take-and-break game with the digit 7 at every allowed number.
    let rules = OnCircle(Circle { row: TakeAndBreak::at_places(&take, 7), take });
    Ok(Game::enumerated(format!("circle:{text}"), words, Shape::line(0), rules, |_, label| {
        CirclePosition::Circle(label[0])
    }))
}
