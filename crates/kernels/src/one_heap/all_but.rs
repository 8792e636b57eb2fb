//! All-but games: the values of all smaller heaps, except those whose distance is a forbidden number of tokens.
//!
//! Idea: count how often each value has occurred. Heap n has all smaller heaps as options, except n - f for f in F.
//! So a value belongs to an option iff it occurred more often than on these excepted heaps. Values appear without
//! gaps. So the mex is the value of an excepted heap, or the next new value. Recurrence: G(n) = mex { G(m) : m < n,
//! n - m not in F }. Cost: |F| look-ups per heap. Memory: four bytes per heap, and up to twelve per value. Reference:
//! A. N. Siegel, Combinatorial Game Theory (2013), IV.2.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure;

/// Values of all-but games.
pub struct AllButKernel;

impl Kernel for AllButKernel {
    fn name(&self) -> &'static str {
        "all-but"
    }

    fn summary(&self) -> &'static str {
        "values of all-but games, by how often each value has occurred"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let known = task.has::<structure::AllBut>();
        known && task.play == Play::Normal && task.value == Value::GRUNDY
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        // The counts double as they grow.
        Bytes(16 * u128::from(task.ruleset.rows().len()) + (1 << 19))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(structure::AllBut(forbidden)) = task.structure() else { return Ok(Solution::default()) };
        let rows = task.ruleset.rows().len();
        let (mut values, mut counts): (Vec<u32>, Vec<u32>) = (Vec::with_capacity(rows as usize), Vec::new());
        let mut out = Emitter::new(task, sink);
        task.control.phase("computing", rows);
        for n in 0..rows {
            let near = || forbidden.iter().take_while(|&&f| f <= n).map(|f| values[(n - f) as usize]);
            near().for_each(|value| counts[value as usize] -= 1);
            let least = near().filter(|&value| counts[value as usize] == 0).min();
            near().for_each(|value| counts[value as usize] += 1);
            let value = least.unwrap_or(counts.len() as u32);
            if value as usize == counts.len() {
                counts.push(0);
            }
            counts[value as usize] += 1;
            values.push(value);
            if out.push(value)? == Flow::Stop {
                return Ok(Solution::default());
            }
            if n % 4096 == 0 {
                task.control.check()?;
                task.control.progress(n);
            }
        }
        out.flush().map(|_| Solution::default())
    }
}
