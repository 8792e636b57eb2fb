//! The least value that no option has.
//!
//! Idea: the values of some options are marked, a few of each run. Most values below the mex are among them. Then, for
//! each unmarked value in ascending order, the options are searched, many at a time, until one has the value; the first
//! value that none has is the mex. So all options are looked at once, and some of them a second time. Places close to
//! the first end of the runs come first.

use super::runs::Run;
use crate::shared::search::Search;
use crate::shared::width::Width;
use grundy_core::simd::fast;

/// How many options of all runs are marked, as a multiple of those of one run. A cut into three parts has many runs.
const MARKED_IN_ALL: usize = 8;

/// How many options of a run are searched at first, as a multiple of those marked at least, and the factor by which the
/// search then goes farther.
const SEARCHED: usize = 4;
const FARTHER: usize = 8;

/// How many marks there are: one for each value with as many bits as the largest one.
pub(super) fn width(largest: u32) -> usize {
    (largest as usize + 1).next_power_of_two()
}

/// The search for the value of a position.
pub(super) struct Mex<'m, T> {
    /// The options.
    pub runs: &'m [Run<'m, T>],
    /// A multiple of this many options of a run are searched at first.
    pub least: usize,
    /// How many options of a run are marked at most.
    pub most: usize,
}

impl<T: Width> Mex<'_, T> {
    /// The least value that no option has. Some of them may be marked already. `search` looks for a value that is not
    /// marked among those options that are not in a run of one. No option has a larger value than there are marks.
    pub fn value(&self, marks: &mut [bool], search: impl Fn(u32) -> bool) -> u32 {
        let is_all = self.mark_some(marks);
        let is_option = |value: u32| marks[value as usize] || !is_all && search(value);
        let bound = marks.len() as u32;
        (0..bound).find(|&value| !is_option(value)).unwrap_or(bound)
    }

    /// Whether an option has a value.
    pub fn is_among(&self, value: u32) -> bool {
        is_among(value, SEARCHED * self.least, self.runs)
    }

    /// Marks some options, with all runs of one option. Returns whether these are all.
    fn mark_some(&self, marks: &mut [bool]) -> bool {
        let (mut left, mut is_all) = (MARKED_IN_ALL * self.most, true);
        for run in self.runs {
            let count = if run.len() == 1 { 1 } else { run.len().min(self.most.min(left)) };
            mark(marks, run, count);
            left = left.saturating_sub(count);
            is_all &= count == run.len();
        }
        is_all
    }
}

/// Marks this many options of a run, half of them at each end. The number of marks is a power of two.
fn mark<T: Width>(marks: &mut [bool], run: &Run<'_, T>, count: usize) {
    let mask = marks.len() - 1;
    let mut see = |value: u32| marks[value as usize & mask] = true;
    let (head, tail) = (0..count.div_ceil(2), run.len() - count / 2..run.len());
    match *run {
        Run::One(value) => see(value),
        Run::Line(base, cells) => {
            for range in [head, tail] {
                cells[range].iter().for_each(|&cell| see(base ^ cell.into()));
            }
        }
        Run::Pairs(base, first, second) => {
            for range in [head, tail] {
                let back = first.len() - range.end..first.len() - range.start;
                first[range].iter().zip(second[back].iter().rev()).for_each(|(&a, &b)| see(base ^ (a ^ b).into()));
            }
        }
    }
}

/// Whether an option has a value: a search through all options, at first through this many of each run.
pub(super) fn is_among<T: Width>(value: u32, first: usize, runs: &[Run<'_, T>]) -> bool {
    let (mut from, mut to) = (0, first.max(1));
    loop {
        let mut is_all = true;
        for run in runs {
            is_all &= run.len() <= to;
            if has(value, run, from, to.min(run.len())) {
                return true;
            }
        }
        if is_all {
            return false;
        }
        (from, to) = (to, FARTHER * to);
    }
}

/// Whether an option of a run at these places has a value.
fn has<T: Width>(value: u32, run: &Run<'_, T>, from: usize, to: usize) -> bool {
    if from >= to {
        return false;
    }
    match *run {
        Run::One(own) => own == value,
        Run::Line(base, cells) => cells[from..to].contains(&T::of(base ^ value)),
        Run::Pairs(base, first, second) => {
            let (low, high) = (&first[from..to], &second[first.len() - to..first.len() - from]);
            fast(Search { low, high, value: T::of(base ^ value) }).is_some()
        }
    }
}
