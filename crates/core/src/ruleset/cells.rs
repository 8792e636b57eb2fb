//! Boxes of which only some cells are rows.

use std::fmt;
use std::sync::{Arc, Mutex};

/// The most cells that are looked at one by one; a larger box counts as whole.
pub const MOST_CELLS: u64 = 1 << 30;

/// Which cells of a box, numbered from 0, are rows: one bit a cell, and a count a word, so that cells and rows
/// follow from each other fast.
#[derive(Debug, PartialEq, Eq)]
pub struct Cells {
    words: Vec<u64>,
    /// How many rows lie before each word; at the end, how many there are.
    before: Vec<u64>,
}

impl Cells {
    /// The cells for which `is_row` holds, asked for each in order.
    pub fn new(cells: u64, mut is_row: impl FnMut() -> bool) -> Self {
        let (mut words, mut before) = (Vec::new(), vec![0]);
        for first in (0..cells).step_by(64) {
            let word = (0..(cells - first).min(64)).fold(0, |word, bit| word | u64::from(is_row()) << bit);
            before.push(before[words.len()] + u64::from(word.count_ones()));
            words.push(word);
        }
        Self { words, before }
    }

    /// How many rows there are.
    pub fn rows(&self) -> u64 {
        self.before[self.words.len()]
    }

    /// The row of a cell, if it is one.
    pub fn row(&self, cell: u64) -> Option<u64> {
        let (index, bit) = ((cell / 64) as usize, cell % 64);
        let word = *self.words.get(index)?;
        let below = word & ((1 << bit) - 1);
        (word >> bit & 1 == 1).then(|| self.before[index] + u64::from(below.count_ones()))
    }

    /// The cell of a row.
    pub fn cell(&self, row: u64) -> Option<u64> {
        if row >= self.rows() {
            return None;
        }
        let index = self.before.partition_point(|&before| before <= row) - 1;
        let word = (self.before[index]..row).fold(self.words[index], |word, _| word & (word - 1));
        Some(index as u64 * 64 + u64::from(word.trailing_zeros()))
    }
}

impl Cells {
    /// The cell of the row after that of a cell.
    pub fn next(&self, cell: u64) -> Option<u64> {
        let (index, bit) = ((cell / 64) as usize, cell % 64);
        let rest = self.words.get(index)? >> bit >> 1;
        if rest != 0 {
            return Some(cell + 1 + u64::from(rest.trailing_zeros()));
        }
        let (ahead, word) = self.words.iter().enumerate().skip(index + 1).find(|(_, word)| **word != 0)?;
        Some(ahead as u64 * 64 + u64::from(word.trailing_zeros()))
    }
}

type Holds = dyn Fn(&[u64]) -> bool + Send + Sync;

/// The sides of a box, the other conditions of its rows, and its cells.
type KnownCells = (Vec<u64>, Vec<Condition>, Arc<Cells>);

/// A condition that says which labels are rows.
#[derive(Clone)]
pub struct Condition {
    holds: Arc<Holds>,
    /// The cells of the last box asked for: every part of a job asks for the same.
    last: Arc<Mutex<Option<KnownCells>>>,
}

impl Condition {
    /// The labels for which `holds` is true.
    pub fn new(holds: impl Fn(&[u64]) -> bool + Send + Sync + 'static) -> Self {
        Self { holds: Arc::new(holds), last: Arc::default() }
    }

    /// Whether a label is a row.
    pub fn holds(&self, label: &[u64]) -> bool {
        (self.holds)(label)
    }

    /// The cells that `make` gives for a box with these sides, of which `others` must hold too, made once.
    pub(super) fn cells(&self, sides: &[u64], others: &[Condition], make: impl FnOnce() -> Cells) -> Arc<Cells> {
        // A thread that panicked while it held the lock has left the old value, or none.
        let mut last = self.last.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match &*last {
            Some((known, beside, cells)) if known == sides && beside == others => cells.clone(),
            _ => {
                let cells = Arc::new(make());
                *last = Some((sides.to_vec(), others.to_vec(), cells.clone()));
                cells
            }
        }
    }
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.holds, &other.holds)
    }
}

impl Eq for Condition {}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condition")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_rows_are_inverse() {
        for (cells, step) in [(0, 1), (1, 1), (64, 3), (200, 7), (1000, 65), (129, 1)] {
            let mut next = 0;
            let some = Cells::new(cells, || {
                next += 1;
                (next - 1) % step == 0
            });
            assert_eq!(some.rows(), cells.div_ceil(step));
            for cell in 0..cells + 70 {
                let row = some.row(cell);
                assert_eq!(row, (cell < cells && cell % step == 0).then_some(cell / step));
                assert!(row.is_none_or(|row| some.cell(row) == Some(cell)));
            }
            assert_eq!(some.cell(some.rows()), None);
            for row in 0..some.rows() {
                assert_eq!(some.next(some.cell(row).unwrap()), some.cell(row + 1));
            }
        }
    }
}
