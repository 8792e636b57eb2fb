//! A sum whose components' values are known.

use super::terms::{Frequency, Terms};
use crate::bytes::Bytes;
use crate::ruleset::Rows;
use std::collections::BTreeMap;
use std::sync::OnceLock;

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
    memory: Bytes,
    /// Of each part, once somebody asks.
    occurrences: OnceLock<Vec<BTreeMap<u32, Frequency>>>,
    /// The first and the last row of each value, once somebody asks.
    pub(super) ends: [OnceLock<Vec<Option<u64>>>; 2],
    /// More than every value of the sum: a power of two.
    pub(super) size: usize,
}

/// What a way to an answer costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Steps of some nanoseconds each.
    pub steps: u128,
    /// Memory.
    pub bytes: u128,
}

impl Cost {
    /// Of both ways, one after the other.
    pub fn and(self, other: Self) -> Self {
        Self { steps: self.steps.saturating_add(other.steps), bytes: self.bytes.max(other.bytes) }
    }
}

impl<'s> NimSum<'s> {
    /// A sum of `parts[part_of[0]]`, `parts[part_of[1]]`, ...; where outcomes are asked for, values are 0 and 1. What is counted takes
    /// at most so much memory.
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

    /// Whether a way to an answer is faster than going through all rows, and fits the memory.
    pub fn affords(&self, cost: Cost) -> bool {
        cost.steps <= self.rows.len().into() && cost.bytes <= self.memory.0
    }

    /// How often each component has each value.
    pub(super) fn occurrences(&self) -> &[BTreeMap<u32, Frequency>] {
        self.occurrences.get_or_init(|| self.parts.iter().map(|part| part.terms.occurrences()).collect())
    }

    /// What [`NimSum::occurrences`] costs.
    pub(super) fn cost_of_occurrences(&self) -> Cost {
        let values: u128 = self.parts.iter().map(|part| u128::from(part.terms.rows()).min(self.size as u128)).sum();
        Cost { steps: 8 * values, bytes: 64 * values }
    }

    /// The labels.
    pub fn rows(&self) -> &Rows {
        self.rows
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
