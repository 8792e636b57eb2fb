//! Boxes in which only some cells are rows.

use std::fmt;
use std::sync::{Arc, Mutex};

/// The maximum number of cells that are tested one by one; in a larger box all cells count as rows.
pub const MOST_CELLS: u64 = 1 << 30;

/// The cells of a box (numbered from 0) that are rows. It stores one bit per cell and one count per 64-bit
/// word, so cells and rows can be converted into each other quickly.
#[derive(Debug, PartialEq, Eq)]
pub struct Cells {
    words: Vec<u64>,
    /// The number of rows before each word, and finally the number of all rows.
    before: Vec<u64>,
}

impl Cells {
    /// The cells for which `is_row` returns true. It is called once per cell, in order.
    pub fn new(cells: u64, mut is_row: impl FnMut() -> bool) -> Self {
        let (mut words, mut before) = (Vec::new(), vec![0]);
        for first in (0..cells).step_by(64) {
            let word = (0..(cells - first).min(64)).fold(0, |word, bit| word | u64::from(is_row()) << bit);
            before.push(before[words.len()] + u64::from(word.count_ones()));
            words.push(word);
        }
        Self { words, before }
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.before[self.words.len()]
    }

    /// The row of a cell; `None` if the cell is not a row.
    pub fn row(&self, cell: u64) -> Option<u64> {
        let (index, bit) = ((cell / 64) as usize, cell % 64);
        let word = *self.words.get(index)?;
        let below = word & ((1 << bit) - 1);
        (word >> bit & 1 == 1).then(|| self.before[index] + u64::from(below.count_ones()))
    }

    /// The cell of a row; `None` if there is no such row.
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
    /// The first cell after `cell` that is a row.
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

/// The sides of a box, the other conditions on its rows, and its cells.
type KnownCells = (Vec<u64>, Vec<Condition>, Arc<Cells>);

/// A condition on labels: which of them are rows.
#[derive(Clone)]
pub struct Condition {
    holds: Arc<Holds>,
    /// The cells of the last box, because every part of a job asks for the same ones.
    last: Arc<Mutex<Option<KnownCells>>>,
}

impl Condition {
    /// The condition that `holds` decides.
    pub fn new(holds: impl Fn(&[u64]) -> bool + Send + Sync + 'static) -> Self {
        Self { holds: Arc::new(holds), last: Arc::default() }
    }

    /// Whether a label satisfies the condition.
    pub fn holds(&self, label: &[u64]) -> bool {
        (self.holds)(label)
    }

    /// The cells of a box with these sides, on which the conditions `others` are imposed as well. `make`
    /// computes them; the result is remembered.
    pub(super) fn cells(&self, sides: &[u64], others: &[Condition], make: impl FnOnce() -> Cells) -> Arc<Cells> {
        // If a thread panicked while it held the lock, the old value is still valid.
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
