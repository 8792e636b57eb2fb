//! The columns of the line that a question provides for a whole game. A column states how others use it, so that
//! they need not know it by name: sweeps for their tables and records, papers for their tables, the OEIS for
//! sequences.

use crate::language::{Datum, Type};
use std::borrow::Cow;

/// A column.
#[derive(Debug, Clone)]
pub struct Column {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The type of its cells.
    pub kind: Type,
    /// The subject of the status, such as `period`, if its cells are statuses. Sweeps count games by such a
    /// column.
    pub status_of: Option<&'static str>,
    /// What its words are, if a sweep counts the games by them.
    pub counts: Option<&'static str>,
    /// The name of the record, if a sweep keeps the largest cell as one.
    pub record: Option<&'static str>,
    /// How a paper shows the column, if it does.
    pub paper: Option<PaperColumn>,
    /// How its cells are the terms of a sequence. None if no cell is a term.
    pub terms: Option<TermColumn>,
}

/// A column of a table in a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaperColumn {
    /// Its head.
    pub head: &'static str,
    /// The words for it in the text before the table. None if the words of another column include it.
    pub words: Option<&'static str>,
}

/// A column whose cells are the terms of a sequence.
#[derive(Debug, Clone, Copy)]
pub struct TermColumn {
    /// What a term is, as in "a(n) is the period of ...".
    pub words: &'static str,
    /// Whether the cell is a term, that is, does not depend on how far the game was computed.
    pub is_term: fn(&NamedCells<'_>) -> bool,
}

impl Column {
    /// A column without any further use.
    pub const fn new(name: &'static str, kind: Type) -> Self {
        Self { name: Cow::Borrowed(name), kind, status_of: None, counts: None, record: None, paper: None, terms: None }
    }

    /// Also shown in papers, with a head, and with words for the text.
    pub const fn in_papers(mut self, head: &'static str, words: Option<&'static str>) -> Self {
        self.paper = Some(PaperColumn { head, words });
        self
    }

    /// Also containing the statuses of a claim.
    pub const fn status_of(mut self, claim: &'static str) -> Self {
        self.status_of = Some(claim);
        self
    }

    /// Also counted: a sweep says how many games have each word.
    pub const fn counted(mut self, words: &'static str) -> Self {
        self.counts = Some(words);
        self
    }

    /// Also recorded: a sweep keeps the largest cell under this name.
    pub const fn record(mut self, name: &'static str) -> Self {
        self.record = Some(name);
        self
    }

    /// Also a sequence: the cells that pass the test are its terms, which are put into words.
    pub const fn terms(mut self, words: &'static str, is_term: fn(&NamedCells<'_>) -> bool) -> Self {
        self.terms = Some(TermColumn { words, is_term });
        self
    }
}

/// The cells of a line, accessed by the names of their columns.
pub struct NamedCells<'c> {
    /// The columns.
    pub columns: &'c [Column],
    /// One cell for each column.
    pub cells: &'c [Datum],
}

impl NamedCells<'_> {
    /// The number in a column, if it contains one.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.cell(name).and_then(number)
    }

    /// Whether a column contains this text.
    pub fn is(&self, name: &str, text: &str) -> bool {
        matches!(self.cell(name), Some(Datum::Text(cell)) if **cell == *text)
    }

    fn cell(&self, name: &str) -> Option<&Datum> {
        let place = self.columns.iter().position(|column| column.name == name)?;
        self.cells.get(place)
    }
}

/// A number as a cell. The cell is empty if there is no number, or if it is too large for the expression
/// language.
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
