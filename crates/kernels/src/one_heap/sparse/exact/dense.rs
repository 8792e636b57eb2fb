//! Values without a sparse space: marking all splits, for many positions side by side.
//!
//! Idea: without rare and common values all n/2 splits of each place count. For a block of positions, the splits
//! whose parts both lie before the block are marked first. They wait for no value of the block, so threads share its
//! positions. The other splits, at most about as many as the block is long, are marked position by position.
//! Recurrence: G(n) = mex { G(a) ^ G(n - k - a) } over the splitting places k, and the plain moves. Cost: one store
//! for each split; four splits are XORed at once in one word. Memory: eight to sixteen bytes per value (a copy with
//! two bytes each, and a reversed one, so that both parts are read upwards); the marks of a block, at most 4 MiB, and
//! 64 KiB for each of its parts. Reference: Winning Ways ch. 4 for the recurrence. `docs/sparse-spaces.md` lists
//! alternatives that were measured.

use crate::one_heap::sparse::exact::marks::Marks;
use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::shared::width::Width;
use grundy_core::control::Control;
use grundy_core::error::Error;
use rayon::prelude::*;
use std::ops::Range;

/// The maximum size of the marks of a block, in bytes.
const MEMORY: usize = 1 << 22;

/// The number of parts of a block for each thread. There are several, because one may be slower than another.
const PARTS: usize = 4;

/// The maximum number of parts. Each has its own marks, which take 64 KiB.
const MOST_PARTS: usize = 64;

/// How long blocks are, and which of them threads share.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    /// A block is this fraction (1 / `part`) of all positions before it, so that few splits are marked one position
    /// after the other.
    part: usize,
    /// The minimum length of a block.
    least: usize,
    /// The maximum length of a block.
    most: usize,
    /// The number of splits from which on threads share a block. Fewer splits take no longer than waking a thread.
    shared: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { part: 64, least: 16, most: 1 << 10, shared: 1 << 17 }
    }
}

/// All values so far, and what the next ones need.
#[derive(Default)]
pub(crate) struct DenseMarks {
    sizes: Sizes,
    values: Vec<u16>,
    /// The values in reverse order, that of 0 last, preceded by some room.
    reversed: Vec<u16>,
    largest: u16,
    /// One for each part of a block that a thread works on.
    marks: Vec<Marks>,
    /// The marks of the positions of a block.
    rows: Vec<u8>,
}

impl DenseMarks {
    /// The maximum memory for this many values in bytes, apart from what does not depend on them.
    pub fn needs(values: u64) -> u64 {
        // While `reversed` is extended, the old one exists as well.
        values.saturating_mul((2 + 4 + 2) * size_of::<u16>() as u64)
    }

    /// Takes over the new values of a record, which must keep all values, with at most 16 bits each.
    pub fn follow<T: Width>(&mut self, record: &Record<T>) {
        let fresh = record.slice(self.values.len() as u64, record.len()).unwrap_or_default();
        fresh.iter().for_each(|&value| self.push(value.into() as u16));
        assert_eq!(self.values.len() as u64, record.len(), "a block begins where the record ends");
    }

    fn push(&mut self, value: u16) {
        let (n, room) = (self.values.len(), self.reversed.len());
        if n == room {
            let mut longer = vec![0; (2 * room).max(16)];
            let from = longer.len() - room;
            longer[from..].copy_from_slice(&self.reversed);
            self.reversed = longer;
        }
        let last = self.reversed.len() - 1;
        self.reversed[last - n] = value;
        self.values.push(value);
        self.largest = self.largest.max(value);
    }

    /// The next values, at most `most` of them; fewer if one does not fit 16 bits.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub fn next(&mut self, moves: &HeapMoves, most: u64, control: &Control<'_>) -> Result<&[u16], Error> {
        let first = self.values.len();
        let bound = self.bound();
        let Sizes { part, least, most: longest, .. } = self.sizes;
        let wanted = usize::try_from(most).unwrap_or(longest);
        let length = (first / part).clamp(least, longest).min(MEMORY / bound).min(wanted);
        self.mark_before(moves, length, control)?;
        for at in 0..length {
            control.check()?;
            let Some(value) = self.settle(moves, first, bound, at) else { break };
            self.push(value);
        }
        Ok(&self.values[first..])
    }

    /// A power of two above all nim-sums of two values.
    fn bound(&self) -> usize {
        (usize::from(self.largest) + 1).next_power_of_two()
    }

    /// For each position of the block, marks the splits into two parts before the block.
    fn mark_before(&mut self, moves: &HeapMoves, length: usize, control: &Control<'_>) -> Result<(), Error> {
        let (first, bound) = (self.values.len(), self.bound());
        let Self { values, reversed, marks, rows, sizes, .. } = self;
        rows.resize(length * bound, 0);
        let splits = length * first / 2 * moves.splits.len();
        let threads = if splits < sizes.shared { 1 } else { rayon::current_num_threads() };
        let each = if threads == 1 { length } else { length.div_ceil((PARTS * threads).min(MOST_PARTS)) };
        marks.resize_with(length.div_ceil(each).max(1), Marks::new);
        let work = |part: usize, rows: &mut [u8], marks: &mut Marks| {
            for (n, row) in (first + part * each..).zip(rows.chunks_exact_mut(bound)) {
                control.check()?;
                marks.begin(bound, &[]);
                for_splits(moves, n, first, |_, before, total| mark(marks, values, reversed, before, total));
                row.copy_from_slice(marks.row());
            }
            Ok(())
        };
        if threads == 1 {
            return work(0, rows, &mut marks[0]);
        }
        let parts = rows.par_chunks_mut(each * bound).zip(marks).enumerate();
        parts.try_for_each(|(part, (rows, marks))| work(part, rows, marks))
    }

    /// The value of a position of the block, using the splits with a part in the block and the plain moves.
    fn settle(&mut self, moves: &HeapMoves, first: usize, bound: usize, at: usize) -> Option<u16> {
        let (n, now) = (first + at, self.bound());
        let Self { values, reversed, marks, rows, .. } = self;
        let marks = &mut marks[0];
        marks.begin(now, &rows[at * bound..(at + 1) * bound]);
        if moves.ends.contains(&(n as u64)) {
            marks.mark(0);
        }
        moves.plain.iter().filter(|&&k| k < n as u64).for_each(|&k| marks.mark(values[n - k as usize]));
        for_splits(moves, n, first, |within, _, total| mark(marks, values, reversed, within, total));
        u16::try_from(marks.mex()).ok()
    }
}

