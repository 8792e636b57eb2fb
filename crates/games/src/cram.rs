//! Cram: place dominoes on a board.

use super::arc_kayles;
use super::args::{Args, Arity, Parameter};
use super::family::{Family, text};
use super::game::{About, Game};
use super::graph_games::game_on;
use super::graphs::GraphCode;
use super::octal::Octal;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{TakeAndBreak, Value};

pub(super) const FAMILY: Family = Family {
    name: text("cram"),
    in_papers: None,
    rules: text("Place a domino on two free cells of a board that have a side in common. (Arc-Kayles on a grid.)"),
    source: text("M. Gardner, Cram, crosscram and quadraphage, Scientific American 230 (1974); Winning Ways ch. 15"),
    max: text("rows and columns"),
    value: Value::GRUNDY,
    parameters: &[
        Parameter { key: "rows", form: Arity::Keyed, required: false, help: "the number of rows; free by default" },
        Parameter {
            key: "columns",
            form: Arity::Keyed,
            required: false,
            help: "the number of columns; free by default",
        },
    ],
    examples: &["cram", "cram:rows=3", "cram:rows=3,columns=4"],
    position: text("####/#..#/####"),
    build,
};

fn build(args: &Args) -> Result<Game, Blame> {
    let mut sizes = Vec::new();
    for key in ["rows", "columns"] {
        if args.has(key) {
            sizes.push(format!("{key}={}", args.integer(key, 1..=super::graphs::MOST_VERTICES)?));
        }
    }
    let colon = if sizes.is_empty() { "" } else { ":" };
    let (grid, code) = (format!("grid{colon}{}", sizes.join(",")), format!("cram{colon}{}", sizes.join(",")));
    let words = format!("Cram on a board ({grid}): place a domino on two free neighbouring cells");
    if sizes == ["rows=1"] {
        let row = TakeAndBreak::of_digits(0, vec![0, 7]);
        let octal = Octal::new(row);
        return Ok(Game::heap(code, words, 0, move |_, _| Ok(octal.clone())).with_about(About::max("columns")));
    }
    let graph = GraphCode::read(&grid, 0, args.base())?;
    Ok(game_on(code, words, graph, arc_kayles::recipe()))
}
