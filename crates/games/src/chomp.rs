//! Chomp: eat a piece of a chocolate bar and all pieces above and to the right of it.

use super::args::{Args, Arity, Parameter};
use super::count::within;
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{MOST_COORDINATES, Point, Python, Rules, Shape, Value, Visit};
use grundy_core::structure::{Chomp, Structures};
use grundy_core::words::counted;
use std::ops::ControlFlow;

pub(super) const FAMILY: Family = Family {
    name: text("chomp"),
    in_papers: None,
    rules: text(
        "A bar of chocolate with the given number of rows and n columns. A move eats a piece and all pieces above and to \
            the right of it. The piece in the lower left corner is poisoned and never eaten.",
    ),
    source: text("D. Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974); F. Schuh (1952)"),
    max: text("number of columns (from 1)"),
    value: Value::OUTCOME,
    parameters: &[
        Parameter { key: "rows", form: Arity::One, required: true, help: "the number of rows, as in `chomp:rows=3`" },
        Parameter {
            key: "positions",
            form: Arity::Keyed,
            required: false,
            help: "`full` (only whole bars) or `all` (every position whose bottom row has at most max pieces, with rows of h1 >= h2 >= ... pieces)",
        },
    ],
    examples: &["chomp:rows=3", "chomp:rows=3,positions=all"],
    position: text("4,4,2"),
    build,
};

/// The options in Python. The rows are listed from the bottom up.
const PYTHON: &str = "\
for row, length in enumerate(p):
    for left in range(1 if row == 0 else 0, length):
        yield [p[:row] + tuple(min(a, left) for a in p[row:])]";

#[derive(Clone, Copy)]
struct Eating(Chomp);

impl Rules for Eating {
    type Position = Point;

    /// The lengths of the rows, from the bottom up, never increase. The poisoned piece of the bottom row
    /// always remains.
    fn options(&self, lengths: &Point, visit: &mut Visit<'_, Point>) -> ControlFlow<()> {
        for (row, &length) in lengths.iter().enumerate() {
            for left in u32::from(row == 0)..length {
                let bitten =
                    lengths.iter().enumerate().map(|(at, &length)| if at < row { length } else { length.min(left) });
                visit(&[bitten.collect()])?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The last start is the largest one; all positions within it can be reached.
    fn at_least(&self, starts: &[Point]) -> u128 {
        starts.last().map_or(0, |lengths| within(lengths) - 1)
    }

    fn is_position(&self, lengths: &Point) -> bool {
        lengths.len() == self.0.rows && lengths[0] > 0 && lengths.is_sorted_by(|a, b| a >= b)
    }

    fn structures(&self) -> Structures<'_> {
        Structures::of(&self.0)
    }

    /// The positions asked for are whole bars. The others are no table, so no program is made of them.
    fn python(&self) -> Option<Python> {
        let rows = self.0.rows;
        Some(Python::new("p", PYTHON, move |label| label.iter().map(|n| format!("({n},)*{rows}")).collect()))
    }
}

fn build(args: &Args) -> Result<Game, Blame> {
    let rows = args.integer("rows", 1..=MOST_COORDINATES)? as usize;
    let bar = counted(rows, "row", "rows");
    let words = format!("Chomp on {bar} and n columns; the corner is poisoned");
    let all = match args.word("positions").map(|item| item.text.as_str()) {
        None if !args.has("positions") => false,
        Some("full") => false,
        Some("all") => true,
        _ => {
            return Err(args.blame("positions", "`positions` must be `full` or `all`", "`full` means only whole bars"));
        }
    };
    if all && rows > 1 {
        let words =
            format!("Chomp on {bar}, which have h1 >= h2 >= ... pieces from the bottom up; the corner is poisoned");
        let shape = Shape::descending(rows);
        let own = |_: &Eating, label: &[u64]| label.iter().map(|&length| length as u32).collect();
        return Ok(Game::enumerated(
            format!("chomp:rows={rows},positions=all"),
            words,
            shape,
            Eating(Chomp { rows }),
            own,
        ));
    }
    let bar = move |_: &Eating, label: &[u64]| Point::from_elem(label[0] as u32, rows);
    Ok(Game::enumerated(format!("chomp:rows={rows}"), words, Shape::line(1), Eating(Chomp { rows }), bar))
}
