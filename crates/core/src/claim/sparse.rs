//! Sparse spaces, as theorems and certificates use them.

use serde::Serialize;

/// A sparse space: see `docs/theorems.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sparse {
    /// The mask m.
    pub mask: u32,
    /// Whether the parity of n takes part in the division into rare and common values.
    pub position: bool,
    /// The parity, 0 or 1, that is called common.
    pub common: u32,
    /// Every rare position from 1 on, with its value.
    pub rares: Vec<(u64, u32)>,
    /// The witness positions of the proof.
    pub witnesses: Vec<u64>,
}

impl Sparse {
    /// M: the last rare position; 0 if there is none.
    pub fn last_rare(&self) -> u64 {
        self.rares.iter().map(|&(n, _)| n).max().unwrap_or(0)
    }

    /// The largest witness; 0 if there is none.
    pub fn last_witness(&self) -> u64 {
        self.witnesses.iter().copied().max().unwrap_or(0)
    }
}
