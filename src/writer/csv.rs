//! `values.csv`: `n,value`, or `h1,...,hd,value` in lexicographic order.

use super::format::{Format, every_job};
use crate::job::Job;
use crate::output::{Content, Out, ResultFile, RowWriter, always, csv_writer, write_label};
use crate::ruleset::{Rows, Value};
use crate::stream::Values;
use std::io;

pub(super) const FORMAT: Format = Format {
    name: "csv",
    check: every_job,
    files: &[ResultFile {
        name: "values.csv",
        summary: "n,value (boxes: h1,...,hd,value); outcomes are P and N",
        wanted: always,
        content: Content::Rows(|job, out, written| Box::new(Csv::new(job, out, written))),
    }],
};

struct Csv {
    out: csv::Writer<Out>,
    rows: Rows,
    label: Vec<u64>,
    value: Value,
    header: bool,
}

impl Csv {
    fn new(job: &Job, out: Out, written: u64) -> Self {
        let rows = job.rows();
        let mut label = Vec::new();
        // After the last row there is no label.
        if written < rows.len() {
            rows.label(written, &mut label);
        }
        Self { out: csv_writer(out), rows, label, value: job.value, header: written > 0 }
    }

    fn head(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.header, true) {
            let columns = self.rows.columns();
            self.out.write_record(columns.iter().map(String::as_str).chain(["value"]))?;
        }
        Ok(())
    }
}

impl RowWriter for Csv {
    fn block(&mut self, _: u64, values: Values<'_>) -> io::Result<()> {
        self.head()?;
        let mut digits = itoa::Buffer::new();
        for &value in values.words(&mut Vec::new()) {
            write_label(&mut self.out, &self.rows, &self.label)?;
            match self.value {
                Value::Grundy => self.out.write_field(digits.format(value))?,
                Value::Outcome => self.out.write_field(self.value.show(value))?,
            }
            self.out.write_record(None::<&[u8]>)?;
            self.rows.advance(&mut self.label);
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
