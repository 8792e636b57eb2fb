//! `zeros.csv`: the labels of all zeros, that is, of the P-positions. With a symmetry of the game, only the
//! first of each orbit is listed, with the size of the orbit.

use super::contract::{Form, Key, Problem, Question};
use crate::control::Control;
use crate::error::Error;
use crate::game_words::game_in_words;
use crate::job::Job;
use crate::overview::Overview;
use crate::results::{
    Content, Listing, Out, ResultFile, Results, RowWriter, Series, csv_writer, write_label, zero_is_p,
};
use crate::ruleset::{Rows, Symmetry};
use crate::stream::Values;
use crate::table::PackedTable;
use std::io;
use std::path::Path;

pub(super) const QUESTION: Question = Question {
    keys: &[
        Key { name: "zeros", form: Form::Switch, help: "the list of all P-positions: value 0, outcome P" },
        Key {
            name: "symmetry",
            form: Form::Word(&["auto", "none"]),
            help: "whether `zeros` lists one position of each orbit under the symmetries of the game (auto), or all (none)",
        },
    ],
    check: |job| match zero_is_p(job) {
        Err(why) if job.settings.analysis.is_on("zeros") || job.expect.zeros.is_some() => {
            let help = "remove it, or compute value = \"outcome\"".to_string();
            Err(Problem { key: "zeros", item: 0, message: format!("`zeros` cannot be answered: {why}"), help })
        }
        _ => Ok(()),
    },
    files: &[FILE],
    series: |results, table| match results.rows.is_sequence() && results.job.settings.analysis.is_on("zeros") {
        true => vec![series(results, table)],
        false => Vec::new(),
    },
    ..Question::SILENT
};

const FILE: ResultFile = ResultFile {
    name: "zeros.csv",
    summary: "the n (boxes: h1,...,hd) of all P-positions: value 0, outcome P; with symmetries, one per orbit with its size",
    wanted: |job| job.settings.analysis.is_on("zeros"),
    content: Content::Rows(
        |job, out, written| Box::new(ZerosSink::new(job, out, written)),
        |rows| Listing::Some(rows.len()),
    ),
};

fn series<'r>(results: &Results<'r>, table: &PackedTable) -> Series<'r> {
    let name = format!("P-positions of {}: numbers n from which the player to move loses", game_in_words(results.job));
    let zeros = (0..table.len()).filter(|&row| table.get(row) == 0).map(|row| row + results.rows.first());
    let zeros: Vec<u64> = zeros.collect();
    let is_full = results.repeats_from().is_some_and(|from| zeros.iter().all(|&zero| zero < from));
    Series { is_full, ..Series::new("zeros", name, 1, zeros) }
}

struct ZerosSink {
    out: csv::Writer<Out>,
    rows: Rows,
    /// The symmetry, if only one position of each orbit is listed.
    symmetry: Option<Symmetry>,
    header: bool,
}

impl ZerosSink {
    fn new(job: &Job, out: Out, written: u64) -> Self {
        let all = job.settings.analysis.word("symmetry") == Some("none") || job.symmetry() == Symmetry::None;
        let symmetry = (!all).then_some(job.symmetry());
        Self { out: csv_writer(out), rows: job.rows(), symmetry, header: written > 0 }
    }

    /// Writes a row with value 0, if it is the first of its orbit.
    fn zero(&mut self, row: u64, label: &mut Vec<u64>) -> io::Result<()> {
        self.rows.label(row, label);
        let size = self.symmetry.map(|symmetry| symmetry.orbit(label));
        if size == Some(None) {
            return Ok(());
        }
        write_label(&mut self.out, &self.rows, label)?;
        if let Some(size) = size.flatten() {
            self.out.write_field(size.to_string())?;
        }
        Ok(self.out.write_record(None::<&[u8]>)?)
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

impl RowWriter for ZerosSink {
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()> {
        self.head()?;
        let mut label = Vec::new();
        values.zeros().into_iter().try_for_each(|place| self.zero(first + place as u64, &mut label))
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        all.affords(all.cost_of_zeros())
    }

    fn overview(&mut self, all: &dyn Overview, path: &Path, control: &Control<'_>) -> Result<(), Error> {
        let failed = || Error::io("write", path);
        self.head().map_err(failed())?;
        let (sorted, mut label) = (self.symmetry == Some(Symmetry::Any), Vec::new());
        all.each_zero(sorted, control, &mut |row| self.zero(row, &mut label).map(|()| true).map_err(failed()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.head()?;
        self.out.flush()
    }
}
