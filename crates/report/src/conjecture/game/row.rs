//! Evaluates a single row: the variables, the result of the conjecture, and what is shown if it is a
//! counterexample.

use super::super::checked::{ROWS_IN_LOOPS, Shown, shown_number};
use super::super::statement::Domain;
use super::super::tally::{Example, Says};
use super::claimed::GameConjecture;
use super::names::{MISERE_NAMES, figures};
use super::seen::Seen;
use crate::language::{self, Datum, Fault, Number, Sources};
use std::ops::Range;

impl GameConjecture {
    /// The variables at a row with the given value.
    pub fn data(&self, row: u64, value: u32, seen: Seen<'_>) -> Vec<Datum> {
        let slots = &self.slots;
        let mut data = vec![Datum::Missing; slots.count];
        let mut set = |slot: u32, datum: Datum| data[slot as usize] = datum;
        let mut label = Vec::new();
        self.rows.label(row, &mut label);
        let coordinates: Vec<i64> = label.iter().map(|&coordinate| coordinate as i64).collect();
        if let (Some(kinds), [number, size]) = (&self.kinds, &label[..]) {
            let (kind, named) = (self.rows.kinds().map(|rows| &rows.kinds()[*number as usize]), slots.named.clone());
            let Range { start: of_kind, .. } = slots.coordinates;
            set(of_kind, kind.map_or(Datum::Missing, |kind| Datum::Text(kind.label().into())));
            if kind.is_some_and(|kind| kind.size.is_some()) {
                set(of_kind + 1, Datum::Number(*size as i64));
            }
            let numbers = kinds.coordinates(*number as usize, *size);
            named.zip(numbers).for_each(|(slot, number)| set(slot, number.map_or(Datum::Missing, Datum::Number)));
        }
        for (slot, &coordinate) in slots.coordinates.clone().zip(&coordinates).filter(|_| self.kinds.is_none()) {
            set(slot, Datum::Number(coordinate));
        }
        if let Some(slot) = slots.value {
            set(slot, self.number_of(value).map_or(Datum::Missing, Datum::Number));
        }
        if let Some(slot) = slots.outcome {
            set(slot, Datum::Number(self.value.outcome(value).into()));
        }
        if let Some(slot) = slots.tuple.filter(|&slot| self.uses_slot(slot)) {
            set(slot, Datum::List(coordinates.into()));
        }
        if let Some(slot) = slots.name {
            set(slot, Datum::Text(self.rows.show_row(row).into()));
        }
        for (slot, figure) in slots.period.clone().zip(seen.claim.into_iter().flat_map(figures)) {
            set(slot, i64::try_from(figure).map_or(Datum::Missing, Datum::Number));
        }
        if let (Some(misere), [n]) = (seen.misere, &label[..])
            && slots.misere.clone().any(|slot| self.uses_slot(slot))
        {
            slots.misere.clone().zip(misere(*n)).for_each(|(slot, datum)| set(slot, datum));
        }
        data
    }

    /// The result of the conjecture at a row with these variables.
    pub fn says(&self, row: u64, data: &[Datum], seen: Seen<'_>) -> Result<Says, Fault> {
        let (values, rows) = (|at: &[i64]| self.value_at(at, row, seen), self.elsewhere(seen));
        self.conjecture.says(data, Sources { values: &values, rows: &rows })
    }

    /// The value of a number over the same names, at a row with these variables.
    ///
    /// # Errors
    /// The [`Fault`] of a part without a value.
    pub fn number(&self, number: &Number, row: u64, data: &[Datum], seen: Seen<'_>) -> Result<i64, Fault> {
        let (values, rows) = (|at: &[i64]| self.value_at(at, row, seen), self.elsewhere(seen));
        language::evaluate_from(number, data, Sources { values: &values, rows: &rows })
    }

