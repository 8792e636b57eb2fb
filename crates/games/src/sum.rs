//! Disjunctive sums of games.

use super::args::{Args, Arity, Parameter};
use super::compound;
use super::family::{Family, text};
use super::game::Game;
use super::law::Law;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Value;
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("sum"),
    in_papers: None,
    rules: text("The disjunctive sum of several games: a move is a move in exactly one of them."),
    source: text("R. Sprague 1935, P. M. Grundy 1939; Winning Ways ch. 3"),
    max: text("each coordinate"),
    value: Value::GRUNDY,
    parameters: &[Parameter {
        key: "games",
        form: Arity::Raw,
        required: true,
        help: "game codes joined by `+`, as in `sum:queen+nim:1`",
    }],
    examples: &["sum:queen+nim:1", "sum:octal:0.77+subtraction:1,2,3"],
    position: text("3,4+4"),
    build,
};

fn build(args: &Args) -> Result<Game, Blame> {
    let games = compound::games(args, "sum", "sum", FAMILY.parameters[0].help)?;
    match sum_refused(&games) {
        Some(why) => Err(args.blame("games", why, compound::PLAIN)),
        None => Ok(sum_of(games)),
    }
}

/// Why these games have no sum with values, in words, if this is so.
pub fn sum_refused(games: &[Arc<Game>]) -> Option<String> {
    let special = |wanted: fn(Law) -> bool| {
        let game = games.iter().find(|game| wanted(game.law()))?;
        game.law().special(&game.code)
    };
    if let Some(special) = special(|law| matches!(law, Law::OutcomesOnly(_))) {
        return Some(format!("{special}, so it cannot be part of a sum"));
    }
    let (one, other) = (special(|law| law == Law::Loopy)?, special(|law| law == Law::Entailing)?);
    Some(format!("{one}, and {other}: no theory of such sums is known"))
}

/// The disjunctive sum of games with coordinates. Copies of one game should be the same `Arc`, so that its
/// positions are stored once.
pub fn sum_of(games: Vec<Arc<Game>>) -> Game {
    // Nested sums are flattened.
    let games: Vec<Arc<Game>> = games.into_iter().flat_map(parts_of).collect();
    let (code, words) = compound::code_and_words("sum", &games);
    let parts = games.clone();
    let mut sum = Game::sum(code, format!("The disjunctive sum of: {words}"), games);
    sum.parts = parts;
    sum
}

/// The components of a sum; any other game is its own only component.
fn parts_of(game: Arc<Game>) -> Vec<Arc<Game>> {
    let is_sum = !game.parts.is_empty() && game.code.starts_with("sum:");
    if is_sum { game.parts.clone() } else { vec![game] }
}
