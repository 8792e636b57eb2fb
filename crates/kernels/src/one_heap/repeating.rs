//! Take-and-break codes whose digits repeat for ever, such as 0.(7) and 4.(3).
//!
//! Idea: a move by a repeating digit leaves heaps of m tokens together, for any m below n up to a bound. Which digit
//! decides about it depends only on n - m modulo the number p of repeating digits. So for each number of heaps that may
//! be left, p sets of values are kept: of the heaps with m = c (mod p) tokens together, for each c. These sets only
//! grow: with each n, the heaps of one more total join them. The moves by the digits before are marked one by one, as
//! in `take_and_break.rs`, which is the plain version.
//!
//! Recurrence: G(n) = mex of the union of the sets S(h, n - j mod p) over the repeating digits j that allow h heaps,
//! and of the values of the other moves; S(h, c) = { G(a_1) ^ ... ^ G(a_h) : a_1 + ... + a_h = m, m = c (mod p) }.
//! Cost: n/2 nim-sums for each n if two heaps may be left (n^2/12 if three), where the plain version has n^2/4; and for
//! each set one word for 64 values. Memory: 8 bytes for each value, half a byte for each value and set. Reference:
//! *Winning Ways*, ch. 4.

use crate::shared::Emitter;
use crate::shared::value_set::insert;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::ruleset::{Play, TakeAndBreak};
use grundy_core::stream::{Flow, Outlet, StateReader};

/// One-heap take-and-break codes whose digits repeat.
pub struct RepeatingDigits;

/// The largest number of repeating digits.
const LONGEST: usize = 64;

/// How many heaps are computed between two questions whether a checkpoint is due.
const STRETCH: u64 = 64;

/// The first part of a state.
const NAME: &str = "repeating-digits";

impl Kernel for RepeatingDigits {
    fn name(&self) -> &'static str {
        NAME
    }

    fn summary(&self) -> &'static str {
        "one-heap take-and-break codes whose digits repeat for ever"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let repeats = |code: &TakeAndBreak| (1..=LONGEST).contains(&code.digits().1.len());
        task.play == Play::Normal
            && task.structure::<TakeAndBreak>().is_some_and(repeats)
            && self.needs(task).0 <= task.memory.0
    }

    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        let rows = u128::from(task.ruleset.rows().len());
        let sets = task.structure::<TakeAndBreak>().map_or(0, |code| 3 * code.digits().1.len() as u128 + 1);
        // The value of n is at most the number of moves in the longest play, which is below 2 n.
        Bytes(8 * rows + sets * (rows / 2 + 64))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(code) = task.structure::<TakeAndBreak>() else { return Ok(Solution::default()) };
        let rows = task.ruleset.rows().len();
        let mut run = task.resume(|kept| Run::restored(kept, code))?.unwrap_or_else(|| Run::new(code));
        let mut out = Emitter::from(task, sink, run.values.len() as u64);
        task.control.phase("computing", rows);
        while (run.values.len() as u64) < rows {
            let value = run.next(task.control);
            let is_stopped = matches!(value, Err(Error::Interrupted));
            if let Ok(value) = value
                && out.push(value)? == Flow::Stop
            {
                return Ok(Solution::default());
            }
            let n = run.values.len() as u64;
            if n.is_multiple_of(STRETCH) {
                task.control.progress(n);
            }
            if is_stopped || n.is_multiple_of(STRETCH) && out.wants_checkpoint() {
                out.checkpoint(&mut |state| state.put(&(NAME, &run.values, &run.joined)))?;
            }
            value?;
        }
        out.flush().map(|_| Solution::default())
    }
}

/// The values so far, and the sets to which every total up to the last one has been added.
struct Run {
    /// The digits from place 0 on that do not repeat, and those that do.
    start: Vec<u8>,
    tail: Vec<u8>,
    values: Vec<u32>,
    /// `joined[h][c]` has the values of h + 1 heaps with c tokens together, modulo the number of repeating digits.
    joined: [Vec<Marks>; 3],
    /// The values of the options by the other digits.
    marks: Marks,
    /// A power of two, at least 64, above all values.
    bound: usize,
}

