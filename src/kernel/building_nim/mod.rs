//! Building Nim: backward over partitions, 64 totals in a word.
//!
//! Idea: the piles of a position are a partition of the t stones placed into at most s parts.
//! Let bit j of its word be its outcome if n_j stones are placed in all, where 1 is N. For
//! t < n_j a position is N iff some child, one stone richer, is P; for t = n_j the Nim on
//! the piles decides, N iff their nim-sum is not 0. The same move serves every total, hence
//!
//! > word(p) = NOT (AND of the words of the children), with the bit of t itself set by the Nim.
//!
//! One pass from t = n to t = 0 answers 64 totals. Odd ones need none: the nim-sum has the
//! parity of n, so whoever builds, N is left at the end, and the n placed stones decide: the
//! empty start is P. The totals of a pass are 128 g, 128 g + 2, ..., 128 g + 126.
//!
//! The partitions of t are in lexicographic order. All those that begin with the same parts up
//! to part i stand in a row, a *block*; and if part i may grow, the children that grow it are
//! in the next layer at the same distance for the whole block, in the same order. So every
//! AND runs along two slices. The last two parts, a and b, make runs of partitions.
//!
//! Cost: s ANDs of words for each partition of t <= n, a pass of n for each 128 totals.
//! Memory: two layers of 8 bytes a partition, and a table of the sizes of blocks.
//! Threads: blocks of the first part. Reference: E. Duchene, M. Dufour, S. Heubach and
//! U. Larsson, Building Nim, Int. J. Game Theory 45 (2016).

mod pass;
mod sizes;

use super::{Emitter, Flow, Kernel, Sink, Solution, Task};
use crate::bytes::Bytes;
use crate::error::Error;
use crate::ruleset::{Play, View};
use pass::Pass;
use sizes::{Sizes, partitions};

/// Outcomes of Building Nim.
pub struct BuildingNim;

/// The end of what is supported; already on three piles a layer has n^2 / 12 partitions.
const END: u64 = 1 << 16;

impl Kernel for BuildingNim {
    fn name(&self) -> &'static str {
        "building-nim"
    }

    fn summary(&self) -> &'static str {
        "outcomes of Building Nim on three piles or more, all totals at once"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let rows = task.ruleset.rows();
        let starts = rows.is_sequence() && rows.first() == 0 && rows.end() <= END;
        let asked = task.on_outcomes() && task.play == Play::Normal;
        starts && asked && piles_of(task).is_some_and(|piles| piles >= 3)
    }

    fn walks(&self) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let (n, piles) = (task.ruleset.rows().end().saturating_sub(1), piles_of(task).unwrap_or(0));
        let largest = partitions(n, piles).last().copied().unwrap_or(0);
        Bytes(2 * 8 * u128::from(largest)).plus(Sizes::needs(n, piles)).plus(Bytes(1 << 20))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Sink) -> Result<Solution, Error> {
        let (rows, piles) = (task.ruleset.rows().len(), piles_of(task).unwrap_or(0));
        let sizes = Sizes::new(rows, piles);
        let kept = sink.resume();
        let kept = kept.and_then(|kept| Pass::load(&mut kept.reader(), &sizes, rows));
        let mut pass = kept.unwrap_or(Pass::new(0, rows));
        let mut out = Emitter::from(task, sink, pass.first());
        task.control.phase("computing", rows);
        task.control.check()?;
        loop {
            while pass.stones() > 0 {
                pass.layer(&sizes);
                if out.checkpoint(&mut |state| pass.save(state))? == Flow::Stop {
                    return Ok(Solution::default());
                }
                task.control.check()?;
            }
            for n in pass.first()..pass.end() {
                if out.push(u32::from(pass.next_wins(n)))? == Flow::Stop {
                    return Ok(Solution::default());
                }
            }
            task.control.progress(pass.end());
            if pass.end() == rows {
                return out.flush().map(|_| Solution::default());
            }
            pass = Pass::new(pass.end(), rows);
        }
    }
}

fn piles_of(task: &Task<'_>) -> Option<usize> {
    match task.ruleset.view() {
        View::BuildingNim { piles } => Some(piles),
        _ => None,
    }
}
