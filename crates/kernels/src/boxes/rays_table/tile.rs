//! The cells of a tile.
//!
//! Cells with the same x + y do not depend on each other, so a processor computes them side by side. They lie on
//! every other diagonal, so a block stores its even diagonals first.

use super::lines::{LineBlock, Section, TILE, cell};
use grundy_core::simd::Work;
use std::ops::Range;

/// The number of rows of a tile whose cells are computed in turn.
const STRIP: usize = 32;

/// How a value is stored.
pub(super) trait CellWidth: Copy + Default + Send + Sync {
    fn of(value: u32) -> Self;
    fn value(self) -> u32;
}

impl CellWidth for u16 {
    #[inline(always)]
    fn of(value: u32) -> Self {
        value as u16
    }
    #[inline(always)]
    fn value(self) -> u32 {
        u32::from(self)
    }
}

impl CellWidth for u32 {
    #[inline(always)]
    fn of(value: u32) -> Self {
        value
    }
    #[inline(always)]
    fn value(self) -> u32 {
        self
    }
}

/// A tile off the diagonal of the table.
pub(super) struct Tile<'t, V, const DIAGONAL: bool> {
    pub(super) rows: &'t mut LineBlock,
    pub(super) columns: &'t mut LineBlock,
    /// The diagonals of the cells (i, j) of the tile with i <= j, and the others.
    pub(super) diagonals: [&'t mut LineBlock; 2],
    pub(super) values: &'t mut [V; TILE * TILE],
}

impl<V: CellWidth, const DIAGONAL: bool> Work for Tile<'_, V, DIAGONAL> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        if self.rows.sets.len() == TILE { self.strips::<true>() } else { self.strips::<false>() }
    }
}

impl<V: CellWidth, const DIAGONAL: bool> Tile<'_, V, DIAGONAL> {
    /// Computes the tile strip by strip. In small tables the sets have `ONE` section.
    #[inline(always)]
    fn strips<const ONE: bool>(self) {
        let sections = if ONE { 1 } else { self.rows.sets.len() / TILE };
        let first = if ONE { 0 } else { self.rows.first().max(self.columns.first()) };
        let (rows, columns) = (&mut self.rows.sets[..TILE * sections], &mut self.columns.sets[..TILE * sections]);
        let [upper, lower] = self.diagonals;
        let (upper, lower) = (&mut upper.sets[..], &mut lower.sets[..]);
        for strip in (0..TILE).step_by(STRIP) {
            for sum in strip..strip + STRIP + TILE - 1 {
                let (start, end) = (strip.max((sum + 1).saturating_sub(TILE)), (strip + STRIP).min(sum + 1));
                // Rows up to the middle have i <= j.
                let middle = (sum / 2 + 1).clamp(start, end);
                let shift = sum / 2 + sum % 2 * (TILE / 2);
                let values = &mut self.values[sum..];
                let sets = [&mut *rows, columns, upper];
                side_by_side::<V, DIAGONAL>(sets, start..middle, [sum, shift], sections, first, values);
                let sets = [&mut *rows, columns, lower];
                side_by_side::<V, DIAGONAL>(sets, middle..end, [sum, shift + TILE / 2], sections, first, values);
            }
        }
    }
}

/// The cells in some rows i of one antidiagonal. The indices of the columns and diagonals are the given numbers minus
/// i. `values` begins with that of row 0.
#[inline(always)]
fn side_by_side<V: CellWidth, const DIAGONAL: bool>(
    [lines, columns, diagonals]: [&mut [Section]; 3],
    rows: Range<usize>,
    [column, diagonal]: [usize; 2],
    sections: usize,
    first: usize,
    values: &mut [V],
) {
    if rows.is_empty() {
        return;
    }
    let range = |from: usize| (from + 1 - rows.end) * sections..(from + 1 - rows.start) * sections;
    let mut place = rows.start * (TILE - 1);
    let of_rows = lines[rows.start * sections..rows.end * sections].chunks_exact_mut(sections);
    let both = of_rows.zip(columns[range(column)].rchunks_exact_mut(sections));
    if DIAGONAL {
        for ((row, column), diagonal) in both.zip(diagonals[range(diagonal)].rchunks_exact_mut(sections)) {
            values[place] = V::of(cell([row, column, diagonal], first));
            place += TILE - 1;
        }
    } else {
        for (row, column) in both {
            values[place] = V::of(cell([row, column], first));
            place += TILE - 1;
        }
    }
}

/// A tile on the diagonal of the table, whose rows are also its columns.
pub(super) struct Corner<'t, V, const DIAGONAL: bool> {
    pub(super) lines: &'t mut LineBlock,
    pub(super) diagonals: &'t mut LineBlock,
    pub(super) values: &'t mut [V; TILE * TILE],
}

impl<V: CellWidth, const DIAGONAL: bool> Work for Corner<'_, V, DIAGONAL> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        if self.lines.sets.len() == TILE { self.antidiagonals::<true>() } else { self.antidiagonals::<false>() }
    }
}

impl<V: CellWidth, const DIAGONAL: bool> Corner<'_, V, DIAGONAL> {
    /// Computes the tile. In small tables the sets have `ONE` section.
    #[inline(always)]
    fn antidiagonals<const ONE: bool>(self) {
        let sections = if ONE { 1 } else { self.lines.sets.len() / TILE };
        let (lines, diagonals) = (&mut self.lines.sets[..TILE * sections], &mut self.diagonals.sets[..]);
        for sum in 0..2 * TILE - 1 {
            let (start, middle) = ((sum + 1).saturating_sub(TILE), sum / 2);
            if sum % 2 == 0 {
                let line = &mut lines[middle * sections..(middle + 1) * sections];
                let value = if DIAGONAL { cell([line, &mut diagonals[..sections]], 0) } else { cell([line], 0) };
                self.values[middle * (TILE + 1)] = V::of(value);
            }
            let (rows, columns) = lines.split_at_mut((middle + 1) * sections);
            let from = [(sum - middle).wrapping_sub(1), middle + sum % 2 * (TILE / 2)];
            let values = &mut self.values[sum..];
            side_by_side::<V, DIAGONAL>([rows, columns, diagonals], start..sum.div_ceil(2), from, sections, 0, values);
        }
        for i in 0..TILE {
            for j in 0..i {
                self.values[i * TILE + j] = self.values[j * TILE + i];
            }
        }
    }
}
