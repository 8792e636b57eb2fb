//! Conjectures about the rows of a sweep. Each row is a game.

use super::checked::{Conjecture, Shown, Wrong, shown_number};
use super::statement::Statement;
use super::tally::{Example, Says, Tally};
use crate::claim::Status;
use crate::language::{Datum, Scope, Sources, Type, other};
use std::collections::BTreeSet;
use std::ops::Range;

/// The columns that a sweep has only if it looks for periods.
const OF_PERIODS: [&str; 6] = ["preperiod", "period", "saltus", "status", "theorem", "checked_to"];

/// The rows of a sweep by their variables. Cells that no conjecture needs are missing. None if there is no such row.
pub type OtherRows<'r> = &'r dyn Fn(&[Datum]) -> Option<Vec<Datum>>;

/// A conjecture about the rows of a sweep.
#[derive(Debug, Clone)]
pub struct RowConjecture {
    /// The checked conjecture.
    pub conjecture: Conjecture,
    /// The names of all columns; first come those that identify a row.
    names: Vec<String>,
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
    /// the columns of the questions, and the final figures. `changeable` are the variables by which it may find other
    /// rows, `empty` is a scope without variables.
    ///
    /// # Errors
    /// The error in its text.
    pub fn new(
        index: usize,
        statement: &Statement,
        columns: &[(String, Type)],
        variables: Range<usize>,
        changeable: &[usize],
        empty: &Scope,
    ) -> Result<Self, Wrong> {
        let scope = columns.iter().fold(empty.clone(), |scope, (name, kind)| scope.with(name, *kind));
        let instead = "set `period = true` in [analysis]";
        let scope = OF_PERIODS.iter().fold(scope, |scope, name| scope.without(name, instead));
        let scope = scope.with_rows(changeable.iter().map(|&place| place as u32).collect());
        let label = 0..variables.end as u32;
        let conjecture = Conjecture::new(index, statement, &scope, label)?;
        let place = |name: &str| columns.iter().position(|(column, _)| column == name);
        let period = place("preperiod");
        let used: Vec<usize> = conjecture.uses.variables.iter().map(|&slot| slot as usize).collect();
        let of_others: BTreeSet<usize> = conjecture.uses.others.iter().map(|other| other.column() as usize).collect();
        let of_period = |slot: usize| period.is_some_and(|first| (first..first + 3).contains(&slot));
        let max_value = place("max_value");
        let allowed = |slot: usize| variables.contains(&slot) || of_period(slot) || Some(slot) == max_value;
        Ok(Self {
            names: columns.iter().map(|(name, _)| name.clone()).collect(),
            uses_period: used.iter().chain(&of_others).any(|&slot| of_period(slot)),
            uses_max_value: used.iter().any(|&slot| Some(slot) == max_value),
            // Of other rows, it is not known whether their largest value is that of the whole game.
            general: used.iter().all(|&slot| allowed(slot))
                && of_others.iter().all(|&slot| allowed(slot) && Some(slot) != max_value)
                && period.is_some(),
            max: variables.end,
            variables,
            period,
            conjecture,
        })
    }

    /// The columns that it needs of each row besides the variables, if it looks at other rows. It is then to be
    /// evaluated after all rows are known.
    pub fn kept(&self) -> Option<BTreeSet<usize>> {
        let uses = &self.conjecture.uses;
        let used = uses.variables.iter().copied().chain(uses.others.iter().map(|other| other.column()));
        let of_period = self.period.map_or(0..0, |first| first..first + 4);
        let all = used.map(|slot| slot as usize).chain(of_period).chain(self.uses_max_value.then_some(self.max));
        (!uses.others.is_empty()).then(|| all.filter(|place| !self.variables.contains(place)).collect())
    }

    /// Evaluates a row. `words` gives its label, `others` the other rows.
    pub fn look(&self, cells: &[Datum], words: impl Fn() -> String, others: OtherRows<'_>) -> Tally {
        let mut tally = Tally { ranked: self.conjecture.measure.is_some(), ..Tally::default() };
        let proved = self.is_proved(cells);
        let hidden = (!proved && self.uses_period).then(|| self.hide(cells));
        let with_proved = |given: &[(u32, Datum)], column: u32| {
            let found = self.other(cells, given, others)?;
            let cells = if self.is_proved(&found) { found } else { self.hide(&found) };
            cells.into_iter().nth(column as usize)
        };
        let with_all =
            |given: &[(u32, Datum)], column: u32| self.other(cells, given, others)?.into_iter().nth(column as usize);
        let all = Sources::rows(&with_all);
        let says = self.conjecture.says(hidden.as_deref().unwrap_or(cells), Sources::rows(&with_proved));
        // A result that does not depend on the period counts, whatever the period is.
        let by_observed =
            self.uses_period && self.conjecture.statement.observed && matches!(says, Ok(Says::NotApplicable));
        let says = if by_observed { self.conjecture.says(cells, all) } else { says };
        let example = || Example {
            label: self.fields(cells),
            words: words(),
            values: self.conjecture.shown.iter().map(|shown| self.show(shown, cells, all)).collect(),
            rank: self.conjecture.rank(cells, all),
        };
        match says {
            Err(fault) => tally.error = Some((example(), fault.to_string())),
            Ok(says) => {
                tally.count(says);
                let applies = matches!(says, Says::Held | Says::Failed);
                tally.unproved = u64::from(applies && (by_observed || !(proved && self.shows_all(cells))));
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

    /// The row with the variables of this one, except for the given ones.
    fn other(&self, cells: &[Datum], given: &[(u32, Datum)], others: OtherRows<'_>) -> Option<Vec<Datum>> {
        let mut variables = cells[self.variables.clone()].to_vec();
        for (slot, datum) in given {
            variables[*slot as usize - self.variables.start] = datum.clone();
        }
        others(&variables)
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

    /// The text in one column of a counterexample.
    fn show(&self, shown: &Shown, cells: &[Datum], all: Sources<'_>) -> String {
        match shown {
            Shown::Variable(_, slot) => cells[*slot as usize].show(" "),
            Shown::Number(_, number) => shown_number(number, cells, all),
            Shown::Other(_, column) => other(column, cells, all).map_or(String::new(), |datum| datum.show(" ")),
            Shown::InLoops(_) => self.last_rows(cells, all),
            // Rows have no values of a single game.
            Shown::Value(..) => String::new(),
        }
    }

    /// The other rows that `holds` looks at last, at most eight. They decide the result, because loops stop as soon as
    /// it is known.
    fn last_rows(&self, cells: &[Datum], all: Sources<'_>) -> String {
        let name = |slot: u32| &self.names[slot as usize];
        self.conjecture.last_others(cells, all, &|given, column| {
            let given: Vec<String> =
                given.iter().map(|(slot, datum)| format!("{} = {}", name(*slot), datum.show(" "))).collect();
            format!("row({}).{}", given.join(", "), name(column))
        })
    }

    /// The columns of its counterexamples.
    pub fn columns(&self) -> Vec<String> {
        self.names[..self.variables.end].iter().cloned().chain(self.conjecture.columns()).collect()
    }

    /// Whether the conjecture is shown for each game as a whole, for all n. It must use only variables and what
    /// is proved of the period, and must apply wherever its `where` is true.
    pub fn holds_for_each(&self, tally: &Tally) -> bool {
        let Tally { not_applicable, failed, unproved, held, error, .. } = tally;
        self.general && *held > 0 && *not_applicable + *failed + *unproved == 0 && error.is_none()
    }
}
