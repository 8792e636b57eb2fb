//! Games in which the opponent forbids some options before each move.

use super::args::{Args, Arity, Parameter};
use super::compound;
use super::family::{Family, text};
use super::game::Game;
use super::law::Law;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Joining, Value};

pub(super) const FAMILY: Family = Family {
    name: text("blocking"),
    in_papers: None,
    rules: text(
        "A game with a blocking manoeuvre: before each move, the opponent may forbid up to k - 1 of the options, for this \
            move only. A player whose options are all forbidden, or who has none, loses. So a position is P if and only if \
            at most k - 1 of its options are P. Only for games whose moves do not split positions.",
    ),
    source: text(
        "U. Larsson, Blocking Wythoff Nim, Electronic J. Combin. 18 (2011), P120; A. Flammenkamp, A. Holshouser and H. \
            Reiter, Dynamic one-pile blocking Nim, Electronic J. Combin. 10 (2003), N4",
    ),
    max: text("as for the game whose options are forbidden"),
    value: Value::OUTCOME,
    parameters: &[
        Parameter {
            key: "game",
            form: Arity::Code,
            required: true,
            help: "a game code in parentheses, as in `blocking:(wythoff),k=2`",
        },
        Parameter {
            key: "k",
            form: Arity::Keyed,
            required: true,
            help: "up to k - 1 options may be forbidden, where k is at least 1; the game goes in parentheses, as in \
                   `blocking:(wythoff),k=2`",
        },
    ],
    examples: &["blocking:(wythoff),k=2", "blocking:(subtraction:1,2,3),k=2"],
    position: text("3,4"),
    build,
};

/// Why moves must not split.
const WHY: &str = "an option that is a sum has an outcome that does not follow from the outcomes of its parts";

/// What helps where a sum has sums inside.
const SUM: &str = "write it as one sum, as in `blocking:(sum:nim:1+nim:1+subtraction:1,2),k=2`";

/// Why there are only outcomes of normal play.
const OUTCOMES: &str = "where options may be forbidden, only outcomes of normal play are defined";

fn build(args: &Args) -> Result<Game, Blame> {
    let item = &args.items("game")[0];
    let game = args.game(&item.text, item.span.start)?;
    let k = args.integer("k", 1..=u64::from(u32::MAX))?;
    compound::is_one_kind(&game, "blocking").map_err(|what| args.blame("game", what, compound::ONE_KIND))?;
    compound::wants_normal_play(&game, "blocking").map_err(|what| args.blame("game", what, compound::NORMAL))?;
    compound::is_plain(&game, "blocking").map_err(|what| args.blame("game", what, compound::PLAIN))?;
    compound::must_not_split(&game, |what| args.blame("game", what, WHY), "blocking")?;
    let game = match game.components() {
        Some(parts) => Game::joint(game.code.clone(), game.words.clone(), Joining::Disjunctive, parts.to_vec()),
        None if game.summands().is_some() => {
            return Err(args.blame("game", format!("`{}` is a sum of sums", game.code), SUM));
        }
        None => game,
    };
    let code = format!("blocking:({}),k={k}", game.code);
    let words = match k {
        1 => format!("Nothing is forbidden: {}", game.words),
        2 => format!("Before each move, the opponent may forbid one option: {}", game.words),
        _ => format!("Before each move, the opponent may forbid up to {} options: {}", k - 1, game.words),
    };
    let about = compound::about(&game);
    Ok(Game::blocking(code, words, game, k as u32 - 1).with_law(Law::OutcomesOnly(OUTCOMES)).with_about(about))
}
