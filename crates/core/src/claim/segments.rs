//! A proof by the theorem of sparse spaces in segments, each of which can be checked on its own
//! (`docs/theorems.md`).
//!
//! Between two *states*, the values before two positions, a segment computes the values again: the least common
//! value that no option has follows from the W = k + max E values before it, and the witnesses exclude the rare ones
//! below it. They look back V values farther than that; so a segment goes on for V values behind its end, and excludes
//! rare values only from V behind its beginning on.

use super::candidate::Candidate;
use super::sparse::Sparse;
use serde::{Deserialize, Serialize};

/// The values before a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentState {
    /// The position behind them.
    pub n: u64,
    /// The W values before it.
    pub values: Vec<u32>,
}

/// How far apart states stand: at the multiples of a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spacing {
    /// The least distance, a power of two.
    pub least: u64,
    /// Up to n there are at most so many multiples.
    pub most: u64,
}

impl Default for Spacing {
    fn default() -> Self {
        Self { least: 1 << 20, most: 1024 }
    }
}

/// The values of all states, about, and how many states there may be in any case.
const ALL: u64 = 1 << 20;
const FEW: u64 = 64;

impl Spacing {
    /// The same for states of so many values: fewer of them, if they are long.
    pub fn of(self, window: u64) -> Self {
        Self { most: self.most.min((ALL / window.max(1)).max(FEW)), ..self }
    }

    /// The distance of states in a sequence of n values: a multiple of what it was for fewer.
    pub fn at(self, n: u64) -> u64 {
        let mut spacing = self.least.max(1);
        while n / spacing > self.most {
            spacing *= 2;
        }
        spacing
    }
}

/// W and V of a sparse space, where k is the last place of the code: how many values before a position decide the common
/// one that follows, and how much farther back the witnesses look.
pub fn reach(sparse: &Sparse, last: u64) -> (u64, u64) {
    (last.saturating_add(sparse.last_rare()), sparse.last_witness().saturating_sub(sparse.last_rare()))
}

/// The positions of the states of a claim, in order. The values before the first one follow from the rules; a whole
/// period lies between n0 + W and the last one, n0 + p + W.
pub fn boundaries(candidate: Candidate, sparse: &Sparse, last: u64, spacing: Spacing) -> Vec<u64> {
    let (window, _) = reach(sparse, last);
    let (first, begin) = (window + 1, candidate.preperiod + window);
    let end = begin + candidate.period;
    let spacing = spacing.of(window).at(end);
    let mut all: Vec<u64> = (first / spacing + 1..).map(|i| i * spacing).take_while(|&n| n < end).collect();
    all.extend([first, begin, end]);
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_stand_at_multiples_and_at_both_ends_of_a_period() {
        let sparse = Sparse {
            mask: 1,
            position: false,
            common: 1,
            rares: vec![(3, 0), (9, 2)],
            witnesses: vec![30, 4],
            parts: 12,
        };
        assert_eq!(reach(&sparse, 2), (11, 21));
        let candidate = Candidate { preperiod: 45, period: 100, saltus: 0 };
        let spacing = Spacing { least: 16, most: 4 };
        assert_eq!(boundaries(candidate, &sparse, 2, spacing), [12, 32, 56, 64, 96, 128, 156]);
        let none = Sparse { rares: Vec::new(), witnesses: Vec::new(), parts: 0, ..sparse };
        let candidate = Candidate { preperiod: 1, period: 4, saltus: 0 };
        assert_eq!(boundaries(candidate, &none, 2, spacing), [3, 7]);
    }

    #[test]
    fn distances_grow_by_doubling() {
        let spacing = Spacing { least: 8, most: 10 };
        assert_eq!([0, 8, 87, 88, 175, 176, 1000].map(|n| spacing.at(n)), [8, 8, 8, 16, 16, 32, 128]);
        let most = |window: u64| Spacing::default().of(window).most;
        assert_eq!([0, 1023, 1024, 1106, 1 << 13, 1 << 14, 1 << 15].map(most), [1024, 1024, 1024, 948, 128, 64, 64]);
        assert_eq!(spacing.of(1 << 14), spacing);
    }
}
