//! Checks: from the shape of a config, or the arguments of a command line, to a [`Job`].

use super::analysis::{self, Places};
use super::{conjecture, expect, game, wire};
use crate::analysis::expectation::Expect;
use crate::bytes::Bytes;
use crate::conjecture::Conjectures;
use crate::diagnostic::Blame;
use crate::error::Error;
use crate::games::args::list;
use crate::games::code::Coded;
use crate::games::custom::INLINE;
use crate::games::suggest::suggest;
use crate::games::{Family, Game, code};
use crate::identity::JobIdentity;
use crate::job::{Analysis, Job, Name, Output, Source};
use crate::kernel::KERNELS;
use crate::question::QUESTIONS;
use crate::ruleset::{Play, Shape, Value};
use crate::writer::{FORMATS, find_format};
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;

/// The memory a job may use unless it says otherwise.
pub(super) const MEMORY: Bytes = Bytes(8 << 30);

/// The time between two checkpoints unless the config says otherwise.
pub(super) const CHECKPOINT: Duration = Duration::from_secs(600);

/// The most rows a listing may have unless the config says otherwise.
pub const MAX_ROWS: u64 = 1_000_000_000;

/// A job as a command line asks for it: everything but the game and the range may be left
/// to the family.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Normal or misère play.
    pub play: Option<Play>,
    /// What is computed.
    pub value: Option<Value>,
    /// The most memory the job may use.
    pub memory: Option<Bytes>,
    /// The most rows of a listing.
    pub max_rows: Option<u64>,
    /// What is read off the values.
    pub analysis: Analysis,
    /// What is claimed of the game's terms or positions.
    pub conjectures: Conjectures,
    /// Names of formats.
    pub formats: Vec<String>,
    /// The kernel; none is the first that supports the job.
    pub kernel: Option<String>,
    /// The folder that file arguments are relative to; the current one, unless it is said.
    pub base: PathBuf,
}

/// A job from a game code.
///
/// # Errors
/// [`Error::Config`] for a code that cannot be run, [`Error::Usage`] for a request that
/// makes no sense for it.
pub fn from_code(text: &str, max: Option<u64>, request: Request) -> Result<Job, Error> {
    let coded = code::parse_at(text, 0, &request.base);
    from_coded(coded.map_err(|blame| blame.within("game code", text))?, max, request)
}

/// A job of a game that is at hand.
///
/// # Errors
/// [`Error::Usage`] for a request that makes no sense for it.
pub fn from_coded(coded: Coded, max: Option<u64>, request: Request) -> Result<Job, Error> {
    let Coded { family, game } = coded;
    let play = game.played(request.play).map_err(Error::Usage)?;
    let max = match (max, &game.shape) {
        (Some(_), Shape::Named(_) | Shape::Numbers(..)) => {
            return Err(Error::Usage(format!("--max means nothing for `{}`: {}", game.code, NO_RANGE)));
        }
        (Some(max), _) => max,
        (None, Shape::Named(_) | Shape::Numbers(..)) => 0,
        (None, Shape::Box(_) | Shape::Part(..) | Shape::Descending(_)) => {
            return Err(Error::Usage("--max is missing: how far, as in --max 1000".to_string()));
        }
    };
    let rows = game.shape.rows(max);
    let usage = |blame: Blame| Error::Usage(format!("{} ({})", blame.message, blame.help));
    if rows.is_empty() {
        return Err(Error::Usage(no_rows(&game)));
    }
    let job = Job {
        name: Name::of_code(&game.code),
        title: None,
        source: None,
        value: choose_value(request.value, play, &family, &game)
            .map_err(|why| usage(Blame::new(0..0, why, VALUE_HELP)))?,
        family,
        game,
        play,
        max,
        kernel: request.kernel,
        memory: request.memory.unwrap_or(MEMORY),
        checkpoint: CHECKPOINT,
        analysis: request.analysis,
        expect: Expect::default(),
        conjectures: request.conjectures,
        output: Output { formats: request.formats, max_rows: request.max_rows.unwrap_or(MAX_ROWS) },
    };
    check_questions(&job, &Places::default()).map_err(usage)?;
    job.output.formats.iter().try_for_each(|name| check_format(&job, name, 0..0)).map_err(usage)?;
    Ok(job)
}

