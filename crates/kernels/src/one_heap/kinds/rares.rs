//! Options with a rare part, marked for many positions at a time.
//!
//! Idea: in a sparse space (`space.rs`) a common value of an option is that of a plain rule, or of a split with exactly
//! one rare part. If all of these are marked, the least unmarked common value is the value of no option. Rare values
//! below it are nearly always among the other splits, which are searched as in any game (`mex.rs`). Nothing is
//! assumed: any space gives the right values, and one with few rare values gives them quickly.
//!
//! A rare part of size x leaves n - c - x for the other one. If x is large, the values of these are known for a whole
//! block of positions n before the first of them is computed; so they are marked for the block, one rare part after
//! the other. Those of small rare parts are marked when n is computed.
//!
//! Cost: a mark for every position and every way in which one part of a split may be rare. Memory: a byte for each
//! value and each position of a block, and 16 bytes for each rare value.

use super::columns::{Computed, InColumn, KindTable};
use super::mex::{Mex, width};
use super::runs::RuleInColumns;
use crate::shared::width::Width;
use grundy_core::claim::SparseKinds;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::structure::{Coordinate, Cut, KindRule, Part};
use std::fmt;
use std::ops::Range;

/// The number of positions of a block.
const BLOCK: usize = 64;

/// A size with a rare value, and this value.
type Rare = (i64, u32);

/// A sparse space, its rare values, and the marks of the next positions.
pub(super) struct RareParts {
    space: SparseKinds,
    /// Whether a kind is a part of a split.
    is_part: Vec<bool>,
    /// For each such kind, in ascending order.
    rares: Vec<Vec<Rare>>,
    /// For each kind.
    blocks: Vec<Option<Block>>,
}

impl fmt::Display for RareParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SparseKinds { mask, position, .. } = self.space;
        let (count, last) =
            (self.rares.iter().map(Vec::len).sum::<usize>(), self.rares.iter().filter_map(|own| own.last()));
        let last = last.map(|&(size, _)| size).max().unwrap_or(0);
        let with = if position { " and the parity of n" } else { "" };
        write!(f, "sparse space: mask {mask}{with}, {count} rare values, the last one at n = {last}")
    }
}

/// The marks of some positions of a kind, of options with a rare part that is large enough.
struct Block {
    sizes: Range<i64>,
    /// A row for each size.
    marks: Vec<bool>,
    width: usize,
    /// For each use of a rare part, which of them are large enough.
    far: Vec<Range<usize>>,
}

