//! Solves the beginning of a game again, from its options alone, and compares its values with the stored ones.

use crate::bytes::Bytes;
use crate::control::{Allowance, Control};
use crate::error::Error;
use crate::job::Job;
use crate::kernel::{Kernel, Oracle, Task, choose};
use crate::ruleset::{Rows, Ruleset, Value, ValueClass};
use crate::stream::{Flow, Outlet, Values};
use crate::table::PackedTable;
use std::path::Path;

/// The maximum number of rows that the oracle solves from scratch.
const SCRATCH: u64 = 5_000;

/// The memory limit for enumerating positions for the oracle.
const ENUMERATION: Bytes = Bytes(64 << 20);

/// The maximum number of options that a search for positions looks at.
const SEARCHED: u64 = 4_000_000;

/// The maximum number of options that the oracle looks at. It visits most options twice.
const SOLVED: u64 = 40_000_000;

/// Solves the game with the oracle over the largest range that is cheap enough, and compares its rows. Returns
/// the number of rows; 0 if not even one is cheap enough.
pub(super) fn from_scratch(
    job: &Job,
    path: &Path,
    rows: &Rows,
    values: &PackedTable,
    control: &Control<'_>,
) -> Result<u64, Error> {
    let ruleset = match small(job, control) {
        Err(Error::Limit { .. }) => return Ok(0),
        made => made?,
    };
    let allowance = Allowance::new(SOLVED);
    let control = control.within(&allowance);
    let task = Task::new(&*ruleset, job.play, job.value, job.settings.memory, &control);
    let mut compare = Compare { rows, values, task: &task, kind: job.value, wrong: None, done: 0 };
    match (reference(&task)?.solve(&task, &mut compare), compare.wrong) {
        (_, Some(what)) => Err(Error::corrupt(path, what)),
        (Err(Error::Limit { .. }), None) if allowance.is_exceeded() => Ok(compare.done),
        (solved, None) => solved.map(|_| compare.done),
    }
}

/// The kernel that computes values from scratch: the oracle, if it knows them.
fn reference(task: &Task<'_>) -> Result<&'static dyn Kernel, Error> {
    if Oracle.can(task) { Ok(&Oracle) } else { choose(None, task) }
}

/// The game over a range with few rows, each with few positions below it: the largest range of those that double, with
/// the whole range as the last.
fn small(job: &Job, control: &Control<'_>) -> Result<Box<dyn Ruleset>, Error> {
    let rows = |max: &u64| job.game.shape.rows_in(&job.range.cut(*max)).len();
    let mut ranges: Vec<u64> = (0..u64::BITS).rev().map(|halvings| job.range.max >> halvings).collect();
    ranges.dedup();
    let first = ranges.iter().position(|max| rows(max) > 0).unwrap_or(ranges.len() - 1);
    let mut largest = None;
    for max in &ranges[first..] {
        if largest.is_some() && rows(max) > SCRATCH {
            break;
        }
        let allowance = Allowance::new(SEARCHED);
        match over(job, *max, job.settings.memory.min(ENUMERATION), &control.within(&allowance)) {
            Err(Error::Limit { .. }) => break,
            made => largest = Some(made?),
        }
    }
    let allowance = Allowance::new(SOLVED);
    largest.map_or_else(|| over(job, ranges[first], job.settings.memory, &control.within(&allowance)), Ok)
}

/// The game over its range up to `max`.
fn over(job: &Job, max: u64, memory: Bytes, control: &Control<'_>) -> Result<Box<dyn Ruleset>, Error> {
    let mut setup = job.setup(control);
    setup.memory = memory;
    let range = job.range.cut(max);
    // The kernels of special values take sums apart, and search for positions by themselves.
    match job.value.class {
        ValueClass::Loopy | ValueClass::Entailing => job.game.outline(range, setup),
        _ => job.game.ruleset(range, setup),
    }
}

/// Compares the oracle's values with the stored ones.
struct Compare<'c> {
    rows: &'c Rows,
    values: &'c PackedTable,
    task: &'c Task<'c>,
    kind: Value,
    wrong: Option<String>,
    done: u64,
}

impl Outlet for Compare<'_> {
    fn block(&mut self, first: u64, truth: Values<'_>) -> Result<Flow, Error> {
        let mut label = Vec::new();
        for (row, &expected) in (first..).zip(truth.words(&mut Vec::new())) {
            self.task.ruleset.rows().label(row, &mut label);
            let found = self.rows.find(&label).map(|row| self.values.get(row));
            if found != Some(expected) {
                let found = found.map(|found| self.kind.show(found)).unwrap_or_default();
                let (label, expected) = (self.rows.show(&label), self.kind.show(expected));
                self.wrong = Some(format!("the value at {label} is {found}, but the oracle says {expected}"));
                return Ok(Flow::Stop);
            }
            self.done += 1;
        }
        Ok(Flow::Continue)
    }
}
