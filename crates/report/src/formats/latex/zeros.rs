//! The P-positions as a table, collected while values arrive. As in `zeros.csv`, only one position of each orbit
//! under the symmetries of the game is listed.

use crate::error::Error;
use crate::job::Job;
use crate::latex::{Length, Table, escape, grid};
use crate::results::{Content, Listing, Out, ResultFile, RowWriter};
use crate::ruleset::{Rows, Symmetry};
use crate::stream::{State, StateReader, Values};
use std::io::{self, Write};

pub(super) const FILE: ResultFile = ResultFile {
    name: "latex/zeros.tex",
    summary: "the first P-positions",
    wanted: |job| job.settings.analysis.is_on("zeros"),
    content: Content::Rows(|job, out, _| Box::new(ShownZeros::new(job, out)), |_| Listing::Short),
};

/// The maximum number of positions that are shown.
const SHOWN: usize = 200;

/// The maximum number of lines.
const LINES: usize = 40;

struct ShownZeros {
    out: Out,
    code: String,
    rows: Rows,
    symmetry: Symmetry,
    /// The first P-positions, as text.
    first: Vec<String>,
    /// The number of P-positions.
    count: u64,
}

impl ShownZeros {
    fn new(job: &Job, out: Out) -> Self {
        let all = job.settings.analysis.word("symmetry") == Some("none");
        let symmetry = if all { Symmetry::None } else { job.symmetry() };
        Self { out, code: job.game.code.clone(), rows: job.rows(), symmetry, first: Vec::new(), count: 0 }
    }

    fn table(&self) -> Table {
        let cell = |text: &String| match (self.rows.names(), self.rows.dimensions()) {
            (Some(_), _) => escape(text),
            (None, 1) => format!("${text}$"),
            (None, _) => format!("$({text})$"),
        };
        let widest = self.first.iter().map(|text| text.chars().count()).max().unwrap_or(1);
        let one = if self.symmetry == Symmetry::None { "" } else { ", one of each orbit under the symmetries" };
        let head = match (self.rows.is_sequence(), self.count) {
            (_, 0) => "no P-position".to_string(),
            (true, _) => "P-positions: $n$".to_string(),
            (false, _) => format!("P-positions{one}"),
        };
        let cells: Vec<String> = self.first.iter().map(cell).collect();
        let (mut table, shown) =
            grid(format!("the P-positions of {}{one}", self.code), &head, cells, widest.max(2) + 1, LINES);
        if self.rows.names().is_some() {
            table.columns = "l".repeat(table.width);
        }
        table.without(self.count - shown as u64, "P-position")
    }
}

impl RowWriter for ShownZeros {
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()> {
        let mut label = Vec::new();
        for place in values.zeros() {
            if self.symmetry != Symmetry::None || self.first.len() < SHOWN {
                self.rows.label(first + place as u64, &mut label);
                if self.symmetry.orbit(&label).is_none() {
                    continue;
                }
            }
            self.count += 1;
            if self.first.len() < SHOWN {
                self.first.push(self.rows.show(&label));
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&(&self.first, self.count))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        (self.first, self.count) = state.take()?;
        Some(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let text = self.table().text(Length::Page);
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}
