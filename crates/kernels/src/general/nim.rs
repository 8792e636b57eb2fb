//! Nim in normal play, by nim-sums.
//!
//! Recurrence: G(h1, ..., hd) = h1 xor ... xor hd. Cost and memory: those of `joined.rs`, plus four bytes per heap
//! size. Reference: C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901).

use super::joined::give_sum;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::nim_sum::{Part, Terms};
use grundy_core::ruleset::{Play, Rows};
use grundy_core::stream::Outlet;

/// Nim, whatever family it comes from.
pub struct NimKernel;

impl Kernel for NimKernel {
    fn name(&self) -> &'static str {
        "nim"
    }

    fn summary(&self) -> &'static str {
        "Nim in normal play, by nim-sums"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let rows = task.ruleset.rows();
        let sides = rows.firsts().iter().zip(rows.sides());
        let fits = sides.into_iter().all(|(first, side)| first + side <= 1 << 32);
        let whole = rows.is_whole() && rows.names().is_none() && rows.len() < 1 << 63 && fits;
        task.play == Play::Normal
            && whole
            && rows.dimensions() > 1
            && task.ruleset.structures().is_nim(rows.dimensions())
    }

    /// Coordinates suffice to describe the positions.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.on_outcomes() { 1 } else { (u64::BITS - task.ruleset.rows().end().leading_zeros()).clamp(1, 32) }
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let heaps: u128 = task.ruleset.rows().sides().iter().map(|&side| u128::from(side)).sum();
        // The values, the run, and a block.
        Bytes(8 * heaps + 16 * u128::from(task.scale.joined) + (1 << 16))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let rows = task.ruleset.rows();
        let (mut parts, mut part_of): (Vec<Part>, Vec<usize>) = (Vec::new(), Vec::new());
        for (&first, &side) in rows.firsts().iter().zip(rows.sides()) {
            let own = Rows::line(first, first + side - 1);
            let known = parts.iter().position(|part| part.rows == own);
            part_of.push(known.unwrap_or(parts.len()));
            if known.is_none() {
                let terms = Terms::whole((first..first + side).map(|heap| heap as u32).collect());
                parts.push(Part { rows: own, terms });
            }
        }
        give_sum(task, parts, &part_of, sink).map(|()| Solution::default())
    }
}
