//! The queen and the rook in a square box: G(x, y) = G(y, x), so that only x <= y is computed,
//! and row i and column i share a set.
//!
//! Cell (x, y) needs line x, line y and diagonal y - x. The half table is cut into tiles of
//! T x T cells; tile (I, J) needs (I, J - 1) and (I - 1, J). So a band of tiles can follow the
//! one before it, a tile behind; tiles in work at once use different blocks of lines. The
//! cells of a tile with one x + y do not see each other either: a processor computes them side
//! by side. The box is filled up to whole tiles.
//!
//! Bands of rows are given as soon as they are complete. A tile is kept until its mirror
//! image has been given, so at most a quarter of the table at once; what is no longer
//! needed is freed at once, and the packed table may grow into its place.

use super::lines::{Block, Group, Line, TILE, cell, groups, opens};
use crate::bytes::Bytes;
use crate::checkpoint::{State, StateReader};
use crate::error::Error;
use crate::kernel::simd::{Work, fast};
use crate::kernel::wavefront::{get, lock, wavefront};
use crate::kernel::{Flow, Sink, Task, Values};
use crate::ruleset::Value;
use crate::table::PackedTable;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Mutex;

/// Rows of a tile whose cells are computed by turns.
const STRIP: usize = 16;

/// Bands of tiles computed before they are given.
const ROUND: usize = 16;

/// The largest state kept as a checkpoint: beyond it, keeping it is not little work.
const STATE: u128 = 256 << 20;

/// The most memory a table of some side takes.
pub(super) fn needs(side: usize, diagonal: bool) -> Bytes {
    Bytes(held(side, diagonal) + 4 * (TILE * side) as u128)
}

/// The sets of all lines, a quarter of the table, and the bands of a round.
fn held(side: usize, diagonal: bool) -> u128 {
    let tiles = side.div_ceil(TILE);
    let (filled, size) = ((tiles * TILE) as u128, if side <= NARROW { 2 } else { 4 });
    let lines = filled * (1 + u128::from(diagonal)) * (32 * groups(tiles) as u128 + 4);
    lines + size * filled * (filled / 4 + ((ROUND + 1) * TILE) as u128)
}

fn keeps_state(side: usize, diagonal: bool) -> bool {
    held(side, diagonal) <= STATE
}

/// The largest side whose values, at most x + y, fit 16 bits.
const NARROW: usize = 1 << 15;

/// Computes the table and gives its rows.
///
/// # Errors
/// As for [`Kernel::solve`](crate::kernel::Kernel::solve).
pub(super) fn stream(task: &Task<'_>, side: usize, diagonal: bool, sink: &mut dyn Sink) -> Result<(), Error> {
    match (side <= NARROW, diagonal) {
        (true, true) => table::<u16, true>(task, side, sink),
        (true, false) => table::<u16, false>(task, side, sink),
        (false, true) => table::<u32, true>(task, side, sink),
        (false, false) => table::<u32, false>(task, side, sink),
    }
}

/// A value as it is kept.
trait Kept: Copy + Default + Send + Sync {
    fn of(value: u32) -> Self;
    fn value(self) -> u32;
}

impl Kept for u16 {
    #[inline(always)]
    fn of(value: u32) -> Self {
        value as u16
    }
    #[inline(always)]
    fn value(self) -> u32 {
        u32::from(self)
    }
}

impl Kept for u32 {
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
struct Tile<'t, V, const DIAGONAL: bool> {
    rows: &'t mut Block,
    columns: &'t mut Block,
    /// The diagonals of cells (i, j) of the tile with i > j, and the others.
    diagonals: [&'t mut Block; 2],
    values: &'t mut [V; TILE * TILE],
}

impl<V: Kept, const DIAGONAL: bool> Work for Tile<'_, V, DIAGONAL> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let [lower, upper] = self.diagonals;
        let (mut rows, mut columns) = (self.rows.lines(), self.columns.lines());
        let mut diagonals = [lower.lines(), upper.lines()];
        for strip in (0..TILE).step_by(STRIP) {
            for sum in strip..strip + STRIP + TILE - 1 {
                let (first, end) = (strip.max((sum + 1).saturating_sub(TILE)), (strip + STRIP).min(sum + 1));
                for i in first..end {
                    let (i, j) = (i % TILE, (sum - i) % TILE);
                    let diagonal = diagonals.as_flattened_mut();
                    let diagonal = &mut diagonal[(TILE + j - i) % (2 * TILE)];
                    let value = cell::<DIAGONAL>(&mut rows[i], &mut columns[j], diagonal);
                    self.values[i * TILE + j] = V::of(value);
                }
            }
        }
        let open = [&rows, &columns, &diagonals[0], &diagonals[1]].map(opens);
        for (block, open) in [self.rows, self.columns, lower, upper].into_iter().zip(open) {
            block.note(open);
        }
    }
}

