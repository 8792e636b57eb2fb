//! A result file: its name, when it is written, and how.

use super::data_table::DataTable;
use super::found::Results;
use super::listing::Listing;
use super::text::Out;
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::overview::Overview;
use crate::ruleset::Rows;
use crate::stream::{State, StateReader, Values};
use crate::table::PackedTable;
use std::io;
use std::path::Path;

/// A result file.
pub struct ResultFile {
    /// Its name.
    pub name: &'static str,
    /// A one-line description of its content; for CSV it starts with the columns.
    pub summary: &'static str,
    /// Whether it is written for a job that asks its question or names its format.
    pub wanted: fn(&Job) -> bool,
    /// How it is written.
    pub content: Content,
}

/// Files with their names.
pub type Texts = Vec<(String, Vec<u8>)>;

/// How a file is written, and from what.
pub enum Content {
    /// Row by row while values are computed. The number is that of the rows which a stopped run has already
    /// written. The second function gives the size of the listing.
    Rows(fn(&Job, Out, u64) -> Box<dyn RowWriter>, fn(&Rows) -> Listing),
    /// At the end, from the results.
    Results(fn(&Results<'_>, Out) -> io::Result<()>),
    /// At the end, as a small table.
    Table(for<'r> fn(&'r Results<'r>) -> DataTable<'r>),
    /// At the end, from the packed table of all values. The second function gives the size of the listing.
    Packed(fn(&Results<'_>, &PackedTable, Out) -> io::Result<()>, fn(&Rows) -> Listing),
    /// At the end, as several files in a folder. The folder is named like this file.
    Many {
        /// The files with their names.
        texts: fn(&Results<'_>) -> io::Result<Texts>,
        /// Whether they need the packed table of all values.
        table: bool,
    },
    /// At the end, if there is something to write.
    Maybe(fn(&Results<'_>) -> Option<String>),
}

impl ResultFile {
    /// The size of the listing for the given rows.
    pub fn listing(&self, rows: &Rows) -> Listing {
        match self.content {
            Content::Rows(_, listing) | Content::Packed(_, listing) => listing(rows),
            Content::Results(_) | Content::Table(_) | Content::Maybe(_) | Content::Many { .. } => Listing::Short,
        }
    }

    /// Writes the file, if it needs nothing but the results; otherwise returns none.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, results: &Results<'_>, out: Out) -> Option<io::Result<()>> {
        match self.content {
            Content::Results(write) => Some(write(results, out)),
            Content::Table(table) => Some(table(results).write_csv(out)),
            _ => None,
        }
    }

    /// Whether every run of a job that wants the file writes it.
    pub fn is_certain(&self) -> bool {
        !matches!(self.content, Content::Maybe(_) | Content::Many { .. })
    }

    /// Whether it needs the packed table of all values.
    pub fn takes_table(&self) -> bool {
        matches!(self.content, Content::Packed(..) | Content::Many { table: true, .. })
    }
}

/// Writes rows as they arrive. A writer must not start parallel work, because kernels call it from within their
/// own.
pub trait RowWriter {
    /// Takes the values of the rows from `first` on; blocks come in order, without gaps.
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()>;

    /// Whether it can write its listing without going through all rows.
    fn takes_overview(&self, _all: &dyn Overview) -> bool {
        false
    }

    /// Writes its listing of all rows.
    ///
    /// # Errors
    /// [`Error::Io`] with `path`, and [`Error::Interrupted`].
    fn overview(&mut self, _all: &dyn Overview, _path: &Path, _control: &Control<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Flushes everything to the file.
    fn flush(&mut self) -> io::Result<()>;

    /// Saves the state needed to resume, beyond the number of rows written and the length of the file.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be saved.
    fn save(&mut self, _state: &mut State) -> Result<(), Error> {
        Ok(())
    }

    /// Restores the state that `save` wrote. None if the state does not fit.
    fn load(&mut self, _state: &mut StateReader<'_>) -> Option<()> {
        Some(())
    }

    /// Writes everything that is still buffered.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// For files that are written whenever a job asks the question or names the format.
pub fn always(_: &Job) -> bool {
    true
}
