//! The queen and the rook in a square box: G(x, y) = G(y, x). So only x <= y is computed; row i and column i share a
//! set.
//!
//! Cell (x, y) needs line x, line y and diagonal y - x. The half table is cut into tiles of T x T cells. Tile (I, J)
//! needs (I, J - 1) and (I - 1, J). So a band of tiles can follow the previous one a tile behind, and tiles computed
//! at the same time use different blocks of lines. The box is extended to whole tiles.
//!
//! The calling thread gives bands of rows as soon as they are complete, while the other threads compute. A tile is
//! kept until its mirror image has been given, so at most a quarter of the table is stored at once. What is no longer
//! needed is freed at once, and the packed table may grow into its place.

use super::lines::{LineBlock, Section, TILE, sections};
use super::tile::{CellWidth, Corner, Tile};
use crate::Task;
use crate::shared::wavefront::{Next, Tracks, get, lock, wavefront};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::packed::PackedTable;
use grundy_core::ruleset::Value;
use grundy_core::simd::fast;
use grundy_core::stream::{Flow, Outlet, State, StateReader, Values};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard};

/// How many bands of tiles are computed one behind the other, until all are given.
const ROUND: usize = 16;

/// The largest state that is saved in a checkpoint. Saving a larger one would take too long.
const STATE: u128 = 256 << 20;

/// The maximum memory that a table with this side takes.
pub(super) fn needs(side: usize, diagonal: bool) -> Bytes {
    Bytes(held(side, diagonal) + 4 * (TILE * side) as u128)
}

