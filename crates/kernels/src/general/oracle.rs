//! The oracle: the definition and nothing else.
//!
//! Idea: a Grundy value is the mex of the nim-sums of the options (Sprague 1935, Grundy 1939). An outcome is N if
//! some option is P, or in misère play also if there is no option; if the opponent may forbid m options, an outcome is
//! N if more than m options are P. A position without options has Grundy value 0, and 1 in misère play. Lengths of
//! plays are those of [`PlayLength`]. Positions are solved depth first. So the oracle does not depend on the strata or
//! on the order of ranks, which the other kernels trust. Cost: usually about two visits of every option. Memory: 8
//! bytes per position.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use foldhash::fast::FixedState;
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, PlayLength, Rank, Value, ValueClass};
use grundy_core::stream::{Flow, Outlet};
use std::collections::HashMap;

/// The slow reference against which every other kernel is tested.
pub struct Oracle;

impl Kernel for Oracle {
    fn name(&self) -> &'static str {
        "oracle"
    }

    fn summary(&self) -> &'static str {
        "options and mex by depth-first search: slow, for any game, and the reference for all other kernels"
    }

    fn knows(&self, value: Value) -> bool {
        !matches!(value.class, ValueClass::Loopy | ValueClass::Entailing)
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.is_known()
    }

    fn is_general(&self) -> bool {
        true
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Bytes(u128::from(task.ruleset.positions()) * 16)
    }

    fn trusts_theorems(&self) -> bool {
        false
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        task.check_lengths()?;
        let rows = task.ruleset.rows().len();
        let mut known = vec![None; task.ruleset.positions() as usize];
        let mut out = Emitter::new(task, sink);
        task.control.phase("computing", rows);
        for row in 0..rows {
            let value = match settle(task, task.ruleset.asked(row), &mut known) {
                Ok(value) => value,
                // What is known already is given.
                Err(error) => {
                    out.flush()?;
                    return Err(error);
                }
            };
            if out.push(value)? == Flow::Stop {
                return Ok(Solution::default());
            }
            if row % 256 == 0 {
                task.control.progress(row);
            }
        }
        out.flush().map(|_| Solution::default())
    }
}

/// The values of some positions, requested or not. If the game splits, they are Grundy values.
///
/// # Errors
/// [`Error::Interrupted`].
pub fn values_of(task: &Task<'_>, ranks: impl IntoIterator<Item = Rank>) -> Result<Vec<u32>, Error> {
    // A hash map, because possibly only a few of all positions are needed.
    let mut known: HashMap<Rank, u32, FixedState> = HashMap::default();
    ranks.into_iter().map(|rank| settle(task, rank, &mut known)).collect()
}

/// The values known so far.
trait ValuesSoFar {
    fn get(&self, rank: Rank) -> Option<u32>;
    fn put(&mut self, rank: Rank, value: u32);
}

impl ValuesSoFar for Vec<Option<u32>> {
    fn get(&self, rank: Rank) -> Option<u32> {
        self[rank as usize]
    }

    fn put(&mut self, rank: Rank, value: u32) {
        self[rank as usize] = Some(value);
    }
}

impl ValuesSoFar for HashMap<Rank, u32, FixedState> {
    fn get(&self, rank: Rank) -> Option<u32> {
        self.get(&rank).copied()
    }

    fn put(&mut self, rank: Rank, value: u32) {
        self.insert(rank, value);
    }
}

/// Solves one position and all positions on which it depends.
fn settle(task: &Task<'_>, wanted: Rank, known: &mut impl ValuesSoFar) -> Result<u32, Error> {
    let mut path = vec![wanted];
    while let Some(&top) = path.last() {
        let (mut options, mut missing, mut parts) = (Vec::new(), None, 0);
        task.ruleset.each_option(top, &mut |entries| {
            let mut sum = if entries.is_empty() { task.empty_sum() } else { 0 };
            for &entry in entries {
                match known.get(entry) {
                    Some(value) => sum ^= value,
                    None => missing = Some(entry),
                }
            }
            options.push(sum);
            parts += entries.len() as u64;
        });
        task.control.looked_at(parts + options.len() as u64)?;
        match missing {
            Some(entry) => path.push(entry),
            None => {
                known.put(top, judge(task, options));
                path.pop();
            }
        }
    }
    Ok(known.get(wanted).unwrap_or_default())
}

/// The value of a position, given the values of its options.
fn judge(task: &Task<'_>, options: Vec<u32>) -> u32 {
    if let ValueClass::Length { winner_hurries } = task.value.class {
        let mut length = PlayLength::new(winner_hurries);
        options.into_iter().for_each(|option| length.add(option));
        return length.value();
    }
    if task.on_outcomes() {
        // Options that may be forbidden are distinct.
        let to_p = options.iter().filter(|&&option| option == 0).count() as u32;
        let wins = to_p > task.ruleset.convention().forbidden() || (options.is_empty() && task.play == Play::Misere);
        return u32::from(wins);
    }
    if options.is_empty() {
        return task.empty_sum();
    }
    // One of the first values is missing, as there is one more of them than options.
    let mut is_option = vec![false; options.len() + 1];
    for option in options {
        if let Some(is_option) = is_option.get_mut(option as usize) {
            *is_option = true;
        }
    }
    is_option.iter().take_while(|&&is_option| is_option).count() as u32
}
