//! The moves of a one-heap game in the form the kernels use: places by what they may leave.

use grundy_core::ruleset::{TakeAndBreak, View};
use serde::{Deserialize, Serialize};

/// The moves from a heap of n: for a place k, remove k tokens and leave what is listed.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Moves {
    /// Places that may leave nothing: the heap of exactly k.
    pub ends: Vec<u64>,
    /// Places that may leave one heap of n - k >= 1.
    pub plain: Vec<u64>,
    /// Places that may leave two heaps, both at least 1, with the sum n - k.
    pub splits: Vec<u64>,
    /// Whether the two heaps must differ (Grundy's game).
    pub unequal: bool,
    /// The place of the last non-zero digit.
    pub last: u64,
}

impl Moves {
    /// The moves of a finite game that leaves at most two heaps.
    pub fn of(view: View<'_>) -> Option<Self> {
        match view {
            View::TakeAndBreak(code) if code.most_heaps() <= 2 => Self::of_code(code),
            View::UnequalSplit => Some(Self { splits: vec![0], unequal: true, ..Self::default() }),
            _ => None,
        }
    }

    fn of_code(code: &TakeAndBreak) -> Option<Self> {
        let last = code.last_place()?;
        let places = |bit: u8| (0..=last).filter(|&k| code.digit(k) & bit != 0).collect();
        Some(Self { ends: places(1), plain: places(2), splits: places(4), unequal: false, last })
    }

    /// Whether all splits have places of one parity, and which: then the parity of n can
    /// take part in the classes of a sparse space.
    pub fn parity(&self) -> Option<u64> {
        let first = self.splits.first()? % 2;
        self.splits.iter().all(|k| k % 2 == first).then_some(first)
    }
}
