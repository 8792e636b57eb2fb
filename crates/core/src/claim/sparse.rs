//! Sparse spaces, as theorems and certificates use them.

use serde::{Deserialize, Serialize};

/// A sparse space: see `docs/theorems.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sparse {
    /// The mask m.
    pub mask: u32,
    /// Whether the parity of n takes part in the division into rare and common values.
    pub position: bool,
    /// The parity, 0 or 1, that is called common.
    pub common: u32,
    /// Every rare position from 1 on, with its value.
    pub rares: Vec<(u64, u32)>,
    /// Witness positions, the best first: with all from 1 to `parts` they are the set A of the proof.
    pub witnesses: Vec<u64>,
    /// All positions from 1 to this one are witnesses too.
    pub parts: u64,
}

impl Sparse {
    /// M: the last rare position; 0 if there is none.
    pub fn last_rare(&self) -> u64 {
        self.rares.iter().map(|&(n, _)| n).max().unwrap_or(0)
    }

    /// The largest witness; 0 if there is none.
    pub fn last_witness(&self) -> u64 {
        self.witnesses.iter().copied().max().unwrap_or(0).max(self.parts)
    }

    /// Whether a value at n is rare.
    pub fn is_rare(&self, n: u64, value: u32) -> bool {
        let class = (value & self.mask).count_ones() + if self.position { (n % 2) as u32 } else { 0 };
        class % 2 != self.common
    }
}
