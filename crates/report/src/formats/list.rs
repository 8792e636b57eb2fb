//! `values.txt`: only the values, separated by a comma and a space, as in the data section of an OEIS entry.

use super::format::{Format, every_job};
use crate::bytes::Bytes;
use crate::job::Job;
use crate::results::{Content, Listing, Out, ResultFile, RowWriter, always};
use crate::ruleset::Value;
use crate::stream::Values;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "list",
    check: every_job,
    files: &[ResultFile {
        name: "values.txt",
        summary: "the values alone: 0, 1, 2, ...",
        wanted: always,
        content: Content::Rows(
            |job, out, _| Box::new(List::new(job, out)),
            // A value takes at least a digit, a comma and a space.
            |rows| Listing::All(rows.len(), Bytes(3 * u128::from(rows.len()))),
        ),
    }],
};

struct List {
    out: Out,
    value: Value,
}

impl List {
    fn new(job: &Job, out: Out) -> Self {
        Self { out, value: job.value }
    }
}

impl RowWriter for List {
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()> {
        for (row, &value) in (first..).zip(values.words(&mut Vec::new())) {
            let separator = if row == 0 { "" } else { ", " };
            write!(self.out, "{separator}{}", self.value.show(value))?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        writeln!(self.out)?;
        self.out.flush()
    }
}
