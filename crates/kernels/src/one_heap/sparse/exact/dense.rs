//! Values without a sparse space: the marks of all splits, for many positions side by side.
//!
//! Idea: without rare and common values all n/2 splits of a place count. Of a block of positions those splits come first
//! whose parts both lie before the block: they wait for no value of the block, so threads share its positions. The splits with
//! a part within the block, hardly more than the block is long, are marked position by position.
//! Recurrence: G(n) = mex { G(a) ^ G(n - k - a) } over the splitting places k, and the plain moves.
//! Cost: a store for each split, of which four are XORed at once in one word.
//! Memory: four to eight bytes a value, as one part is read upwards and the other downwards, which is done upwards too in a copy that
//! is reversed; a block's marks, 4 MiB at most.
//! Tried beside it: to mark a part of the splits and to exclude the few candidates that are left by vectors. A candidate costs about
//! a twentieth of all marks, and so many below the mex come from one or two splits only that it never pays (docs/dense-games.md).

use crate::one_heap::sparse::exact::marks::Marks;
use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::model::moves::Moves;
use crate::one_heap::sparse::model::width::Width;
use grundy_core::control::Control;
use grundy_core::error::Error;
use rayon::prelude::*;
use std::ops::Range;

/// A block is this part of all positions before it, so that few splits are marked one position after the other,
const PART: usize = 64;

/// but so long at least, and so long at most.
const LEAST: usize = 16;
const MOST: usize = 1 << 10;

/// The marks of a block, in bytes.
const MEMORY: usize = 1 << 22;

/// Splits of a block from which on threads share its positions: fewer take no longer than to wake one.
const SHARED: usize = 1 << 17;

/// Parts of a block for each thread: one may be slower than another.
const PARTS: usize = 4;

/// All values so far, and what the next ones need.
#[derive(Default)]
pub(crate) struct Dense {
    values: Vec<u16>,
    /// Behind some room the values backwards, that of 0 last.
    reversed: Vec<u16>,
    largest: u16,
    /// For each part of a block that a thread works on.
    marks: Vec<Marks>,
    /// The marks of a block's positions.
    rows: Vec<u8>,
}

impl Dense {
    /// The most memory for so many values, in bytes, beside what does not depend on them.
    pub fn needs(values: u64) -> u64 {
        // While `reversed` is made longer, the old one is there too.
        values.saturating_mul((2 + 4 + 2) * size_of::<u16>() as u64)
    }

    /// Takes up what a record has beyond these values; false if its values are too large, or not all are kept.
    pub fn follow<T: Width>(&mut self, record: &Record<T>) -> bool {
        let known = self.values.len() as u64;
        let fits = record.is_complete() && record.largest() <= u16::MAX.into();
        let Some(fresh) = record.slice(known, record.len()).filter(|_| fits) else { return false };
        fresh.iter().for_each(|&value| self.push(value.into() as u16));
        true
    }

    fn push(&mut self, value: u16) {
        let (n, room) = (self.values.len(), self.reversed.len());
        if n == room {
            let mut longer = vec![0; 2 * room.max(LEAST)];
            let from = longer.len() - room;
            longer[from..].copy_from_slice(&self.reversed);
            self.reversed = longer;
        }
        let last = self.reversed.len() - 1;
        self.reversed[last - n] = value;
        self.values.push(value);
        self.largest = self.largest.max(value);
    }

    /// The next values, at most so many; fewer before one that does not fit 16 bits.
    ///
    /// # Errors
    /// When the control says so.
    pub fn next(&mut self, moves: &Moves, most: u64, control: &Control<'_>) -> Result<&[u16], Error> {
        let first = self.values.len();
        let bound = self.bound();
        let length = (first / PART).clamp(LEAST, MOST).min(MEMORY / bound).min(usize::try_from(most).unwrap_or(MOST));
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

    /// Marks, for each position of the block, the splits into two parts before it.
    fn mark_before(&mut self, moves: &Moves, length: usize, control: &Control<'_>) -> Result<(), Error> {
        let Self { values, reversed, marks, rows, .. } = self;
        let (first, bound) = (values.len(), (usize::from(self.largest) + 1).next_power_of_two());
        rows.resize(length * bound, 0);
        let splits = length * first / 2 * moves.splits.len();
        let threads = if splits < SHARED { 1 } else { rayon::current_num_threads() };
        let each = if threads == 1 { length } else { length.div_ceil(PARTS * threads) };
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

    /// The value of a position of the block: the splits with a part in the block, and the plain moves.
    fn settle(&mut self, moves: &Moves, first: usize, bound: usize, at: usize) -> Option<u16> {
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

/// For each splitting place the smaller parts of the splits of n with a part from `first` on, those of the others, and the sum of both parts.
fn for_splits(moves: &Moves, n: usize, first: usize, mut visit: impl FnMut(Range<usize>, Range<usize>, usize)) {
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
    // The part total - a is at this place plus a.
    let from = reversed.len() - 1 - total;
    marks.mark_pairs(&values[parts.clone()], &reversed[from + parts.start..from + parts.end]);
}
