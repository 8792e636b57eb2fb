//! How the next values are computed: with which mask and form, by marking all splits, or one by one.

use crate::one_heap::sparse::exact::dense::DenseMarks;
use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::forms::{make, make_with};
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::pipeline::{FastForm, FormPace};
use crate::one_heap::sparse::standing::{NextStep, Run, Standing};
use crate::one_heap::sparse::value_by_value::{self, ValueByValue};
use crate::one_heap::sparse::wide::planes::PLANES;
use crate::shared::width::Width;

/// From this many positions on, all splits may be marked for many positions side by side.
const DENSE: u64 = 256;

/// The number of rare values in the last quarter up to which a form pays.
const LATE_RARES: u64 = 16;

/// A wide form pays if at most one value in this many is rare, because it continues after most of them.
const SPACING: u64 = 256;

/// Makes a form, if the values fit one.
type Make<T> = fn(&mut Facts, &Record<T>) -> Option<Box<dyn FastForm<T>>>;

impl Run<'_, '_> {
    /// Looks for a mask. A form with another mask or with old witnesses is dropped.
    pub fn look<T: Width>(&self, standing: &mut Standing<T>) {
        let record = &standing.record;
        standing.next_look = record.len() * 2;
        let (values, _) = record.parts();
        if !record.is_complete() {
            return;
        }
        let recent = || values.iter().enumerate().rev().map(|(n, &value)| (n as u64, value.into()));
        let found = Classes::discover(recent(), self.moves.parity());
        let known = standing.facts.as_ref().map(|facts| facts.classes);
        // Older values may distinguish masks that the last values do not.
        let rares = |classes: Classes| classes.rares_among(recent());
        let fresh = known != found && known.zip(found).is_none_or(|(known, found)| rares(known) > rares(found));
        if fresh {
            standing.facts = found.map(|classes| Facts::new(&self.moves, classes, record));
        }
        let stale = standing.facts.as_ref().is_none_or(|facts| facts.witnesses_are_old(record));
        if fresh || stale {
            (standing.form, standing.pace) = (None, None);
            let n = standing.record.len();
            standing.facts.iter_mut().for_each(|facts| facts.retire_witnesses(n));
        }
        if let Some(facts) = &standing.facts
            && facts.lanes(record) > 64
            && facts.settles() > record.len()
        {
            standing.next_look = standing.next_look.min(facts.settles());
        }
    }

    /// Makes the form that pays, if there is none or the present one may be replaced.
    pub fn choose<T: Width>(&mut self, standing: &mut Standing<T>) -> NextStep {
        if let (Some(facts), Some(pace)) = (&mut standing.facts, standing.pace.take()) {
            // The form of the stopped run, whatever would be chosen now.
            standing.form = match pace {
                FormPace::ValueByValue { done, planes, made } => {
                    Some(Box::new(ValueByValue::within(facts, &standing.record, done, planes, made)))
                }
                FormPace::Ahead { room, .. } => make_with(room, facts, &standing.record),
            };
            standing.form.iter_mut().for_each(|form| form.set_pace(pace));
        }
        let kept = standing.form.as_ref().is_some_and(|form| !form.yields());
        if !kept && self.prefers_marks(standing.facts.as_ref(), &standing.record) {
            standing.form = None;
            return NextStep::On;
        }
        let Some(facts) = standing.facts.as_mut().filter(|_| !kept && !standing.exact) else { return NextStep::On };
        let make: Make<T> = match (pays(facts, &standing.record), value_by_value::pays(facts, &standing.record)) {
            (true, _) => make,
            (false, true) if standing.form.is_some() => return NextStep::On,
            (false, true) => |facts, record| Some(Box::new(ValueByValue::new(facts, record)?)),
            (false, false) => {
                standing.form = None;
                return NextStep::On;
            }
        };
        if facts.largest(&standing.record) > T::LARGEST {
            return NextStep::Wider;
        }
        // Each part of the record takes an eighth of the job's memory; a form may take half as much.
        facts.keep_within(standing.record.memory() / 2, &standing.record);
        standing.form = make(facts, &standing.record);
        if let Some(form) = &standing.form {
            self.note(form.name(), facts, standing.record.len());
        }
        NextStep::On
    }

    /// Whether marking all splits is the fastest way to the next values.
    pub fn prefers_marks<T: Width>(&self, facts: Option<&Facts>, record: &Record<T>) -> bool {
        let crowded = |facts: &Facts| record.len() < self.task.scale.crowded * facts.rares.len() as u64;
        record.len() >= DENSE
            && facts.is_none_or(crowded)
            && !self.moves.splits.is_empty()
            && T::LARGEST <= u16::MAX.into()
            && record.is_complete()
            && DenseMarks::needs(record.len()) <= record.memory() as u64 / 4
    }

    /// Notes once for each form from which n on it is used.
    fn note(&mut self, name: String, facts: &Facts, n: u64) {
        let parity = if facts.classes.position { " and the parity of n" } else { "" };
        let note = format!("sparse space by mask {:#b}{parity}: {name}", facts.classes.mask);
        if !self.solution.notes.iter().any(|known| known.starts_with(&note)) {
            self.solution.notes.push(format!("{note}, from n = {n} with {} rare values", facts.rares.len()));
        }
    }
}

/// Whether a form has room and would be faster than the exact search: its work per value must be less. New rare
/// values must have become infrequent, because after each of them the form is made anew or has worked ahead in vain.
fn pays<T: Width>(facts: &Facts, record: &Record<T>) -> bool {
    let n = record.len();
    let work = facts.rares.len() as u64 * u64::from(facts.lanes(record).min(256));
    let late = facts.rares.iter().rev().take_while(|&&(rare, _)| rare > n / 4 * 3).count() as u64;
    let wide = facts.lanes(record) > 64;
    let goes_on = wide && n <= facts.near;
    let room = !wide || facts.planes(record) as usize <= PLANES;
    room && work / 32 < n && (late <= LATE_RARES || goes_on && late * SPACING <= n / 4)
}
