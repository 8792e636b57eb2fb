//! A row of a sweep: the cells of its columns. Tables show them, records and conjectures read them, and `verify` makes them
//! of the stored text again.

use super::game::Found;
use crate::claim::Status;
use crate::error::Error;
use crate::language::Datum;
use crate::sweep::{Columns, Sweep, read};

/// A row of a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// A cell for each column; [`Datum::Missing`] if it is empty.
    pub cells: Vec<Datum>,
}

impl Row {
    /// The row of a combination, its game, and what was found. The game is the canonical code, or what was made of the template; the
    /// range is none if there is none, or it is not known.
    pub fn new(
        columns: &Columns,
        data: &[Datum],
        (game, max): (&str, Option<u64>),
        found: Result<&Found, &Error>,
    ) -> Self {
        let number = |number: Option<u64>| {
            number.and_then(|number| i64::try_from(number).ok()).map_or(Datum::Missing, Datum::Number)
        };
        let text = |text: &str| Datum::Text(text.into());
        let mut cells = Vec::with_capacity(columns.list().len());
        cells.push(text(game));
        cells.extend(data.iter().cloned());
        cells.push(number(max));
        if columns.period().is_some() {
            match found.ok().map(|found| &found.claim) {
                Some(Some(claim)) => {
                    let theorem = claim.theorem.map_or(Datum::Missing, |theorem| text(theorem.name()));
                    cells.extend([claim.preperiod, claim.period, claim.saltus].map(|figure| number(Some(figure))));
                    cells.extend([text(&claim.status().to_string()), theorem, number(Some(claim.checked_to))]);
                }
                Some(None) => {
                    cells.extend([const { Datum::Missing }; 3]);
                    cells.extend([text(&Status::None.to_string()), Datum::Missing, number(max)]);
                }
                None => cells.extend([const { Datum::Missing }; 6]),
            }
        }
        cells.push(number(found.ok().and_then(|found| found.max_value).map(u64::from)));
        cells.push(number(found.ok().map(|found| found.zeros)));
        cells.push(found.err().map_or(Datum::Missing, |error| text(&error.to_string())));
        Self { cells }
    }

    /// The row of a combination that was stored; the column that is wrong, if one is.
    pub fn stored<'c>(columns: &'c Columns, data: &[Datum], fields: &[String]) -> Result<Self, &'c str> {
        let mut cells = Vec::with_capacity(fields.len());
        for (place, column) in columns.list().iter().enumerate() {
            let field = fields.get(place).ok_or(column.name.as_str())?;
            let variable = place.checked_sub(columns.variables().start).and_then(|variable| data.get(variable));
            let cell = match (variable, column.kind) {
                (Some(datum), _) => Some(datum.clone()).filter(|datum| datum.show(" ") == *field),
                (None, _) if field.is_empty() => Some(Datum::Missing),
                (None, kind) => read(field, kind),
            };
            cells.push(cell.ok_or(column.name.as_str())?);
        }
        Ok(Self { cells })
    }

    /// The fields of `sweep.csv`.
    pub fn fields(&self) -> impl Iterator<Item = String> {
        self.cells.iter().map(|cell| cell.show(" "))
    }

    /// The variables.
    pub fn data(&self, columns: &Columns) -> &[Datum] {
        &self.cells[columns.variables()]
    }

    /// The game.
    pub fn game(&self) -> &str {
        self.text(0).unwrap_or("")
    }

    /// The error, if the game failed.
    pub fn error(&self) -> Option<&str> {
        self.text(self.cells.len() - 1)
    }

    /// The text of a cell.
    pub fn text(&self, place: usize) -> Option<&str> {
        match &self.cells[place] {
            Datum::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number of a cell.
    pub fn number(&self, place: usize) -> Option<u64> {
        match self.cells[place] {
            Datum::Number(number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    /// A row in words, as in `a=2,b=5`.
    pub fn label(&self, sweep: &Sweep) -> String {
        sweep.label(self.data(&sweep.columns))
    }
}
