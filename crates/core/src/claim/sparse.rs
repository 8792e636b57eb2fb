//! Sparse spaces, in the form that theorems and certificates use.

use serde::{Deserialize, Serialize};

/// A sparse space: a division into rare and common values, and the positions that the proof uses. See
/// `docs/theorems.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sparse {
    /// The mask m.
    pub mask: u32,
    /// Whether the class of a value also depends on the parity of n.
    pub position: bool,
    /// The parity (0 or 1) of the common class.
    pub common: u32,
    /// All rare positions from 1 on, each with its value.
    pub rares: Vec<(u64, u32)>,
    /// Witness positions, the most useful first. Together with all positions from 1 to `parts`, they form the
    /// set A of the proof.
    pub witnesses: Vec<u64>,
    /// All positions from 1 to this one are witnesses as well.
    pub parts: u64,
}

impl Sparse {
    /// M, the last rare position; 0 if there is none.
    pub fn last_rare(&self) -> u64 {
        self.rares.iter().map(|&(n, _)| n).max().unwrap_or(0)
    }

    /// The largest witness; 0 if there is none.
    pub fn last_witness(&self) -> u64 {
        self.witnesses.iter().copied().max().unwrap_or(0).max(self.parts)
    }

    /// Whether a value at position n is rare.
    pub fn is_rare(&self, n: u64, value: u32) -> bool {
        let class = (value & self.mask).count_ones() + if self.position { (n % 2) as u32 } else { 0 };
        class % 2 != self.common
    }
}