    /// What the theory of misère play knows about other heaps, as in `phi(n - 2)`.
    pub(super) fn elsewhere<'s>(&self, seen: Seen<'s>) -> impl Fn(&[(u32, Datum)], u32) -> Option<Datum> + 's {
        let first = self.slots.misere.start;
        move |given, column| {
            let [(_, Datum::Number(n))] = given else { return None };
            let known = (seen.misere?)(u64::try_from(*n).ok()?);
            known.into_iter().nth(column.checked_sub(first)? as usize).filter(|datum| *datum != Datum::Missing)
        }
    }

    /// A value as a number. None if it is infinite, a moon, or a draw.
    fn number_of(&self, value: u32) -> Option<i64> {
        let letter = (!self.value.letters.is_empty() && value < 2).then_some(value);
        self.value.number(value).or(letter).map(i64::from)
    }

    /// The value of the position with these coordinates, if it is known. A position of several kinds may be given by
    /// its size, if it is of the same kind as that in a row.
    pub fn value_at(&self, at: &[i64], row: u64, seen: Seen<'_>) -> Option<i64> {
        if let (Some(kinds), Some(rows)) = (&self.kinds, self.rows.kinds()) {
            return seen.get(kinds.row(at, rows, row)?).and_then(|value| self.number_of(value));
        }
        let label: Option<Vec<u64>> = at.iter().map(|&coordinate| u64::try_from(coordinate).ok()).collect();
        seen.get(self.rows.find(&label?)?).and_then(|value| self.number_of(value))
    }

    /// A counterexample at a row with these variables.
    pub(super) fn example(&self, row: u64, data: &[Datum], seen: Seen<'_>) -> Example {
        let mut label = Vec::new();
        self.rows.label(row, &mut label);
        let mut fields = Vec::new();
        self.rows.fields(&label, |field| fields.push(field.to_string()));
        let shown = self.rows.show(&label);
        let words = if self.domain == Domain::Terms { format!("n={shown}") } else { shown };
        let values = self.conjecture.shown.iter().map(|shown| self.show(shown, row, data, seen)).collect();
        let (look, rows) = (|at: &[i64]| self.value_at(at, row, seen), self.elsewhere(seen));
        let rank = self.conjecture.rank(data, Sources { values: &look, rows: &rows });
        Example { label: fields, words, values, rank }
    }

    /// The text in one column of a counterexample.
    fn show(&self, shown: &Shown, row: u64, data: &[Datum], seen: Seen<'_>) -> String {
        let (look, rows) = (|at: &[i64]| self.value_at(at, row, seen), self.elsewhere(seen));
        let sources = Sources { values: &look, rows: &rows };
        match shown {
            Shown::Variable(_, slot) if Some(*slot) == self.slots.outcome => match data[*slot as usize] {
                Datum::Number(0) => "P".to_string(),
                Datum::Number(2) => "D".to_string(),
                _ => "N".to_string(),
            },
            Shown::Variable(_, slot) => data[*slot as usize].show(" "),
            Shown::Value(text, coordinates) => {
                let at: Result<Vec<i64>, Fault> =
                    coordinates.iter().map(|number| language::evaluate(number, data, &look)).collect();
                let is_outcome = text.starts_with("outcome");
                let shown = |value: i64| match (is_outcome, value) {
                    (true, 0) => "P".to_string(),
                    (true, _) => "N".to_string(),
                    (false, value) => value.to_string(),
                };
                at.ok().and_then(|at| look(&at)).map(shown).unwrap_or_default()
            }
            Shown::Number(_, number) => shown_number(number, data, sources),
            Shown::InLoops(name) if *name == ROWS_IN_LOOPS => {
                self.conjecture.last_others(data, sources, &|given, column| {
                    let name = MISERE_NAMES[(column - self.slots.misere.start) as usize];
                    given.first().map_or(String::new(), |(_, n)| format!("{name}({})", n.show(" ")))
                })
            }
            Shown::InLoops(_) => self.conjecture.last_looks(data, &look, &|at| match &self.kinds {
                Some(kinds) => kinds.show(at),
                None => at.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
            }),
            Shown::Other(_, function) => {
                language::other(function, data, sources).map_or(String::new(), |datum| datum.show(" "))
            }
        }
    }
}
