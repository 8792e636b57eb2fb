//! Counts the terms or positions of a game that have a property. This answers a question, where a conjecture
//! would be refuted.

use super::asked::Inquiry;
use crate::answer::answer_in;
use crate::conjecture::{Aggregate, Counted, Counting, Domain, MisereAt, Part, Seen, Subject, Wrong};
use crate::control::Control;
use crate::error::Error;
use crate::job::{Analysis, Job};
use crate::question::{range_of, theory_of};
use crate::ruleset::Symmetry;
use crate::words::counted;
use serde_json::{Value, json};

/// What is counted.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'w> {
    /// The property: an expression of the conjecture language.
    pub condition: &'w str,
    /// Terms or positions. By default the game decides.
    pub over: Option<Domain>,
    /// What to compute over those that have the property.
    pub aggregate: Aggregate<'w>,
    /// Whether to count only one position of each orbit under the symmetry of the game.
    pub orbits: bool,
}

/// The result of a count.
pub struct Count<'w> {
    /// The game and the range.
    pub job: Job,
    wanted: Wanted<'w>,
    domain: &'static str,
    range: String,
    counted: Counted,
}

/// Counts the terms or positions of a game up to `max` that have a property.
///
/// # Errors
/// As for [`Inquiry::answer`]; [`Error::Config`] with the place of an error in a text; [`Error::Usage`] if an
/// expression cannot be evaluated, or for orbits of a game without a known symmetry.
pub fn count<'w>(inquiry: &Inquiry<'_>, max: Option<u64>, wanted: Wanted<'w>) -> Result<Count<'w>, Error> {
    let mut job = inquiry.job(max)?;
    let rows = job.rows();
    let symmetry = if wanted.orbits { job.symmetry() } else { Symmetry::None };
    if wanted.orbits && symmetry == Symmetry::None {
        return Err(Error::Usage(format!("--orbits: no symmetry of `{}` is known; remove the option", job.game.code)));
    }
    let subject = Subject { period: true, misere: true, ..job.subject(&rows) };
    let made = Counting::new(wanted.condition, wanted.over, wanted.aggregate, symmetry, &subject);
    let counting = made.map_err(|wrong| within(wrong, wanted))?;
    let control = Control::new(inquiry.session.cancelled, inquiry.session.observer);
    let counted = match counting.uses_values() {
        false => counting.count(Seen::part(0, &[]), &control)?,
        true => {
            job.settings_mut().analysis =
                Analysis::switched(&[("period", counting.uses_period()), ("misere", counting.uses_misere())]);
            let answer = answer_in(&job, true, inquiry.session)?;
            let values = answer.values().ok_or_else(|| Error::Fault("the values were not kept".to_string()))?;
            let theory = theory_of(&answer.results(&job));
            let misere = theory.map(|theory| |heap: u64| theory.at(heap));
            let misere = misere.as_ref().map(|misere| misere as MisereAt<'_>);
            let seen = Seen::all(values).with_claim(answer.claim.as_ref()).with_misere(misere);
            counting.count(seen, &control)?
        }
    };
    let domain =
        if wanted.over.unwrap_or(Domain::Terms) == Domain::Terms && rows.is_sequence() { "terms" } else { "positions" };
    Ok(Count { range: range_of(&rows), domain, wanted, counted, job })
}

/// The error, placed within the text that contains it.
fn within(wrong: Wrong, wanted: Wanted<'_>) -> Error {
    match (wrong.part, wanted.aggregate) {
        (Part::Measure, Aggregate::Sum(text)) => wrong.blame.within("sum", text).into(),
        (Part::Measure, Aggregate::Largest(text)) => wrong.blame.within("largest", text).into(),
        _ => wrong.blame.within("condition", wanted.condition).into(),
    }
}

impl Count<'_> {
    /// The answer, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let Counted { looked_at, not_applicable, count, sum, largest } = self.counted;
        let each = if self.wanted.orbits { ", one position per orbit" } else { "" };
        let one = if self.domain == "terms" { "term" } else { "position" };
        let things = counted(looked_at, one, self.domain);
        let mut words = vec![format!("Examined {}{each}: {things}.", self.range)];
        if not_applicable > 0 {
            words.push(format!("Not applicable to {not_applicable}: a value that it uses is unknown there."));
        }
        words.push(format!("The condition holds for {count}."));
        match (self.wanted.aggregate, largest) {
            (Aggregate::Count, _) => {}
            (Aggregate::Sum(text), _) => words.push(format!("The sum of {text} over these is {sum}.")),
            (Aggregate::Largest(text), Some((amount, row))) => {
                words.push(format!("The largest value of {text} is {amount}, first at {}.", self.at(row)));
            }
            (Aggregate::Largest(text), None) => words.push(format!("There is no largest value of {text}.")),
        }
        words
    }

    fn at(&self, row: u64) -> String {
        let label = self.job.rows().show_row(row);
        if self.domain == "terms" { format!("n={label}") } else { label }
    }

    /// The answer as JSON. Sums beyond 64 bits are strings.
    pub fn object(&self) -> Value {
        let Counted { looked_at, not_applicable, count, sum, largest } = self.counted;
        let mut object = json!({
            "game": self.job.game.code,
            "condition": self.wanted.condition,
            "over": self.domain,
            "range": self.range,
            "orbits": self.wanted.orbits,
            "looked_at": looked_at,
            "not_applicable": not_applicable,
            "count": count,
        });
        match self.wanted.aggregate {
            Aggregate::Count => {}
            Aggregate::Sum(text) => {
                object["expression"] = json!(text);
                object["sum"] = i64::try_from(sum).map_or_else(|_| json!(sum.to_string()), |sum| json!(sum));
            }
            Aggregate::Largest(text) => {
                object["expression"] = json!(text);
                object["largest"] = json!(largest.map(|(amount, _)| amount));
                object["first_at"] = json!(largest.map(|(_, row)| self.at(row)));
            }
        }
        object
    }
}
