//! A file of results: its name, when it is written, and how.

use super::data_table::DataTable;
use super::found::Results;
use super::listing::Listing;
use super::text::Out;
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::nim_sum::NimSum;
use crate::ruleset::Rows;
use crate::stream::{State, StateReader, Values};
use crate::table::PackedTable;
use std::io;
use std::path::Path;

/// A file of results.
pub struct ResultFile {
    /// Its name.
    pub name: &'static str,
    /// What it holds, in a line: for CSV, its columns first.
    pub summary: &'static str,
    /// Whether a job that asks the question, or names the format, has this file of it.
    pub wanted: fn(&Job) -> bool,
    /// How it is written.
    pub content: Content,
}

/// Files with their names.
pub type Texts = Vec<(String, Vec<u8>)>;

/// How a file is written.
pub enum Content {
    /// Row by row while values are computed, and how much it lists. The number is that of the rows which a stopped run has written already.
    Rows(fn(&Job, Out, u64) -> Box<dyn RowWriter>, fn(&Rows) -> Listing),
    /// At the end, from the results.
    Results(fn(&Results<'_>, Out) -> io::Result<()>),
    /// At the end, a small table.
    Table(for<'r> fn(&'r Results<'r>) -> DataTable<'r>),
    /// At the end, from the packed table of all rows, and how much it lists.
    Packed(fn(&Results<'_>, &PackedTable, Out) -> io::Result<()>, fn(&Rows) -> Listing),
    /// At the end: several files, with their names, in the folder that the name of this one is; perhaps from the packed table of all rows.
    Many {
        /// The files.
        texts: fn(&Results<'_>) -> io::Result<Texts>,
        /// Whether they are written from all values.
        table: bool,
    },
    /// At the end, if there is something to write.
    Maybe(fn(&Results<'_>) -> Option<String>),
}

impl ResultFile {
    /// How much the file lists of some rows.
    pub fn listing(&self, rows: &Rows) -> Listing {
        match self.content {
            Content::Rows(_, listing) | Content::Packed(_, listing) => listing(rows),
            Content::Results(_) | Content::Table(_) | Content::Maybe(_) | Content::Many { .. } => Listing::Short,
        }
    }

    /// Writes it, if it is written from the results alone.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, results: &Results<'_>, out: Out) -> Option<io::Result<()>> {
        match self.content {
            Content::Results(write) => Some(write(results, out)),
            Content::Table(table) => Some(table(results).write_csv(out)),
            _ => None,
        }
    }

    /// Whether it is there after every run of a job that wants it.
    pub fn is_certain(&self) -> bool {
        !matches!(self.content, Content::Maybe(_) | Content::Many { .. })
    }

    /// Whether it is written from all values, which are kept for it.
    pub fn takes_table(&self) -> bool {
        matches!(self.content, Content::Packed(..) | Content::Many { table: true, .. })
    }
}

/// Writes rows as they come. A writer starts no parallel work: kernels give rows from amid work of their own.
pub trait RowWriter {
    /// Takes the values of the rows from `first` on; blocks come in order, without gaps.
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()>;

    /// Whether it can write what it lists of a sum without going through all rows.
    fn takes_sum(&self, _sum: &NimSum<'_>) -> bool {
        false
    }

    /// Writes what it lists of all rows of a sum.
    ///
    /// # Errors
    /// [`Error::Io`] with `path`, and [`Error::Interrupted`].
    fn sum(&mut self, _sum: &NimSum<'_>, _path: &Path, _control: &Control<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Hands everything on to the file.
    fn flush(&mut self) -> io::Result<()>;

    /// Adds what must be remembered where a run stops, beyond the rows written and the length of the file.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be kept.
    fn save(&mut self, _state: &mut State) -> Result<(), Error> {
        Ok(())
    }

    /// Reads the state that `save` wrote; none if this is no such state.
    fn load(&mut self, _state: &mut StateReader<'_>) -> Option<()> {
        Some(())
    }

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// For files that every job has which asks the question or names the format.
pub fn always(_: &Job) -> bool {
    true
}
