//! Remoteness and suspense of all-but games, such as Nim with one heap; normal play.
//!
//! Idea: of the plays that some moves lead to, only two matter: the best one after a move to a P-position, and the best
//! one after a move to an N-position. All heaps farther away than the largest forbidden number f are options, so their
//! two best plays are kept, and the f nearest heaps are looked at. Cost: f steps for each heap. Memory: four bytes for
//! each heap. Reference: C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1 (1966).

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, PlayLength, Value, ValueClass};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::AllBut;

/// Lengths of plays of all-but games.
pub struct AllButLengths;

impl Kernel for AllButLengths {
    fn name(&self) -> &'static str {
        "all-but-lengths"
    }

    fn summary(&self) -> &'static str {
        "remoteness and suspense of all-but games, with the best plays to all distant heaps"
    }

    fn knows(&self, value: Value) -> bool {
        [Value::REMOTENESS, Value::SUSPENSE].contains(&value)
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let fits = task.ruleset.rows().len() < u64::from(u32::MAX);
        fits && task.has::<AllBut>() && task.play == Play::Normal && self.knows(task.value)
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Bytes(4 * u128::from(task.ruleset.rows().len()))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let (Some(AllBut(forbidden)), ValueClass::Length { winner_hurries }) = (task.structure(), task.value.class)
        else {
            return Ok(Solution::default());
        };
        let (rows, reach) = (task.ruleset.rows().len(), forbidden.last().copied().unwrap_or(0));
        let (mut lengths, mut distant) = (Vec::with_capacity(rows as usize), PlayLength::new(winner_hurries));
        let mut out = Emitter::new(task, sink);
        task.control.phase("computing", rows);
        for n in 0..rows {
            let mut all = distant;
            let near = (1..=reach.min(n)).filter(|taken| forbidden.binary_search(taken).is_err());
            near.for_each(|taken| all.add(lengths[(n - taken) as usize]));
            if n >= reach {
                // One more heap is distant from the next heap.
                distant.add(*lengths.get((n - reach) as usize).unwrap_or(&all.value()));
            }
            lengths.push(all.value());
            if out.push(all.value())? == Flow::Stop {
                return Ok(Solution::default());
            }
            if n % 4096 == 0 || reach > 4096 {
                task.control.check()?;
                task.control.progress(n);
            }
        }
        out.flush().map(|_| Solution::default())
    }
}