/// The job of a manifest again; file arguments are relative to the folder of its config.
///
/// # Errors
/// [`Error::Config`] and [`Error::Usage`] where this program has no such job.
pub fn from_identity(identity: &JobIdentity, source: Source) -> Result<Job, Error> {
    let unknown = |what: &str, text: &str| Error::Usage(format!("there is no {what} `{text}`"));
    let base = source.path.parent().unwrap_or(Path::new("")).to_path_buf();
    let name = Name::of_path(&source.path)?;
    let inline = identity.files.iter().any(|(file, _)| file == INLINE);
    let Coded { family, game } = match inline {
        // The game has no code but what stands in the config.
        true => inline_game(&source, &base, &name)?,
        false => code::parse_at(&identity.game, 0, &base).map_err(|blame| blame.within("game code", &identity.game))?,
    };
    let job = Job {
        name,
        title: identity.title.clone(),
        play: Play::read(&identity.play).ok_or_else(|| unknown("play", &identity.play))?,
        value: Value::named(&identity.value).ok_or_else(|| unknown("value", &identity.value))?,
        family,
        game,
        max: identity.max,
        kernel: identity.kernel.clone(),
        memory: identity.memory.parse().map_err(|_| unknown("amount of memory", &identity.memory))?,
        checkpoint: CHECKPOINT,
        analysis: identity.analysis.clone(),
        expect: identity.expect.clone(),
        conjectures: Conjectures { statements: identity.conjectures.clone(), bound: Vec::new() },
        output: Output { formats: identity.formats.clone(), max_rows: identity.max_rows },
        source: Some(source),
    };
    let usage = |blame: Blame| Error::Usage(format!("{} ({})", blame.message, blame.help));
    if job.rows().is_empty() {
        return Err(Error::Usage(no_rows(&job.game)));
    }
    check_questions(&job, &Places::default()).map_err(usage)?;
    job.output.formats.iter().try_for_each(|name| check_format(&job, name, 0..0)).map_err(usage)?;
    Ok(job)
}

/// The game of a config.
fn inline_game(source: &Source, base: &Path, name: &Name) -> Result<Coded, Error> {
    let wire: wire::Config = wire::read(&source.text, &source.path)?;
    let section = wire.game.ok_or_else(|| Error::Usage("the config has no [game] section".to_string()))?;
    let read = game::read(section, &source.text, base, name.as_str());
    read.map(|(coded, _)| coded).map_err(|blame| blame.within(&source.path.display().to_string(), &source.text).into())
}

pub(super) fn from_wire(wire: wire::Config, name: Name, source: Source) -> Result<Job, Blame> {
    let whole = 0..0;
    let section = wire
        .game
        .ok_or_else(|| Blame::new(whole.clone(), "there is no [game] section", "[game] with `code` or `family`"))?;
    let (Coded { family, game }, play) =
        game::read(section, &source.text, source.path.parent().unwrap_or(Path::new("")), name.as_str())?;
    let (max, span) = match (wire.range, &game.shape) {
        (Some(range), Shape::Named(_) | Shape::Numbers(..)) => {
            return Err(Blame::new(range.max.span(), format!("[range] means nothing for `{}`", game.code), NO_RANGE));
        }
        (Some(range), _) => (range.max.get_ref().0, range.max.span()),
        (None, Shape::Named(_) | Shape::Numbers(..)) => (0, 0..0),
        (None, Shape::Box(_) | Shape::Part(..) | Shape::Descending(_)) => {
            return Err(Blame::new(whole, "there is no [range] section", "[range] with `max`"));
        }
    };
    let rows = game.shape.rows(max);
    if rows.is_empty() {
        return Err(Blame::new(span, "there is nothing to compute", no_rows(&game)));
    }
    let value = read_value(wire.solve.value, play, &family, &game)?;
    let (statements, spots) = conjecture::read(wire.conjecture, &source.text)?;
    let conjectures = Conjectures { statements, bound: Vec::new() };
    let (analysis, places) = analysis::read(wire.analysis)?;
    let expected = &wire.expect;
    let numbers = [&expected.preperiod, &expected.period, &expected.saltus];
    let spans = numbers.into_iter().flatten().map(Spanned::span).chain(expected.status.as_ref().map(Spanned::span));
    let expected_span = spans.min_by_key(|span| span.start).unwrap_or(0..0);
    let job = Job {
        name,
        title: wire.title,
        source: Some(source),
        family,
        play,
        value,
        max,
        kernel: wire.solve.kernel.map(read_kernel).transpose()?.flatten(),
        memory: wire.solve.memory.map(read_memory).transpose()?.unwrap_or(MEMORY),
        checkpoint: wire.solve.checkpoint.map(read_duration).transpose()?.unwrap_or(CHECKPOINT),
        expect: expect::read(wire.expect, value, &rows)?,
        conjectures,
        analysis,
        output: Output { formats: Vec::new(), max_rows: MAX_ROWS },
        game,
    };
    let asked = job.conjectures.of(&job.subject(&rows));
    asked.map_err(|wrong| {
        spots.blame(wrong, &job.source.as_ref().map_or(String::new(), |source| source.text.clone()))
    })?;
    // A period may be asked for by [expect] alone.
    let blame = |blame: Blame| if blame.span.is_empty() { Blame { span: expected_span, ..blame } } else { blame };
    check_questions(&job, &places).map_err(blame)?;
    with_output(job, wire.output)
}

