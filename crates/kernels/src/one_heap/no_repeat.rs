//! Heaps that remember the last move: the number of tokens that it removed may not be removed again (Mem0).
//!
//! Idea: let g(n, t) be the value of a heap of n tokens where t may not be removed, and G(n) the value where any number
//! may. The options of a heap n are g(n - t, t). To forbid one of them changes the mex only if no other option has its
//! value, and this value is less than G(n): then g(n, t) is this value. So one pass over the options of n, with a bit
//! for the values seen and a bit for those seen twice, gives G(n) and all g(n, t).
//!
//! Recurrence: G(n) = mex { g(n - t, t) : 0 < t <= n }; g(n, t) = g(n - t, t) if this is less than G(n) and no other
//! option of n has it, else G(n). For t > n, where t could not be removed anyway, g(n, t) = G(n). Cost: n steps for
//! each n. Heaps are computed in blocks, so that for each smaller heap m the values needed, g(m, t) for some
//! consecutive t, lie side by side; the heaps of a block are shared among threads. Memory: 4 bytes for each g(m, t)
//! with n - m <= t <= m that is still needed, at most 0.6 N^2 bytes together for N heaps. References: R. K. Guy and R.
//! J. Nowakowski, Unsolved problems in combinatorial games (2002), problem 22; U. Larsson, S. Rubinstein-Salzedo and A.
//! N. Siegel, Memgames, arXiv:1912.10517.

use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::NoRepeat;
use rayon::prelude::*;

/// Heaps that remember the last move.
pub struct NoRepeatKernel;

impl Kernel for NoRepeatKernel {
    fn name(&self) -> &'static str {
        "no-repeat"
    }

    fn summary(&self) -> &'static str {
        "heaps that remember the last move: its number of tokens may not be removed again"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        task.play == Play::Normal && task.has::<NoRepeat>()
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        if task.value.letters.is_empty() {
            (u64::BITS - task.ruleset.rows().end().leading_zeros()).min(u32::BITS)
        } else {
            1
        }
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let heaps = u128::from(task.ruleset.rows().end());
        // Besides the table, what the heaps of a block have seen, and a value for each of their options.
        Bytes(6 * heaps * heaps / 10 + 5 * BLOCK as u128 * heaps + (1 << 16))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let rows = task.ruleset.rows();
        let mut run = Run::new(rows.end() as usize);
        let mut out = Emitter::new(task, sink);
        task.control.phase("computing", rows.len());
        while run.values.len() < run.end {
            task.control.check()?;
            let from = run.values.len();
            run.block(BLOCK);
            for n in from.max(rows.first() as usize)..run.values.len() {
                if out.push(run.values[n])? == Flow::Stop {
                    return Ok(Solution::default());
                }
            }
            task.control.progress(out.next_row());
        }
        out.flush().map(|_| Solution::default())
    }
}

/// The number of heaps in a block.
const BLOCK: usize = 64;

/// The values so far.
struct Run {
    /// The number of heaps to be computed.
    end: usize,
    /// G(0), G(1), ....
    values: Vec<u32>,
    /// For each m the values g(m, t) for t = 1, 2, ... up to m, as far as heaps up to `end` need them; empty once they
    /// are not needed any more.
    forbidden: Vec<Vec<u32>>,
}

/// The options of a heap, as far as they were looked at.
#[derive(Clone)]
struct Options {
    n: usize,
    /// The values of the options with 0, 1, ... tokens.
    values: Vec<u32>,
    /// The values that occur, and those that occur more than once.
    once: Vec<u64>,
    twice: Vec<u64>,
}

impl Options {
    fn new(n: usize) -> Self {
        let words = n / 64 + 1;
        Self { n, values: Vec::with_capacity(n), once: vec![0; words], twice: vec![0; words] }
    }

    /// The next option, which has a value of at most n.
    fn push(&mut self, value: u32) {
        let (word, bit) = (value as usize / 64, 1 << (value % 64));
        self.twice[word] |= self.once[word] & bit;
        self.once[word] |= bit;
        self.values.push(value);
    }

