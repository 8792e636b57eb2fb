//! The plain kernel for one-heap take-and-break games.
//!
//! Idea: the recurrence G(n) = mex { G(a) ^ G(b) : a + b = n - k, digit k allows it } runs directly over an array.
//! Marks carry the time stamp n, so they need not be cleared. Cost: n/2 nim-sums per splitting digit and value
//! (n^2/12 if three heaps may be left). Memory: 8 bytes per value (4 in a list that grows). Reference: Winning Ways
//! ch. 4. Works for any such game; no sparse space is needed.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, TakeAndBreak};
use grundy_core::stream::{Flow, Outlet};

/// The plain kernel for one-heap take-and-break games.
pub struct TakeAndBreakKernel;

impl Kernel for TakeAndBreakKernel {
    fn name(&self) -> &'static str {
        "take-and-break"
    }

    fn summary(&self) -> &'static str {
        "one-heap take-and-break codes, by the recurrence over a plain array"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.play == Play::Normal && task.has::<TakeAndBreak>()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        Bytes(u128::from(task.ruleset.rows().len()) * 8)
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(code) = task.structure::<TakeAndBreak>() else { return Ok(Solution::default()) };
        let rows = task.ruleset.rows().len();
        let mut heaps = HeapList::default();
        let mut out = Emitter::new(task, sink);
        task.control.phase("computing", rows);
        for n in 0..rows {
            let value = heaps.next(code, task.control)?;
            if out.push(value)? == Flow::Stop {
                return Ok(Solution::default());
            }
            if n % 256 == 0 {
                task.control.progress(n);
            }
        }
        out.flush().map(|_| Solution::default())
    }
}

/// The values so far, and the mex marks of the current value.
#[derive(Default)]
pub(super) struct HeapList {
    values: Vec<u32>,
    /// `marks[v] == n + 1` means that v is the value of an option of n. The length is a power of two that exceeds
    /// every nim-sum of values.
    marks: Vec<u64>,
}

impl HeapList {
    /// Continues after the given values.
    pub fn from_values(values: Vec<u32>) -> Self {
        let bound = values.iter().max().map_or(0, |&largest| (largest as usize + 1).next_power_of_two());
        Self { values, marks: vec![0; bound] }
    }

    pub fn next(&mut self, code: &TakeAndBreak, control: &Control<'_>) -> Result<u32, Error> {
        control.check()?;
        let n = self.values.len();
        let stamp = n as u64 + 1;
        for k in 0..=code.last_place().unwrap_or(n as u64).min(n as u64) {
            let (digit, rest) = (code.digit(k), n - k as usize);
            if (digit & 1 != 0 && rest == 0) || (digit & 2 != 0 && rest >= 1) {
                // The empty sum has value 0, like heap 0.
                let value = self.values[rest];
                self.mark(value, stamp);
            }
            if digit & 4 != 0 {
                self.mark_pairs(1, rest, 0, stamp);
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    control.check()?;
                    self.mark_pairs(a, rest - a, self.values[a], stamp);
                }
            }
        }
        let mex = self.marks.iter().take_while(|&&mark| mark == stamp).count() as u32;
        let bound = (mex as usize + 1).next_power_of_two();
        if bound > self.marks.len() {
            self.marks.resize(bound, 0);
        }
        self.values.push(mex);
        Ok(mex)
    }

    #[inline]
    fn mark(&mut self, value: u32, stamp: u64) {
        let mask = self.marks.len() - 1;
        self.marks[value as usize & mask] = stamp;
    }

    /// Marks the splits of `total` into two heaps of at least `least` tokens, next to a third of value `third`.
    #[inline]
    fn mark_pairs(&mut self, least: usize, total: usize, third: u32, stamp: u64) {
        if total < 2 * least {
            return;
        }
        let half = total / 2;
        let low = &self.values[least..=half];
        let high = &self.values[total - half..=total - least];
        let mask = self.marks.len() - 1;
        for (a, b) in low.iter().zip(high.iter().rev()) {
            self.marks[(a ^ b ^ third) as usize & mask] = stamp;
        }
    }
}
