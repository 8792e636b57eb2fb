//! A sum whose components' values are known.

use super::terms::{Frequency, Terms};
use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::overview::{Cost, Overview};
use crate::ruleset::Rows;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A component of a sum: its rows and their values.
#[derive(Debug)]
pub struct Part {
    /// The rows: a whole box.
    pub rows: Rows,
    /// The values of these rows.
    pub terms: Terms,
}

/// A sum, over all rows of a box. The coordinates of the box are those of its components, one component after
/// the other. There are fewer than 2^63 rows.
pub struct NimSum<'s> {
    pub(super) rows: &'s Rows,
    pub(super) parts: &'s [Part],
    pub(super) part_of: &'s [usize],
    pub(super) outcome: bool,
    memory: Bytes,
    /// For each part, how often it takes each value; computed on the first request.
    occurrences: OnceLock<Vec<BTreeMap<u32, Frequency>>>,
    /// The first and the last row of each value; computed on the first request.
    pub(super) ends: [OnceLock<Vec<Option<u64>>>; 2],
    /// A power of two that exceeds every value of the sum.
    pub(super) size: usize,
}

impl<'s> NimSum<'s> {
    /// The sum of `parts[part_of[0]]`, `parts[part_of[1]]`, .... With `outcome`, its values are 0 and 1.
    /// Counting may use at most `memory`.
    pub fn new(rows: &'s Rows, parts: &'s [Part], part_of: &'s [usize], outcome: bool, memory: Bytes) -> Self {
        let all = parts.iter().fold(0, |all, part| all | part.terms.bits());
        let size = (all as usize + 1).next_power_of_two();
        Self {
            rows,
            parts,
            part_of,
            outcome,
            memory,
            occurrences: OnceLock::new(),
            ends: [const { OnceLock::new() }; 2],
            size,
        }
    }

    /// How often each part takes each value.
    pub(super) fn occurrences(&self) -> &[BTreeMap<u32, Frequency>] {
        self.occurrences.get_or_init(|| self.parts.iter().map(|part| part.terms.occurrences()).collect())
    }

    /// The cost of [`NimSum::occurrences`].
    pub(super) fn cost_of_occurrences(&self) -> Cost {
        let values: u128 = self.parts.iter().map(|part| u128::from(part.terms.rows()).min(self.size as u128)).sum();
        Cost { steps: 8 * values, bytes: 64 * values }
    }

    /// A Grundy value as the kind of value asked for: itself, or the outcome.
    pub(super) fn project(&self, value: u32) -> u32 {
        if self.outcome { value.min(1) } else { value }
    }

    /// The components, in the order of their coordinates.
    pub(super) fn components(&self) -> impl DoubleEndedIterator<Item = &'s Part> {
        let parts = self.parts;
        self.part_of.iter().map(move |&part| &parts[part])
    }

    /// The value of a row.
    pub(super) fn value(&self, row: u64) -> u32 {
        let (mut rest, mut sum) = (row, 0);
        for part in self.components().rev() {
            let length = part.terms.rows();
            sum ^= part.terms.get(rest % length);
            rest /= length;
        }
        self.project(sum)
    }
}

impl Overview for NimSum<'_> {
    fn rows(&self) -> &Rows {
        self.rows
    }

    fn memory(&self) -> Bytes {
        self.memory
    }

    fn values(&self, rows: &[u64], control: &Control<'_>) -> Result<Vec<u32>, Error> {
        rows.iter().map(|&row| control.check().map(|()| self.value(row))).collect()
    }

    fn cost_by_value(&self) -> Cost {
        self.cost_by_value()
    }

    fn by_value(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        control.check().map(|()| self.by_value())
    }

    fn cost_of_ends(&self) -> Cost {
        self.cost_of_ends()
    }

    fn ends(&self, last: bool, control: &Control<'_>) -> Result<Vec<Option<u64>>, Error> {
        self.ends(last, control).map(<[_]>::to_vec)
    }

    fn cost_by_largest(&self) -> Cost {
        self.cost_by_largest()
    }

    fn zeros_by_largest(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        self.zeros_by_largest(control)
    }

    fn cost_by_total(&self, most: u64) -> Cost {
        self.cost_by_total(most)
    }

    fn zeros_by_total(&self, most: u64, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        self.zeros_by_total(most, control)
    }

    fn cost_of_zeros(&self) -> Cost {
        self.cost_of_zeros()
    }

    fn each_zero(
        &self,
        sorted: bool,
        control: &Control<'_>,
        visit: &mut dyn FnMut(u64) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        self.each_zero(sorted, control, visit)
    }
}
