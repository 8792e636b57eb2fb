//! Clobber, impartial: capture a neighbouring stone of the other colour.

use super::args::{Args, Arity, Parameter};
use super::board::pattern::{BoardRules, Images};
use super::board::{BoardGame, COLUMNS, ROWS, Start, open_sides, side};
use super::family::{Family, text};
use super::game::{About, Game};
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Value;

pub(super) const FAMILY: Family = Family {
    name: text("clobber"),
    in_papers: None,
    rules: text(
        "Stones of two colours, X and O, lie on a board. A move takes a stone to a neighbouring cell and removes the stone of \
            the other colour there. Both players may move all stones.",
    ),
    source: text(
        "M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, An introduction to Clobber, Integers 5 (2005), there partizan",
    ),
    max: text("rows and columns"),
    value: Value::GRUNDY,
    parameters: &[
        ROWS,
        COLUMNS,
        Parameter {
            key: "start",
            form: Arity::Keyed,
            required: false,
            help: "`checkered`; other starts are written with the family `board`",
        },
    ],
    examples: &["clobber:rows=1", "clobber:rows=2", "clobber"],
    position: text("XO.OX"),
    build,
};

fn build(args: &Args) -> Result<Game, Blame> {
    args.choice("start", &["checkered"])?;
    let sizes = [side(args, "rows")?, side(args, "columns")?];
    let names = ["rows", "columns"].into_iter().zip(sizes);
    let fixed: Vec<String> = names.filter_map(|(key, side)| side.map(|side| format!("{key}={side}"))).collect();
    let code = format!("clobber{}{}", if fixed.is_empty() { "" } else { ":" }, fixed.join(","));
    let rules = BoardRules::read(&["XO -> .X", "OX -> .O"], Images::All).expect("the rules are right");
    let about = About::max(open_sides(sizes));
    let words = "Clobber on a checkered board: capture a neighbouring stone of the other colour".to_string();
    Ok(BoardGame { rules, start: Start::Checkered, sizes }.game(code, words, about))
}
