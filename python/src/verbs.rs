//! The commands, except the one for values. Answers are passed to Python as JSON, with the same texts and
//! figures as on the command line.

use crate::call::{Watch, carry_out};
use crate::errors::exception;
use crate::request::Asked;
use crate::source::Source;
use grundy::answer::Session;
use grundy::batch::run_one;
use grundy::commands::{self, Inquiry, Wanted};
use grundy::config;
use grundy::conjecture::{Aggregate, Domain, Keep, Statement};
use grundy::control::Control;
use grundy::diagram::{Drawing, Extent, alone, only_position};
use grundy::games::Game;
use grundy::job::{Name, Settings};
use grundy::manifest::{Findings, Manifest};
use grundy::misere::MOST_ELEMENTS;
use grundy::misere_theory::search::Limits;
use grundy::position::examine;
use grundy::results::InMemory;
use grundy::ruleset::Setup;
use grundy::{Error, sweep_run};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The answer as JSON, with the messages for the user.
fn answered(
    py: Python<'_>,
    watch: &Watch,
    work: impl FnOnce(Session<'_>) -> Result<Value, Error> + Send,
) -> PyResult<String> {
    let (mut answer, told) = carry_out(py, watch, work)?;
    answer["told"] = json!(told);
    Ok(answer.to_string())
}

/// The period of a game with one coordinate.
#[pyfunction]
pub fn period(py: Python<'_>, game: &Source, asked: Asked) -> PyResult<String> {
    let (node, (max, settings, watch)) = (game.0.clone(), asked.read(py)?);
    answered(py, &watch, |session| {
        let found = commands::period(&Inquiry { game: &|| node.coded(), settings, session }, max)?;
        if found.kinds().is_some() {
            let what =
                "the game has several kinds of positions: `asked` chooses one, or `grundy.run` finds all periods";
            return Err(Error::Usage(what.to_string()));
        }
        let [sequence, claim] = found.math();
        Ok(json!({
            "object": found.object(),
            "sentence": found.sentence(),
            "statement": found.theorem(),
            "notes": found.notes(),
            "sequence": sequence,
            "claim": claim,
            "latex": found.latex()?,
            "certificate": found.certificate(),
        }))
    })
}

/// Patterns that were found, for predictions.
#[pyclass(frozen)]
pub struct Guessed(commands::Patterns);

#[pymethods]
impl Guessed {
    /// What the pattern with an index says of a position.
    fn predict(&self, index: usize, position: Vec<i64>) -> Option<i64> {
        self.0.predict(index, &position)
    }
}

/// The rules behind the values of a game.
#[pyfunction]
pub fn guess(py: Python<'_>, game: &Source, kinds: Vec<String>, asked: Asked) -> PyResult<(String, Guessed)> {
    let (node, (max, settings, watch)) = (game.0.clone(), asked.read(py)?);
    let (found, told) = carry_out(py, &watch, |session| {
        commands::guess(&Inquiry { game: &|| node.coded(), settings, session }, max, &kinds)
    })?;
    let answer = json!({
        "object": found.object(),
        "sentences": found.sentences(),
        "tried": found.tried(),
        "commands": found.commands(),
        "conjectures": found.conjectures(),
        "told": told,
    });
    Ok((answer.to_string(), Guessed(found)))
}

/// The theory of misère play of a game.
#[pyfunction]
pub fn misere(py: Python<'_>, game: &Source, elements: u64, steps: u64, asked: Asked) -> PyResult<String> {
    let (node, (max, settings, watch)) = (game.0.clone(), asked.read(py)?);
    answered(py, &watch, |session| {
        let limits = limits(elements, steps)?;
        let found = commands::misere(&Inquiry { game: &|| node.coded(), settings, session }, max, limits)?;
        Ok(json!({
            "object": commands::misere_object(&found),
            "report": commands::misere_report(&found),
            "certificate": found.certificate(),
        }))
    })
}

fn limits(elements: u64, steps: u64) -> Result<Limits, Error> {
    match usize::try_from(elements).ok().filter(|_| (1..=MOST_ELEMENTS).contains(&elements)) {
        Some(elements) => Ok(Limits { elements, steps, ..Limits::default() }),
        None => Err(Error::Usage(format!("`elements` cannot be {elements}: expected 1 to {MOST_ELEMENTS}"))),
    }
}

/// The outcome, value and winning moves of a position.
#[pyfunction]
pub fn position(py: Python<'_>, game: &Source, text: &str, moves: usize, asked: Asked) -> PyResult<String> {
    let (node, (_, settings, watch)) = (game.0.clone(), asked.read(py)?);
    answered(py, &watch, |session| {
        let coded = node.coded()?;
        let control = session.control();
        let setup = setup(&coded.game, &settings, &control)?;
        let found = examine(&coded, text, moves, setup)?;
        Ok(json!({
            "game": coded.game.code,
            "play": setup.play.to_string(),
            "position": found.position,
            "outcome": format!("{:?}", found.outcome),
            "grundy": found.special.map_or(json!(found.grundy), |value| json!(value)),
            "winning_moves": found.winning,
            "more_winning_moves": found.more,
        }))
    })
}

/// A picture of all positions that can be reached from a given one, or of one position on its board or graph.
#[pyfunction]
pub fn draw(
    py: Python<'_>,
    game: &Source,
    text: Option<&str>,
    levels: Option<usize>,
    board: bool,
    asked: Asked,
) -> PyResult<String> {
    let (node, (_, settings, watch)) = (game.0.clone(), asked.read(py)?);
    answered(py, &watch, |session| {
        let coded = node.coded()?;
        let text = &only_position(&coded, text)?;
        if board {
            let play = coded.game.played(settings.play).map_err(Error::Usage)?.to_string();
            let (game, svg) = (&coded.game.code, alone(&coded, text)?);
            return Ok(
                json!({ "game": game, "play": play, "position": text, "positions": 1, "svg": svg, "dot": null }),
            );
        }
        let control = session.control();
        let setup = setup(&coded.game, &settings, &control)?;
        let drawing = Drawing::new(&coded, text, Extent { levels, merged: false }, setup)?;
        Ok(json!({
            "game": coded.game.code,
            "play": setup.play.to_string(),
            "position": text,
            "positions": drawing.len(),
            "svg": drawing.svg()?,
            "dot": drawing.dot(),
        }))
    })
}

fn setup<'c>(game: &Game, settings: &Settings, control: &'c Control<'c>) -> Result<Setup<'c>, Error> {
    let play = game.played(settings.play).map_err(Error::Usage)?;
    Ok(Setup::new(settings.memory, control, play))
}

/// Whether two sequences are equal, up to a shift.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    first: &Source,
    second: &Source,
    names: [String; 2],
    shift: Option<i64>,
    asked: Asked,
) -> PyResult<String> {
    let (first, second, (max, settings, watch)) = (first.0.clone(), second.0.clone(), asked.read(py)?);
    answered(py, &watch, |session| {
        let first = Inquiry { game: &|| first.coded(), settings: settings.clone(), session };
        let second = Inquiry { game: &|| second.coded(), settings, session };
        let found = commands::compare([&first, &second], max, shift)?;
        Ok(json!({ "object": found.object(), "sentence": found.sentence([&names[0], &names[1]]) }))
    })
}

