//! A small table: columns with names, and rows of cells with types. Writers make of it what they write: CSV, or anything else.

use super::csv_writer;
use crate::language::Datum;
use crate::ruleset::Value;
use std::io::{self, Write};

/// A small table.
pub struct DataTable<'t> {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows in order, a cell for each column; they are made when they are read.
    pub rows: Box<dyn Iterator<Item = Vec<Datum>> + 't>,
}

impl<'t> DataTable<'t> {
    /// A table of some columns and rows.
    pub fn new<C: Into<String>>(
        columns: impl IntoIterator<Item = C>,
        rows: impl IntoIterator<Item = Vec<Datum>, IntoIter: 't>,
    ) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: Box::new(rows.into_iter()) }
    }

    /// Writes it as CSV, with its header.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_csv(self, out: impl Write) -> io::Result<()> {
        let mut out = csv_writer(out);
        out.write_record(&self.columns)?;
        for row in self.rows {
            row.iter().try_for_each(|cell| out.write_field(cell.show(" ")))?;
            out.write_record(None::<&[u8]>)?;
        }
        out.flush()
    }
}

/// A text as a cell.
pub fn text(text: impl AsRef<str>) -> Datum {
    Datum::Text(text.as_ref().into())
}

/// A number as a cell, whatever its size.
pub fn count(number: impl Into<u64>) -> Datum {
    let number = number.into();
    i64::try_from(number).map_or_else(|_| text(number.to_string()), Datum::Number)
}

/// A value as a cell.
pub fn value(kind: Value, value: u32) -> Datum {
    if kind.is_number() { count(value) } else { text(kind.show(value)) }
}
