//! Sums in normal play whose components' values are known: what can be said of all their rows without going through them.
//!
//! By the theorem of Sprague and Grundy the value of the row (x1, ..., xk) is the nim-sum G1(x1) ^ ... ^ Gk(xk). So positions are counted
//! by how often each component has each value (`counts.rs`), and the first one of a value, or all of value 0, are found by
//! which values the coordinates to come can still have (`search.rs`).

mod counts;
mod field;
mod search;
mod terms;
mod walsh;

pub use terms::Terms;

use crate::ruleset::Rows;
use std::collections::BTreeMap;
use terms::Occurrence;

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
    rows: &'s Rows,
    parts: &'s [Part],
    part_of: &'s [usize],
    outcome: bool,
    /// Of each part.
    occurrences: Vec<BTreeMap<u32, Occurrence>>,
    /// More than every value of the sum: a power of two.
    size: usize,
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
    fn project(&self, value: u32) -> u32 {
        if self.outcome { value.min(1) } else { value }
    }

    /// The components in the order of the coordinates.
    fn components(&self) -> impl DoubleEndedIterator<Item = &'s Part> {
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

#[cfg(test)]
mod testing {
    use super::*;
    use proptest::prelude::*;

    /// A sum of at most three components with one or two coordinates each, and small values.
    pub fn some() -> impl Strategy<Value = (Vec<Part>, Vec<usize>)> {
        let line = (0u64..3, prop::collection::vec(0u32..6, 1..9)).prop_map(|(first, values)| Part {
            rows: Rows::line(first, first + values.len() as u64 - 1),
            terms: Terms::whole(values),
        });
        let table = (1u64..4, 1u64..4, prop::collection::vec(0u32..6, 9)).prop_map(|(height, width, values)| Part {
            rows: Rows::from_sides(vec![0, 1], vec![height, width]),
            terms: Terms::whole(values[..(height * width) as usize].to_vec()),
        });
        let periodic = (prop::collection::vec(0u32..6, 1..5), 0u64..9, 0u64..3).prop_map(|(values, more, saltus)| {
            let (rows, period) = (values.len() as u64 + more, values.len() as u64);
            Part { rows: Rows::line(0, rows - 1), terms: Terms::periodic(values, rows, (period, saltus)).unwrap() }
        });
        let part = prop_oneof![line, table, periodic];
        (prop::collection::vec(part, 1..3), prop::collection::vec(0usize..2, 1..4)).prop_map(|(parts, mut part_of)| {
            part_of.iter_mut().for_each(|part| *part %= parts.len());
            (parts, part_of)
        })
    }

    /// The rows of a sum.
    pub fn rows_of(parts: &[Part], part_of: &[usize]) -> Rows {
        let each = |of: fn(&Rows) -> &[u64]| part_of.iter().flat_map(|&part| of(&parts[part].rows).to_vec()).collect();
        Rows::from_sides(each(Rows::firsts), each(Rows::sides))
    }
}
