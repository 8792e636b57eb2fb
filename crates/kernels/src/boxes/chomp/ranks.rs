//! The ranks of the positions of Chomp.

use crate::Task;
use grundy_core::ruleset::descending;
use grundy_core::structure::Chomp;

/// The largest bar, and which positions are requested.
#[derive(Clone, Copy)]
pub struct Bar {
    pub rows: usize,
    pub columns: usize,
    /// Whether all positions are requested, and not only whole bars.
    pub all: bool,
}

impl Bar {
    /// Whether a position is requested.
    #[inline(always)]
    pub fn asks(self, lengths: &[usize]) -> bool {
        self.all || lengths.last() == lengths.first()
    }
}

/// The largest bar, if it can be numbered and the request is for all positions or all bars from one column on.
pub fn bar(task: &Task<'_>) -> Option<Bar> {
    let &Chomp { rows } = task.structure()?;
    let asked = task.ruleset.rows();
    let columns = usize::try_from(asked.end().checked_sub(1)?).ok()?;
    let bars = asked.is_sequence() && asked.first() == 1 && !asked.is_empty();
    let numbered = rows <= 32 && positions(rows, columns)? < 1 << 48;
    ((bars || asked.is_descending()) && numbered).then_some(Bar { rows, columns, all: asked.is_descending() })
}

/// The number of positions, including the empty bar; `None` if it is too large.
pub fn positions(rows: usize, columns: usize) -> Option<u128> {
    descending(rows, columns as u64)
}

/// `[row][x]`: how far back in rank it leads to shorten only this row, from x by one piece.
pub fn distances(rows: usize, columns: usize) -> Vec<Vec<usize>> {
    // With k rows from this one on, C(x + k - 2, k - 1) = C(x - 1 + (k - 1), k - 1).
    let distance = |row: usize, x: usize| match x.checked_sub(1) {
        Some(shorter) => positions(rows - row - 1, shorter).unwrap_or(0) as usize,
        None => 0,
    };
    (0..rows).map(|row| (0..=columns).map(|x| distance(row, x)).collect()).collect()
}

/// Goes to the next position: the last row that can grow does, and those above it vanish. Returns the row that grew.
pub fn advance(lengths: &mut [usize]) -> usize {
    let grows = (1..lengths.len()).rev().find(|&row| lengths[row] < lengths[row - 1]).unwrap_or(0);
    lengths[grows] += 1;
    lengths[grows + 1..].fill(0);
    grows
}
