//! `values.csv`: `n,value`, or `h1,...,hd,value` in lexicographic order.

use super::format::{Format, every_job};
use crate::job::Job;
use crate::results::{Content, Lines, Listing, Out, ResultFile, RowWriter, always};
use crate::stream::Values;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    check: every_job,
    files: &[ResultFile {
        name: "values.csv",
        summary: "n,value (boxes: h1,...,hd,value); outcomes are P and N",
        wanted: always,
        content: Content::Rows(|job, out, written| Box::new(Csv::new(job, out, written)), Listing::of_rows),
    }],
};

struct Csv {
    out: Out,
    lines: Lines,
    /// The header, until it has been written before the first row.
    header: Option<Vec<String>>,
}

impl Csv {
    fn new(job: &Job, out: Out, written: u64) -> Self {
        let rows = job.rows();
        let columns = || rows.columns().into_iter().chain(["value".to_string()]).collect();
        let header = (written == 0).then(columns);
        Self { out, lines: Lines::new(rows, job.value, b','), header }
    }

    fn head(&mut self) -> io::Result<()> {
        match self.header.take() {
            Some(columns) => writeln!(self.out, "{}", columns.join(",")),
            None => Ok(()),
        }
    }
}

impl RowWriter for Csv {
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()> {
        self.head()?;
        self.lines.write(first, values, &mut self.out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.head()?;
        self.out.flush()
    }
}
