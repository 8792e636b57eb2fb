//! Games played at the same time. The families differ only in their [`Joining`].

use super::args::{Args, Arity, Parameter};
use super::compound;
use super::family::{Family, text};
use super::game::Game;
use grundy_core::diagnostic::Blame;
use grundy_core::ruleset::{Joining, Value};

const SMITH: &str = "C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966); J. H. Conway, On Numbers and Games, ch. 14";

pub(super) const SELECTIVE: Family = family(
    "selective",
    "The selective compound of several games: a move consists of a move in each of one or more of them. Only for games whose moves do not \
        split positions.",
    SMITH,
    &["selective:subtraction:1,2+subtraction:1,3,4", "selective:nim:1+nim:1"],
    |args| build(args, Joining::Selective),
);

pub(super) const SHORTENED: Family = family(
    "shortened",
    "The shortened selective compound of several games: a move consists of a move in each of one or more of them, \
        and the play ends as soon as one of them has ended. Only for games whose moves do not \
        split positions.",
    SMITH,
    &["shortened:subtraction:1,2+subtraction:1,3,4", "shortened:nim:1+nim:1"],
    |args| build(args, Joining::Shortened),
);

pub(super) const CONJUNCTIVE: Family = family(
    "conjunctive",
    "The conjunctive compound of several games: a move consists of a move in each of them, so the play ends as \
        soon as one of them has ended. Only for games whose moves do not \
        split positions.",
    SMITH,
    &["conjunctive:subtraction:1,2+subtraction:1,3,4", "conjunctive:nim:1+nim:1"],
    |args| build(args, Joining::Conjunctive),
);

pub(super) const CONTINUED: Family = family(
    "continued",
    "The continued conjunctive compound of several games: a move consists of a move in each of them that has not \
        ended, so the play ends when all have ended. Only for games whose moves do not \
        split positions.",
    SMITH,
    &["continued:subtraction:1,2+subtraction:1,3,4", "continued:nim:1+nim:1"],
    |args| build(args, Joining::Continued),
);

pub(super) const SEQUENTIAL: Family = family(
    "sequential",
    "The sequential compound of several games: they are played one after the other, each to its end. Only for games whose moves do not \
        split positions.",
    "W. Stromquist and D. Ullman, Sequential compounds of combinatorial games, Theoret. Comput. Sci. 119 (1993)",
    &["sequential:subtraction:1,2+subtraction:1,3,4", "sequential:nim:1+nim:1"],
    |args| build(args, Joining::Sequential),
);

pub(super) const ORDINAL: Family = family(
    "ordinal",
    "The ordinal sum of several games: a move is a move in exactly one of them, and it ends all games after that \
        one. Only for games whose moves do not \
        split positions.",
    "Winning Ways ch. 7",
    &["ordinal:subtraction:1,2+subtraction:1,3,4", "ordinal:nim:1+nim:1"],
    |args| build(args, Joining::Ordinal),
);

const fn family(
    name: &'static str,
    rules: &'static str,
    source: &'static str,
    examples: &'static [&'static str],
    build: fn(&Args) -> Result<Game, Blame>,
) -> Family {
    Family {
        name: text(name),
        in_papers: None,
        rules: text(rules),
        source: text(source),
        max: text("each coordinate"),
        value: Value::GRUNDY,
        parameters: &[Parameter {
            key: "games",
            form: Arity::Raw,
            required: true,
            help: "game codes joined by `+`, as in `subtraction:1,2+subtraction:1,3,4`",
        }],
        examples,
        position: text("3,4"),
        build,
    }
}

/// What a joining is called in texts.
struct Names {
    /// The name of its family.
    name: &'static str,
    /// The kind of compound, for messages.
    called: &'static str,
    /// What precedes the rules of the games.
    words: &'static str,
    /// Why moves must not split.
    why: &'static str,
}

fn names_of(joining: Joining) -> Names {
    let (name, called, words) = match joining {
        Joining::Disjunctive => ("sum", "sum", "A move in one of these games"),
        Joining::Selective => ("selective", "selective compound", "A move in one or more of these games"),
        Joining::Shortened => (
            "shortened",
            "shortened selective compound",
            "A move in one or more of these games, until one of them has ended",
        ),
        Joining::Conjunctive => {
            ("conjunctive", "conjunctive compound", "A move in each of these games, until one of them has ended")
        }
        Joining::Continued => (
            "continued",
            "continued conjunctive compound",
            "A move in each of these games that has not ended, until all have ended",
        ),
        Joining::Sequential => {
            ("sequential", "sequential compound", "These games one after the other, each to its end")
        }
        Joining::Ordinal => ("ordinal", "ordinal sum", "A move in one of these games, which ends all games after it"),
    };
    let why = match joining {
        Joining::Sequential | Joining::Ordinal => "after a split, a component would be several positions",
        _ => "after a split, moves in several of the parts would not be the same game as a move in one of them",
    };
    Names { name, called, words, why }
}

fn build(args: &Args, joining: Joining) -> Result<Game, Blame> {
    let Names { name, called, words, why } = names_of(joining);
    // A compound inside another one of the same kind can be flattened: the moves are the same.
    let help = format!("game codes joined by `+`, as in `{name}:subtraction:1,2+subtraction:1,3,4`");
    let games = compound::games(args, name, called, &help)?;
    for game in &games {
        compound::must_not_split(game, |what| args.blame("games", what, why), name)?;
    }
    let (code, rules) = compound::code_and_words(name, &games);
    Ok(Game::joint(code, format!("{words}: {rules}"), joining, games))
}