/// A tile on the diagonal of the table, whose rows are its columns.
struct Corner<'t, V, const DIAGONAL: bool> {
    lines: &'t mut Block,
    diagonals: &'t mut Block,
    values: &'t mut [V; TILE * TILE],
}

impl<V: Kept, const DIAGONAL: bool> Work for Corner<'_, V, DIAGONAL> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut empty = vec![Group::default(); self.lines.sets.len() / TILE];
        let (mut lines, mut diagonals) = (self.lines.lines(), self.diagonals.lines());
        for i in 0..TILE {
            for j in i..TILE {
                let diagonal = &mut diagonals[j - i];
                let value = if let (line, [other, ..]) = lines.split_at_mut(j)
                    && let Some(row) = line.get_mut(i)
                {
                    cell::<DIAGONAL>(row, other, diagonal)
                } else {
                    empty.fill(Group::default());
                    let mut none = Line { set: &mut empty, open: 0 };
                    cell::<DIAGONAL>(&mut lines[i], &mut none, diagonal)
                };
                self.values[i * TILE + j] = V::of(value);
                self.values[j * TILE + i] = V::of(value);
            }
        }
        let (open, open_diagonals) = (opens(&lines), opens(&diagonals));
        self.lines.note(open);
        self.diagonals.note(open_diagonals);
    }
}

/// The half table in the making. No lock is ever waited for.
struct Table<V, const DIAGONAL: bool> {
    side: usize,
    tiles: usize,
    groups: usize,
    lines: Vec<Mutex<Block>>,
    diagonals: Vec<Mutex<Block>>,
    /// The tiles (0, J), (1, J), ..., (J, J), row by row, for each J.
    values: Vec<Mutex<Vec<V>>>,
}

fn table<V: Kept, const DIAGONAL: bool>(task: &Task<'_>, side: usize, sink: &mut dyn Sink) -> Result<(), Error> {
    let mut table = Table::<V, DIAGONAL>::new(side);
    let mut first = 0;
    if let Some(kept) = sink.resume() {
        match table.load(&mut kept.reader()) {
            Some(bands) => first = bands,
            None => table = Table::new(side),
        }
    }
    let mut band = vec![0; TILE.min(side) * side];
    while first < table.tiles {
        let round = first..table.tiles.min(first + ROUND);
        table.compute(task, round.clone())?;
        for number in round.clone() {
            let rows = number * TILE..side.min((number + 1) * TILE);
            let values = &mut band[..rows.len() * side];
            table.band(number, task.value == Value::Outcome, values);
            table.forget(number);
            task.control.progress((rows.end * side) as u64);
            if sink.block((rows.start * side) as u64, Values::Words(values))? == Flow::Stop {
                return Ok(());
            }
        }
        first = round.end;
        if first < table.tiles && keeps_state(side, DIAGONAL) {
            sink.checkpoint(&mut |state| table.save(first, state))?;
        }
    }
    Ok(())
}

impl<V: Kept, const DIAGONAL: bool> Table<V, DIAGONAL> {
    fn new(side: usize) -> Self {
        let tiles = side.div_ceil(TILE);
        let groups = groups(tiles);
        let blocks = |groups: usize| (0..tiles).map(|_| Mutex::new(Block::new(groups))).collect();
        // Zeros that nobody has touched take no memory yet.
        let values = |column: usize| Mutex::new(vec![V::default(); (column + 1) * TILE * TILE]);
        let (lines, diagonals) = (blocks(groups), blocks(if DIAGONAL { groups } else { 0 }));
        Self { side, tiles, groups, lines, diagonals, values: (0..tiles).map(values).collect() }
    }

