//! `zeros.csv`: the labels of all zeros, that is, the P-positions; of those that are alike by a
//! symmetry of the game the first one, with their number.

use super::contract::{Form, Key, Question, fits_every_job, no_needs, no_report, no_table};
use crate::job::Job;
use crate::output::{Content, Out, ResultFile, RowWriter, csv_writer, write_label};
use crate::ruleset::{Rows, Symmetry};
use crate::stream::Values;
use std::io;

pub(super) const QUESTION: Question = Question {
    keys: &[
        Key { name: "zeros", form: Form::Switch, help: "the list of all P-positions: value 0, outcome P" },
        Key {
            name: "symmetry",
            form: Form::Word(&["auto", "none"]),
            help: "whether `zeros` lists one position of each orbit under the symmetries of the game (auto), or all (none)",
        },
    ],
    check: fits_every_job,
    needs: no_needs,
    table: no_table,
    gather: |_| None,
    files: &[FILE],
    report: no_report,
};

const FILE: ResultFile = ResultFile {
    name: "zeros.csv",
    summary: "the n (boxes: h1,...,hd) of all P-positions: value 0, outcome P; with symmetries one of each orbit, and its size",
    wanted: |job| job.analysis.is_on("zeros"),
    content: Content::Rows(|job, out, written| Box::new(Zeros::new(job, out, written))),
};

struct Zeros {
    out: csv::Writer<Out>,
    rows: Rows,
    /// The symmetry, if only one position of each orbit is listed.
    symmetry: Option<Symmetry>,
    header: bool,
}

impl Zeros {
    fn new(job: &Job, out: Out, written: u64) -> Self {
        let all = job.analysis.word("symmetry") == Some("none") || job.game.symmetry == Symmetry::None;
        let symmetry = (!all).then_some(job.game.symmetry);
        Self { out: csv_writer(out), rows: job.rows(), symmetry, header: written > 0 }
    }

    fn head(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.header, true) {
            let mut columns = self.rows.columns();
            columns.extend(self.symmetry.map(|_| "orbit".to_string()));
            self.out.write_record(columns)?;
        }
        Ok(())
    }
}

impl RowWriter for Zeros {
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()> {
        self.head()?;
        let mut label = Vec::new();
        for place in values.zeros() {
            self.rows.label(first + place as u64, &mut label);
            let size = self.symmetry.map(|symmetry| symmetry.orbit(&label));
            if size == Some(None) {
                continue;
            }
            write_label(&mut self.out, &self.rows, &label)?;
            if let Some(size) = size.flatten() {
                self.out.write_field(size.to_string())?;
            }
            self.out.write_record(None::<&[u8]>)?;
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
