//! `grundy check`: a conjecture over the terms or positions of a game, in words on standard output.

use super::notes::note_digits;
use super::{GameArguments, say, say_json, silent_session};
use crate::answer::answer_in;
use crate::config::{self, Request};
use crate::conjecture::{Conjectures, Domain, Part, Statement, Subject, Verdict, Wrong};
use crate::error::Error;
use crate::job::Analysis;
use crate::output::Checked;
use crate::question::checked;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

/// Check a conjecture, as in 'octal:0.77' 'n < 71 or g(n) == g(n - 12)' --max 1000000; exit 1 if it is refuted
#[derive(Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    game: GameArguments,

    /// What is claimed: an expression in n and g(n), or h1, h2, ... and value; see docs/language.md
    holds: String,

    /// The condition of what it speaks of
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    condition: Option<String>,

    /// Print an object in JSON
    #[arg(long)]
    json: bool,

    /// Terms of a sequence or positions of a box; the game decides if this is left out
    #[arg(long, value_name = "WHAT")]
    over: Option<OverArgument>,
}

/// `--over`.
#[derive(Clone, Copy, ValueEnum)]
enum OverArgument {
    Terms,
    Positions,
}

/// The name of a conjecture that needs none.
const NAME: &str = "conjecture";

pub(super) fn run(arguments: &Arguments) -> Result<(), Error> {
    let game = &arguments.game;
    let statement = Statement {
        name: NAME.to_string(),
        condition: arguments.condition.clone(),
        holds: arguments.holds.clone(),
        over: arguments.over.map(|over| match over {
            OverArgument::Terms => Domain::Terms,
            OverArgument::Positions => Domain::Positions,
        }),
        ..Statement::default()
    };
    let request = Request {
        play: game.play.map(Into::into),
        value: game.value.map(Into::into),
        memory: Some(game.memory),
        max_rows: Some(game.max_rows),
        ..Request::default()
    };
    let mut job = config::from_code(&game.code, game.max, request)?;
    note_digits(&job.game.code);
    job.conjectures = Conjectures { statements: vec![statement], bound: Vec::new() };
    let rows = job.rows();
    let subject = Subject { period: true, ..job.subject(&rows) };
    let conjectures = job.conjectures.of(&subject).map_err(|wrong| within(wrong, arguments))?;
    // Only what uses the period needs one.
    if conjectures.iter().any(|conjecture| conjecture.uses_period()) {
        job.analysis = Analysis::of("period");
    }
    let answer = answer_in(&job, false, silent_session())?;
    let all = checked(&answer.results(&job));
    let Some(found) = all.first() else { return Ok(()) };
    if arguments.json {
        say_json(&object(&job.game.code, arguments, found))?;
    } else {
        for sentence in found.sentences() {
            say(&sentence.replace("**", ""))?;
        }
    }
    match found.tally.verdict() {
        Verdict::NoCounterexample => Ok(()),
        _ => Err(Error::ChecksFailed(found.judged().words)),
    }
}

/// What was seen, as JSON.
fn object(code: &str, arguments: &Arguments, found: &Checked<'_>) -> Value {
    let tally = found.tally;
    json!({
        "game": code,
        "holds": arguments.holds,
        "where": arguments.condition,
        "over": found.domain.to_string(),
        "range": found.range,
        "checked": tally.checked(),
        "excluded": tally.excluded,
        "not_applicable": tally.not_applicable,
        "held": tally.held,
        "failed": tally.failed,
        "verdict": tally.verdict().to_string(),
        "first_counterexample": tally.first(),
        "error": tally.error.as_ref().map(|(example, what)| format!("{what} at {}", example.words)),
    })
}

/// What is wrong, within the argument that it is about.
fn within(wrong: Wrong, arguments: &Arguments) -> Error {
    let text = match wrong.part {
        Part::Condition => arguments.condition.as_deref().unwrap_or(""),
        Part::Holds => &arguments.holds,
        Part::Name | Part::Over | Part::Expect => "",
    };
    wrong.blame.within(&wrong.part.to_string(), text).into()
}
