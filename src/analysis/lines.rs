//! Lines of a two-coordinate table as sequences: rows, columns, the diagonal.

use super::periodicity;
use crate::claim::Claim;
use crate::error::Error;
use crate::stream::{Flow, Sink, State, StateReader, Values};
use std::fmt;

/// A line of a table T(x, y).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// T(x, 0), T(x, 1), ....
    Row(u64),
    /// T(0, y), T(1, y), ....
    Column(u64),
    /// T(0, 0), T(1, 1), ....
    Diagonal,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Row(x) => write!(f, "row {x}"),
            Line::Column(y) => write!(f, "column {y}"),
            Line::Diagonal => write!(f, "diagonal"),
        }
    }
}

/// A line with its values, those of 0, 1, ....
#[derive(Debug, Clone)]
pub struct LineValues {
    /// Which line.
    pub line: Line,
    /// Its values.
    pub values: Vec<u32>,
    /// The period, perhaps with a saltus, that the values show; it is never proved. Looked
    /// for by [`Lines::finish`].
    pub claim: Option<Claim>,
}

/// Gathers lines of a table with rows of a width.
pub struct Lines {
    width: u64,
    lines: Vec<LineValues>,
}

impl Lines {
    /// A gatherer of some lines.
    pub fn new(lines: &[Line], width: u64) -> Self {
        let lines = lines.iter().map(|&line| LineValues { line, values: Vec::new(), claim: None });
        Self { width, lines: lines.collect() }
    }

    /// The lines.
    pub fn lines(&self) -> &[LineValues] {
        &self.lines
    }

    /// All values are there: looks for their periods.
    pub fn finish(&mut self) {
        self.lines.iter_mut().for_each(|line| line.claim = periodicity::find(&line.values, 0, None, true));
    }
}

impl Sink for Lines {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        let mut buffer = Vec::new();
        let values = values.words(&mut buffer);
        let width = self.width;
        for line in &mut self.lines {
            // The cells of a line that are in the block: from its first one on, in steps.
            let (begin, step, end) = match line.line {
                Line::Row(x) => (x * width, 1, (x + 1) * width),
                Line::Column(y) => (y, width, u64::MAX),
                Line::Diagonal => (0, width + 1, u64::MAX),
            };
            let from = begin + first.saturating_sub(begin).div_ceil(step) * step;
            let upto = end.min(first + values.len() as u64);
            line.values.extend((from..upto).step_by(step as usize).map(|row| values[(row - first) as usize]));
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        self.lines.iter().try_for_each(|line| state.put(&line.values))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.lines.iter_mut().try_for_each(|line| {
            line.values = state.take()?;
            Some(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_table_in_any_blocks() {
        let (width, height) = (7u32, 7u32);
        let table: Vec<u32> = (0..width * height).map(|cell| (cell / width) * 100 + cell % width).collect();
        for size in [1, 2, 5, 7, 8, 13, 49] {
            let mut lines = Lines::new(&[Line::Row(2), Line::Column(3), Line::Diagonal], 7);
            for (index, block) in table.chunks(size).enumerate() {
                lines.block((index * size) as u64, Values::Words(block)).unwrap();
            }
            let [row, column, diagonal] = lines.lines() else { panic!("three lines") };
            assert_eq!(row.values, (0..7).map(|y| 200 + y).collect::<Vec<_>>());
            assert_eq!(column.values, (0..7).map(|x| 100 * x + 3).collect::<Vec<_>>());
            assert_eq!(diagonal.values, (0..7).map(|x| 101 * x).collect::<Vec<_>>());
        }
    }
}
