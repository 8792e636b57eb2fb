//! The general parallel kernel: any game, stratum by stratum.
//!
//! Idea: the positions of a stratum depend only on lower strata. They are computed in parallel into scratch memory
//! and then packed. A stratum of one position, as in one-heap games, is computed in place. Cost: one visit of every
//! option, and one bit set per position. Memory: the packed table of all positions, and 16 bytes per slot of a chunk.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::limits::check_memory;
use grundy_core::nimber::NimberSet;
use grundy_core::packed::PackedTable;
use grundy_core::ruleset::{Play, PlayLength, Rank, Ruleset, Value, ValueClass};
use grundy_core::stream::{Flow, Outlet, State, StateReader};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// The general parallel kernel.
pub struct Strata;

/// The number of slots computed between two checks for cancellation.
const CHUNK: u64 = 1 << 16;

impl Kernel for Strata {
    fn name(&self) -> &'static str {
        "strata"
    }

    fn summary(&self) -> &'static str {
        "any game, with the positions of a stratum in parallel"
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
        let scratch = Bytes(16 * u128::from(CHUNK));
        Bytes::packed(u128::from(task.ruleset.positions()), task.value_bits()).plus(scratch)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        task.check_lengths()?;
        let ruleset = task.ruleset;
        let mut table = PackedTable::zeros(ruleset.positions());
        let kept = task.resume(|kept| resumed(kept, ruleset.positions()))?;
        let (next, first) = kept.map_or((0, 0), |(place, values)| {
            table = values;
            place
        });
        let mut out = Emitter::from(task, sink, first);
        let (mut done, mut set) = (0, NimberSet::new());
        task.control.phase("computing", ruleset.positions());
        task.control.check()?;
        for stratum in next..ruleset.strata() {
            let before = done;
            done += compute(task, stratum, &mut table, &mut set)?;
            if emit(task, &table, ruleset.settled(stratum), &mut out)? == Flow::Stop {
                return Ok(Solution::default());
            }
            // A game of one's own may take long for a single position: whoever stops the run does not wait for 1,024 of
            // them.
            if before >> 10 != done >> 10 || task.control.check().is_err() {
                task.control.progress(done);
                let row = out.next_row();
                let state = &mut |state: &mut State| {
                    state.put(&(stratum + 1, row))?;
                    table.save(state)
                };
                if out.checkpoint(state)? == Flow::Stop {
                    return Ok(Solution::default());
                }
                task.control.check()?;
            }
        }
        emit(task, &table, ruleset.positions(), &mut out)?;
        out.flush().map(|_| Solution::default())
    }
}

/// Whether [`values_of_ranks`] has the memory that it needs.
pub fn room_for_ranks(task: &Task<'_>) -> bool {
    Strata.needs(task) <= task.memory
}

/// The values of all positions of a game, requested or not, by rank.
///
/// # Errors
/// [`Error::Limit`] if they do not fit in memory; [`Error::Interrupted`].
pub fn values_of_ranks(task: &Task<'_>) -> Result<PackedTable, Error> {
    let positions = task.ruleset.positions();
    check_memory("the values of all positions that can be reached", Strata.needs(task), task.memory)?;
    let (mut table, mut set, mut done) = (PackedTable::zeros(positions), NimberSet::new(), 0);
    task.control.phase("computing", positions);
    for stratum in 0..task.ruleset.strata() {
        task.control.check()?;
        done += compute(task, stratum, &mut table, &mut set)?;
        task.control.progress(done);
    }
    Ok(table)
}

/// A saved state: the next stratum, the next row, and the table, which must have `positions` entries.
fn resumed(kept: &mut StateReader<'_>, positions: u64) -> Option<((u64, u64), PackedTable)> {
    let place = kept.take()?;
    let values = PackedTable::load(kept).filter(|values| values.len() == positions)?;
    Some((place, values))
}

/// Computes a stratum. Returns the number of its positions.
fn compute(task: &Task<'_>, stratum: u64, table: &mut PackedTable, set: &mut NimberSet) -> Result<u64, Error> {
    let ruleset = task.ruleset;
    let slots = ruleset.slots(stratum);
    if slots == 1 {
        let Some(rank) = ruleset.slot(stratum, 0) else { return Ok(0) };
        table.set(rank, value(task, rank, table, set));
        return Ok(1);
    }
    let mut positions = 0;
    for from in (0..slots).step_by(CHUNK as usize) {
        task.control.check()?;
        let upto = (from + CHUNK).min(slots);
        let value_of = |set: &mut NimberSet, slot: usize| {
            // What is left out here is never used: the check below ends the run.
            task.control.check().ok()?;
            ruleset.slot(stratum, slot as u64).map(|rank| (rank, value(task, rank, table, set)))
        };
        let slots = from as usize..upto as usize;
        let scratch: Vec<(Rank, u32)> =
            slots.into_par_iter().with_min_len(64).map_init(NimberSet::new, value_of).flatten_iter().collect();
        task.control.check()?;
        positions += scratch.len() as u64;
        scratch.into_iter().for_each(|(rank, value)| table.set(rank, value));
    }
    Ok(positions)
}

/// The value of one position, from the table of lower strata.
fn value(task: &Task<'_>, rank: Rank, table: &PackedTable, set: &mut NimberSet) -> u32 {
    if task.on_outcomes() {
        let (mut terminal, mut to_p, forbidden) = (true, 0, task.ruleset.convention().forbidden());
        let _ = task.ruleset.options(rank, &mut |entries| {
            terminal = false;
            to_p += u32::from(entries.first().map_or(task.empty_sum(), |&entry| table.get(entry)) == 0);
            // One winning move that cannot be forbidden is enough.
            if to_p > forbidden { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        return u32::from(to_p > forbidden || (terminal && task.play == Play::Misere));
    }
    if let ValueClass::Length { winner_hurries } = task.value.class {
        let mut length = PlayLength::new(winner_hurries);
        // An option is a single position, or nothing is left.
        task.ruleset.each_option(rank, &mut |entries| length.add(entries.first().map_or(0, |&entry| table.get(entry))));
        return length.value();
    }
    set.clear();
    let mut terminal = true;
    task.ruleset.each_option(rank, &mut |entries| {
        terminal = false;
        let empty = if entries.is_empty() { task.empty_sum() } else { 0 };
        set.insert(entries.iter().fold(empty, |sum, &entry| sum ^ table.get(entry)));
    });
    if terminal { task.empty_sum() } else { set.mex() }
}

/// Passes on the rows whose positions have ranks below `settled`.
fn emit(task: &Task<'_>, table: &PackedTable, settled: Rank, out: &mut Emitter<'_>) -> Result<Flow, Error> {
    let ruleset: &dyn Ruleset = task.ruleset;
    while out.next_row() < ruleset.rows().len() {
        let rank = ruleset.asked(out.next_row());
        if rank >= settled {
            break;
        }
        if out.push(table.get(rank))? == Flow::Stop {
            return Ok(Flow::Stop);
        }
    }
    Ok(Flow::Continue)
}
