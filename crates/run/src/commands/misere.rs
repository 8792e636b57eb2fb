//! The theory of misère play of a game.

use super::asked::Inquiry;
use crate::claim::Heaps;
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::language::Datum;
use crate::misere::{
    Bounds, GameHeaps, MisereTheory, QUANTITIES, Style, names, p_portion, phi_text, rules, write_report,
};
use crate::misere_theory::search::{End, Limits};
use crate::results::{InMemory, Out};
use serde_json::{Map, Value, json};

/// The first bound of a game that is not a take-and-break code; without `max`, it is doubled.
const FIRST: u64 = 16;

/// The largest bound that is tried without `max`.
const LARGEST: u64 = 1 << 12;

/// The heaps whose genus is looked for without `max`.
const GENERA: u64 = 60;

/// Finds the misère quotient of a game, and proves it. Without `max`, heaps are added until a period is proved or a
/// limit is reached.
///
/// # Errors
/// As for [`Inquiry::job`] and [`MisereTheory::of`].
pub fn misere(inquiry: &Inquiry<'_>, max: Option<u64>, limits: Limits) -> Result<MisereTheory, Error> {
    let control = Control::new(inquiry.session.cancelled, inquiry.session.observer);
    if !inquiry.has_range()? {
        return theory(&inquiry.job(max)?, Bounds { limits, last: None, genera: GENERA }, &control);
    }
    let first = inquiry.job(Some(max.unwrap_or(FIRST)))?;
    let heaps = GameHeaps::of(&first.game, &first.range, first.settings.memory, &control)?;
    let is_endless = heaps.count().is_none();
    if max.is_none() && !heaps.are_numbers() {
        let code = &first.game.code;
        return Err(Error::Usage(format!(
            "`{code}` is not a sequence of heaps, so no period is looked for: give --max"
        )));
    }
    if max.is_some() || is_endless {
        let genera = max.unwrap_or(GENERA);
        return theory(&first, Bounds { limits, last: max, genera }, &control);
    }
    let mut found: Option<MisereTheory> = None;
    let mut bound = FIRST;
    while bound <= LARGEST {
        let job = inquiry.job(Some(bound));
        let next = job.and_then(|job| theory(&job, Bounds { limits, last: None, genera: GENERA }, &control));
        let next = match (next, &found) {
            (Err(Error::Limit { .. }), Some(_)) => break,
            (next, _) => next?,
        };
        let is_over = matches!(next.found.end, End::GaveUp { .. });
        found = Some(next);
        if is_over {
            break;
        }
        bound *= 2;
    }
    found.ok_or_else(|| Error::Fault("no range was tried".to_owned()))
}

fn theory(job: &Job, bounds: Bounds, control: &Control<'_>) -> Result<MisereTheory, Error> {
    MisereTheory::of(&job.game, &job.range, bounds, job.settings.memory, control)
}

/// The report of a theory, as lines of Markdown.
pub fn misere_report(theory: &MisereTheory) -> String {
    let memory = InMemory::default();
    let mut out: Out = Box::new(memory.clone());
    // Writing to memory does not fail.
    let _ = write_report(theory, &mut out);
    drop(out);
    String::from_utf8_lossy(&memory.into_bytes()).into_owned()
}

/// The theory as a JSON object: the quantities of `misere.csv`, the presentation, and the value of each heap.
pub fn misere_object(theory: &MisereTheory) -> Value {
    let presentation = theory.presentation();
    let mut object = Map::new();
    object.insert("game".to_owned(), json!(theory.code));
    for (&name, cell) in QUANTITIES.iter().zip(theory.cells()) {
        let value = match cell {
            Datum::Number(number) => json!(number),
            Datum::Text(text) => json!(&*text),
            _ => Value::Null,
        };
        object.insert(name.to_owned(), value);
    }
    let generators: Map<String, Value> = names(&presentation)
        .into_iter()
        .zip(&presentation.heaps)
        .map(|(name, &heap)| (name, json!(theory.heaps.name(heap.into()))))
        .collect();
    object.insert("generators".to_owned(), Value::Object(generators));
    object.insert("rules".to_owned(), json!(rules(&presentation, Style::Plain)));
    object.insert("p".to_owned(), json!(p_portion(&presentation, Style::Plain)));
    let phi: Vec<Option<String>> = (1..=theory.found.last()).map(|heap| phi_text(theory, heap)).collect();
    object.insert("phi".to_owned(), json!(phi));
    let genera: Vec<String> = theory.genera_text(usize::MAX).into_iter().map(|(_, genus, _)| genus).collect();
    object.insert("genus".to_owned(), json!(genera));
    object.insert("statement".to_owned(), json!(theory.statement()));
    Value::Object(object)
}

/// The block of lines in the order of the program MisereSolver, for comparison.
pub fn misere_solver(theory: &MisereTheory) -> String {
    let presentation = theory.presentation();
    let (preperiod, period) = theory.claim.period.unzip();
    let shown = |number: Option<u64>| number.map_or("?".to_owned(), |number| number.to_string());
    let phi: Vec<String> = theory.value_words(&presentation, Style::Plain).into_iter().map(|(_, word)| word).collect();
    let tame = theory.is_tame().map_or("?", |tame| if tame { "true" } else { "false" });
    format!(
        "|Q| = {q}, |P| = {p}\n< {} | {} >\nP = {{{}}}\nPhi = {}\nPeriod = {}\nPreperiod = {}\nQ-Size = {q}\nP-Size = {p}\n\
         Tame? = {tame}\nLastRogue = {}",
        names(&presentation).join(","),
        rules(&presentation, Style::Plain),
        p_portion(&presentation, Style::Plain),
        phi.join(" "),
        shown(period),
        shown(preperiod),
        shown(theory.last_rogue()),
        q = theory.claim.elements,
        p = theory.claim.p_portion,
    )
}
