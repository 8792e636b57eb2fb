//! A conjecture over the terms or positions of a game.

use super::asked::Inquiry;
use crate::answer::answer_in;
use crate::conjecture::{Example, GameConjecture, Part, Seen, Statement, Subject, Tally, Verdict, Wrong};
use crate::control::Control;
use crate::error::Error;
use crate::job::{Analysis, Job};
use crate::question::{checked_over, tallies};
use crate::results::{Checked, json_cell};
use crate::ruleset::Rows;
use serde_json::json;

/// The name given to a conjecture that needs none.
const NAME: &str = "conjecture";

/// A conjecture that has been checked.
pub struct Inquest {
    /// The game, the range, and the claim.
    pub job: Job,
    rows: Rows,
    conjecture: GameConjecture,
    tally: Tally,
}

/// Checks a conjecture over the terms or positions of a game up to `max`. The name of the statement is ignored.
///
/// # Errors
/// As for [`Inquiry::answer`]; [`Error::Config`] with the place of an error in its text.
pub fn check(inquiry: &Inquiry<'_>, max: Option<u64>, statement: Statement) -> Result<Inquest, Error> {
    let mut job = inquiry.job(max)?;
    let statement = Statement { name: NAME.to_string(), ..statement };
    job.settings_mut().conjectures = vec![statement.clone()];
    let rows = job.rows();
    let subject = Subject { period: true, misere: true, ..job.subject(&rows) };
    let conjectures = job.conjectures().of(&subject).map_err(|wrong| within(wrong, &statement))?;
    let unchecked = || Error::Fault("the conjecture was not checked".to_string());
    let conjecture = conjectures.into_iter().next().ok_or_else(unchecked)?;
    let tally = match conjecture.uses_values() {
        true => {
            // Search for a period and a quotient only if the conjecture uses them.
            job.settings_mut().analysis =
                Analysis::switched(&[("period", conjecture.uses_period()), ("misere", conjecture.uses_misere())]);
            let answer = answer_in(&job, false, inquiry.session)?;
            tallies(&answer.results(&job)).into_iter().next().ok_or_else(unchecked)?
        }
        false => without_values(&conjecture, &rows, inquiry)?,
    };
    Ok(Inquest { job, rows, conjecture, tally })
}

/// The number of rows between two reports of progress when no values are computed.
const PART: u64 = 1 << 20;

/// Checks a conjecture that uses only labels.
fn without_values(conjecture: &GameConjecture, rows: &Rows, inquiry: &Inquiry<'_>) -> Result<Tally, Error> {
    let control = Control::new(inquiry.session.cancelled, inquiry.session.observer);
    let nothing = vec![0; rows.len().min(PART) as usize];
    let mut tally = Tally::default();
    control.phase("checking", rows.len());
    for first in (0..rows.len()).step_by(PART as usize) {
        let (some, room) = (first..first + (rows.len() - first).min(PART), !tally.is_full());
        tally.merge(conjecture.look(some, Seen::part(first, &nothing), room, &control)?);
        control.progress(first);
    }
    Ok(tally)
}

/// The error, placed within the text that contains it.
fn within(wrong: Wrong, statement: &Statement) -> Error {
    let text = match wrong.part {
        Part::Condition => statement.condition.as_deref().unwrap_or(""),
        Part::Holds => &statement.holds,
        Part::Measure => statement.keep.measure().unwrap_or(""),
        Part::Name | Part::Over | Part::Expect => "",
    };
    wrong.blame.within(&wrong.part.to_string(), text).into()
}

impl Inquest {
    fn ask<T>(&self, what: impl FnOnce(&Checked<'_>) -> T) -> T {
        what(&checked_over(&self.conjecture, &self.tally, &self.rows))
    }

    /// The verdict.
    pub fn verdict(&self) -> Verdict {
        self.ask(|found| found.tally.verdict())
    }

    /// The verdict with the first counterexample, in a few words.
    pub fn words(&self) -> String {
        self.ask(|found| found.judged().words)
    }

    /// In sentences: how far it was checked, the counts, and the first counterexample.
    pub fn sentences(&self) -> Vec<String> {
        self.ask(|found| found.sentences().iter().map(|sentence| sentence.replace("**", "")).collect())
    }

    /// The columns of the counterexamples, and the counterexamples that were kept.
    pub fn counterexamples(&self) -> (Vec<String>, Vec<Vec<serde_json::Value>>) {
        self.ask(|found| {
            let row = |example: &Example| example.fields().map(json_cell).collect();
            (found.columns.clone(), found.tally.examples.iter().map(row).collect())
        })
    }

    /// The result as JSON.
    pub fn object(&self) -> serde_json::Value {
        self.ask(|found| {
            let (statement, tally) = (found.statement, found.tally);
            json!({
                "game": self.job.game.code,
                "holds": statement.holds,
                "where": statement.condition,
                "over": found.domain.to_string(),
                "range": found.range,
                "checked": tally.checked(),
                "excluded": tally.excluded,
                "not_applicable": tally.not_applicable,
                "held": tally.held,
                "failed": tally.failed,
                "verdict": tally.verdict().to_string(),
                "first_counterexample": tally.first(),
                "counterexamples": tally.examples.iter().map(|example| found.object_of(example)).collect::<Vec<_>>(),
                "error": tally.error.as_ref().map(|(example, what)| format!("{what} at {}", example.words)),
            })
        })
    }
}
