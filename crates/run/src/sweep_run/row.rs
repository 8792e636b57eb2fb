//! A row of a sweep: one cell for each column. Tables show the cells, records and conjectures read them, and
//! `verify` rebuilds them from the stored text.

use super::game::Found;
use crate::claim::Status;
use crate::column::{NamedCells, cell, number};
use crate::error::Error;
use crate::language::Datum;
use crate::sweep::{Columns, Sweep, read};

/// A row of a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    /// One cell for each column; [`Datum::Missing`] if it is empty.
    pub cells: Vec<Datum>,
    /// The status in one of the cells.
    pub status: Option<Status>,
}

impl Row {
    /// The row of a combination, with its game and results. The game is the canonical code, or the filled-in
    /// template if that is not valid. The range is none if the game has none or is not valid.
    pub fn new(columns: &Columns, data: &[Datum], game: &str, max: Option<u64>, found: Result<&Found, &Error>) -> Self {
        let mut cells = Vec::with_capacity(columns.list().len());
        cells.push(Datum::Text(game.into()));
        cells.extend(data.iter().cloned());
        cells.push(cell(max));
        if columns.has_value() {
            cells.push(cell(found.ok().and_then(|found| found.max_value).map(u64::from)));
        }
        match found {
            Ok(found) => cells.extend(found.record.cells.iter().cloned()),
            Err(_) => cells.resize(cells.len() + columns.of_questions(), Datum::Missing),
        }
        cells.push(cell(found.ok().and_then(|found| found.max_value).map(u64::from)));
        cells.push(cell(found.ok().map(|found| found.zeros)));
        cells.push(found.err().map_or(Datum::Missing, |error| Datum::Text(error.to_string().into())));
        Self { cells, status: found.ok().and_then(|found| found.record.status) }
    }

    /// Rebuilds the row of a combination from stored fields. The error is the name of the first wrong column.
    pub fn stored<'c>(columns: &'c Columns, data: &[Datum], fields: &[String]) -> Result<Self, &'c str> {
        let mut cells = Vec::with_capacity(fields.len());
        for (place, column) in columns.list().iter().enumerate() {
            let field = fields.get(place).ok_or(&*column.name)?;
            let variable = place.checked_sub(columns.variables().start).and_then(|variable| data.get(variable));
            let cell = match (variable, column.kind) {
                (Some(datum), _) => Some(datum.clone()).filter(|datum| datum.show(" ") == *field),
                (None, _) if field.is_empty() => Some(Datum::Missing),
                (None, kind) => read(field, kind),
            };
            cells.push(cell.ok_or(&*column.name)?);
        }
        let status = match columns.status().map(|(place, _)| place).filter(|&place| !fields[place].is_empty()) {
            Some(place) => Some(fields[place].parse().map_err(|()| &*columns.list()[place].name)?),
            None => None,
        };
        Ok(Self { cells, status })
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
        number(&self.cells[place])
    }

    /// The cells by the names of their columns.
    pub fn named<'r>(&'r self, columns: &'r Columns) -> NamedCells<'r> {
        NamedCells { columns: columns.list(), cells: &self.cells }
    }

    /// The row in words, as in `a=2,b=5`.
    pub fn label(&self, sweep: &Sweep) -> String {
        sweep.label(self.data(&sweep.columns))
    }
}
