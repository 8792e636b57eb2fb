//! `zeros.csv`: the labels of all zeros, that is, the P-positions.

use super::{Content, Format, Out, RowWriter, always_possible, csv_writer, write_label};
use crate::job::Job;
use crate::kernel::Values;
use crate::ruleset::Rows;
use std::io;

pub(super) const FORMAT: Format = Format {
    name: None,
    file: "zeros.csv",
    summary: "the n (boxes: h1,...,hd) of all P-positions: value 0, outcome P",
    implied: |job| job.analysis.zeros,
    check: always_possible,
    content: Content::Rows(|job, out| Box::new(Zeros::new(job, out))),
};

struct Zeros {
    out: csv::Writer<Out>,
    rows: Rows,
    header: bool,
}

impl Zeros {
    fn new(job: &Job, out: Out) -> Self {
        Self { out: csv_writer(out), rows: job.rows(), header: false }
    }

    fn head(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.header, true) {
            self.out.write_record(self.rows.columns())?;
        }
        Ok(())
    }
}

impl RowWriter for Zeros {
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()> {
        self.header |= first > 0;
        self.head()?;
        let mut label = Vec::new();
        for (row, &value) in (first..).zip(values.words(&mut Vec::new())) {
            if value == 0 {
                self.rows.label(row, &mut label);
                write_label(&mut self.out, &self.rows, &label)?;
                self.out.write_record(None::<&[u8]>)?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.head()?;
        self.out.flush()
    }
}
