//! Coin-turning games: the value of a single head at n.
//!
//! Idea: the options of a head are sets of heads to its left. Their values are nim-sums, which form a set that grows
//! from head to head.
//!
//! Runs of consecutive coins: let P(n) be the nim-sum of all values up to n. The options are P(n - 1) ^ P(k) for k <
//! n. So v is not the value of an option iff v ^ P(n - 1) is no P(k). The P(k) are kept as a bit set.
//!
//! At most two coins besides the head: the set of values and the set of nim-sums of two values are kept as bits. The
//! value of a head is the least number that is in none of the allowed sets. A new value v is added to the first set,
//! and the first set xored with v is added to the second. This moves whole words: the lowest six bits of v permute
//! the bits of a word, and the other bits choose its place.
//!
//! Cost for each n: at most one look-up for each number up to the value, and (largest value)/64 words if three coins
//! may be turned. Memory: two bits for each possible value. Reference: H. W. Lenstra, Nim multiplication (1978);
//! Winning Ways ch. 14.

use crate::shared::Emitter;
use crate::shared::value_set::{contains, insert, join_moved};
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::control::Control;
use grundy_core::error::Error;
use grundy_core::ruleset::Play;
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::Coins;

/// Coin-turning games with runs, or with at most three coins.
pub struct CoinSets;

impl Kernel for CoinSets {
    fn name(&self) -> &'static str {
        "coin-sets"
    }

    fn summary(&self) -> &'static str {
        "coin turning, with the values of all options in one growing set"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let known = matches!(task.structure(), Some(Coins::Run | Coins::Some { most: 1..=3, .. }));
        known && task.play == Play::Normal
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        // Two sets, which double as they grow. A value is at most 2 n + 1: the mock turtles of Winning Ways ch. 14
        // have the largest values.
        Bytes(4 * u128::from(task.ruleset.rows().len()) + (1 << 20))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let Some(&coins) = task.structure::<Coins>() else { return Ok(Solution::default()) };
        let rows = task.ruleset.rows().len();
        let mut sets = HeadSets { coins, ..HeadSets::default() };
        let mut out = Emitter::new(task, sink);
        task.control.phase("computing", rows);
        for row in 0..rows {
            if out.push(sets.next())? == Flow::Stop {
                return Ok(Solution::default());
            }
            if row % 256 == 0 {
                task.control.check()?;
                task.control.progress(row);
            }
        }
        out.flush().map(|_| Solution::default())
    }
}

/// The values of single heads on the first coins.
pub fn values_of_heads(coins: Coins, count: u64, control: &Control<'_>) -> Result<Vec<u32>, Error> {
    let mut sets = HeadSets { coins, ..HeadSets::default() };
    let next = |row: u64| {
        if row.is_multiple_of(256) {
            control.check()?;
        }
        Ok(sets.next())
    };
    (0..count).map(next).collect()
}

/// What is known about the heads so far.
struct HeadSets {
    coins: Coins,
    /// The values; for runs, the nim-sums of all values up to each head.
    ones: Vec<u64>,
    /// The nim-sums of two values.
    twos: Vec<u64>,
    /// The nim-sum of all values.
    sum: u32,
    /// All numbers below this are values of options. They remain so, because the sets only grow.
    least: u32,
}

impl Default for HeadSets {
    fn default() -> Self {
        Self { coins: Coins::Run, ones: vec![0], twos: vec![0], sum: 0, least: 0 }
    }
}

impl HeadSets {
    /// The value of the next head.
    fn next(&mut self) -> u32 {
        match self.coins {
            Coins::Run => self.after_runs(),
            Coins::Some { least, most } => self.after_choices(least, most),
        }
    }

    fn after_runs(&mut self) -> u32 {
        insert(&mut self.ones, self.sum);
        let value = (0..).find(|value| !contains(&self.ones, value ^ self.sum)).unwrap_or(0);
        self.sum ^= value;
        value
    }

    fn after_choices(&mut self, least: usize, most: usize) -> u32 {
        // The head is one of the turned coins.
        let allowed = |coins: usize| (least..=most).contains(&(coins + 1));
        let taken = |value: u32| {
            (allowed(0) && value == 0)
                || (allowed(1) && contains(&self.ones, value))
                || (allowed(2) && contains(&self.twos, value))
        };
        let value = (self.least..).find(|&value| !taken(value)).unwrap_or(0);
        self.least = value;
        let words = (value as usize / 64 + 1).next_power_of_two();
        if words > self.ones.len() {
            self.ones.resize(words, 0);
            self.twos.resize(words, 0);
        }
        if allowed(2) {
            join_moved(&mut self.twos, &self.ones, value);
        }
        insert(&mut self.ones, value);
        value
    }
}