impl Run {
    fn new(code: &TakeAndBreak) -> Self {
        let (start, tail) = code.digits();
        let all = tail.iter().fold(0, |all, digit| all | digit);
        let joined = [2, 4, 8].map(|bit| vec![Marks::default(); if all & bit == 0 { 0 } else { tail.len() }]);
        Self { start, tail: tail.to_vec(), values: Vec::new(), joined, marks: Marks::default(), bound: 64 }
    }

    fn restored(kept: &mut StateReader<'_>, code: &TakeAndBreak) -> Option<Self> {
        let (name, values, joined): (String, Vec<u32>, [Vec<Marks>; 3]) = kept.take()?;
        let mut run = Self::new(code);
        let fits = run.joined.iter().zip(&joined).all(|(new, kept)| new.len() == kept.len());
        run.bound = values.iter().fold(64, |bound, &value| bound.max((value as usize + 1).next_power_of_two()));
        (run.values, run.joined) = (values, joined);
        (fits && name == NAME).then_some(run)
    }

    /// The value of the next heap. If it is stopped, nothing is lost: what has joined may join once more.
    fn next(&mut self, control: &Control<'_>) -> Result<u32, Error> {
        control.check()?;
        let (n, first) = (self.values.len(), self.start.len());
        if let Some(total) = n.checked_sub(first) {
            let class = total % self.tail.len();
            for (heaps, sets) in (1..).zip(&mut self.joined) {
                if let Some(set) = sets.get_mut(class) {
                    set.add(&self.values, heaps, total, self.bound, control)?;
                }
            }
        }
        self.marks.0.fill(0);
        for (taken, digit) in self.start.iter().enumerate().take_while(|(taken, _)| *taken <= n) {
            for heaps in (1..=3).filter(|heaps| digit >> heaps & 1 != 0) {
                self.marks.add(&self.values, heaps, n - taken, self.bound, control)?;
            }
        }
        let last = self.start.get(n).copied().unwrap_or_else(|| self.tail[(n - first) % self.tail.len()]);
        if last & 1 != 0 {
            insert(&mut self.marks.0, 0);
        }
        let mex = self.mex(n);
        self.bound = self.bound.max((mex as usize + 1).next_power_of_two());
        self.values.push(mex);
        Ok(mex)
    }

    /// The least value that no option of n has.
    fn mex(&self, n: usize) -> u32 {
        let (period, mut sets) = (self.tail.len(), vec![&self.marks]);
        if let Some(most) = n.checked_sub(self.start.len()) {
            for (place, digit) in self.tail.iter().enumerate() {
                let class = (most + period - place) % period;
                let allowed = self.joined.iter().zip([2, 4, 8]).filter(|(_, bit)| digit & bit != 0);
                sets.extend(allowed.map(|(sets, _)| &sets[class]));
            }
        }
        let union = |word: usize| sets.iter().fold(0, |all, set| all | set.0.get(word).copied().unwrap_or(0));
        let mut word = 0;
        while union(word) == u64::MAX {
            word += 1;
        }
        word as u32 * 64 + union(word).trailing_ones()
    }
}

/// A set of values as bits.
#[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
struct Marks(Vec<u64>);

impl Marks {
    /// Adds the values of 1, 2 or 3 heaps with so many tokens together. All values are below `bound`.
    fn add(
        &mut self,
        values: &[u32],
        heaps: u32,
        total: usize,
        bound: usize,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        match heaps {
            1 if total > 0 => insert(&mut self.0, values[total]),
            2 => self.add_pairs(values, 1, total, 0, bound),
            3 => {
                for part in 1..=total / 3 {
                    control.check()?;
                    self.add_pairs(values, part, total - part, values[part], bound);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the values of two heaps with at least `least` tokens each, next to a third heap of value `third`.
    fn add_pairs(&mut self, values: &[u32], least: usize, total: usize, third: u32, bound: usize) {
        if total < 2 * least {
            return;
        }
        let words = self.words(bound);
        let half = total / 2;
        let (low, high) = (&values[least..=half], &values[total - half..=total - least]);
        for (a, b) in low.iter().zip(high.iter().rev()) {
            let value = (a ^ b ^ third) as usize;
            words[value / 64] |= 1 << (value % 64);
        }
    }

    /// The words for the values below `bound`, which is at least 64.
    fn words(&mut self, bound: usize) -> &mut [u64] {
        if self.0.len() < bound / 64 {
            self.0.resize(bound / 64, 0);
        }
        &mut self.0
    }
}
