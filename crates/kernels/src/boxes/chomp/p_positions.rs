//! Chomp on three or four rows: finds the few P-positions; all others are N.
//!
//! With given other rows, at most one length of the last row makes a P-position. So there are at most as many as there
//! are positions with one row less, and they are found without visiting the others (`three_rows.rs`, `four_rows.rs`).
//! If the rows are not listed one by one, they are not visited at all: counts and lists of P-positions are made from
//! the P-positions ([`Overview`]).
//!
//! Cost: a step for each length of the other rows, and one bit for each row that is given.

use super::four_rows::FourRows;
use super::last_rows::{Lengths, Search};
use super::ranks::{Bar, bar, positions};
use super::three_rows::ThreeRows;
use crate::shared::blocks::next_block;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::overview::{Cost, Overview};
use grundy_core::ruleset::Rows;
use grundy_core::stream::{BitBlock, Flow, Outlet, Values};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

/// Outcomes of all positions of Chomp on three or four rows.
pub struct ChompPPositions;

/// The maximum number of rows of a block.
const LONGEST_BLOCK: usize = 1 << 20;

/// The steps of an overview for each length of the other rows.
const STEPS: u128 = 4;

impl Kernel for ChompPPositions {
    fn name(&self) -> &'static str {
        "chomp-p-positions"
    }

    fn summary(&self) -> &'static str {
        "outcomes of all positions of Chomp on three or four rows, from the P-positions alone"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.on_outcomes() && of(task).is_some()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        of(task).map_or(Bytes(u128::MAX), |bar| Bytes(needs(bar) + LONGEST_BLOCK as u128))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(bar) = of(task) else { return Ok(Solution::default()) };
        task.control.phase("computing", task.ruleset.rows().len());
        let all = PPositions::new(bar, task);
        if sink.takes_overview(&all) {
            sink.overview(&all, task.control)?;
            // Values are not right if they were cancelled.
            task.control.check()?;
        } else {
            all.give(sink)?;
        }
        Ok(Solution::default())
    }
}

/// The largest bar, if all positions on three or four rows are requested.
fn of(task: &Task<'_>) -> Option<Bar> {
    bar(task).filter(|bar| bar.all && [3, 4].contains(&bar.rows))
}

/// The memory of the search, of the P-positions with one length of the first row, and of the numbers of positions.
fn needs(bar: Bar) -> u128 {
    let search = if bar.rows == 3 { ThreeRows::needs(bar.columns) } else { FourRows::needs(bar.columns) };
    let found = positions(bar.rows - 2, bar.columns).unwrap_or(0) * (2 * size_of::<Lengths>() as u128 + 8);
    search + found + 8 * bar.rows as u128 * (bar.columns as u128 + 2)
}

/// All P-positions.
struct PPositions<'t> {
    bar: Bar,
    task: &'t Task<'t>,
    /// `[row][x]`: how many positions have the same rows before this one, and a shorter one here than x.
    before: Vec<Vec<u64>>,
    summary: OnceLock<Summary>,
}

/// What a search for all P-positions found.
struct Summary {
    /// For each n, how many P-positions have n pieces in the first row.
    by_largest: Vec<u64>,
    /// The first and the last P-position.
    zeros: [Option<u64>; 2],
    /// The first and the last N-position.
    others: [Option<u64>; 2],
}

/// Receives the length of the first row and its P-positions, and says whether to go on.
type VisitLength<'v> = dyn FnMut(usize, &[Lengths]) -> Result<bool, Error> + 'v;

impl<'t> PPositions<'t> {
    fn new(bar: Bar, task: &'t Task<'t>) -> Self {
        let before = |row: usize, x: usize| match x.checked_sub(1) {
            Some(shorter) => positions(bar.rows - row, shorter).unwrap_or(0) as u64,
            None => 0,
        };
        let before = (0..bar.rows).map(|row| (0..=bar.columns + 1).map(|x| before(row, x)).collect()).collect();
        Self { bar, task, before, summary: OnceLock::new() }
    }

    fn search(&self) -> Box<dyn Search> {
        if self.bar.rows == 3 {
            Box::new(ThreeRows::new(self.bar.columns))
        } else {
            Box::new(FourRows::new(self.bar.columns))
        }
    }

    /// The number of a position among the rows. The empty bar is no row.
    fn row(&self, lengths: &Lengths) -> u64 {
        self.before.iter().zip(lengths).map(|(before, &length)| before[length as usize]).sum::<u64>() - 1
    }

    /// Visits the P-positions with each length of the first row, in order, until `visit` returns false.
    fn each_length(&self, control: &Control<'_>, visit: &mut VisitLength<'_>) -> Result<(), Error> {
        let (mut search, mut found, rows) = (self.search(), Vec::new(), self.bar.rows);
        for p in 1..=self.bar.columns {
            control.check()?;
            found.clear();
            search.next(self.task.play, &mut |mut lengths, last| {
                if let Some(last) = last {
                    lengths[rows - 1] = last;
                    found.push(lengths);
                }
            });
            control.progress(self.before[0][p + 1] - 1);
            if !visit(p, &found)? {
                break;
            }
        }
        Ok(())
    }

