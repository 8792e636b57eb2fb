//! What an output format is, and what its writers are given.

use crate::analysis::expectation::Check;
use crate::analysis::growth::Stage;
use crate::analysis::lines::LineValues;
use crate::analysis::statistics::{Counts, Histogram, Summary};
use crate::claim::{Claim, Least, Theorem};
use crate::job::Job;
use crate::ruleset::Rows;
use crate::stream::Values;
use crate::table::PackedTable;
use std::io::{self, Write};

/// Where a writer writes to.
pub type Out = Box<dyn Write>;

/// An output format: the file it makes, when, and how.
pub struct Format {
    /// The name in `formats = [...]`; formats without one follow from `[analysis]` or
    /// `[expect]`.
    pub name: Option<&'static str>,
    /// The name of the file.
    pub file: &'static str,
    /// What it holds, in a line.
    pub summary: &'static str,
    /// For formats without a name: whether a job asks for it.
    pub implied: fn(&Job) -> bool,
    /// Why a job cannot have it.
    pub check: fn(&Job) -> Result<(), &'static str>,
    /// How it is written.
    pub content: Content,
}

/// How a format is written.
pub enum Content {
    /// Row by row while values are computed; a listing, so `max-rows` limits it.
    /// The number is that of the rows which a stopped run has written already.
    Rows(fn(&Job, Out, u64) -> Box<dyn RowWriter>),
    /// At the end, from the results.
    Results(fn(&Results<'_>, Out) -> io::Result<()>),
    /// At the end, the packed table of all rows itself.
    Table(fn(&Results<'_>, &PackedTable, Out) -> io::Result<()>),
    /// At the end, half of the cells of a two-coordinate table.
    Cells(fn(&Results<'_>, &PackedTable, Out) -> io::Result<()>),
}

impl Format {
    /// How many rows the file lists.
    pub fn listing(&self, rows: &Rows) -> u64 {
        match self.content {
            Content::Rows(_) => rows.len(),
            Content::Cells(_) => rows.end().saturating_mul(rows.end() + 1) / 2,
            Content::Results(_) | Content::Table(_) => 0,
        }
    }

    /// Whether a job asks for this format.
    pub fn wanted(&self, job: &Job) -> bool {
        match self.name {
            Some(name) => job.output.formats.iter().any(|format| format == name),
            None => (self.implied)(job),
        }
    }
}

/// Writes rows as they come.
pub trait RowWriter {
    /// Takes the values of the rows from `first` on; blocks come in order, without gaps.
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()>;

    /// Hands everything on to the file.
    fn flush(&mut self) -> io::Result<()>;

    /// Writes what is left.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Everything a run found out.
pub struct Results<'a> {
    /// The job.
    pub job: &'a Job,
    /// The labels of its values.
    pub rows: &'a Rows,
    /// Figures over all values.
    pub summary: &'a Summary,
    /// The claim about the period, if one was looked for and found.
    pub claim: Option<&'a Claim>,
    /// What shows that the claim is the least one.
    pub least: Option<&'a Least>,
    /// The theorem that may prove a period of this game, if there is one.
    pub theorem: Option<Theorem>,
    /// The histogram, if an analysis needs it.
    pub histogram: Option<&'a Histogram>,
    /// The stages of growth, if asked for.
    pub growth: Option<&'a [Stage]>,
    /// The counts asked for.
    pub counts: &'a [Counts],
    /// The lines of a table asked for, and their periods.
    pub lines: &'a [LineValues],
    /// The checks of `[expect]`.
    pub checks: &'a [Check],
}

/// For formats with a name, which nothing else implies.
pub(super) fn never(_: &Job) -> bool {
    false
}

/// For formats every job can have.
pub(super) fn always_possible(_: &Job) -> Result<(), &'static str> {
    Ok(())
}

pub(super) fn one_coordinate(job: &Job) -> Result<(), &'static str> {
    if job.rows().is_sequence() {
        Ok(())
    } else {
        Err("the game is not a sequence: it has several coordinates, or names")
    }
}

pub(super) fn two_coordinates(job: &Job) -> Result<(), &'static str> {
    if job.rows().dimensions() == 2 { Ok(()) } else { Err("it is for games with two coordinates") }
}

/// Writes the fields of a label.
pub(super) fn write_label(out: &mut ::csv::Writer<Out>, rows: &Rows, label: &[u64]) -> io::Result<()> {
    let mut written = Ok(());
    rows.fields(label, |field| {
        if written.is_ok() {
            written = out.write_field(field);
        }
    });
    Ok(written?)
}

/// A CSV writer as every CSV file of this project is: comma, LF, quotes where needed.
pub(crate) fn csv_writer<W: Write>(out: W) -> ::csv::Writer<W> {
    ::csv::WriterBuilder::new().terminator(::csv::Terminator::Any(b'\n')).from_writer(out)
}
