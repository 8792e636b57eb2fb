//! Games whose options are functions of n that automata can compute.

use super::kinds::KindTexts;
use super::offered::Structure;
use serde::{Deserialize, Serialize};

/// A game of one number n whose options are numbers, each given by a rule (`docs/theorems.md`, "Values from digits").
/// Whether all options are smaller positions is for the theorem to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomaticMoves {
    /// The least n.
    pub least: u64,
    /// The rules: each gives at most one option of n.
    pub rules: Vec<AutomaticRule>,
    /// The texts that say the same.
    pub texts: KindTexts,
}

/// A rule: when it applies, and its option.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AutomaticRule {
    /// From here on the condition on n is periodic.
    pub from: u64,
    /// The modulus of the condition, at least 1.
    pub modulus: u64,
    /// The residues of n, from `from` on, for which the rule applies, in order.
    pub residues: Vec<u64>,
    /// The n before `from` for which it applies, in order.
    pub before: Vec<u64>,
    /// The option.
    pub option: RoundedOption,
}

/// (golden · floor_phi(n + shift) + factor · n + constant) / divisor, rounded down. floor_phi(m) is m(1 + √5)/2 rounded
/// down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundedOption {
    /// The factor of floor_phi; 0 without it.
    pub golden: i64,
    /// What is added to n inside floor_phi; 0 without it.
    pub shift: i64,
    /// The factor of n.
    pub factor: i64,
    /// What is added.
    pub constant: i64,
    /// The divisor, at least 1.
    pub divisor: i64,
}

impl AutomaticRule {
    /// Whether the rule applies to n.
    pub fn applies(&self, n: u64) -> bool {
        match n < self.from {
            true => self.before.binary_search(&n).is_ok(),
            false => self.residues.binary_search(&(n % self.modulus.max(1))).is_ok(),
        }
    }
}

impl RoundedOption {
    /// The option of n; `None` if a number is negative inside floor_phi, or does not fit into 64 bits.
    pub fn of(self, n: u64) -> Option<i64> {
        let n = i128::from(n);
        let inside = n + i128::from(self.shift);
        let golden = match self.golden {
            0 => 0,
            factor => {
                let inside = u128::try_from(inside).ok().filter(|&inside| inside < 1 << 62)?;
                let floor = (inside + (5 * inside * inside).isqrt()) / 2;
                i128::from(factor).checked_mul(floor as i128)?
            }
        };
        let sum = golden + i128::from(self.factor) * n + i128::from(self.constant);
        i64::try_from(sum.div_euclid(self.divisor.max(1).into())).ok()
    }
}

impl Structure for AutomaticMoves {
    fn work_per_row(&self, _: u64) -> u64 {
        self.rules.len().max(1) as u64
    }
}
