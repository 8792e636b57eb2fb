//! Evaluates a block of rows column by column. Each variable is a column, and the values that the conjecture
//! looks back at form another one.

use super::super::tally::Tally;
use super::claimed::GameConjecture;
use super::names::figures;
use super::seen::Seen;
use crate::claim::Claim;
use crate::language::{BatchColumn, Block, holds_in, rows_without};
use crate::ruleset::ValueClass;
use std::ops::Range;

/// The columns that have to be computed for a block.
struct OwnColumns {
    /// One column for each coordinate.
    coordinates: Vec<Vec<i64>>,
    /// The outcomes; empty if they are not used.
    outcomes: Vec<u32>,
}

impl GameConjecture {
    /// Evaluates a block. None if it must be evaluated row by row.
    pub(super) fn by_columns(&self, rows: Range<u64>, seen: Seen<'_>, room: bool) -> Option<Tally> {
        // A position of a kind may lack coordinates.
        if self.rows.kinds().is_some() {
            return None;
        }
        // An infinite value and a moon are no numbers.
        if matches!(self.value.class, ValueClass::Loopy | ValueClass::Entailing) {
            return None;
        }
        // Only in a sequence are the values of earlier terms those of the rows just before.
        if self.rows.names().is_some() || (!self.rows.is_sequence() && !self.conjecture.uses.looks.is_empty()) {
            return None;
        }
        // The values of the block, and those before it that are known and may be looked back at.
        let begin = rows.start.saturating_sub(self.near?).max(seen.first());
        let known = seen.values(begin..rows.end)?;
        let values = known.get(usize::try_from(rows.start.checked_sub(begin)?).ok()?..)?;
        let own = self.own_columns(rows.start, values);
        let columns = self.columns_of(&own, values, seen.claim)?;
        let n = i64::try_from(self.rows.first().checked_add(begin)?).ok()?;
        let block = Block { columns: &columns, sequence: (n, &known) };
        let all: Vec<u16> = (0..values.len() as u16).collect();
        let inside = match &self.conjecture.condition {
            Some(condition) => holds_in(condition, &block, &all)?,
            None => all.clone(),
        };
        let held = holds_in(&self.conjecture.holds, &block, &inside)?;
        let failed = rows_without(&inside, &held);
        let example = |&lane: &u16| {
            let row = rows.start + u64::from(lane);
            self.example(row, &self.data(row, values[usize::from(lane)], seen), seen)
        };
        Some(Tally {
            excluded: (all.len() - inside.len()) as u64,
            held: held.len() as u64,
            failed: failed.len() as u64,
            examples: if room { failed.iter().map(example).collect() } else { Vec::new() },
            ranked: self.conjecture.measure.is_some(),
            ..Tally::default()
        })
    }

    fn own_columns(&self, first: u64, values: &[u32]) -> OwnColumns {
        let mut label = Vec::new();
        self.rows.label(first, &mut label);
        let mut coordinates = vec![Vec::with_capacity(values.len()); label.len()];
        for _ in values {
            coordinates.iter_mut().zip(&label).for_each(|(column, &coordinate)| column.push(coordinate as i64));
            self.rows.advance(&mut label);
        }
        let outcomes = match self.slots.outcome.is_some_and(|slot| self.uses_slot(slot)) {
            true => values.iter().map(|&value| u32::from(value != 0)).collect(),
            false => Vec::new(),
        };
        OwnColumns { coordinates, outcomes }
    }

    /// The column of each variable. None if a number of the period is too large for a column.
    fn columns_of<'c>(
        &self,
        own: &'c OwnColumns,
        values: &'c [u32],
        claim: Option<&Claim>,
    ) -> Option<Vec<BatchColumn<'c>>> {
        let slots = &self.slots;
        let mut columns = vec![BatchColumn::Other; slots.count];
        for (slot, column) in slots.coordinates.clone().zip(&own.coordinates) {
            columns[slot as usize] = BatchColumn::Numbers(column);
        }
        if let Some(slot) = slots.value {
            columns[slot as usize] = BatchColumn::Values(values);
        }
        if let Some(slot) = slots.outcome.filter(|&slot| self.uses_slot(slot)) {
            columns[slot as usize] = BatchColumn::Values(&own.outcomes);
        }
        for (slot, figure) in slots.period.clone().zip(claim.into_iter().flat_map(figures)) {
            columns[slot as usize] = BatchColumn::Constant(i64::try_from(figure).ok()?);
        }
        Some(columns)
    }
}