    /// Gives all rows.
    fn give(&self, sink: &mut dyn Outlet) -> Result<(), Error> {
        let (mut search, mut block, mut given) = (self.search(), BitBlock::default(), 0);
        let (control, all) = (self.task.control, self.task.ruleset.rows().len());
        for _ in 1..=self.bar.columns {
            let mut flow = Ok(Flow::Continue);
            search.next(self.task.play, &mut |others, found| {
                if !matches!(flow, Ok(Flow::Continue)) {
                    return;
                }
                line(&mut block, others[self.bar.rows - 2] as usize, found);
                let count = block.bits().len();
                if count >= next_block(given, LONGEST_BLOCK) || given + count as u64 == all {
                    flow = control.check().and_then(|()| sink.block(given, Values::Bits(block.bits())));
                    given += count as u64;
                    block.clear();
                    control.progress(given);
                }
            });
            if flow? == Flow::Stop {
                break;
            }
        }
        Ok(())
    }

    fn summary(&self, control: &Control<'_>) -> Result<&Summary, Error> {
        if let Some(summary) = self.summary.get() {
            return Ok(summary);
        }
        let mut summary = Summary { by_largest: vec![0; self.bar.columns + 1], zeros: [None; 2], others: [None; 2] };
        self.each_length(control, &mut |p, found| {
            summary.by_largest[p] = found.len() as u64;
            let [first, last] = [found.first(), found.last()].map(|end| end.map(|lengths| self.row(lengths)));
            summary.zeros = [summary.zeros[0].or(first), last.or(summary.zeros[1])];
            if summary.others[0].is_none() || p == self.bar.columns {
                let zeros: Vec<u64> = found.iter().map(|lengths| self.row(lengths)).collect();
                let [first, last] = other_ends(self.before[0][p] - 1..self.before[0][p + 1] - 1, &zeros);
                summary.others = [summary.others[0].or(first), last];
            }
            Ok(true)
        })?;
        Ok(self.summary.get_or_init(|| summary))
    }
}

/// The first and the last row of a range that is not among some of its rows.
fn other_ends(rows: Range<u64>, zeros: &[u64]) -> [Option<u64>; 2] {
    let first = rows.clone().zip(zeros).take_while(|(row, zero)| row == *zero).count() as u64;
    let last = rows.clone().rev().zip(zeros.iter().rev()).take_while(|(row, zero)| row == *zero).count() as u64;
    [rows.clone().nth(first as usize), rows.rev().nth(last as usize)]
}

impl Overview for PPositions<'_> {
    fn rows(&self) -> &Rows {
        self.task.ruleset.rows()
    }

    fn memory(&self) -> Bytes {
        self.task.memory
    }

    /// A single search, as far as the longest first row of those asked for.
    fn values(&self, rows: &[u64], control: &Control<'_>) -> Result<Vec<u32>, Error> {
        let asked: BTreeSet<u64> = rows.iter().copied().collect();
        let Some(&last) = asked.last() else { return Ok(Vec::new()) };
        let (longest, mut zeros) = (self.before[0].partition_point(|&before| before <= last + 1) - 1, BTreeSet::new());
        self.each_length(control, &mut |length, found| {
            zeros.extend(found.iter().map(|lengths| self.row(lengths)).filter(|row| asked.contains(row)));
            Ok(length < longest)
        })?;
        Ok(rows.iter().map(|row| u32::from(!zeros.contains(row))).collect())
    }

    fn cost_by_value(&self) -> Cost {
        let others = positions(self.bar.rows - 1, self.bar.columns).unwrap_or(u128::MAX / STEPS);
        Cost { steps: STEPS * others, bytes: needs(self.bar) }
    }

    fn by_value(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        let zeros = self.summary(control)?.by_largest.iter().sum();
        Ok(vec![zeros, self.rows().len() - zeros])
    }

    fn cost_of_ends(&self) -> Cost {
        self.cost_by_value()
    }

    fn ends(&self, last: bool, control: &Control<'_>) -> Result<Vec<Option<u64>>, Error> {
        let Summary { zeros, others, .. } = self.summary(control)?;
        Ok(vec![zeros[usize::from(last)], others[usize::from(last)]])
    }

    fn cost_by_largest(&self) -> Cost {
        self.cost_by_value()
    }

    fn zeros_by_largest(&self, control: &Control<'_>) -> Result<Vec<u64>, Error> {
        Ok(self.summary(control)?.by_largest.clone())
    }

    fn cost_of_zeros(&self) -> Cost {
        self.cost_by_value()
    }

    fn each_zero(
        &self,
        _sorted: bool,
        control: &Control<'_>,
        visit: &mut dyn FnMut(u64) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        self.each_length(control, &mut |_, found| {
            for lengths in found {
                if !visit(self.row(lengths))? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// Appends the outcomes with the last row 0, ..., `end`: all are N except the one that was found.
fn line(block: &mut BitBlock, end: usize, found: Option<u32>) {
    let word = |at: usize| match found {
        Some(last) if last as usize / 64 == at => !(1 << (last % 64)),
        _ => u64::MAX,
    };
    let (whole, rest) = ((end + 1) / 64, (end + 1) % 64);
    block.extend(64, (0..whole).map(word));
    block.extend(rest, (rest > 0).then(|| word(whole) & ((1 << rest) - 1)));
}
