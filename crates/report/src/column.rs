//! Columns of the line that a question has for a whole game. A column says what others make of it, so that none of them names
//! it: a sweep its columns and records, a paper a column of its table, the OEIS a sequence.

use crate::language::{Datum, Type};
use std::borrow::Cow;

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name.
    pub name: Cow<'static, str>,
    /// What its cells are.
    pub kind: Type,
    /// What it says of a claim, as `period`, if its cells are statuses: games are counted by it.
    pub status_of: Option<&'static str>,
    /// The name of its largest cell, if a sweep keeps that as a record.
    pub record: Option<&'static str>,
    /// How a paper shows it, if it does.
    pub paper: Option<PaperColumn>,
    /// Whether a cell is a term of a sequence: it does not depend on how far the game was computed. None if no cell is one.
    pub is_term: Option<fn(&NamedCells<'_>) -> bool>,
}

/// A column of a table in a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaperColumn {
    /// Its head.
    pub head: &'static str,
    /// How the text before the table names it; none if another column's words name it too.
    pub words: Option<&'static str>,
}

impl Column {
    /// A column that is nothing but a column.
    pub const fn new(name: &'static str, kind: Type) -> Self {
        Self { name: Cow::Borrowed(name), kind, status_of: None, record: None, paper: None, is_term: None }
    }

    /// The same, in papers under a head, named in the text by some words.
    pub const fn in_papers(mut self, head: &'static str, words: Option<&'static str>) -> Self {
        self.paper = Some(PaperColumn { head, words });
        self
    }

    /// The same, with statuses of a claim in its cells.
    pub const fn status_of(mut self, claim: &'static str) -> Self {
        self.status_of = Some(claim);
        self
    }

    /// The same, of which a sweep keeps the largest cell under a name.
    pub const fn record(mut self, name: &'static str) -> Self {
        self.record = Some(name);
        self
    }

    /// The same, of which some cells are terms of a sequence.
    pub const fn terms(mut self, is_term: fn(&NamedCells<'_>) -> bool) -> Self {
        self.is_term = Some(is_term);
        self
    }
}

/// The cells of a line, by the names of their columns.
pub struct NamedCells<'c> {
    /// The columns.
    pub columns: &'c [Column],
    /// A cell for each.
    pub cells: &'c [Datum],
}

impl NamedCells<'_> {
    /// The number in a column, if there is one.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.cell(name).and_then(number)
    }

    /// Whether a text stands in a column.
    pub fn is(&self, name: &str, text: &str) -> bool {
        matches!(self.cell(name), Some(Datum::Text(cell)) if **cell == *text)
    }

    fn cell(&self, name: &str) -> Option<&Datum> {
        let place = self.columns.iter().position(|column| column.name == name)?;
        self.cells.get(place)
    }
}

/// A number as a cell; an empty one if there is none, or it is too large for the expression language.
pub fn cell(number: Option<u64>) -> Datum {
    number.and_then(|number| i64::try_from(number).ok()).map_or(Datum::Missing, Datum::Number)
}

/// The number in a cell.
pub fn number(cell: &Datum) -> Option<u64> {
    match cell {
        Datum::Number(number) => u64::try_from(*number).ok(),
        _ => None,
    }
}
