//! The values of a game with two coordinates as a matrix. Its upper left part is collected while values arrive.

use crate::error::Error;
use crate::job::Job;
use crate::latex::{Length, Table, WIDTH, plural, value};
use crate::results::{Content, Listing, Out, ResultFile, RowWriter};
use crate::ruleset::{Rows, Value};
use crate::stream::{State, StateReader, Values};
use std::io::{self, Write};

pub(super) const FILE: ResultFile = ResultFile {
    name: "latex/matrix.tex",
    summary: "the upper left part of a two-coordinate table",
    wanted: |job| job.rows().names().is_none() && job.rows().dimensions() == 2,
    content: Content::Rows(|job, out, _| Box::new(Matrix::new(job, out)), |_| Listing::Short),
};

/// The maximum number of rows and columns that are shown.
const SIDE: u64 = 20;

struct Matrix {
    out: Out,
    code: String,
    kind: Value,
    rows: Rows,
    /// The values of the upper left part, row by row; none where there is no position.
    cells: Vec<Option<u32>>,
}

impl Matrix {
    fn new(job: &Job, out: Out) -> Self {
        let rows = job.rows();
        let [height, width] = sides(&rows);
        Self { out, code: job.game.code.clone(), kind: job.value, rows, cells: vec![None; (height * width) as usize] }
    }

    /// Stores the value of a row if its cell is shown. Returns whether cells of later rows may be shown.
    fn put(&mut self, row: u64, number: u32, label: &mut Vec<u64>) -> bool {
        self.rows.label(row, label);
        let [height, width] = sides(&self.rows);
        let (x, y) = (label[0] - self.rows.firsts()[0], label[1] - self.rows.firsts()[1]);
        if x < height && y < width {
            self.cells[(x * width + y) as usize] = Some(number);
        }
        x < height
    }

    fn table(&self) -> Table {
        let [height, width] = sides(&self.rows);
        let shown =
            |cell: &Option<u32>| cell.map(|number| format!("${}$", value(self.kind, number))).unwrap_or_default();
        let text = |cell: &Option<u32>| cell.map_or(0, |number| self.kind.show(number).len());
        let widest = self.cells.iter().map(text).max().unwrap_or(1).max(2);
        let fits = ((WIDTH / (widest + 1)) as u64).saturating_sub(1).max(1);
        let (height, columns) = (height.min(fits), width.min(fits));
        let [top, left] = [self.rows.firsts()[0], self.rows.firsts()[1]];
        let mut head = vec!["$h_1\\backslash h_2$".to_string()];
        head.extend((left..left + columns).map(|y| format!("${y}$")));
        let line = |x: u64| {
            let begin = (x * width) as usize;
            let cells = self.cells[begin..begin + columns as usize].iter().map(shown);
            std::iter::once(format!("${}$", top + x)).chain(cells).collect()
        };
        let what = format!("the values of {}: h1 down, h2 across", self.code);
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let mut table = Table::new(what, &head, (0..height).map(line).collect());
        table.columns = format!("r@{{\\quad}}*{{{columns}}}{{r@{{\\enspace}}}}");
        table.gap = 6;
        let rest = [(self.rows.sides()[0] - height, "row"), (self.rows.sides()[1] - columns, "column")];
        let rest: Vec<String> =
            rest.iter().filter(|(count, _)| *count > 0).map(|(count, of)| plural(*count, of)).collect();
        table.note = (!rest.is_empty()).then(|| format!("{} omitted", rest.join(" and ")));
        table
    }
}

/// The number of rows and columns that are collected.
fn sides(rows: &Rows) -> [u64; 2] {
    [rows.sides()[0].min(SIDE), rows.sides()[1].min(SIDE)]
}

impl RowWriter for Matrix {
    fn block(&mut self, first: u64, values: Values<'_>) -> io::Result<()> {
        // If no line of the block is shown, there is nothing to do.
        let mut label = Vec::new();
        self.rows.label(first, &mut label);
        if label[0] - self.rows.firsts()[0] >= SIDE {
            return Ok(());
        }
        let mut buffer = Vec::new();
        let values = values.words(&mut buffer);
        let width = self.rows.sides()[1];
        let mut row = first;
        while let Some(&number) = values.get((row - first) as usize) {
            if !self.put(row, number, &mut label) {
                break;
            }
            // Of a complete line only the beginning is shown, so skip the rest.
            let beyond = self.rows.is_whole() && row % width + 1 >= SIDE;
            row = if beyond { (row / width + 1) * width } else { row + 1 };
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&self.cells)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        let cells: Vec<Option<u32>> = state.take()?;
        self.cells = Some(cells).filter(|cells| cells.len() == self.cells.len())?;
        Some(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        let text = self.table().text(Length::Page);
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}