/// The sets of all lines, a quarter of the table, and the bands of a round.
fn held(side: usize, diagonal: bool) -> u128 {
    let tiles = side.div_ceil(TILE);
    let (filled, size) = ((tiles * TILE) as u128, if side <= NARROW { 2 } else { 4 });
    let lines = filled * (1 + u128::from(diagonal)) * (size_of::<Section>() * sections(tiles)) as u128;
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
/// Those of [`Kernel::solve`](crate::Kernel::solve).
pub(super) fn stream(task: &Task<'_>, side: usize, diagonal: bool, sink: &mut dyn Outlet) -> Result<(), Error> {
    match (side <= NARROW, diagonal) {
        (true, true) => table::<u16, true>(task, side, sink),
        (true, false) => table::<u16, false>(task, side, sink),
        (false, true) => table::<u32, true>(task, side, sink),
        (false, false) => table::<u32, false>(task, side, sink),
    }
}

/// The half table while it is computed. No thread waits for a lock longer than a copy takes.
struct HalfTable<V, const DIAGONAL: bool> {
    side: usize,
    tiles: usize,
    sections: usize,
    lines: Vec<Mutex<LineBlock>>,
    diagonals: Vec<Mutex<LineBlock>>,
    /// For each J, the tiles (0, J), (1, J), ..., (J, J), row by row. These are so large that the system reclaims
    /// their memory as soon as they are freed.
    values: Vec<Mutex<Vec<V>>>,
}

fn table<V: CellWidth, const DIAGONAL: bool>(task: &Task<'_>, side: usize, sink: &mut dyn Outlet) -> Result<(), Error> {
    let mut table = HalfTable::<V, DIAGONAL>::new(side);
    let mut first = task.resume(|kept| table.load(kept))?.unwrap_or(0);
    let mut band = vec![0; TILE.min(side) * side];
    while first < table.tiles {
        let round = first..table.tiles.min(first + ROUND);
        if table.round(task, round.clone(), &mut band, sink)? == Flow::Stop {
            return Ok(());
        }
        first = round.end;
        if first < table.tiles && keeps_state(side, DIAGONAL) {
            sink.checkpoint(&mut |state| table.save(first, state))?;
        }
    }
    Ok(())
}

impl<V: CellWidth, const DIAGONAL: bool> HalfTable<V, DIAGONAL> {
    fn new(side: usize) -> Self {
        let tiles = side.div_ceil(TILE);
        let sections = sections(tiles);
        let blocks = || (0..tiles).map(|_| Mutex::default()).collect();
        // Zeroed memory that has not been touched takes no space yet.
        let values = |column: usize| Mutex::new(vec![V::default(); (column + 1) * TILE * TILE]);
        Self { side, tiles, sections, lines: blocks(), diagonals: blocks(), values: (0..tiles).map(values).collect() }
    }

    /// Computes and gives some bands.
    fn round(
        &self,
        task: &Task<'_>,
        round: Range<usize>,
        band: &mut [u32],
        sink: &mut dyn Outlet,
    ) -> Result<Flow, Error> {
        let count = round.len();
        let tracks = Tracks { count, threads: usize::MAX, ahead: count };
        let mut flow = Flow::Continue;
        wavefront(
            tracks,
            |track| round.start + track..self.tiles,
            |track, j| {
                task.control.check()?;
                self.tile(round.start + track, j);
                Ok(())
            },
            |track| {
                let number = round.start + track;
                let rows = number * TILE..self.side.min((number + 1) * TILE);
                let values = &mut band[..rows.len() * self.side];
                self.band(number, task.value == Value::OUTCOME, values);
                self.forget(number);
                task.control.progress((rows.end * self.side) as u64);
                flow = sink.block((rows.start * self.side) as u64, Values::Words(values))?;
                Ok(if flow == Flow::Stop { Next::Stop } else { Next::All })
            },
        )?;
        Ok(flow)
    }

    /// Computes tile (i, j).
    fn tile(&self, i: usize, j: usize) {
        let mut tile = [V::default(); TILE * TILE];
        let values = &mut tile;
        let lines = |number: usize| self.block(&self.lines[number], self.sections);
        let diagonals = |number: usize| self.block(&self.diagonals[number], if DIAGONAL { self.sections } else { 0 });
        let (rows, upper) = (&mut *lines(i), &mut *diagonals(j - i));
        if i == j {
            fast(Corner::<V, DIAGONAL> { lines: rows, diagonals: upper, values });
        } else {
            let (columns, lower) = (&mut *lines(j), &mut *diagonals(j - i - 1));
            fast(Tile::<V, DIAGONAL> { rows, columns, diagonals: [upper, lower], values });
        }
        lock(&self.values[j])[i * TILE * TILE..][..TILE * TILE].copy_from_slice(&tile);
    }

    /// A block. It is made when it is first needed, so that its memory is brought in while other threads work.
    fn block<'b>(&self, block: &'b Mutex<LineBlock>, sections: usize) -> MutexGuard<'b, LineBlock> {
        let mut block = lock(block);
        if block.sets.len() != TILE * sections {
            *block = LineBlock::new(sections);
        }
        block
    }

    /// The values of a band, row by row: first the mirror images, then its own tiles.
    fn band(&self, number: usize, outcome: bool, values: &mut [u32]) {
        for column in 0..self.tiles {
            let tiles = lock(&self.values[number.max(column)]);
            let tile = &tiles[number.min(column) * TILE * TILE..][..TILE * TILE];
            for (row, values) in values.chunks_exact_mut(self.side).enumerate() {
                let end = self.side.min((column + 1) * TILE);
                let values = &mut values[column * TILE..end];
                if column < number {
                    let cells = tile.chunks_exact(TILE).map(|line| line[row]);
                    values.iter_mut().zip(cells).for_each(|(value, cell)| *value = cell.value());
                } else {
                    values.iter_mut().zip(&tile[row * TILE..]).for_each(|(value, cell)| *value = cell.value());
                }
            }
        }
        if outcome {
            values.iter_mut().for_each(|value| *value = (*value).min(1));
        }
    }

    /// Frees what no later band needs.
    fn forget(&self, number: usize) {
        *lock(&self.values[number]) = Vec::new();
        *lock(&self.lines[number]) = LineBlock::default();
        *lock(&self.diagonals[self.tiles - 1 - number]) = LineBlock::default();
    }

    /// Saves what the bands from `first` on need.
    fn save(&mut self, first: usize, state: &mut State) -> Result<(), Error> {
        state.put(&(first, self.side))?;
        self.lines[first..].iter_mut().for_each(|block| get(block).save(state));
        self.diagonals[..self.tiles - first].iter_mut().for_each(|block| get(block).save(state));
        self.values[first..].iter_mut().try_for_each(|values| {
            let words: Vec<u32> = get(values)[..first * TILE * TILE].iter().map(|value| value.value()).collect();
            let mut table = PackedTable::new();
            table.extend(&words);
            table.save(state)
        })
    }

    /// Reads what [`HalfTable::save`] wrote. Returns the next band.
    fn load(&mut self, state: &mut StateReader<'_>) -> Option<usize> {
        let (first, side): (usize, usize) = state.take()?;
        let count = first.checked_mul(TILE * TILE).filter(|_| first < self.tiles && side == self.side)?;
        for block in &mut self.lines[first..] {
            *get(block) = LineBlock::load(state, self.sections)?;
        }
        for block in &mut self.diagonals[..self.tiles - first] {
            *get(block) = LineBlock::load(state, if DIAGONAL { self.sections } else { 0 })?;
        }
        for values in &mut self.values[first..] {
            let table = PackedTable::load(state).filter(|table| table.len() == count as u64)?;
            (0..).zip(&mut get(values)[..count]).for_each(|(index, value)| *value = V::of(table.get(index)));
        }
        Some(first)
    }
}
