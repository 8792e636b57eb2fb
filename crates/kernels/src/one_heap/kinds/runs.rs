//! The options of a position in runs: all options of a run are the sums of one fixed value, and of the values of two
//! coordinates while one of them rises and the other one falls.

use super::columns::{Columns, Computed, InColumn, KindTable};
use crate::shared::width::Width;
use grundy_core::structure::{Cut, Kind, KindRule};
use std::ops::Range;

/// The values of some options, each the sum of `base` and of others.
#[derive(Debug, Clone, Copy)]
pub(super) enum Run<'c, T> {
    /// One option.
    One(u32),
    /// An option for each of these values.
    Line(u32, &'c [T]),
    /// An option for each i: the i-th value of the first list, and the i-th but last one of the second list.
    Pairs(u32, &'c [T], &'c [T]),
}

impl<T> Run<'_, T> {
    /// The number of options.
    pub fn len(&self) -> usize {
        match self {
            Run::One(_) => 1,
            Run::Line(_, cells) | Run::Pairs(_, cells, _) => cells.len(),
        }
    }
}

/// A rule, and the columns of the last two coordinates of its cut.
pub(super) struct RuleInColumns<'k> {
    pub rule: &'k KindRule,
    pub last: [Option<InColumn>; 2],
    /// Whether all coordinates are alike, so that only one order of them is needed.
    pub is_symmetric: bool,
}

impl<'k> RuleInColumns<'k> {
    /// The rules of all kinds, with the columns that they need.
    pub fn of_kinds<T: Width>(kinds: &'k [Kind], table: &KindTable, columns: &mut Columns<T>) -> Vec<Vec<Self>> {
        kinds.iter().map(|kind| kind.rules.iter().map(|rule| Self::new(rule, table, columns)).collect()).collect()
    }

    fn new<T: Width>(rule: &'k KindRule, table: &KindTable, columns: &mut Columns<T>) -> Self {
        let Some(cut) = &rule.cut else { return Self { rule, last: [None; 2], is_symmetric: false } };
        let [.., first, second] = &cut.coordinates[..] else {
            return Self { rule, last: [None; 2], is_symmetric: false };
        };
        let step = if cut.allowed.is_some() { cut.modulus } else { 1 };
        let last = [first, second].map(|coordinate| columns.add(coordinate, step, table));
        Self { rule, last, is_symmetric: cut.is_symmetric() }
    }

    /// Adds the options at n, in runs. `empty` is the value of the empty sum.
    pub fn options<'c, T: Width>(&'c self, n: i64, known: &Computed<'c, T>, empty: u32, runs: &mut Vec<Run<'c, T>>) {
        let (rule, &Computed { table, columns }) = (self.rule, known);
        // Without a cut of n there is no option, and nothing else need be known.
        if !rule.applies(n) || rule.cut.as_ref().is_some_and(|cut| n < cut.least()) {
            return;
        }
        let fixed = rule.fixed.iter().map(|part| table.value(part.kind, part.offset));
        let joint = rule.joint.iter().map(|part| table.value(part.kind, n - part.offset));
        let is_empty = rule.fixed.is_empty() && rule.parts().next().is_none();
        let base = fixed.chain(joint).fold(if is_empty { empty } else { 0 }, |sum, value| sum ^ value);
        let Some(cut) = &rule.cut else { return runs.push(Run::One(base)) };
        let residues = vec![n.rem_euclid(cut.modulus)];
        Cutting { rule: self, cut, table, columns, residues, runs }.cuts(0, n - cut.sum, i64::MIN, base);
    }
}

/// All cuts of n. Coordinates before the last two get their values one by one.
struct Cutting<'c, 'r, T> {
    rule: &'c RuleInColumns<'c>,
    cut: &'c Cut,
    table: &'c KindTable,
    columns: &'c Columns<T>,
    /// The residues of n and of the coordinates so far.
    residues: Vec<i64>,
    runs: &'r mut Vec<Run<'c, T>>,
}

impl<T: Width> Cutting<'_, '_, T> {
    /// The cuts of `sum` into the coordinates from a level on. If coordinates are alike, they are at least `before`.
    fn cuts(&mut self, level: usize, sum: i64, before: i64, base: u32) {
        let left = &self.cut.coordinates[level..];
        let [first, others @ ..] = left else { return };
        let low = if self.rule.is_symmetric { first.least.max(before) } else { first.least };
        let mut high = sum - others.iter().map(|other| other.least).sum::<i64>();
        if self.rule.is_symmetric {
            high = high.min(sum.div_euclid(left.len() as i64));
        }
        match others.len() {
            0 => self.one(sum, base ^ self.table.sum(&first.parts, sum)),
            1 => self.pairs(low, high, sum, base),
            _ => {
                for a in low..=high {
                    self.residues.push(a.rem_euclid(self.cut.modulus));
                    self.cuts(level + 1, sum - a, a, base ^ self.table.sum(&first.parts, a));
                    self.residues.pop();
                }
            }
        }
    }

    /// The only cut into one coordinate.
    fn one(&mut self, a: i64, value: u32) {
        let is_allowed = self.cut.allowed.as_ref().is_none_or(|allowed| allowed.binary_search(&self.residues).is_ok());
        if is_allowed && a >= self.cut.coordinates[0].least {
            self.runs.push(Run::One(value));
        }
    }

    /// The cuts of `sum` into the last two coordinates, the first of them from `low` to `high`, in the runs that the
    /// order allows.
    fn pairs(&mut self, low: i64, high: i64, sum: i64, base: u32) {
        let cut = self.cut;
        cut.each_range(sum, low..high + 1, &mut |range| self.residues(range, sum, base));
    }

    /// The cuts whose residues are allowed.
    fn residues(&mut self, range: Range<i64>, sum: i64, base: u32) {
        let Some(allowed) = &self.cut.allowed else { return self.run(range, 1, sum, base) };
        let (known, step) = (self.residues.len(), self.cut.modulus);
        let begin = allowed.partition_point(|tuple| tuple[..known] < self.residues[..]);
        let end = begin + allowed[begin..].partition_point(|tuple| tuple[..known] == self.residues[..]);
        for tuple in &allowed[begin..end] {
            let from = range.start + (tuple[known] - range.start).rem_euclid(step);
            self.run(from..range.end, step, sum, base);
        }
    }

    /// The cuts whose first coordinate is in a range, in steps.
    fn run(&mut self, range: Range<i64>, step: i64, sum: i64, base: u32) {
        if range.is_empty() {
            return;
        }
        let count = ((range.end - range.start - 1) / step + 1) as usize;
        let last = range.start + (count as i64 - 1) * step;
        let [first, second] = self.rule.last;
        let first = first.map(|column| self.columns.ascending(column, range.start, count));
        let second = second.map(|column| self.columns.ascending(column, sum - last, count));
        self.runs.push(match (first, second) {
            (Some(first), Some(second)) => Run::Pairs(base, first, second),
            (Some(cells), None) | (None, Some(cells)) => Run::Line(base, cells),
            (None, None) => Run::One(base),
        });
    }
}