    /// Computes all tiles of some bands.
    fn compute(&self, task: &Task<'_>, round: Range<usize>) -> Result<(), Error> {
        wavefront(
            round.len(),
            |lane| round.start + lane..self.tiles,
            |lane, j| {
                task.control.check()?;
                self.tile(round.start + lane, j);
                Ok(())
            },
        )
    }

    /// Computes tile (i, j).
    fn tile(&self, i: usize, j: usize) {
        let mut values = lock(&self.values[j]);
        let Some(values) = values.get_mut(i * TILE * TILE..).and_then(|values| values.first_chunk_mut()) else {
            return;
        };
        let (rows, upper) = (&mut *lock(&self.lines[i]), &mut *lock(&self.diagonals[j - i]));
        if i == j {
            return fast(Corner::<V, DIAGONAL> { lines: rows, diagonals: upper, values });
        }
        let (columns, lower) = (&mut *lock(&self.lines[j]), &mut *lock(&self.diagonals[j - i - 1]));
        fast(Tile::<V, DIAGONAL> { rows, columns, diagonals: [lower, upper], values });
    }

    /// The values of a band, row by row: mirror images, then its own tiles.
    fn band(&mut self, number: usize, outcome: bool, values: &mut [u32]) {
        let kept: Vec<&[V]> = self.values.iter_mut().map(|kept| get(kept).as_slice()).collect();
        let tile = |i: usize, j: usize| &kept[j][i * TILE * TILE..][..TILE * TILE];
        values.par_chunks_mut(self.side).enumerate().with_min_len(STRIP).for_each(|(row, values)| {
            for (column, values) in values.chunks_mut(TILE).enumerate() {
                if column < number {
                    let cells = tile(column, number).chunks_exact(TILE).map(|line| line[row]);
                    values.iter_mut().zip(cells).for_each(|(value, cell)| *value = cell.value());
                } else {
                    let cells = &tile(number, column)[row * TILE..];
                    values.iter_mut().zip(cells).for_each(|(value, cell)| *value = cell.value());
                }
            }
            if outcome {
                values.iter_mut().for_each(|value| *value = (*value).min(1));
            }
        });
    }

    /// Frees what no band after this one needs.
    fn forget(&mut self, number: usize) {
        *get(&mut self.values[number]) = Vec::new();
        *get(&mut self.lines[number]) = Block::default();
        *get(&mut self.diagonals[self.tiles - 1 - number]) = Block::default();
    }

    /// Writes down what the bands from `first` on need.
    fn save(&mut self, first: usize, state: &mut State) -> Result<(), Error> {
        state.put(&(first, self.side))?;
        self.lines[first..].iter_mut().try_for_each(|block| get(block).save(state))?;
        self.diagonals[..self.tiles - first].iter_mut().try_for_each(|block| get(block).save(state))?;
        self.values[first..].iter_mut().try_for_each(|values| {
            let words: Vec<u32> = get(values)[..first * TILE * TILE].iter().map(|value| value.value()).collect();
            let mut table = PackedTable::new();
            table.extend(&words);
            table.save(state)
        })
    }

    /// Reads what [`Table::save`] wrote: the next band.
    fn load(&mut self, state: &mut StateReader<'_>) -> Option<usize> {
        let (first, side): (usize, usize) = state.take()?;
        let count = first.checked_mul(TILE * TILE).filter(|_| first < self.tiles && side == self.side)?;
        for block in &mut self.lines[first..] {
            *get(block) = Block::load(state, self.groups)?;
        }
        for block in &mut self.diagonals[..self.tiles - first] {
            *get(block) = Block::load(state, if DIAGONAL { self.groups } else { 0 })?;
        }
        for values in &mut self.values[first..] {
            let table = PackedTable::load(state).filter(|table| table.len() == count as u64)?;
            (0..).zip(&mut get(values)[..count]).for_each(|(index, value)| *value = V::of(table.get(index)));
        }
        Some(first)
    }
}
