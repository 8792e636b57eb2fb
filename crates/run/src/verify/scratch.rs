//! Solves the beginning of a game again, from its options alone, and compares its values with the stored ones.

use crate::bytes::Bytes;
use crate::control::Control;
use crate::error::Error;
use crate::job::Job;
use crate::kernel::{Kernel, Oracle, Task, choose};
use crate::ruleset::{Convention, Rank, Rows, Ruleset, Setup, Summands, Turn, Value, ValueClass, Visit};
use crate::stream::{Flow, Outlet, Values};
use crate::structure::Structures;
use crate::table::PackedTable;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of rows that the oracle solves from scratch.
const SCRATCH: u64 = 5_000;

/// The memory limit for enumerating positions for the oracle.
const ENUMERATION: Bytes = Bytes(64 << 20);

/// The maximum number of options that the oracle looks at while it solves from scratch.
const LOOKS: u64 = 100_000_000;

/// Solves the game with the oracle over the largest range that is cheap enough, and compares its rows. Returns
/// the number of rows.
pub(super) fn from_scratch(
    job: &Job,
    path: &Path,
    rows: &Rows,
    values: &PackedTable,
    control: &Control<'_>,
) -> Result<u64, Error> {
    let counted = CountingRuleset { ruleset: small(job, control)?, looks: AtomicU64::new(0) };
    let task = Task::new(&counted, job.play, job.value, job.settings.memory, control);
    let mut compare =
        Compare { rows, values, task: &task, looks: &counted.looks, kind: job.value, wrong: None, done: 0 };
    reference(&task)?.solve(&task, &mut compare)?;
    match compare.wrong {
        Some(what) => Err(Error::corrupt(path, what)),
        None => Ok(compare.done),
    }
}

/// The kernel that computes values from scratch: the oracle, if it knows them.
pub(super) fn reference(task: &Task<'_>) -> Result<&'static dyn Kernel, Error> {
    if Oracle.can(task) { Ok(&Oracle) } else { choose(None, task) }
}

/// The game over the largest range with few rows, each with few positions below it.
pub(super) fn small(job: &Job, control: &Control<'_>) -> Result<Box<dyn Ruleset>, Error> {
    let mut max = job.range.max;
    while job.game.shape.rows_in(&job.range.cut(max)).len() > SCRATCH && max > 0 {
        max = max.min(SCRATCH * 2) / 2;
    }
    let mut setup = job.setup(control);
    loop {
        setup.memory = if max > 0 { job.settings.memory.min(ENUMERATION) } else { job.settings.memory };
        // The kernels of special values take sums apart, and search for positions by themselves.
        let made = match job.value.class {
            ValueClass::Loopy | ValueClass::Entailing => job.game.outline(job.range.cut(max), setup),
            _ => job.game.ruleset(job.range.cut(max), setup),
        };
        match made {
            Err(Error::Limit { .. }) if max > 0 => max /= 2,
            other => return other,
        }
    }
}

/// A ruleset that counts how many options have been looked at.
struct CountingRuleset {
    ruleset: Box<dyn Ruleset>,
    looks: AtomicU64,
}

impl Ruleset for CountingRuleset {
    fn rows(&self) -> &Rows {
        self.ruleset.rows()
    }

    fn enumerate(&self, setup: Setup<'_>) -> Result<(), Error> {
        self.ruleset.enumerate(setup)
    }

    fn summands(&self) -> Option<Summands<'_>> {
        self.ruleset.summands()
    }

    fn whole(&self) -> Option<&dyn Ruleset> {
        self.ruleset.whole()
    }

    fn asked(&self, row: u64) -> Rank {
        self.ruleset.asked(row)
    }

    fn positions(&self) -> u64 {
        self.ruleset.positions()
    }

    fn strata(&self) -> u64 {
        self.ruleset.strata()
    }

    fn slots(&self, stratum: u64) -> u64 {
        self.ruleset.slots(stratum)
    }

    fn slot(&self, stratum: u64, slot: u64) -> Option<Rank> {
        self.ruleset.slot(stratum, slot)
    }

    fn settled(&self, stratum: u64) -> Rank {
        self.ruleset.settled(stratum)
    }

    fn options(&self, rank: Rank, visit: &mut Visit<'_, Rank>) -> ControlFlow<()> {
        let mut count = 0;
        let flow = self.ruleset.options(rank, &mut |entries| {
            count += 1;
            visit(entries)
        });
        self.looks.fetch_add(count, Ordering::Relaxed);
        flow
    }

    fn each_turn(&self, rank: Rank, visit: &mut dyn FnMut(Turn, &[Rank])) {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.ruleset.each_turn(rank, visit);
    }

    fn splits(&self) -> bool {
        self.ruleset.splits()
    }

    fn ranks_are_rows(&self) -> bool {
        self.ruleset.ranks_are_rows()
    }

    fn show(&self, rank: Rank) -> String {
        self.ruleset.show(rank)
    }

    fn structures(&self) -> Structures<'_> {
        self.ruleset.structures()
    }

    fn convention(&self) -> Convention<'_> {
        self.ruleset.convention()
    }
}

/// Compares the oracle's values with the stored ones, until enough options have been looked at.
struct Compare<'c> {
    rows: &'c Rows,
    values: &'c PackedTable,
    task: &'c Task<'c>,
    looks: &'c AtomicU64,
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
        Ok(if self.looks.load(Ordering::Relaxed) > LOOKS { Flow::Stop } else { Flow::Continue })
    }
}