/// Looks for a counterexample to a conjecture.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
pub fn check(
    py: Python<'_>,
    game: &Source,
    holds: String,
    condition: Option<String>,
    over: Option<String>,
    largest: Option<String>,
    smallest: Option<String>,
    asked: Asked,
) -> PyResult<String> {
    let (node, (max, settings, watch)) = (game.0.clone(), asked.read(py)?);
    let over = domain(py, over)?;
    let keep = match (largest, smallest) {
        (None, None) => Keep::First,
        (Some(text), None) => Keep::Largest(text),
        (None, Some(text)) => Keep::Smallest(text),
        (Some(_), Some(_)) => {
            let both = "`largest` and `smallest` are both given: give only one of them".to_string();
            return Err(exception(py, Error::Usage(both)));
        }
    };
    let statement = Statement { holds, condition, over, keep, ..Statement::default() };
    answered(py, &watch, |session| {
        let found = commands::check(&Inquiry { game: &|| node.coded(), settings, session }, max, statement)?;
        let (columns, examples) = found.counterexamples();
        Ok(json!({
            "object": found.object(),
            "sentences": found.sentences(),
            "words": found.words(),
            "columns": columns,
            "counterexamples": examples,
        }))
    })
}

/// The number of terms or positions of a game that have a property, or the sum or largest value of an expression
/// over them.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
pub fn count(
    py: Python<'_>,
    game: &Source,
    condition: &str,
    sum: Option<&str>,
    largest: Option<&str>,
    orbits: bool,
    over: Option<String>,
    asked: Asked,
) -> PyResult<String> {
    let (node, (max, settings, watch)) = (game.0.clone(), asked.read(py)?);
    let over = domain(py, over)?;
    let aggregate = match (sum, largest) {
        (Some(_), Some(_)) => {
            return Err(exception(
                py,
                Error::Usage("`sum` and `largest` are both given: give only one of them".to_string()),
            ));
        }
        (Some(text), None) => Aggregate::Sum(text),
        (None, Some(text)) => Aggregate::Largest(text),
        (None, None) => Aggregate::Count,
    };
    answered(py, &watch, |session| {
        let wanted = Wanted { condition, over, aggregate, orbits };
        let found = commands::count(&Inquiry { game: &|| node.coded(), settings, session }, max, wanted)?;
        Ok(json!({ "object": found.object(), "sentences": found.sentences() }))
    })
}