    /// G(n).
    fn mex(&self) -> u32 {
        let word = self.once.iter().position(|&word| word != u64::MAX).unwrap_or(self.once.len());
        64 * word as u32 + self.once.get(word).map_or(0, |word| word.trailing_ones())
    }

    /// g(n, t) for t = 1, ..., `last`.
    fn forbidden(&self, mex: u32, last: usize) -> Vec<u32> {
        let is_single = |value: u32| self.twice[value as usize / 64] >> (value % 64) & 1 == 0;
        let from = self.values[self.n - last..].iter().rev();
        from.map(|&value| if value < mex && is_single(value) { value } else { mex }).collect()
    }
}

impl Run {
    fn new(end: usize) -> Self {
        Self { end, values: Vec::new(), forbidden: Vec::new() }
    }

    /// g(m, t), where m is a heap that is already known and t is at least n - m for the next n.
    fn value(&self, m: usize, t: usize) -> u32 {
        self.forbidden[m].get(t - 1).copied().unwrap_or(self.values[m])
    }

    /// Computes the next heaps.
    fn block(&mut self, length: usize) {
        let from = self.values.len();
        let mut block: Vec<Options> = (from..(from + length).min(self.end)).map(Options::new).collect();
        let share = block.len().div_ceil(rayon::current_num_threads()).max(1);
        block.par_chunks_mut(share).for_each(|heaps| {
            for m in 0..from {
                heaps.iter_mut().for_each(|heap| heap.push(self.value(m, heap.n - m)));
            }
        });
        for mut heap in block {
            (from..heap.n).for_each(|m| heap.push(self.value(m, heap.n - m)));
            let mex = heap.mex();
            // A heap with t tokens more must be within the range.
            self.forbidden.push(heap.forbidden(mex, heap.n.min(self.end - 1 - heap.n)));
            self.values.push(mex);
        }
        // From the next heap n on, only t >= n - m are asked for.
        let next = self.values.len();
        (from / 2..next.div_ceil(2)).for_each(|m| self.forbidden[m] = Vec::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// g(n, t) straight from the rules.
    fn plain(end: usize) -> Vec<Vec<u32>> {
        let mut table: Vec<Vec<u32>> = Vec::new();
        for n in 0..end {
            let option = |taken: usize| table[n - taken][taken.min(n - taken + 1)];
            let mex = |forbidden: usize| {
                let values: Vec<u32> = (1..=n).filter(|&taken| taken != forbidden).map(option).collect();
                (0..).find(|value| !values.contains(value)).unwrap()
            };
            // The entry n + 1 stands for all t > n.
            let row = (0..=n + 1).map(mex).collect();
            table.push(row);
        }
        table
    }

    #[test]
    fn values_are_those_of_the_rules() {
        let (end, table) = (90, plain(90));
        for length in [1, 2, 7, 64] {
            let mut run = Run::new(end);
            while run.values.len() < end {
                let from = run.values.len();
                run.block(length);
                for (n, row) in table.iter().enumerate().take(run.values.len()).skip(from) {
                    assert_eq!(run.values[n], row[0], "{n}");
                    let kept = &run.forbidden[n];
                    assert!(kept.is_empty() || kept[..] == row[1..=kept.len()], "{n}");
                }
            }
        }
    }

    /// The values below `most` that occur, with or without a forbidden number, in heaps larger than a third of the
    /// range.
    fn returning(end: usize, most: u32) -> Vec<u32> {
        let (mut run, mut last) = (Run::new(end), BTreeMap::new());
        while run.values.len() < end {
            let from = run.values.len();
            run.block(BLOCK);
            for n in from..run.values.len() {
                let all = run.forbidden[n].iter().chain([&run.values[n]]);
                last.extend(all.filter(|&&value| value < most).map(|&value| (value, n)));
            }
        }
        last.into_iter().filter(|&(_, n)| n > end / 3).map(|(value, _)| value).collect()
    }

    /// OEIS A351630: 0, 12, 1270, 105161 occur at infinitely many heap sizes.
    #[test]
    fn few_values_return() {
        assert_eq!(returning(1200, 50), [0, 12]);
    }

    #[test]
    #[ignore = "slow: some seconds"]
    fn the_third_value_returns() {
        assert_eq!(returning(20_000, 1500), [0, 12, 1270]);
    }
}