fn with_output(mut job: Job, wire: wire::Output) -> Result<Job, Blame> {
    if let Some(max_rows) = wire.max_rows {
        job.output.max_rows = max_rows.into_inner().0;
    }
    let Some(formats) = wire.formats else {
        job.output.formats = vec!["csv".to_string(), "report".to_string()];
        return Ok(job);
    };
    for format in formats {
        check_format(&job, format.get_ref(), format.span())?;
        job.output.formats.push(format.into_inner());
    }
    Ok(job)
}

/// Whether every question makes sense for the job.
fn check_questions(job: &Job, places: &Places) -> Result<(), Blame> {
    QUESTIONS.iter().try_for_each(|question| (question.check)(job)).map_err(|problem| places.blame(problem))
}

fn check_format(job: &Job, name: &str, span: std::ops::Range<usize>) -> Result<(), Blame> {
    let Some(format) = find_format(name) else {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        let entries: Vec<(&str, String)> = FORMATS.iter().map(|format| (format.name, format.summary())).collect();
        let help = suggest(name, &entries, &format!("one of {}", list(&names)));
        return Err(Blame::new(span, format!("there is no format `{name}`"), help));
    };
    (format.check)(job).map_err(|why| Blame::new(span, format!("`{name}` cannot be written: {why}"), "leave it out"))
}

fn no_rows(game: &Game) -> String {
    match &game.shape {
        Shape::Part(..) => {
            format!(
                "`positions` of `{}` is true for none of the labels up to `max`: raise `max`, or mend it",
                game.code
            )
        }
        _ => format!("`{}` begins at {}: raise `max`", game.code, game.shape.rows(0).first()),
    }
}

const NO_RANGE: &str = "all its positions are computed; leave it out";

const VALUE_HELP: &str = "leave it out: in misère play outcomes are computed; they are those of whole sums";

fn choose_value(asked: Option<Value>, play: Play, family: &Family, game: &Game) -> Result<Value, String> {
    match (asked, play) {
        // The value of a sum does not follow from those of its parts.
        (Some(Value::Grundy), Play::Misere) if game.splits().unwrap_or(true) => Err(format!(
            "Grundy values in misère play are for games whose moves do not split, and those of `{}` do",
            game.code
        )),
        (None, Play::Misere) => Ok(Value::Outcome),
        (asked, _) => Ok(asked.unwrap_or(family.value)),
    }
}

fn read_value(value: Option<Spanned<String>>, play: Play, family: &Family, game: &Game) -> Result<Value, Blame> {
    let span = value.as_ref().map_or(0..0, Spanned::span);
    let asked = value.map(named_value).transpose()?;
    choose_value(asked, play, family, game).map_err(|why| Blame::new(span, why, VALUE_HELP))
}

/// `grundy` or `outcome`.
pub(super) fn named_value(text: Spanned<String>) -> Result<Value, Blame> {
    Value::named(text.get_ref()).ok_or_else(|| {
        Blame::new(text.span(), format!("`{}` is not a kind of value", text.get_ref()), "`grundy` or `outcome`")
    })
}

pub(super) fn read_kernel(kernel: Spanned<String>) -> Result<Option<String>, Blame> {
    let names: Vec<&str> = KERNELS.iter().map(|kernel| kernel.name()).collect();
    match kernel.get_ref().as_str() {
        "auto" => Ok(None),
        name if names.contains(&name) => Ok(Some(name.to_string())),
        name => {
            let entries: Vec<(&str, String)> =
                KERNELS.iter().map(|kernel| (kernel.name(), kernel.summary().to_string())).collect();
            let all = format!("`auto`, {}", list(&names));
            let help = match suggest(name, &entries, "") {
                near if near.is_empty() => all,
                near => format!("{near} Allowed are {all}"),
            };
            Err(Blame::new(kernel.span(), format!("there is no kernel `{name}`"), help))
        }
    }
}

pub(super) fn read_memory(memory: Spanned<String>) -> Result<Bytes, Blame> {
    memory.get_ref().parse().map_err(|why: String| Blame::new(memory.span(), "`memory` is not an amount", why))
}

pub(super) fn read_duration(text: Spanned<String>) -> Result<Duration, Blame> {
    let help = "a time as in \"30s\", \"10min\" or \"1h 30min\"";
    humantime::parse_duration(text.get_ref())
        .map_err(|why| Blame::new(text.span(), format!("`checkpoint` is not a time: {why}"), help))
}
