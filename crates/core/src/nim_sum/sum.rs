//! A sum whose components' values are known.

use super::terms::{Occurrence, Terms};
use crate::ruleset::Rows;
use std::collections::BTreeMap;

/// A game of a sum: its rows, and their values.
#[derive(Debug)]
pub struct Part {
    /// Its rows: a whole box.
    pub rows: Rows,
    /// Their values.
    pub terms: Terms,
}

/// A sum over all rows of a box that has the coordinates of its components in turn; fewer than 2^63 rows.
pub struct NimSum<'s> {
    pub(super) rows: &'s Rows,
    pub(super) parts: &'s [Part],
    pub(super) part_of: &'s [usize],
    pub(super) outcome: bool,
    /// Of each part.
    pub(super) occurrences: Vec<BTreeMap<u32, Occurrence>>,
    /// More than every value of the sum: a power of two.
    pub(super) size: usize,
}

/// What a way to an answer costs, in steps of some nanoseconds each.
pub type Steps = u128;

impl<'s> NimSum<'s> {
    /// A sum of `parts[part_of[0]]`, `parts[part_of[1]]`, ...; where outcomes are asked for, values are 0 and 1.
    pub fn new(rows: &'s Rows, parts: &'s [Part], part_of: &'s [usize], outcome: bool) -> Self {
        let occurrences: Vec<_> = parts.iter().map(|part| part.terms.occurrences()).collect();
        let all = occurrences.iter().flat_map(BTreeMap::keys).fold(0, |all, value| all | value);
        Self { rows, parts, part_of, outcome, occurrences, size: (all as usize + 1).next_power_of_two() }
    }

    /// The labels.
    pub fn rows(&self) -> &Rows {
        self.rows
    }

    /// How many different values there may be.
    pub fn values(&self) -> usize {
        if self.outcome { self.size.min(2) } else { self.size }
    }

    /// The values asked for, of Grundy values.
    pub(super) fn project(&self, value: u32) -> u32 {
        if self.outcome { value.min(1) } else { value }
    }

    /// The components in the order of the coordinates.
    pub(super) fn components(&self) -> impl DoubleEndedIterator<Item = &'s Part> {
        let parts = self.parts;
        self.part_of.iter().map(move |&part| &parts[part])
    }

    /// The value of a row.
    pub fn value(&self, row: u64) -> u32 {
        let (mut rest, mut sum) = (row, 0);
        for part in self.components().rev() {
            let length = part.terms.rows();
            sum ^= part.terms.get(rest % length);
            rest /= length;
        }
        self.project(sum)
    }
}
