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

/// How many options of a run are marked, as a multiple of the number of values; and of all runs, as a multiple of that.
/// A cut into three parts has many runs.
const MARKED: usize = 4;
const MARKED_IN_ALL: usize = 8;

/// How many options of a run are searched at first, as a multiple of those marked at least, and the factor by which the
/// search then goes farther.
const SEARCHED: usize = 4;
const FARTHER: usize = 8;

/// Which values occur among the options of a position.
pub(super) struct Marks {
    /// How many options of a run are marked at least.
    least: usize,
    /// A value occurs if its entry is the current turn. The length is a power of two.
    seen: Vec<u32>,
    turn: u32,
}

impl Marks {
    /// At least this many options of a run are marked.
    pub fn new(least: usize) -> Self {
        Self { least, seen: Vec::new(), turn: 0 }
    }

    /// The least value that no option has. No value of an option exceeds a number with as many bits as `largest`.
    pub fn mex<T: Width>(&mut self, largest: u32, runs: &[Run<'_, T>]) -> u32 {
        let is_all = self.mark_some(largest, runs);
        let is_option = |value: u32| {
            self.seen[value as usize] == self.turn || !is_all && is_among(value, SEARCHED * self.least, runs)
        };
        let bound = self.seen.len() as u32;
        (0..bound).find(|&value| !is_option(value)).unwrap_or(bound)
    }

    /// Starts a position, and marks some of its options. Returns whether these are all.
    fn mark_some<T: Width>(&mut self, largest: u32, runs: &[Run<'_, T>]) -> bool {
        let bound = (largest as usize + 1).next_power_of_two();
        if self.turn == u32::MAX || self.seen.len() != bound {
            self.seen.clear();
            self.seen.resize(bound, 0);
            self.turn = 0;
        }
        self.turn += 1;
        let most = (MARKED * bound).max(self.least);
        let (mut left, mut is_all) = (MARKED_IN_ALL * most, true);
        for run in runs {
            let count = run.len().min(most.min(left));
            self.mark(run, count);
            left -= count;
            is_all &= count == run.len();
        }
        is_all
    }

    /// Marks this many options of a run, half of them at each end.
    fn mark<T: Width>(&mut self, run: &Run<'_, T>, count: usize) {
        let (mask, turn) = (self.seen.len() - 1, self.turn);
        let seen = &mut self.seen[..];
        let mut see = |value: u32| seen[value as usize & mask] = turn;
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
