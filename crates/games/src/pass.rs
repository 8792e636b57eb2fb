//! Games with one pass.

use super::args::{Args, Arity, Parameter};
use super::compound;
use super::family::{Family, text};
use super::game::Game;
use super::nesting;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::Value;

pub(super) const FAMILY: Family = Family {
    name: text("pass"),
    in_papers: None,
    rules: text(
        "A game with one pass: once in the whole game, one of the players may pass instead of moving, but not in a \
            position without moves. The value is that of the position with the pass unused. Only for games whose moves do not split positions.",
    ),
    source: text(
        "R. M. Low and W. H. Chan, An atlas of N- and P-positions in \"Nim with a pass\", Integers 15 (2015) G2, after D. Gale",
    ),
    max: text("as for the game that gets the pass"),
    value: Value::GRUNDY,
    parameters: &[Parameter {
        key: "game",
        form: Arity::Raw,
        required: true,
        help: "a game code, as in `pass:nim:3` or `pass:(subtraction:1,2,3)`",
    }],
    examples: &["pass:nim:2", "pass:subtraction:1,2,3", "pass:(sum:nim:1+subtraction:1,2)"],
    position: text("3,4"),
    build,
};

const WHY: &str = "after a split all parts would share the pass; a pass that belongs to one heap, as in the literature on \
                   octal games with a pass, is another game";

fn build(args: &Args) -> Result<Game, Blame> {
    let item = &args.items("game")[0];
    let game =
        args.game(&item.text, item.span.start).map_err(|blame| about_plus(args, &item.text, item.span.start, blame))?;
    compound::is_one_kind(&game, "pass").map_err(|what| args.blame("game", what, compound::ONE_KIND))?;
    compound::is_plain(&game, "pass").map_err(|what| args.blame("game", what, compound::PLAIN))?;
    compound::wants_normal_play(&game, "pass").map_err(|what| args.blame("game", what, compound::NORMAL))?;
    compound::must_not_split(&game, |what| args.blame("game", what, WHY), "pass")?;
    let code = format!("pass:{}", compound::nested(&game.code));
    let words = format!("With one pass in the whole game, not in positions without moves: {}", game.words);
    let about = compound::about(&game);
    Ok(Game::pass(code, words, game).with_about(about))
}

/// The error for a `+` that cannot be parsed. The user most likely wanted to give a pass to the first of two games.
fn about_plus(args: &Args, text: &str, start: usize, blame: Blame) -> Blame {
    let parts = nesting::split(text, '+');
    let [(_, first), (second, _), ..] = parts[..] else { return blame };
    // If the first part is no game, or a sum that takes the others, something else is wrong.
    if compound::is_modified(text) || args.game(first, start).is_err() {
        return blame;
    }
    let rest = &text[second..];
    let message = format!("`pass:` takes all that follows, but `{text}` is not one game");
    let help = format!(
        "in a sum, write `(pass:{first})+{rest}` for a pass in `{first}` only, `pass:(sum:{text})` for one in all of them"
    );
    Blame::new(start..start + text.len(), message, help)
}
