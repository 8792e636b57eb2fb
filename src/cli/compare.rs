//! `grundy compare`: decides whether two games have equal values. The result is proved, observed up to some n,
//! or different.

use super::notes::note_digits;
use super::progress::Watch;
use super::{say, say_json};
use crate::bytes::Bytes;
use crate::commands::{Equality, Inquiry, SumComparison, compare};
use crate::error::Error;
use crate::games::code;
use crate::job::Settings;
use crate::number::{signed, whole};
use crate::ruleset::{Play, Value};
use clap::Args;

/// Compare the values of two games with one coordinate, up to a shift: equal for all n (proved), equal as far as
/// computed, or different
#[derive(Args)]
pub(super) struct Arguments {
    /// The first game
    first: String,

    /// The second game
    second: String,

    /// How far to compare [default: 10000, or as far as periods were searched for or a proof needs]
    #[arg(long, value_name = "N", value_parser = whole)]
    max: Option<u64>,

    /// Compare the first game's value at n + SHIFT with the second's at n [default: the shift
    /// of a proved equality, or 0]
    #[arg(long, value_name = "SHIFT", allow_negative_numbers = true, value_parser = signed)]
    shift: Option<i64>,

    /// Normal play (the player who cannot move loses) or misère play [default: as given in the games' files, otherwise
    /// normal]
    #[arg(long, value_name = "PLAY", value_parser = super::play())]
    play: Option<Play>,

    /// Grundy values, outcomes or lengths of plays [default: depends on the family]
    #[arg(long, value_name = "KIND", value_parser = super::value())]
    value: Option<Value>,

    /// Memory limit
    #[arg(long, value_name = "AMOUNT", default_value = "8 GiB")]
    memory: Bytes,

    /// Print the result as a JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let texts = [arguments.first.as_str(), arguments.second.as_str()];
    for text in texts {
        note_digits(&code::parse(text)?.game.code);
    }
    let settings =
        Settings { play: arguments.play, value: arguments.value, memory: arguments.memory, ..Settings::default() };
    let watch = Watch::new("compare");
    let session = watch.session();
    let first = Inquiry { game: &|| code::parse(texts[0]), settings: settings.clone(), session };
    let second = Inquiry { game: &|| code::parse(texts[1]), settings, session };
    let comparison = compare([&first, &second], arguments.max, arguments.shift)?;
    drop(watch);
    let sentence = comparison.sentence(texts);
    if arguments.json {
        say_json(&comparison.object())?
    } else {
        say(&sentence)?;
        if let Some(sums) = &comparison.sums {
            say(&sums.sentence(texts, comparison.shift))?;
        }
    }
    if matches!(comparison.sums, Some(SumComparison::Different(..))) {
        return Err(Error::ChecksFailed("the games differ".to_string()));
    }
    match comparison.verdict {
        Equality::Proved(_) | Equality::Observed(..) => Ok(()),
        Equality::Different(..) => Err(Error::ChecksFailed("the games differ".to_string())),
        Equality::Nothing => Err(Error::ChecksFailed("nothing could be compared".to_string())),
    }
}
