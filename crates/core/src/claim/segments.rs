//! Proofs by the theorem of sparse spaces, cut into segments that can be checked independently (`docs/theorems.md`).
//!
//! A *state* holds the values before a position. A segment recomputes the values between two states. The least common
//! value that is not the value of an option follows from the U = k + M values before a position, where M is the last
//! rare position. The rare values below it are excluded by the witnesses, which look back V values farther. A segment
//! therefore continues for V values beyond its end, and excludes rare values only from V values after its start on.

use super::candidate::Candidate;
use super::sparse::Sparse;
use serde::{Deserialize, Serialize};

/// The values before a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SegmentState {
    /// The position after these values.
    pub n: u64,
    /// The U values before it.
    pub values: Vec<u32>,
}

/// The distances of states, which lie at the multiples of a power of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spacing {
    /// The minimum distance, a power of two.
    pub least: u64,
    /// The maximum number of multiples up to n.
    pub most: u64,
}

impl Default for Spacing {
    fn default() -> Self {
        Self { least: 1 << 20, most: 1024 }
    }
}

/// About how many values all states may contain in total, and a number of states that is allowed in any case.
const ALL: u64 = 1 << 20;
const FEW: u64 = 64;

impl Spacing {
    /// The spacing for states of `window` values each: if they are long, there are fewer of them.
    pub fn of(self, window: u64) -> Self {
        Self { most: self.most.min((ALL / window.max(1)).max(FEW)), ..self }
    }

    /// The distance of states in a sequence of n values. It never decreases with n, and larger distances are
    /// multiples of smaller ones.
    pub fn at(self, n: u64) -> u64 {
        let mut spacing = self.least.max(1);
        while n / spacing > self.most {
            spacing *= 2;
        }
        spacing
    }
}

/// U and V of a sparse space, where `last` is k, the last place of the code: U values before a position
/// determine its common value, and the witnesses look back V values farther.
pub fn reach(sparse: &Sparse, last: u64) -> (u64, u64) {
    (last.saturating_add(sparse.last_rare()), sparse.last_witness().saturating_sub(sparse.last_rare()))
}

/// The positions of the states of a claim, in order. The values before the first one follow from the rules.
/// The last one is n0 + p + U; the states at n0 + U and at n0 + p + U enclose a whole period.
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
