//! Code shared by the segmented sieves.

use crate::{Solution, Task};
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet, Values};
use rayon::prelude::*;

/// The primes up to a bound.
pub(super) fn primes(bound: u64) -> Vec<u64> {
    let mut composite = vec![false; bound as usize + 1];
    let mut primes = Vec::new();
    for n in 2..composite.len() {
        if !composite[n] {
            primes.push(n as u64);
            (n * n..composite.len()).step_by(n).for_each(|multiple| composite[multiple] = true);
        }
    }
    primes
}

/// Copies a periodic pattern, of which one copy begins at place 0.
pub(super) fn repeat<T: Copy>(pattern: &[T], place: u64, mut into: &mut [T]) {
    let mut at = (place % pattern.len() as u64) as usize;
    while !into.is_empty() {
        let count = into.len().min(pattern.len() - at);
        let (now, later) = into.split_at_mut(count);
        now.copy_from_slice(&pattern[at..at + count]);
        (into, at) = (later, 0);
    }
}

/// Whether the rows are the numbers from 1 on, at most up to `end`, in normal play.
pub(super) fn supports(task: &Task<'_>, end: u64) -> bool {
    let rows = task.ruleset.rows();
    rows.is_sequence() && rows.first() == 1 && rows.end() <= end && task.play == Play::Normal
}

/// The number of bits of the values. n has at most log2 n prime factors, so no exponent is larger and no play longer.
pub(super) fn value_bits(task: &Task<'_>) -> u32 {
    let most = (task.ruleset.rows().end() - 1).max(1).ilog2();
    if task.value == Value::OUTCOME { 1 } else { (u32::BITS - most.leading_zeros()).max(1) }
}

/// The memory of the runs that [`stream`] computes at once.
pub(super) fn runs_in_work(size: u64) -> u128 {
    2 * rayon::current_num_threads() as u128 * u128::from(size)
}

/// Streams runs of `size` numbers, several of them at once. `prepare` makes the tables that all runs read; `fill`
/// computes the values from a number on. Row r is the number r + 1. The state is the number of runs given.
pub(super) fn stream<T: Sync>(
    task: &Task<'_>,
    sink: &mut dyn Outlet,
    size: u64,
    prepare: impl FnOnce() -> Result<T, Error>,
    fill: impl Fn(&T, u64, &mut [u8]) + Sync,
) -> Result<Solution, Error> {
    let end = task.ruleset.rows().end();
    let within = |run: &u64| run.checked_mul(size).is_some_and(|n| n < end);
    let mut run = task.resume(|kept| kept.take::<u64>().filter(within))?.unwrap_or(0);
    task.control.phase("computing", end - 1);
    task.control.check()?;
    let tables = prepare()?;
    let at_once = 2 * rayon::current_num_threads() as u64;
    let mut runs = vec![vec![0; size as usize]; at_once.min(end.div_ceil(size)) as usize];
    while run * size < end {
        task.control.check()?;
        let begun = runs.par_iter_mut().enumerate().map(|(number, values)| ((run + number as u64) * size, values));
        begun.filter(|&(from, _)| from < end).for_each(|(from, values)| {
            fill(&tables, from, values);
            if task.value == Value::OUTCOME {
                values.iter_mut().for_each(|value| *value = (*value).min(1));
            }
        });
        if give(&runs, run * size, end, sink)? == Flow::Stop {
            break;
        }
        run += runs.len() as u64;
        task.control.progress((run * size).min(end) - 1);
        if run * size < end {
            sink.checkpoint(&mut |state| state.put(&run))?;
        }
    }
    Ok(Solution::default())
}

/// Gives the values of the numbers from `from` on, as far as they are requested. Row r is the number r + 1.
fn give(runs: &[Vec<u8>], mut from: u64, end: u64, sink: &mut dyn Outlet) -> Result<Flow, Error> {
    for values in runs {
        let wanted = end.saturating_sub(from).min(values.len() as u64) as usize;
        let values = &values[usize::from(from == 0).min(wanted)..wanted];
        if !values.is_empty() && sink.block(from.max(1) - 1, Values::Bytes(values))? == Flow::Stop {
            return Ok(Flow::Stop);
        }
        from += wanted as u64;
    }
    Ok(Flow::Continue)
}
