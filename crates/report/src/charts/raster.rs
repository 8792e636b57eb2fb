//! A raster of bins. However many points there are, the number of marks is bounded by the number of cells, each
//! a few pixels wide.

use super::canvas::{Canvas, Tenths};
use super::colour::Ramp;
use std::fmt::Write;

/// The number of colours in a raster.
pub const STEPS: usize = 48;

/// A rectangle of one colour: its first and last column, its first and last row.
#[derive(Debug, Clone, Copy)]
struct Mark {
    step: usize,
    columns: (usize, usize),
    rows: (usize, usize),
}

impl Mark {
    /// Whether a run of the next row has the same colour and columns.
    fn is_continued_by(&self, run: &Mark) -> bool {
        (self.step, self.columns, self.rows.1 + 1) == (run.step, run.columns, run.rows.0)
    }
}

/// Cells in rows and columns. Each contains an amount.
#[derive(Debug, Clone)]
pub struct Raster {
    columns: usize,
    cells: Vec<u64>,
}

impl Raster {
    /// An empty raster with this many columns and rows.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self { columns, cells: vec![0; columns * rows] }
    }

    /// Adds an amount to a cell.
    pub fn add(&mut self, column: usize, row: usize, amount: u64) {
        if let Some(cell) = self.cells.get_mut(row * self.columns + column).filter(|_| column < self.columns) {
            *cell += amount;
        }
    }

    /// The amount in a cell.
    pub fn get(&self, column: usize, row: usize) -> u64 {
        self.cells.get(row * self.columns + column).filter(|_| column < self.columns).copied().unwrap_or(0)
    }

    /// The largest amount in a cell.
    pub fn most(&self) -> u64 {
        self.cells.iter().copied().max().unwrap_or(0)
    }

    /// Assigns colours by the logarithm of the amount; none to an empty cell.
    pub fn by_logarithm(&self) -> impl Fn(u64) -> Option<usize> + use<> {
        let most = u64::from(self.most().max(2).ilog2()).max(1);
        move |cell| cell.checked_ilog2().map(|log| (u64::from(log) * (STEPS as u64 - 1) / most) as usize)
    }

    /// Draws the cells. The runs of one colour form one path. `across` gives the left and right edge of a
    /// column, `down` the top and bottom of a row.
    pub fn draw(
        &self,
        canvas: &mut Canvas,
        ramp: Ramp,
        colour: impl Fn(u64) -> Option<usize>,
        across: impl Fn(usize) -> (i64, i64),
        down: impl Fn(usize) -> (i64, i64),
    ) {
        self.draw_marks(canvas, ramp, self.runs(colour), across, down);
    }

    /// The same, with runs that lie above each other as one rectangle: fewer marks where columns have one colour.
    pub fn draw_merged(
        &self,
        canvas: &mut Canvas,
        ramp: Ramp,
        colour: impl Fn(u64) -> Option<usize>,
        across: impl Fn(usize) -> (i64, i64),
        down: impl Fn(usize) -> (i64, i64),
    ) {
        let mut marks: Vec<Mark> = Vec::new();
        // Where the marks that end at the row before are.
        let mut last: Vec<usize> = Vec::new();
        for runs in self.runs(colour).chunk_by(|a, b| a.rows == b.rows) {
            let mut here = Vec::with_capacity(runs.len());
            let mut known = last.into_iter().peekable();
            for run in runs {
                while known.next_if(|&mark| marks[mark].columns.0 < run.columns.0).is_some() {}
                let below = known.peek().map(|&mark| (mark, marks[mark]));
                match below.filter(|(_, mark)| mark.is_continued_by(run)) {
                    Some((mark, _)) => {
                        marks[mark].rows.1 = run.rows.1;
                        here.push(mark);
                    }
                    None => {
                        here.push(marks.len());
                        marks.push(*run);
                    }
                }
            }
            last = here;
        }
        self.draw_marks(canvas, ramp, marks, across, down);
    }

    /// The runs of one colour, row by row.
    fn runs(&self, colour: impl Fn(u64) -> Option<usize>) -> Vec<Mark> {
        let mut runs = Vec::new();
        for (row, cells) in self.cells.chunks(self.columns.max(1)).enumerate() {
            let mut from = 0;
            for run in cells.chunk_by(|a, b| colour(*a) == colour(*b)) {
                let upto = from + run.len();
                let step = colour(run[0]).filter(|&step| step < STEPS);
                runs.extend(step.map(|step| Mark { step, columns: (from, upto - 1), rows: (row, row) }));
                from = upto;
            }
        }
        runs
    }

    fn draw_marks(
        &self,
        canvas: &mut Canvas,
        ramp: Ramp,
        marks: Vec<Mark>,
        across: impl Fn(usize) -> (i64, i64),
        down: impl Fn(usize) -> (i64, i64),
    ) {
        let mut paths = vec![String::new(); STEPS];
        for Mark { step, columns, rows } in marks {
            let (left, right) = (across(columns.0).0, across(columns.1).1);
            // Rows may be counted upwards or downwards.
            let (first, last) = (down(rows.0), down(rows.1));
            let (top, bottom) = (first.0.min(last.0), first.1.max(last.1));
            let (x, y, width, height) = (Tenths(left), Tenths(top), Tenths(right - left), Tenths(bottom - top));
            // Writing to a string cannot fail.
            let _ = write!(paths[step], "M{x} {y}h{width}v{height}h-{width}z");
        }
        for (step, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
            let fill = ramp.at(step, STEPS);
            canvas.raw(format_args!(
                "<path class=\"bins\" shape-rendering=\"crispEdges\" fill=\"{fill}\" d=\"{path}\"/>"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Size, VIRIDIS};
    use super::*;

    #[test]
    fn runs_of_one_colour_are_one_mark() {
        let mut raster = Raster::new(4, 2);
        for (column, row) in [(0, 0), (1, 0), (3, 1)] {
            raster.add(column, row, 1);
        }
        raster.add(2, 0, 8);
        raster.add(9, 0, 1);
        assert_eq!((raster.most(), raster.get(2, 0), raster.get(5, 0)), (8, 8, 0));
        let mut canvas = Canvas::default();
        let cell = |place: usize| (place as i64 * 20, place as i64 * 20 + 20);
        raster.draw(&mut canvas, VIRIDIS, raster.by_logarithm(), cell, cell);
        let svg = canvas.finish("", Size { width: 100, height: 100 });
        assert!(svg.contains("fill=\"#440154\" d=\"M0 0h4v2h-4zM6 2h2v2h-2z\""), "{svg}");
        assert!(svg.contains("fill=\"#fde725\" d=\"M4 0h2v2h-2z\""), "{svg}");
    }

    #[test]
    fn equal_runs_above_each_other_are_one_rectangle() {
        let mut raster = Raster::new(3, 3);
        for (column, row) in [(0, 0), (0, 1), (0, 2), (2, 0), (2, 2), (1, 2)] {
            raster.add(column, row, 1);
        }
        let mut canvas = Canvas::default();
        let cell = |place: usize| (place as i64 * 20, place as i64 * 20 + 20);
        raster.draw_merged(&mut canvas, VIRIDIS, |cell| (cell > 0).then_some(0), cell, cell);
        let svg = canvas.finish("", Size { width: 100, height: 100 });
        // The last row is one run of three cells.
        assert!(svg.contains("d=\"M0 0h2v4h-2zM4 0h2v2h-2zM0 4h6v2h-6z\""), "{svg}");
    }
}
