//! Disjunctive sums of games.

use super::args::{Args, Form, Parameter};
use super::family::{Family, text};
use super::game::Game;
use super::nesting;
use crate::diagnostic::Blame;
use crate::ruleset::{Shape, Value};
use std::sync::Arc;

pub(super) const FAMILY: Family = Family {
    name: text("sum"),
    rules: text("The disjunctive sum of some games: a move is a move in one of them."),
    source: text("R. Sprague 1935, P. M. Grundy 1939; Winning Ways ch. 3"),
    max: text("each"),
    value: Value::Grundy,
    parameters: &[Parameter {
        key: "games",
        form: Form::Raw,
        required: true,
        help: "game codes joined by `+`, as in `sum:queen+nim:1`",
    }],
    examples: &["sum:queen+nim:1", "sum:octal:0.77+subtraction:1,2,3"],
    position: text("3,4+4"),
    build,
};

fn build(args: &Args) -> Result<Game, Blame> {
    let item = &args.items("games")[0];
    let mut games: Vec<Arc<Game>> = Vec::new();
    for (at, text) in nesting::split(&item.text, '+') {
        let at = item.span.start + at;
        let game = args.game(text, at)?;
        if !game.shape.has_range() {
            let rows = if matches!(game.shape, Shape::Named(_)) { "names for rows and " } else { "" };
            let what = format!("`{text}` has {rows}no range");
            return Err(Blame::new(at..at + text.len(), what, "sums are of games with coordinates"));
        }
        // A sum in a sum is one sum.
        let parts = if game.summands.is_empty() { vec![Arc::new(game)] } else { game.summands };
        for part in parts {
            // Equal games are one game, so that their positions are held once.
            let known = games.iter().find(|known| known.code == part.code).cloned();
            games.push(known.unwrap_or(part));
        }
    }
    if games.len() < 2 {
        return Err(Blame::new(item.span.clone(), "a sum has two games or more", FAMILY.parameters[0].help));
    }
    let code = games.iter().map(|game| game.code.as_str()).collect::<Vec<_>>().join("+");
    let words = games.iter().map(|game| game.words.as_str()).collect::<Vec<_>>().join("; and: ");
    let summands = games.clone();
    let mut sum = Game::sum(format!("sum:{code}"), format!("The disjunctive sum of: {words}"), games);
    sum.summands = summands;
    Ok(sum)
}
