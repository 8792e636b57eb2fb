//! Products of coin-turning games, by nim multiplication.
//!
//! Idea (the tartan theorem): a head at (x, y) has the value G(x) H(y), the nim-product of the values of single heads
//! in the two games; likewise for more games. `coin-sets` says how those are computed.
//! Cost: one nim-product for each row. Memory: the values of each game, and its sets.
//! References: H. W. Lenstra, Nim multiplication (1978); Winning Ways ch. 14.

use crate::one_heap::values_of_heads;
use crate::shared::Emitter;
use crate::{Kernel, Solution, Task};
use grundy_core::bytes::Bytes;
use grundy_core::error::Error;
use grundy_core::nim_product::nim_product;
use grundy_core::ruleset::{Play, Value};
use grundy_core::stream::{Flow, Outlet};
use grundy_core::structure::{CoinProduct, Coins};

/// Products of coin-turning games with runs, or with at most three coins.
pub struct TartanKernel;

/// Heads up to here have values below 2^32, which are a field.
const MOST: u64 = 1 << 30;

impl Kernel for TartanKernel {
    fn name(&self) -> &'static str {
        "tartan"
    }

    fn summary(&self) -> &'static str {
        "products of coin-turning games, by nim multiplication"
    }

    fn supports(&self, task: &Task<'_>) -> bool {
        let Some(CoinProduct(games)) = task.structure() else { return false };
        let rows = task.ruleset.rows();
        let known = games.iter().all(|(coins, _)| matches!(coins, Coins::Run | Coins::Some { most: 1..=3, .. }));
        let firsts = games.iter().map(|(_, first)| *first);
        let fits = rows.is_whole() && firsts.eq(rows.firsts().iter().copied()) && rows.end() <= MOST;
        known && fits && task.play == Play::Normal
    }

    /// Coordinates suffice to describe the positions.
    fn walks(&self, _: &Task<'_>) -> bool {
        false
    }

    fn value_bits(&self, task: &Task<'_>) -> u32 {
        // A value of a head at n is at most 2 n + 1, and those below 2^(2^k) are a field.
        let bits = u64::BITS - (2 * task.ruleset.rows().end() + 1).leading_zeros();
        if task.value == Value::OUTCOME { 1 } else { bits.next_power_of_two() }
    }

    fn needs(&self, task: &Task<'_>) -> Bytes {
        // As for `coin-sets`, and four bytes for each value.
        let heads: u128 = task.ruleset.rows().sides().iter().map(|&side| u128::from(side)).sum();
        Bytes(8 * heads + (1 << 20))
    }

    fn solve(&self, task: &Task<'_>, sink: &mut dyn Outlet) -> Result<Solution, Error> {
        let (rows, control) = (task.ruleset.rows(), task.control);
        let Some(CoinProduct(games)) = task.structure() else { return Ok(Solution::default()) };
        control.phase("computing the games of the product", 0);
        let games = games.iter().zip(rows.sides());
        let values = games.map(|(&(coins, _), &side)| values_of_heads(coins, side, control));
        let mut values = values.collect::<Result<Vec<_>, Error>>()?;
        let last = values.pop().unwrap_or_default();
        control.phase("multiplying", rows.len());
        let mut out = Emitter::new(task, sink);
        for line in 0..rows.len().checked_div(last.len() as u64).unwrap_or(0) {
            // The digits of the line's number are the places in the games before the last one.
            let mut rest = line;
            let left = values.iter().rev().fold(1, |product, own| {
                let place = (rest % own.len() as u64) as usize;
                rest /= own.len() as u64;
                nim_product(product, own[place].into())
            });
            for heads in last.chunks(1 << 12) {
                control.check()?;
                for &value in heads {
                    if out.push(nim_product(left, value.into()) as u32)? == Flow::Stop {
                        return Ok(Solution::default());
                    }
                }
            }
            control.progress(line * last.len() as u64);
        }
        out.flush().map(|_| Solution::default())
    }
}
