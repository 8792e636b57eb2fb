//! The rows that conjectures compare with each other: their cells are kept until all rows are known, a few bytes each.

use super::row::Row;
use crate::bytes::Bytes;
use crate::error::{Error, MEMORY_KEY};
use crate::language::Datum;
use crate::stream::{State, StateReader, serialized};
use crate::sweep::{Comparison, ROW_BYTES, Sweep};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// The number of rows in a block.
const BLOCK: usize = 1 << 10;

/// The cells of the rows so far, in their order. Nothing is kept if no conjecture compares rows.
#[derive(Debug, Default)]
pub(super) struct KeptRows {
    blocks: Vec<Block>,
    rows: u64,
    bytes: u128,
}

/// Consecutive rows.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Block {
    /// The cells, one after the other. As no cell begins with another one, the bytes of some variables begin exactly
    /// the rows that have these variables.
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl KeptRows {
    /// Refuses a sweep of which more rows are certain to come than can be kept.
    ///
    /// # Errors
    /// [`Error::Limit`].
    pub fn foresee(sweep: &Sweep) -> Result<(), Error> {
        match sweep.comparison() {
            Some(comparison) if !sweep.has_condition() => {
                // Every cell has at least one byte.
                let row = ROW_BYTES + comparison.places.len() as u128;
                check(sweep, sweep.combinations, row * u128::from(sweep.combinations))
            }
            _ => Ok(()),
        }
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit into the memory for rows.
    pub fn add(&mut self, sweep: &Sweep, row: &Row) -> Result<(), Error> {
        let Some(comparison) = sweep.comparison() else { return Ok(()) };
        if self.blocks.last().is_none_or(|block| block.ends.len() == BLOCK) {
            self.blocks.push(Block::default());
        }
        let Some(block) = self.blocks.last_mut() else { return Ok(()) };
        let before = block.bytes.len();
        for &place in &comparison.places {
            block.bytes.extend(serialized(&row.cells[place])?);
        }
        block.ends.push(block.bytes.len() as u32);
        if block.ends.len() == BLOCK {
            block.bytes.shrink_to_fit();
        }
        self.rows += 1;
        self.bytes += ROW_BYTES + (block.bytes.len() - before) as u128;
        check(sweep, self.rows, self.bytes)
    }

    /// The number of rows.
    pub fn len(&self) -> u64 {
        self.rows
    }

    /// Writes the rows into a checkpoint.
    ///
    /// # Errors
    /// As for [`State::put`].
    pub fn save(&self, state: &mut State<'_>) -> Result<(), Error> {
        state.put(&self.blocks.len())?;
        self.blocks.iter().try_for_each(|block| state.put(block))
    }

    /// Reads them again; none if they are not there.
    pub fn load(reader: &mut StateReader<'_>) -> Option<Self> {
        let count: usize = reader.take()?;
        let mut kept = Self::default();
        for _ in 0..count {
            let block: Block = reader.take()?;
            kept.rows += block.ends.len() as u64;
            kept.bytes += block.bytes.len() as u128 + ROW_BYTES * block.ends.len() as u128;
            kept.blocks.push(block);
        }
        Some(kept)
    }

    /// The bytes of a row.
    fn row(&self, row: u64) -> &[u8] {
        let block = &self.blocks[row as usize / BLOCK];
        let place = row as usize % BLOCK;
        let start = place.checked_sub(1).map_or(0, |before| block.ends[before]);
        &block.bytes[start as usize..block.ends[place] as usize]
    }

    /// The cells of a row; those that are not kept are missing.
    fn cells(&self, sweep: &Sweep, comparison: &Comparison, row: u64) -> Vec<Datum> {
        let mut cells = vec![Datum::Missing; sweep.columns.list().len()];
        let mut bytes = self.row(row);
        for &place in &comparison.places {
            let Ok((cell, rest)) = postcard::take_from_bytes::<Datum>(bytes) else { break };
            (cells[place], bytes) = (cell, rest);
        }
        cells
    }
}

/// All rows of a sweep, in their order and by their variables.
pub(super) struct AllRows<'k> {
    kept: &'k KeptRows,
    sweep: &'k Sweep,
    comparison: &'k Comparison,
    /// The numbers of the rows, sorted by their bytes.
    order: Vec<u32>,
}

impl<'k> AllRows<'k> {
    /// None if no conjecture compares rows.
    pub fn new(kept: &'k KeptRows, sweep: &'k Sweep) -> Option<Self> {
        let comparison = sweep.comparison()?;
        // There is no memory for more rows than this.
        let mut order: Vec<u32> = (0..u32::try_from(kept.rows).unwrap_or(u32::MAX)).collect();
        order.par_sort_unstable_by(|&one, &other| kept.row(one.into()).cmp(kept.row(other.into())));
        Some(Self { kept, sweep, comparison, order })
    }

    /// The cells of a row by its number.
    pub fn row(&self, row: u64) -> Vec<Datum> {
        self.kept.cells(self.sweep, self.comparison, row)
    }

    /// The cells of the row with these variables, if there is one.
    pub fn find(&self, variables: &[Datum]) -> Option<Vec<Datum>> {
        let mut key = Vec::new();
        for &place in &self.comparison.places[..self.comparison.keys] {
            key.extend(serialized(variables.get(place - self.sweep.columns.variables().start)?).ok()?);
        }
        let place = self.order.partition_point(|&row| *self.kept.row(row.into()) < key[..]);
        let row = u64::from(*self.order.get(place)?);
        self.kept.row(row).starts_with(&key).then(|| self.row(row))
    }
}

fn check(sweep: &Sweep, rows: u64, bytes: u128) -> Result<(), Error> {
    let allowed = sweep.memory_of_rows();
    if bytes <= allowed.0 && rows <= u64::from(u32::MAX) {
        return Ok(());
    }
    Err(Error::Limit {
        what: format!("what conjectures compare of {rows} rows"),
        needed: format!("at least {}", Bytes(bytes)),
        allowed: format!("{allowed}, half of the memory"),
        key: MEMORY_KEY.to_string(),
        remedy: "raise it, narrow the ranges, or remove `row(...)` from the conjectures".to_string(),
    })
}