/// The domain: terms or positions.
fn domain(py: Python<'_>, over: Option<String>) -> PyResult<Option<Domain>> {
    let read = |text: String| {
        let wrong = || Error::Usage(format!("`over` cannot be `{text}`: expected terms or positions"));
        Domain::named(&text).filter(|domain| *domain != Domain::Rows).ok_or_else(wrong)
    };
    over.map(read).transpose().map_err(|error| exception(py, error))
}

/// A sweep without a folder. The text of its config is given twice, with and without a request for periods.
#[pyfunction]
pub fn sweep(py: Python<'_>, with_periods: &str, without: &str, asked: Asked) -> PyResult<String> {
    let (_, _, watch) = asked.read(py)?;
    answered(py, &watch, |session| {
        let read = |text: &str| config::parse_sweep(text, Name::new("sweep")?, Path::new("sweep"));
        let mut sweep = read(with_periods)?;
        // Only sequences have periods.
        if sweep_run::asks_in_vain(&sweep, session)? {
            sweep = read(without)?;
        }
        let table = InMemory::default();
        let findings = sweep_run::print(&sweep, Box::new(table.clone()), session)?;
        let table = String::from_utf8(table.into_bytes());
        let table = table.map_err(|_| Error::Fault("the table of a sweep is not text".to_string()))?;
        Ok(json!({ "table": table, "findings": about(&findings)?, "game": sweep.plan.code }))
    })
}

/// Runs a config into a folder.
#[pyfunction]
pub fn run(py: Python<'_>, config: PathBuf, out: Option<PathBuf>, fresh: bool, asked: Asked) -> PyResult<String> {
    let (_, _, watch) = asked.read(py)?;
    answered(py, &watch, |session| {
        if config == Path::new("-") {
            return Err(Error::Usage("a config must be a file here, not standard input".to_string()));
        }
        let work = config::load(&config)?;
        let folder = out.unwrap_or_else(|| Path::new("data/runs").join(work.name().as_str()));
        let findings = run_one(&work, &folder, fresh, session)?;
        let manifest = Manifest::read(&folder)?;
        let files: Vec<String> = manifest.map_or(Vec::new(), |manifest| manifest.files.into_keys().collect());
        Ok(json!({
            "name": work.name().as_str(),
            "folder": folder.to_string_lossy(),
            "files": files,
            "findings": about(&findings)?,
        }))
    })
}

/// The findings of a run, with their texts.
fn about(findings: &Findings) -> Result<Value, Error> {
    let mut all =
        serde_json::to_value(findings).map_err(|error| Error::Fault(format!("cannot write JSON: {error}")))?;
    all["sentence"] = json!(findings.sentence());
    all["complaint"] = json!(findings.complaint());
    Ok(all)
}

/// The command line. `program` are the words of a shell that start it. Returns the exit code of the process.
#[pyfunction]
pub fn command_line(py: Python<'_>, words: Vec<OsString>, program: String) -> u8 {
    py.detach(|| grundy::cli::main_of(words, Some(program)))
}

/// Families, names, kernels, questions and formats. With a word, only the entries of that name or whose text
/// mentions it.
#[pyfunction]
pub fn catalogue(word: Option<&str>) -> String {
    commands::catalogue(word).to_string()
}
