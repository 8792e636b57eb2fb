//! Any directions, any box: tile by tile in bands of rows, with one set for each line.
//!
//! A band is given when it is complete. The sets of lines within rows are then used again.

use super::{BoxOfRays, Direction};
use crate::Task;
use grundy_core::error::Error;
use grundy_core::ruleset::Value;
use grundy_core::stream::{Flow, Outlet, Values};

/// The side of a tile.
const TILE: usize = 64;

/// The maximum number of directions.
pub(super) const DIRECTIONS: usize = 8;

/// Computes the table and gives its rows.
///
/// # Errors
/// Those of [`Kernel::solve`](crate::Kernel::solve).
pub(super) fn stream(task: &Task<'_>, layout: &BoxOfRays, sink: &mut dyn Outlet) -> Result<(), Error> {
    match layout.directions.len() {
        0 => table::<0>(task, layout, sink),
        1 => table::<1>(task, layout, sink),
        2 => table::<2>(task, layout, sink),
        3 => table::<3>(task, layout, sink),
        4 => table::<4>(task, layout, sink),
        5 => table::<5>(task, layout, sink),
        6 => table::<6>(task, layout, sink),
        7 => table::<7>(task, layout, sink),
        _ => table::<DIRECTIONS>(task, layout, sink),
    }
}

impl BoxOfRays {
    /// The number of words of a set, from an upper bound on the number of options.
    fn words(&self) -> usize {
        let times = |side: usize, step: usize| (side - 1).checked_div(step).unwrap_or(usize::MAX);
        let options = self
            .directions
            .iter()
            .map(|direction| times(self.height, direction.rows).min(times(self.width, direction.columns)));
        options.sum::<usize>() / 64 + 1
    }

    /// How many lines of a direction have sets. Sets of lines within rows are used again.
    fn lines(&self, direction: Direction) -> usize {
        let Direction { rows, columns } = direction;
        if rows == 0 { TILE * columns } else { rows * self.width + columns * self.height }
    }

    fn all_lines(&self) -> usize {
        self.directions.iter().map(|&direction| self.lines(direction)).sum()
    }

    /// The memory that a table takes.
    pub(super) fn bytes(&self) -> u128 {
        let band = 4 * (TILE as u128) * self.width as u128;
        self.all_lines() as u128 * (8 * self.words() as u128 + 4) + band
    }

    /// The number of the line through a cell among those of the direction, by the first cell of the line.
    fn line(&self, direction: Direction, x: usize, y: usize) -> usize {
        let Direction { rows, columns } = direction;
        if rows == 0 {
            return x % TILE * columns + y % columns;
        }
        // Division is slow, and most steps are 1.
        let times = |place: usize, step: usize| if step == 1 { place } else { place / step };
        let times = if columns == 0 { times(x, rows) } else { times(x, rows).min(times(y, columns)) };
        let (x, y) = (x - times * rows, y - times * columns);
        if x < rows { x * self.width + y } else { rows * self.width + x * columns + y }
    }
}

/// The sets of all lines.
struct RaySets<'l, const D: usize> {
    layout: &'l BoxOfRays,
    words: usize,
    /// Where the lines of each direction begin.
    offsets: [usize; D],
    sets: Vec<u64>,
    /// The first word of each set that is not full.
    open: Vec<u32>,
}

fn table<const D: usize>(task: &Task<'_>, layout: &BoxOfRays, sink: &mut dyn Outlet) -> Result<(), Error> {
    let words = layout.words();
    let (mut offsets, mut count) = ([0; D], 0);
    for (offset, &direction) in offsets.iter_mut().zip(&layout.directions) {
        *offset = count;
        count += layout.lines(direction);
    }
    let mut lines = RaySets { layout, words, offsets, sets: vec![0; count * words], open: vec![0; count] };
    let mut band = vec![0; TILE * layout.width];
    for first in (0..layout.height).step_by(TILE) {
        let height = TILE.min(layout.height - first);
        lines.clear_rows();
        for left in (0..layout.width).step_by(TILE) {
            task.control.check()?;
            lines.tile(first..first + height, left..(left + TILE).min(layout.width), &mut band);
        }
        let values = &mut band[..height * layout.width];
        if task.value == Value::OUTCOME {
            values.iter_mut().for_each(|value| *value = (*value).min(1));
        }
        let row = (first * layout.width) as u64;
        task.control.progress(row + values.len() as u64);
        if sink.block(row, Values::Words(values))? == Flow::Stop {
            break;
        }
    }
    Ok(())
}

impl<const D: usize> RaySets<'_, D> {
    /// Empties the sets of lines within rows, for the next band.
    fn clear_rows(&mut self) {
        for (&direction, &offset) in self.layout.directions.iter().zip(&self.offsets) {
            if direction.rows == 0 {
                let upto = offset + self.layout.lines(direction);
                self.sets[offset * self.words..upto * self.words].fill(0);
                self.open[offset..upto].fill(0);
            }
        }
    }

    fn tile(&mut self, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>, band: &mut [u32]) {
        let mut numbers = [[0; D]; TILE];
        for (at, x) in rows.enumerate() {
            for (number, &direction) in self.layout.directions.iter().enumerate() {
                for (numbers, y) in numbers.iter_mut().zip(columns.clone()) {
                    numbers[number] = self.offsets[number] + self.layout.line(direction, x, y);
                }
            }
            let values = &mut band[at * self.layout.width..][columns.clone()];
            for (value, lines) in values.iter_mut().zip(&numbers) {
                *value = self.cell(lines);
            }
        }
    }

    /// The value of the next cell on all these lines.
    #[inline]
    fn cell(&mut self, lines: &[usize; D]) -> u32 {
        let starts = lines.map(|line| line * self.words);
        let mut word = lines.iter().map(|&line| self.open[line]).max().unwrap_or(0) as usize;
        let used = loop {
            let used = starts.iter().fold(0, |used, start| used | self.sets[start + word]);
            if used != u64::MAX {
                break used;
            }
            word += 1;
        };
        let bit = !used & (used + 1);
        for (&start, &line) in starts.iter().zip(lines) {
            self.sets[start + word] |= bit;
            let open = &mut self.open[line];
            if *open as usize == word {
                // No set is ever completely full, because lines have no cells after the last.
                while self.sets[start..start + self.words].get(*open as usize) == Some(&u64::MAX) {
                    *open += 1;
                }
            }
        }
        word as u32 * 64 + bit.trailing_zeros()
    }
}