/// For each splitting place: the smaller parts of the splits of n that have a part from `first` on, those of the
/// other splits, and the sum of both parts.
fn for_splits(moves: &HeapMoves, n: usize, first: usize, mut visit: impl FnMut(Range<usize>, Range<usize>, usize)) {
    for total in moves.splits.iter().filter_map(|&k| n.checked_sub(k as usize)) {
        let end = if moves.unequal { total.div_ceil(2) } else { total / 2 + 1 };
        let least = (total + 1).saturating_sub(first).clamp(1, end.max(1));
        visit(1..least, least..end, total);
    }
}

/// Marks the splits of a sum with these smaller parts.
fn mark(marks: &mut Marks, values: &[u16], reversed: &[u16], parts: Range<usize>, total: usize) {
    if parts.is_empty() {
        return;
    }
    // In reverse order, the largest of the larger parts comes first.
    let from = reversed.len() + parts.start - 1 - total;
    marks.mark_pairs(&values[parts.clone()], &reversed[from..from + parts.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;
    use grundy_core::ruleset::TakeAndBreak;
    use grundy_core::structure::{Structures, UnequalSplit};
    use std::collections::BTreeSet;

    /// The value of each position from its options, one by one.
    fn by_options(moves: &HeapMoves, count: u64) -> Vec<u32> {
        let mut values: Vec<u32> = Vec::new();
        for n in 0..count {
            let value = |n: u64| values[n as usize];
            let mut options: BTreeSet<u32> = moves.ends.iter().filter(|&&k| k == n).map(|_| 0).collect();
            options.extend(moves.plain.iter().filter(|&&k| k < n).map(|k| value(n - k)));
            for total in moves.splits.iter().filter_map(|k| n.checked_sub(*k)) {
                let parts = (1..total).filter(|a| !(moves.unequal && 2 * a == total));
                options.extend(parts.map(|a| value(a) ^ value(total - a)));
            }
            values.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        values
    }

    /// Values in blocks, with a few from elsewhere.
    fn in_blocks(moves: &HeapMoves, count: u64, sizes: Sizes, random: &mut Random) -> Vec<u32> {
        let (mut dense, mut record) =
            (DenseMarks { sizes, ..DenseMarks::default() }, Record::<u16>::new(1 << 24, 1 << 16));
        while record.len() < count {
            if random.below(4) == 0 {
                let value = record.next(moves, None).unwrap().0;
                record.push(value as u16);
            }
            dense.follow(&record);
            record.extend(dense.next(moves, 1 + random.below(60), &Control::free()).unwrap());
        }
        record.parts().0[..count as usize].iter().map(|&value| value.into()).collect()
    }

    #[test]
    fn values_are_those_of_the_options() {
        let mut random = Random(20);
        let mut games: Vec<HeapMoves> =
            ["0.026", "0.346", "4.007", "0.7777", "0.0000000000000000004", "4.0500000002", "0.77777777777777777"]
                .map(|code| HeapMoves::of(&Structures::of(&TakeAndBreak::parse(code).unwrap())).unwrap())
                .into();
        games.push(HeapMoves::of(&Structures::of(&UnequalSplit)).unwrap());
        for moves in &games {
            let truth = by_options(moves, 500);
            for (part, least, most, shared) in
                [(64, 16, 1024, 1 << 17), (1, 1, 1000, 0), (2, 3, 17, 0), (1000, 1, 1, 0), (3, 40, 40, 5_000)]
            {
                for threads in [1, 2, 7] {
                    let sizes = Sizes { part, least, most, shared };
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    let values = pool.install(|| in_blocks(moves, 500, sizes, &mut Random(random.below(1000))));
                    assert!(values == truth, "{moves:?} by {sizes:?} and {threads} threads");
                }
            }
        }
    }

    /// Nim heaps with splits far away: heap 2^16 has the value 2^16.
    #[test]
    fn a_value_that_does_not_fit_is_not_given() {
        let plain: Vec<u64> = (1..=1 << 16).collect();
        let moves = HeapMoves { ends: plain.clone(), plain, splits: vec![70_000], unequal: false, last: 70_000 };
        let mut record = Record::<u32>::new(1 << 24, 1 << 16);
        record.extend(&(0..65_530).collect::<Vec<u32>>());
        let mut dense = DenseMarks::default();
        dense.follow(&record);
        assert_eq!(dense.next(&moves, 99, &Control::free()).unwrap(), [65_530, 65_531, 65_532, 65_533, 65_534, 65_535]);
        assert!(dense.next(&moves, 99, &Control::free()).unwrap().is_empty());
    }
}
