//! The checks that all jobs share: a game, a range and settings become a [`Job`], or an error that names the
//! wrong setting. Each source of jobs words that error in its own terms: configs in `job.rs`, the command line
//! in `asked.rs`.

use super::range::range_of;
use super::wrong::WrongJob;
use crate::analysis::expectation::Expect;
use crate::formats::{FORMATS, find_format};
use crate::games::args::list;
use crate::games::code::Coded;
use crate::games::suggest::suggest;
use crate::games::{Family, Game};
use crate::job::{CHECKPOINT, Job, Name, Settings};
use crate::language::Automata;
use crate::question::{Problem, QUESTIONS, find_key};
use crate::ruleset::{Play, Shape, Value, ValueClass};
use std::sync::Arc;

/// The advice for [`WrongJob::NeedlessRange`].
pub(super) const NO_RANGE: &str = "all its positions are computed; remove it";

/// The advice for [`WrongJob::Value`].
pub(super) const VALUE_HELP: &str = "without `value`, outcomes are computed";

/// A job with its rows and kind of values, before its questions and formats are checked by [`finish`].
/// Files are in the folder of `automata`.
pub(super) fn begin(
    name: Name,
    coded: Coded,
    max: Option<u64>,
    settings: Arc<Settings>,
    automata: Automata,
) -> Result<Job, WrongJob> {
    let Coded { family, game } = coded;
    let play = game.played(settings.play).map_err(WrongJob::Play)?;
    let greatest = settings.bounds.iter().copied().max();
    // Without a range, the rows are all that there are, if they end.
    let max = match (greatest.or(max).or(game.shape.most()), game.shape.has_range()) {
        (Some(_), false) => return Err(WrongJob::NeedlessRange(game.code.clone())),
        (None, true) => return Err(WrongJob::NoRange),
        (max, _) => max.unwrap_or(0),
    };
    if game.shape.rows(max).is_empty() {
        return Err(WrongJob::NoRows(no_rows(&game)));
    }
    let range = range_of(&game, max, &settings, &automata)?;
    let value = choose_value(settings.value, play, &family, &game).map_err(WrongJob::Value)?;
    Ok(Job {
        name,
        source: None,
        family,
        game: Arc::new(game),
        play,
        value,
        range,
        checkpoint: CHECKPOINT,
        expect: Expect::default(),
        bound: Vec::new(),
        automata,
        settings,
    })
}

/// The job, if every question and every format makes sense for it.
pub(super) fn finish(job: Job) -> Result<Job, WrongJob> {
    special_values(&job).map_err(WrongJob::Question)?;
    QUESTIONS.iter().try_for_each(|question| (question.check)(&job)).map_err(WrongJob::Question)?;
    for (index, name) in job.settings.formats.iter().enumerate() {
        let Some(format) = find_format(name) else {
            let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
            let entries: Vec<(&str, String)> = FORMATS.iter().map(|format| (format.name, format.summary())).collect();
            let help = suggest(name, &entries, &format!("one of {}", list(&names)));
            return Err(WrongJob::Format(index, format!("there is no format `{name}`"), help));
        };
        (format.check)(&job).map_err(|why| {
            WrongJob::Format(index, format!("`{name}` cannot be written: {why}"), "remove it".to_string())
        })?;
    }
    Ok(job)
}

/// Refuses questions about numbers where values are none: infinite values, moons, draws.
fn special_values(job: &Job) -> Result<(), Problem> {
    if !matches!(job.value.class, ValueClass::Loopy | ValueClass::Entailing) {
        return Ok(());
    }
    let allowed: &[&str] = if job.value == Value::LOOPY_OUTCOME { &["zeros", "period"] } else { &["zeros"] };
    let settings = job.settings.analysis.settings().map(|(key, _)| key);
    let asked = settings.chain(job.wants_period().then_some("period")).chain(job.wants_misere().then_some("misere"));
    let refused = asked.filter(|key| !allowed.contains(key)).find_map(find_key);
    refused.map_or(Ok(()), |key| {
        let message = format!("not all values of `{}` are numbers, so `{}` has no meaning", job.game.code, key.name);
        Err(Problem { key: key.name, item: 0, message, help: format!("ask for {}", list(allowed)) })
    })
}

fn no_rows(game: &Game) -> String {
    match &game.shape {
        Shape::Part(..) => {
            let code = &game.code;
            format!("no label up to `max` satisfies `positions` of `{code}`: raise `max` or correct the condition")
        }
        _ => format!("`{}` starts at {}: raise `max`", game.code, game.shape.rows(0).first()),
    }
}

fn choose_value(asked: Option<Value>, play: Play, family: &Family, game: &Game) -> Result<Value, String> {
    if let Some(value) = game.law().value(&game.code, asked)? {
        return Ok(value);
    }
    match (asked, play) {
        // The Grundy value of a sum in misère play does not follow from the values of its parts.
        (Some(value), Play::Misere) if value.class == ValueClass::Mex && game.splits().unwrap_or(true) => Err(format!(
            "in misère play grundy computes outcomes only, not Grundy values, for games whose moves split, as those of `{}` do",
            game.code
        )),
        (Some(value), Play::Misere) if !value.class.zero_is_p() => {
            Err(format!("{value} is defined for normal play only, but the game is played in misère play"))
        }
        (None, Play::Misere) => Ok(Value::OUTCOME),
        (asked, _) => Ok(asked.unwrap_or(family.value)),
    }
}
