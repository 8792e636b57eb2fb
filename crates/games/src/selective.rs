//! Selective compounds of games.

use super::args::{Args, Arity, Parameter};
use super::compound;
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Value;

pub(super) const FAMILY: Family = Family {
    name: text("selective"),
    in_papers: None,
    rules: text(
        "The selective compound of several games: a move consists of a move in each of one or more of them. Only for games \
            whose moves do not split positions.",
    ),
    source: text(
        "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); J. H. Conway, On Numbers and Games, ch. 14",
    ),
    max: text("each coordinate"),
    value: Value::GRUNDY,
    parameters: &[Parameter {
        key: "games",
        form: Arity::Raw,
        required: true,
        help: "game codes joined by `+`, as in `selective:subtraction:1,2+subtraction:1,3,4`",
    }],
    examples: &["selective:subtraction:1,2+subtraction:1,3,4", "selective:nim:1+nim:1"],
    position: text("3,4"),
    build,
};

const WHY: &str = "after a split, moves in several of the parts would not be the same game as a move in one of them";

fn build(args: &Args) -> Result<Game, Blame> {
    // A selective compound inside another one can be flattened: the moves are the same.
    let games = compound::games(args, "selective", "selective compound", FAMILY.parameters[0].help)?;
    for game in &games {
        compound::must_not_split(game, |what| args.blame("games", what, WHY), "selective")?;
    }
    let (code, words) = compound::code_and_words("selective", &games);
    let parts = games.clone();
    let mut compound = Game::selective(code, format!("A move in one or more of these games: {words}"), games);
    compound.parts = parts;
    Ok(compound)
}
