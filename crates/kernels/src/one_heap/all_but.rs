//! All-but games: the values of all smaller heaps, without those that are a forbidden number of tokens away.
//!
//! Idea: how often each value came so far is counted. From heap n all smaller heaps can be reached but n - f, f in F. So a value
//! can be had iff it came more often than on those heaps; and values come without gaps, so that one that cannot be had is the value
//! of one of those heaps, or the next new one. Recurrence: G(n) = mex { G(m) : m < n, n - m not in F }.
//! Cost: |F| looks at counts a heap. Memory: four bytes a heap, and up to twelve a value. Reference: A. N. Siegel, Combinatorial Game Theory (2013), IV.2.

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
