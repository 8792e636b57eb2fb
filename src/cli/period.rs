//! `grundy period`: the header and one row of `periods.csv` to standard output.

use super::growing::{grow, outlook};
use super::notes::note_digits;
use super::{GameArguments, complain_of, say_json, silent_session, stdout};
use crate::analysis::cousins::standard_form;
use crate::answer::{Answer, answer_in};
use crate::claim::Status;
use crate::config::{self, Request};
use crate::error::Error;
use crate::games::code;
use crate::job::{Analysis, Job};
use crate::output::Content;
use crate::question::PERIODS;
use crate::ruleset::TakeAndBreak;
use crate::writer::LATEX_PERIOD;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::path::Path;

/// Find the period of a game with one coordinate, proved where a theorem allows it; without --max as far as it takes, within some seconds
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// csv: the row of periods.csv; latex: the claim as a sentence, and as a line of a table
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: FormatArgument,

    /// Print an object in JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatArgument {
    Csv,
    Latex,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let game = &arguments.game;
    let request = Request {
        play: game.play.map(Into::into),
        value: game.value.map(Into::into),
        memory: Some(game.memory),
        max_rows: Some(game.max_rows),
        analysis: Analysis::of("period"),
        ..Request::default()
    };
    let ranged = code::parse(&game.code)?.game.shape.has_range();
    let named = config::from_code(&game.code, game.max.or(ranged.then_some(1)), request.clone())?;
    note_digits(&named.game.code);
    note_cousin(&named);
    let (job, answer) = match game.max {
        Some(_) => {
            let answer = answer_in(&named, false, silent_session())?;
            (named, answer)
        }
        None if !ranged => {
            let answer = answer_in(&named, false, silent_session())?;
            (named, answer)
        }
        None => grow(&game.code, &request, false)?,
    };
    if let Some(outlook) = outlook(&job, &answer) {
        complain_of(&format!("note: {outlook}"));
    }
    if arguments.json {
        return say_json(&object(&job, &answer));
    }
    let file = match arguments.format {
        FormatArgument::Csv => &PERIODS,
        FormatArgument::Latex => &LATEX_PERIOD,
    };
    match file.content {
        Content::Results(write) => {
            let written = write(&answer.results(&job), stdout());
            written.map_err(Error::io("write to", Path::new("standard output")))
        }
        _ => Err(Error::Fault("the period is not written from results".to_string())),
    }
}

/// Says so where the game is a shorter one shifted.
fn note_cousin(job: &Job) {
    let Some(code) = job.game.code.strip_prefix("octal:").and_then(|digits| TakeAndBreak::parse(digits).ok()) else {
        return;
    };
    let (form, shift) = standard_form(&code);
    if shift > 0 {
        complain_of(&format!(
            "note: octal:{code} is octal:{form} shifted: G(n + {shift}) here is G(n) there (first cousins, proved)"
        ));
    }
}

fn object(job: &Job, answer: &Answer) -> Value {
    let claim = answer.claim.as_ref();
    json!({
        "game": job.game.code,
        "play": job.play.to_string(),
        "value": job.value.to_string(),
        "max": job.max,
        "preperiod": claim.map(|claim| claim.preperiod),
        "period": claim.map(|claim| claim.period),
        "saltus": claim.map(|claim| claim.saltus),
        "status": claim.map_or(Status::None, |claim| claim.status()).to_string(),
        "theorem": claim.and_then(|claim| claim.theorem).map(|theorem| theorem.name()),
        "checked_to": claim.map_or(job.max, |claim| claim.checked_to),
        "max_value": (job.value == crate::ruleset::Value::Grundy).then(|| answer.max_value()),
    })
}
