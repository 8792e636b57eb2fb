//! The generic parallel kernel: any game, stratum by stratum.
//!
//! Idea: the positions of a stratum depend on lower strata only, so they are computed in
//! parallel into scratch and then packed. A stratum of one position (one-heap games) is
//! computed in place, serially. Cost: one visit of every option, a bit set a position.
//! Memory: the packed table of all positions, and 16 bytes for each slot of a chunk.

use super::{Emitter, Flow, Kernel, Sink, Solution, Task};
use crate::bytes::Bytes;
use crate::control::Snapshot;
use crate::error::Error;
use crate::nimber::NimberSet;
use crate::ruleset::{Play, Rank, Ruleset};
use crate::table::PackedTable;
use rayon::prelude::*;

/// The generic parallel kernel.
pub struct Strata;

/// Slots computed between two looks at the cancellation flag.
const CHUNK: u64 = 1 << 16;

impl Kernel for Strata {
    fn name(&self) -> &'static str {
        "strata"
    }

    fn summary(&self) -> &'static str {
        "any game, the positions of a stratum in parallel"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.play == Play::Normal || task.on_outcomes()
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let scratch = Bytes(16 * u128::from(CHUNK));
        Bytes::packed(u128::from(task.ruleset.positions()), task.value_bits()).plus(scratch)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let ruleset = task.ruleset;
        let mut table = PackedTable::zeros(ruleset.positions());
        let mut out = Emitter::new(task, sink);
        let (mut done, mut set) = (0, NimberSet::new());
        task.control.phase("computing", ruleset.positions());
        for stratum in self.resumed(task, &mut table)..ruleset.strata() {
            task.control.check()?;
            let before = done;
            done += compute(task, stratum, &mut table, &mut set)?;
            if emit(task, &table, ruleset.settled(stratum), &mut out)? == Flow::Stop {
                return Ok(Solution::default());
            }
            if before >> 10 != done >> 10 {
                task.control.progress(done);
                self.save_if_due(task, stratum + 1, &table)?;
            }
        }
        emit(task, &table, ruleset.positions(), &mut out)?;
        out.flush().map(|_| Solution::default())
    }
}

impl Strata {
    /// Offers the state: the next stratum, then every value computed so far.
    fn save_if_due(&self, task: &Task<'_>, next: u64, table: &PackedTable) -> Result<(), Error> {
        let Some(checkpoint) = task.control.checkpoint().filter(|checkpoint| checkpoint.due()) else { return Ok(()) };
        let mut bytes = next.to_le_bytes().to_vec();
        (0..table.len()).for_each(|rank| bytes.extend_from_slice(&table.get(rank).to_le_bytes()));
        checkpoint.save(&Snapshot { kernel: self.name(), bytes })
    }

    /// Takes up a kept state of this very task; the stratum to go on with.
    fn resumed(&self, task: &Task<'_>, table: &mut PackedTable) -> u64 {
        let kept = task.control.checkpoint().and_then(|checkpoint| checkpoint.last());
        let Some(kept) = kept.filter(|kept| kept.kernel == self.name()) else { return 0 };
        let Some((next, values)) = kept.bytes.split_first_chunk::<8>() else { return 0 };
        let words: Vec<u32> =
            values.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        if words.len() as u64 != table.len() {
            return 0;
        }
        table.fill(0, &words);
        u64::from_le_bytes(*next)
    }
}

/// Computes a stratum; returns how many positions it has.
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
            ruleset.slot(stratum, slot as u64).map(|rank| (rank, value(task, rank, table, set)))
        };
        let slots = from as usize..upto as usize;
        let scratch: Vec<(Rank, u32)> =
            slots.into_par_iter().with_min_len(64).map_init(NimberSet::new, value_of).flatten_iter().collect();
        positions += scratch.len() as u64;
        scratch.into_iter().for_each(|(rank, value)| table.set(rank, value));
    }
    Ok(positions)
}

/// The value of one position, by the table of lower strata.
fn value(task: &Task<'_>, rank: Rank, table: &PackedTable, set: &mut NimberSet) -> u32 {
    if task.on_outcomes() {
        let (mut terminal, mut to_p) = (true, false);
        task.ruleset.options(rank, &mut |entries| {
            terminal = false;
            to_p |= entries.first().map_or(task.empty_sum(), |&entry| table.get(entry)) == 0;
        });
        return u32::from(to_p || (terminal && task.play == Play::Misere));
    }
    set.clear();
    task.ruleset.options(rank, &mut |entries| {
        set.insert(entries.iter().fold(0, |sum, &entry| sum ^ table.get(entry)));
    });
    set.mex()
}

/// Hands on the rows whose positions have ranks below `settled`.
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
