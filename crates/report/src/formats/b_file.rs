//! `b-file.txt`: the OEIS b-file, with one line `n a(n)` per term, in ASCII, with LF line ends and no blank
//! lines.

use super::format::Format;
use crate::job::Job;
use crate::results::{Content, Lines, Listing, Out, ResultFile, RowWriter, one_coordinate};
use crate::ruleset::Value;
use crate::stream::Values;
use std::io;

pub(super) const FORMAT: Format = Format {
    name: "b-file",
    check: |job| {
        one_coordinate(job)?;
        match job.value.is_number() {
            true => Ok(()),
            false if job.value.letter(0).is_some() => Err("outcomes are letters, not numbers"),
            false => Err("not all values are numbers"),
        }
    },
    files: &[FILE],
};

pub(super) const FILE: ResultFile = ResultFile {
    name: "b-file.txt",
    summary: "OEIS b-file: n a(n), one space, consecutive n",
    wanted: |job| one_coordinate(job).is_ok(),
    content: Content::Rows(|job, out, _| Box::new(BFile::new(job, out)), Listing::of_rows),
};

struct BFile {
    out: Out,
    lines: Lines,
}

impl BFile {
    fn new(job: &Job, out: Out) -> Self {
        Self { out, lines: Lines::new(job.rows(), Value::GRUNDY, b' ') }
    }
}

impl RowWriter for BFile {
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()> {
        self.lines.write(first, values, &mut self.out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}
