//! `grundy count`: prints how many terms or positions of a game have a property.

use super::notes::note_digits;
use super::progress::Watch;
use super::{GameArguments, say, say_json};
use crate::commands::{Inquiry, Wanted, count};
use crate::conjecture::{Aggregate, Domain};
use crate::error::Error;
use crate::games::code;
use clap::Args;

/// Count the terms or positions with a property, as in nim:3 'outcome == P' --max 20; also sum an expression over them,
/// or find its largest value
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// The property: an expression in n and g(n), or in h1, h2, ... and value; see docs/language.md
    condition: String,

    /// Also sum this expression over those that have the property
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true, conflicts_with = "largest")]
    sum: Option<String>,

    /// Also find the largest value of this expression among those that have the property, and where it first occurs
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    largest: Option<String>,

    /// Count positions that are the same up to a symmetry of the game, such as heaps in another order, only once
    #[arg(long)]
    orbits: bool,

    /// Count the terms of a sequence or the positions of a box [default: depends on the game]
    #[arg(long, value_name = "WHAT", value_parser = super::over())]
    over: Option<Domain>,

    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let game = &arguments.game;
    note_digits(&code::parse(&game.code)?.game.code);
    let aggregate = match (&arguments.sum, &arguments.largest) {
        (Some(text), _) => Aggregate::Sum(text),
        (None, Some(text)) => Aggregate::Largest(text),
        (None, None) => Aggregate::Count,
    };
    let wanted = Wanted { condition: &arguments.condition, over: arguments.over, aggregate, orbits: arguments.orbits };
    let watch = Watch::new(&game.code);
    let inquiry = Inquiry { game: &|| code::parse(&game.code), settings: game.settings(), session: watch.session() };
    let counted = count(&inquiry, game.max(), wanted)?;
    drop(watch);
    match arguments.json {
        true => say_json(&counted.object()),
        false => counted.sentences().iter().try_for_each(|sentence| say(sentence)),
    }
}
