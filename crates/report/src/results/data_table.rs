//! A small table: named columns, and rows of typed cells. Writers convert it to CSV or to other formats.

use super::csv_writer;
use crate::language::Datum;
use crate::ruleset::Value;
use std::io::{self, Write};

/// A small table.
pub struct DataTable<'t> {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows in order, with one cell for each column. They are created when they are read.
    pub rows: Box<dyn Iterator<Item = Vec<Datum>> + 't>,
}

impl<'t> DataTable<'t> {
    /// A table with these columns and rows.
    pub fn new<C: Into<String>>(
        columns: impl IntoIterator<Item = C>,
        rows: impl IntoIterator<Item = Vec<Datum>, IntoIter: 't>,
    ) -> Self {
        Self { columns: columns.into_iter().map(Into::into).collect(), rows: Box::new(rows.into_iter()) }
    }

    /// Writes the table as CSV, with its header.
    ///
    /// # Errors
    /// The errors of `out`.
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

/// A number of any size as a cell. A number beyond 63 bits becomes a text.
pub fn count(number: impl Into<u64>) -> Datum {
    let number = number.into();
    i64::try_from(number).map_or_else(|_| text(number.to_string()), Datum::Number)
}

/// A value as a cell.
pub fn value(kind: Value, value: u32) -> Datum {
    if kind.is_number() { count(value) } else { text(kind.show(value)) }
}
