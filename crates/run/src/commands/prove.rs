//! Proofs of guessed rules: a set of P-positions by `linear-p-set`, values read off digits by `automatic-values`.
//!
//! A rule is proved only if the checker of its theorem accepts the certificate; the searches for certificates claim
//! nothing.

use crate::analysis::certificate::{LinearFile, WrittenGame};
use crate::answer::Session;
use crate::claim::{AutomaticClaim, DigitTable, LINEAR_P_SET, LinearClaim, LinearSet, OutputMeaning, Status};
use crate::control::Control;
use crate::error::Error;
use crate::guessed::FoundPattern;
use crate::job::Job;
use crate::language::linear_pieces;
use crate::patterns::pattern::{Condition, Rule};
use crate::patterns::prove::prove;
use crate::patterns::table::Table;
use crate::ruleset::{Play, Setup};
use crate::structure::{AutomaticMoves, LinearGame};
use crate::verify::prove_automatic;

/// The number of cases of a proof of a set; a million take about a minute.
const CASES: u64 = 2_000_000;

/// What became of a try to prove a rule.
pub(super) enum Tried {
    /// It is proved, with this certificate.
    Proved(String),
    /// No theorem applies, or no proof was found: why, in words.
    Open(String),
}

/// Tries to prove a rule. A proof changes the status of the pattern. `None` if no theorem is about such rules.
///
/// # Errors
/// [`Error::Interrupted`], and the errors of making the game.
pub(super) fn try_to_prove(
    job: &Job,
    pattern: &mut FoundPattern,
    session: Session<'_>,
) -> Result<Option<Tried>, Error> {
    let Some(rule) = pattern.predictor.clone().filter(|_| pattern.status == Status::Observed) else { return Ok(None) };
    if job.play != Play::Normal {
        return Ok(None);
    }
    let tried = attempt(job, &*rule, pattern.about_outcomes, session)?;
    Ok(tried.map(|(tried, theorem)| {
        if matches!(tried, Tried::Proved(_)) {
            (pattern.status, pattern.theorem) = (Status::Proved, Some(theorem));
        }
        tried
    }))
}

/// Tries to prove one rule; also the name of the theorem.
fn attempt(
    job: &Job,
    rule: &dyn Rule,
    about_outcomes: bool,
    session: Session<'_>,
) -> Result<Option<(Tried, &'static str)>, Error> {
    if let Some(condition) = rule.condition() {
        let control = session.control();
        return Ok(Some((prove_set(job, rule, &condition, &control)?, LINEAR_P_SET)));
    }
    let meaning = if about_outcomes { OutputMeaning::Outcomes } else { OutputMeaning::Values };
    let Some(automaton) = rule.automaton() else { return Ok(None) };
    Ok(Some((prove_digits(job, &automaton.write(), meaning, session)?, AutomaticClaim::THEOREM)))
}

/// The linear moves of a game, and a set of positions as a linear set; or why one of them is not linear.
///
/// # Errors
/// The errors of making the game.
pub(super) fn linear(
    job: &Job,
    condition: &Condition,
    control: &Control<'_>,
) -> Result<Result<(LinearGame, LinearSet), String>, Error> {
    let outline = job.game.outline(&job.range, Setup::new(job.settings.memory, control, Play::Normal))?;
    let Some(game) = outline.structures().get::<LinearGame>().cloned() else {
        return Ok(Err("the moves of this game are not linear".to_owned()));
    };
    let names: Vec<&str> = condition.names.iter().map(String::as_str).collect();
    let pieces = match linear_pieces(&condition.text, &names) {
        Ok(pieces) => pieces,
        Err(blame) => return Ok(Err(format!("the set is not linear: {}", blame.message))),
    };
    let set = LinearSet::images(pieces, condition.orders.iter().cloned());
    Ok(set.map(|set| (game, set)).ok_or_else(|| "a number of the set is too large".to_owned()))
}

fn prove_set(job: &Job, rule: &dyn Rule, condition: &Condition, control: &Control<'_>) -> Result<Tried, Error> {
    let (game, set) = match linear(job, condition, control)? {
        Ok(found) => found,
        Err(why) => return Ok(Tried::Open(why)),
    };
    if !is_set_of(rule, &game, &set) {
        return Ok(Tried::Open("the linear set is not the set of the rule".to_owned()));
    }
    let certificate = match prove(&game, &set, CASES, control)? {
        Ok(certificate) => certificate,
        Err(why) => return Ok(Tried::Open(why.to_string())),
    };
    Ok(match LinearClaim::check(&game, &set, &certificate) {
        Ok(_) => Tried::Proved(LinearFile::new(&job.game.code, &game, &set, certificate).to_json()),
        Err(refusal) => Tried::Open(refusal.0),
    })
}

/// Whether a set is what a rule says of positions with small coordinates. What is proved of the set would say nothing
/// about the rule if they differed.
fn is_set_of(rule: &dyn Rule, game: &LinearGame, set: &LinearSet) -> bool {
    const CELLS: usize = 10_000;
    let dimensions = game.coordinates;
    let cells = |side: usize| u32::try_from(dimensions).ok().and_then(|count| side.checked_pow(count));
    let side = (2..=40).take_while(|&side| cells(side).is_some_and(|cells| cells <= CELLS)).last().unwrap_or(2);
    let cells = cells(side).unwrap_or(0).min(CELLS);
    let digit = |cell: usize, place: usize| (0..place).fold(cell, |rest, _| rest / side) % side;
    let points: Vec<i64> = (0..cells).flat_map(|cell| (0..dimensions).map(move |i| digit(cell, i) as i64)).collect();
    let names = (1..=dimensions).map(|i| format!("h{i}")).collect();
    let table = Table::new(names, points, vec![0; cells]);
    let said = rule.positions(&table);
    let agrees = |(point, said): (&[i64], Option<i64>)| {
        !game.is_position(point) || said.is_none() || set.contains(point) == said.map(|said| said == 0)
    };
    dimensions > 0 && table.points().zip(said).all(agrees)
}

fn prove_digits(job: &Job, automaton: &str, meaning: OutputMeaning, session: Session<'_>) -> Result<Tried, Error> {
    let table = match DigitTable::parse(automaton) {
        Ok(table) => table,
        Err(why) => return Ok(Tried::Open(why)),
    };
    let control = session.control();
    let outline = job.game.outline(&job.range, Setup::new(job.settings.memory, &control, Play::Normal))?;
    let texts = outline.structures().get::<AutomaticMoves>().map(|moves| moves.texts.clone());
    let game = texts.map_or_else(|| WrittenGame::Code(job.game.code.clone()), WrittenGame::Texts);
    match prove_automatic(&game, &table, meaning, session) {
        Ok(Ok((_, certificate))) => Ok(Tried::Proved(certificate.to_json())),
        Ok(Err(refusal)) => Ok(Tried::Open(refusal.to_string())),
        Err(Error::Usage(why)) => Ok(Tried::Open(why)),
        Err(error) => Err(error),
    }
}
