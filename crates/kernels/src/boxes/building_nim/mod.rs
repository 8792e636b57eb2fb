//! Building Nim: backward over partitions, with up to 64 totals in a word.
//!
//! Read `plain.rs` first: it is the same method without optimisations.
//!
//! Idea: the piles of a position are a partition of the t stones placed so far into at most s parts. Bit j of its
//! word tells the outcome if n_j stones are placed in all; 1 is P. For t < n_j a position is P iff no child, a
//! position with one more stone, is P. For t = n_j the Nim on the piles decides: P iff their nim-sum is 0. The same
//! moves serve every total, hence
//!
//! > word(p) = NOT (OR of the words of the children), with the bit of t itself set by the Nim.
//!
//! One pass from t = n to t = 0 answers 64 totals. Odd totals need no computation: the nim-sum has the parity of n,
//! so the final position is always N. Since the players then have placed an odd number of stones, the empty start is
//! P. The totals of a pass are 128 g, 128 g + 2, ..., 128 g + 126. Large totals have the low bits. So the first
//! layers, which are the largest and concern few totals, need words of only 8, 16 or 32 bits.
//!
//! The piles l1 >= ... >= ls are represented by their steps d_i = l_i - l_(i+1), d_s = l_s, and t is the sum of i
//! d_i. Growing pile i adds 1 to d_i and subtracts 1 from d_(i-1), if this is possible. The first step follows from
//! t, and the second is the place on a *line*: the positions with the same d_3, ..., d_s. A layer consists of the
//! same lines as the one before, but they are shorter. The children of all positions of a line are found at a fixed
//! distance: for l1 at the same place, for l2 at the next, for l3 at the place before on the line with d_3 + 1, and
//! for later piles at the same place of another line. So every OR runs along two lines. A 0 after the end of each
//! line, and so before the next, makes nonexistent children add nothing.
//!
//! Cost: at most s ORs of words for each partition of t <= n, and one pass up to n for each 128 totals. Memory: two
//! layers of 1 to 8 bytes per partition, and at most 4 s bytes per line. Threads share the lines of a layer.
//! Reference: E. Duchene, M. Dufour, S. Heubach and U. Larsson, Building Nim, Int. J. Game Theory 45 (2016).

mod layers;
mod lines;
mod pass;

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure;
use lines::Lines;
use pass::LayerPass;

/// Outcomes of Building Nim.
pub struct BuildingNimKernel;

/// The end of the supported range. Even with three piles a layer has n^2 / 12 partitions.
const END: u64 = 1 << 16;

/// Places of words are stored in 32 bits.
const MOST_WORDS: u128 = 1 << 32;

impl Kernel for BuildingNimKernel {
    fn name(&self) -> &'static str {
        "building-nim"
    }

    fn summary(&self) -> &'static str {
        "outcomes of Building Nim on three or more piles, for all totals at once"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let rows = task.ruleset.rows();
        let starts = rows.is_sequence() && rows.first() == 0 && (1..=END).contains(&rows.len());
        let asked = task.on_outcomes() && task.play == Play::Normal;
        let numbered = |piles| Lines::needs(rows.len() - 1, piles).1 < MOST_WORDS;
        starts && asked && piles_of(task).is_some_and(|piles| piles >= 3 && numbered(piles))
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let most = task.ruleset.rows().len().saturating_sub(1).min(END);
        let lines = piles_of(task).filter(|&piles| piles >= 3).map(|piles| Lines::needs(most, piles).0);
        lines.unwrap_or(Bytes(u128::MAX)).plus(Bytes(1 << 20))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let (rows, piles) = (task.ruleset.rows().len(), piles_of(task).unwrap_or(0));
        let lines = Lines::new(rows - 1, piles);
        let kept = task.resume(|kept| LayerPass::load(kept, rows, &lines))?;
        let mut pass = kept.unwrap_or_else(|| LayerPass::new(0, rows, &lines));
        let mut out = Emitter::from(task, sink, pass.first());
        task.control.phase("computing", rows);
        task.control.check()?;
        loop {
            while pass.stones() > 0 {
                pass.layer(&lines);
                if out.checkpoint(&mut |state| pass.save(&lines, state))? == Flow::Stop {
                    return Ok(Solution::default());
                }
                task.control.check()?;
            }
            for n in pass.first()..pass.end() {
                if out.push(u32::from(pass.next_wins(n, &lines)))? == Flow::Stop {
                    return Ok(Solution::default());
                }
            }
            task.control.progress(pass.end());
            if pass.end() == rows {
                return out.flush().map(|_| Solution::default());
            }
            pass = pass.next(rows, &lines);
        }
    }
}

fn piles_of(task: &Task<'_>) -> Option<usize> {
    task.structure().map(|&structure::BuildingNim { piles }| piles)
}
