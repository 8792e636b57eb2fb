//! Conjectures about the rows of a sweep. Each row is a game.

use super::checked::{Conjecture, Shown, Wrong, shown_number};
use super::statement::Statement;
use super::tally::{Example, Says, Tally};
use crate::claim::Status;
use crate::language::{Datum, Scope, Type};
use std::ops::Range;

/// The columns that a sweep has only if it looks for periods.
const OF_PERIODS: [&str; 6] = ["preperiod", "period", "saltus", "status", "theorem", "checked_to"];

/// A conjecture about the rows of a sweep.
#[derive(Debug, Clone)]
pub struct RowConjecture {
    /// The checked conjecture.
    pub conjecture: Conjecture,
    /// The names of the columns that identify a row.
    label: Vec<String>,
    variables: Range<usize>,
    /// The index of the first of the columns preperiod, period, saltus and status, if a period is requested.
    period: Option<usize>,
    max: usize,
    uses_period: bool,
    uses_max_value: bool,
    /// Whether it uses only variables, the period, and the largest value.
    general: bool,
}

impl RowConjecture {
    /// Checks a conjecture against the columns of a sweep. In order, these are the game, the `variables`, `max`,
    /// the columns of the questions, and the final figures.
    ///
    /// # Errors
    /// The error in its text.
    pub fn new(
        index: usize,
        statement: &Statement,
        columns: &[(String, Type)],
        variables: Range<usize>,
    ) -> Result<Self, Wrong> {
        let scope = columns.iter().fold(Scope::default(), |scope, (name, kind)| scope.with(name, *kind));
        let instead = "set `period = true` in [analysis]";
        let scope = OF_PERIODS.iter().fold(scope, |scope, name| scope.without(name, instead));
        let label = 0..variables.end as u32;
        let conjecture = Conjecture::new(index, statement, &scope, label)?;
        let place = |name: &str| columns.iter().position(|(column, _)| column == name);
        let period = place("preperiod");
        let used: Vec<usize> = conjecture.uses.variables.iter().map(|&slot| slot as usize).collect();
        let of_period = |slot: usize| period.is_some_and(|first| (first..first + 3).contains(&slot));
        let max_value = place("max_value");
        let allowed = |slot: usize| variables.contains(&slot) || of_period(slot) || Some(slot) == max_value;
        Ok(Self {
            label: columns[..variables.end].iter().map(|(name, _)| name.clone()).collect(),
            uses_period: used.iter().any(|&slot| of_period(slot)),
            uses_max_value: used.iter().any(|&slot| Some(slot) == max_value),
            general: used.iter().all(|&slot| allowed(slot)) && period.is_some(),
            max: variables.end,
            variables,
            period,
            conjecture,
        })
    }

    /// Evaluates a row. `words` gives its label.
    pub fn look(&self, cells: &[Datum], words: impl Fn() -> String) -> Tally {
        let mut tally = Tally { ranked: self.conjecture.measure.is_some(), ..Tally::default() };
        let proved = self.is_proved(cells);
        let hidden = (!proved && self.uses_period).then(|| self.hide(cells));
        let says = self.conjecture.says(hidden.as_deref().unwrap_or(cells), &|_| None);
        // A result that does not depend on the period counts, whatever the period is.
        let by_observed =
            hidden.is_some() && self.conjecture.statement.observed && matches!(says, Ok(Says::NotApplicable));
        let says = if by_observed { self.conjecture.says(cells, &|_| None) } else { says };
        let example = || Example {
            label: self.fields(cells),
            words: words(),
            values: self.values(cells),
            rank: self.conjecture.rank(cells, &|_| None),
        };
        match says {
            Err(fault) => tally.error = Some((example(), fault.to_string())),
            Ok(says) => {
                tally.count(says);
                let applies = matches!(says, Says::Held | Says::Failed);
                tally.unproved = u64::from(applies && !(proved && self.shows_all(cells)));
                if says == Says::Failed {
                    let example = example();
                    tally.failed_observed = u64::from(by_observed);
                    tally.firm = (!by_observed).then(|| example.clone());
                    tally.examples.push(example);
                }
            }
        }
        tally
    }

    /// Whether the period of a row is proved.
    fn is_proved(&self, cells: &[Datum]) -> bool {
        let status = self.period.and_then(|first| cells.get(first + 3));
        matches!(status, Some(Datum::Text(status)) if **status == *Status::Proved.to_string())
    }

    /// The row without its period, which is not proved.
    fn hide(&self, cells: &[Datum]) -> Vec<Datum> {
        let mut cells = cells.to_vec();
        if let Some(first) = self.period {
            cells[first..first + 3].fill(Datum::Missing);
        }
        cells
    }

    /// Whether the largest value, if used, is the largest of the whole game: the range reaches the end of the
    /// first period, and the saltus is 0.
    /// do not grow.
    fn shows_all(&self, cells: &[Datum]) -> bool {
        let number =
            |place: usize| if let Some(Datum::Number(number)) = cells.get(place) { Some(*number) } else { None };
        let reaches = || {
            let first = self.period?;
            let end = number(first)?.checked_add(number(first + 1)?)?;
            Some(number(self.max)? >= end - 1 && number(first + 2)? == 0)
        };
        !self.uses_max_value || reaches() == Some(true)
    }

    fn fields(&self, cells: &[Datum]) -> Vec<String> {
        cells[..self.variables.end].iter().map(|cell| cell.show(" ")).collect()
    }

    fn values(&self, cells: &[Datum]) -> Vec<String> {
        let value = |shown: &Shown| match shown {
            Shown::Variable(_, slot) => cells[*slot as usize].show(" "),
            Shown::Number(_, number) => shown_number(number, cells, &|_| None),
            Shown::Value(..) | Shown::InLoops => String::new(),
        };
        self.conjecture.shown.iter().map(value).collect()
    }

    /// The columns of its counterexamples.
    pub fn columns(&self) -> Vec<String> {
        self.label.iter().cloned().chain(self.conjecture.columns()).collect()
    }

    /// Whether the conjecture is shown for each game as a whole, for all n. It must use only variables and what
    /// is proved of the period, and must apply wherever its `where` is true.
    pub fn holds_for_each(&self, tally: &Tally) -> bool {
        let Tally { not_applicable, failed, unproved, held, error, .. } = tally;
        self.general && *held > 0 && *not_applicable + *failed + *unproved == 0 && error.is_none()
    }
}
