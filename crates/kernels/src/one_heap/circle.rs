//! Objects on a circle: the first move leaves a row, which the kernel for rows solves.
//!
//! Idea and recurrence: removing t adjacent objects from a circle of n leaves a row of n - t, a take-and-break game
//! R. G(n) = mex { R(n - t) : t allowed, t <= n }. Cost: that of the row, and one look-up for each t. Memory: that of
//! the row, and four bytes per value. Reference: Winning Ways ch. 4.

use crate::shared::{Emitter, all_terms, needs_of_terms};
use crate::viewed::Viewed;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, Rows, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{self, Structures};

/// Circles, by way of rows.
pub struct CircleKernel {
    /// Finds the kernel of a row.
    pub first: fn(&Task<'_>) -> Option<&'static dyn Kernel>,
}

/// What a circle leads to: how many objects a move may take, and the game on rows.
fn row_of<'t>(task: &Task<'t>) -> Option<(&'t [u64], Viewed<'t>)> {
    let structure::Circle { take, row } = task.structure()?;
    let rows = task.ruleset.rows();
    let fits = task.play == Play::Normal && rows.is_sequence() && rows.is_whole() && rows.first() == 0;
    let row = Viewed { rows: Rows::line(0, rows.end().saturating_sub(1)), structures: Structures::of(row) };
    fits.then_some((take, row))
}

/// The task of the rows.
fn of_row<'t>(task: &Task<'t>, row: &'t Viewed<'_>) -> Task<'t> {
    Task { ruleset: row, value: Value::GRUNDY, kept: None, ..*task }
}

impl Kernel for CircleKernel {
    fn name(&self) -> &'static str {
        "circle"
    }

    fn summary(&self) -> &'static str {
        "objects on a circle: the rows by their own kernel, then one move"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        row_of(task).is_some_and(|(_, row)| (self.first)(&of_row(task, &row)).is_some())
    }

    /// Rows and circles are identified by their numbers.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        // A mex is at most the number of options.
        let most = row_of(task).map_or(0, |(take, _)| take.len());
        if task.value == Value::OUTCOME { 1 } else { (usize::BITS - most.leading_zeros()).clamp(1, 32) }
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let Some((_, row)) = row_of(task) else { return Bytes(0) };
        let own = Bytes(4 * u128::from(row.rows.len()) + (1 << 19));
        let part = of_row(task, &row);
        (self.first)(&part).map_or(Bytes(0), |kernel| needs_of_terms(kernel, &part)).plus(own)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some((take, row)) = row_of(task) else { return Ok(Solution::default()) };
        let part = of_row(task, &row);
        let kernel = (self.first)(&part).ok_or_else(|| Error::Fault("a row without a kernel".to_string()))?;
        let values = all_terms(kernel, &part)?.into_vec();
        let (mut seen, mut out) = (vec![0u64; take.len() + 1], Emitter::new(task, sink));
        task.control.phase("computing", row.rows.len());
        for n in 0..row.rows.len() {
            // `seen[v] == n + 1` means that v is the value of an option.
            for t in take.iter().take_while(|&&t| t <= n) {
                seen.get_mut(values[(n - t) as usize] as usize).into_iter().for_each(|seen| *seen = n + 1);
            }
            let value = seen.iter().take_while(|&&seen| seen == n + 1).count() as u32;
            if out.push(value)? == Flow::Stop {
                return Ok(Solution::default());
            }
            if n % 1024 == 0 {
                task.control.check()?;
                task.control.progress(n);
            }
        }
        out.flush().map(|_| Solution::default())
    }
}
