//! `grundy check`: checks a conjecture about the terms or positions of a game, and prints the result in words.

use super::notes::note_digits;
use super::progress::Watch;
use super::{GameArguments, say, say_json};
use crate::commands::{Inquiry, check};
use crate::conjecture::{Domain, Keep, Statement, Verdict};
use crate::error::Error;
use crate::games::code;
use clap::Args;

/// Check a conjecture about a game, as in octal:0.77 'n < 71 or g(n) == g(n - 12)' --max 1000000; the exit code is 1 if
/// it is refuted
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// The claim: an expression in n and g(n), or in h1, h2, ... and value; see docs/language.md
    holds: String,

    /// A condition that restricts the claim
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: Option<String>,

    /// Keep the counterexamples with the largest values of this expression instead of the first ones
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true, conflicts_with = "smallest")]
    largest: Option<String>,

    /// Keep the counterexamples with the smallest values of this expression instead of the first ones
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    smallest: Option<String>,

    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,

    /// Check the terms of a sequence or the positions of a box [default: depends on the game]
    #[arg(long, value_name = "WHAT", value_parser = super::over())]
    over: Option<Domain>,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let game = &arguments.game;
    note_digits(&code::parse(&game.code)?.game.code);
    let statement = Statement {
        condition: arguments.condition.clone(),
        holds: arguments.holds.clone(),
        over: arguments.over,
        keep: match (&arguments.largest, &arguments.smallest) {
            (Some(text), _) => Keep::Largest(text.clone()),
            (None, Some(text)) => Keep::Smallest(text.clone()),
            (None, None) => Keep::First,
        },
        ..Statement::default()
    };
    let watch = Watch::new(&game.code);
    let inquiry = Inquiry { game: &|| code::parse(&game.code), settings: game.settings(), session: watch.session() };
    let found = check(&inquiry, game.max(), statement)?;
    drop(watch);
    match arguments.json {
        true => say_json(&found.object())?,
        false => found.sentences().iter().try_for_each(|sentence| say(sentence))?,
    }
    match found.verdict() {
        Verdict::NoCounterexample => Ok(()),
        _ => Err(Error::ChecksFailed(found.words())),
    }
}