impl RareParts {
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn new<'k>(
        space: SparseKinds,
        rules: impl Iterator<Item = &'k [RuleInColumns<'k>]>,
        table: &KindTable,
        control: &Control<'_>,
    ) -> Result<Self, Error> {
        let mut is_part = vec![false; table.values.len()];
        rules.flat_map(uses).for_each(|of| is_part[of.part().kind] = true);
        let mut rares = vec![Vec::new(); is_part.len()];
        for kind in (0..is_part.len()).filter(|&kind| is_part[kind]) {
            control.check()?;
            let sizes = (table.first(kind)..).zip(table.values[kind].iter().copied());
            rares[kind] = sizes.filter(|&(n, value)| space.is_rare(kind, n, value)).collect();
        }
        Ok(Self { space, blocks: rares.iter().map(|_| None).collect(), is_part, rares })
    }

    /// The memory, in bytes; vectors may have grown to twice their length.
    pub fn bytes(&self) -> u128 {
        let rares = self.rares.iter().map(|own| 2 * size_of::<Rare>() * own.len()).sum::<usize>();
        let blocks = self.blocks.iter().flatten().map(|block| block.marks.len()).sum::<usize>();
        (rares + blocks) as u128
    }

    pub fn space(&self) -> &SparseKinds {
        &self.space
    }

    /// The number of options with a rare part of the next position of a kind, at most.
    pub fn options(&self, rules: &[RuleInColumns<'_>]) -> u64 {
        uses(rules).map(|of| self.rares[of.part().kind].len() as u64).sum()
    }

    /// Takes over the value of a position.
    pub fn follow(&mut self, kind: usize, n: i64, value: u32) {
        // In blocks that have begun it is not large enough, as it comes after those that are.
        if self.is_part[kind] && self.space.is_rare(kind, n, value) {
            self.rares[kind].push((n, value));
        }
    }

    /// The least value that no option of a position has, if `mex` searches the others than those with a rare part.
    pub fn value<T: Width>(
        &mut self,
        kind: usize,
        n: i64,
        rules: &[RuleInColumns<'_>],
        known: &Computed<'_, T>,
        mex: &Mex<'_, T>,
    ) -> u32 {
        let width = width(known.table.largest);
        let block = self.blocks[kind].take().filter(|block| block.sizes.contains(&n) && block.width == width);
        let block = block.unwrap_or_else(|| self.block(n..n + BLOCK as i64, rules, known, width));
        let block = self.blocks[kind].insert(block);
        let row = (n - block.sizes.start) as usize * width;
        let marks = &mut block.marks[row..row + width];
        for (of, far) in uses(rules).zip(&block.far) {
            let rares = &self.rares[of.part().kind];
            let near = rares[..far.start].iter().chain(&rares[far.end..]);
            of.each_value(n, near, known.table, |value| marks[value as usize & (width - 1)] = true);
        }
        mex.value(marks, |value| self.space.is_rare(kind, n, value) && mex.is_among(value))
    }

    /// A block with the marks of all rare parts that leave parts whose values are known.
    fn block<T: Width>(
        &self,
        sizes: Range<i64>,
        rules: &[RuleInColumns<'_>],
        known: &Computed<'_, T>,
        width: usize,
    ) -> Block {
        let (mut marks, mut far) = (vec![false; width * BLOCK], Vec::new());
        for of in uses(rules) {
            let (rares, base) = (&self.rares[of.part().kind], of.base(known.table));
            let cells = |size: i64| {
                let rest = sizes.start - of.cut.sum - (size - of.part().offset);
                known.columns.ascending(of.others, rest, BLOCK)
            };
            let range = of.far(&sizes, rares, known.table);
            for &(size, value) in &rares[range.clone()] {
                let value = base ^ value;
                for (row, &cell) in marks.chunks_exact_mut(width).zip(cells(size)) {
                    row[(value ^ cell.into()) as usize & (width - 1)] = true;
                }
            }
            far.push(range);
        }
        Block { sizes, marks, width, far }
    }
}

/// A use of a rare part: as one coordinate of a split.
struct Use<'k> {
    rule: &'k KindRule,
    cut: &'k Cut,
    /// The number of the coordinate.
    at: usize,
    own: &'k Coordinate,
    other: &'k Coordinate,
    /// The values of the other coordinate.
    others: InColumn,
}

/// The uses of a rare part in the rules of a kind. Coordinates that are alike are used once.
fn uses<'k>(rules: &'k [RuleInColumns<'k>]) -> impl Iterator<Item = Use<'k>> {
    rules.iter().flat_map(|in_columns| {
        let rule = in_columns.rule;
        let cut = rule.cut.as_ref().filter(|cut| cut.coordinates.len() == 2);
        cut.into_iter().flat_map(move |cut| {
            let ways = if in_columns.is_symmetric { 0..1 } else { 0..2 };
            ways.filter_map(move |at| {
                let [own, other] = [&cut.coordinates[at], &cut.coordinates[1 - at]];
                Some(Use { rule, cut, at, own, other, others: in_columns.last[1 - at]? })
            })
        })
    })
}

impl Use<'_> {
    /// The part that is rare.
    fn part(&self) -> Part {
        self.own.parts[0]
    }

    fn other_part(&self) -> Part {
        self.other.parts[0]
    }

    /// The value of the fixed parts.
    fn base(&self, table: &KindTable) -> u32 {
        self.rule.fixed.iter().fold(0, |sum, part| sum ^ table.value(part.kind, part.offset))
    }

    /// Whether any coordinates are allowed.
    fn is_free(&self) -> bool {
        self.cut.order.is_none() && self.cut.allowed.is_none()
    }

    /// Visits the values of the options of n with one of these rare parts.
    fn each_value<'r>(
        &self,
        n: i64,
        rares: impl Iterator<Item = &'r Rare>,
        table: &KindTable,
        mut visit: impl FnMut(u32),
    ) {
        if !self.rule.applies(n) {
            return;
        }
        let (base, other, sum, is_free) = (self.base(table), self.other_part(), n - self.cut.sum, self.is_free());
        for &(size, value) in rares {
            let own = size - self.part().offset;
            let rest = sum - own;
            let pair = if self.at == 0 { [own, rest] } else { [rest, own] };
            if own >= self.own.least && rest >= self.other.least && (is_free || self.cut.allows(n, &pair)) {
                visit(base ^ value ^ table.value(other.kind, rest + other.offset));
            }
        }
    }

    /// Which rare parts are in options of all these sizes, and leave parts whose values are known.
    fn far(&self, sizes: &Range<i64>, rares: &[Rare], table: &KindTable) -> Range<usize> {
        if !self.is_free() || !sizes.clone().all(|n| self.rule.applies(n)) {
            return 0..0;
        }
        let (part, other) = (self.part(), self.other_part());
        // The largest rest is that of the last size, and the least one that of the first size.
        let known = sizes.end - self.cut.sum - (table.next(other.kind) - other.offset);
        let last = sizes.start - self.cut.sum - self.other.least;
        let start = rares.partition_point(|&(size, _)| size - part.offset < known.max(self.own.least));
        let end = rares.partition_point(|&(size, _)| size - part.offset <= last);
        start.min(end)..end
    }
}
