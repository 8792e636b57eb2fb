//! The choice of witnesses for wide forms: congruent groups.
//!
//! If H(a + d) = H(a) ^ v, the witnesses a and a + d exclude the rare values H(n - a) ^ H(a) and H(n - a - d) ^
//! H(a) ^ v. Suppose that every value h in the planes marks not only its own position, but also h ^ v the distance d
//! later. Then one look-up answers for both witnesses. One (d, v) serves for all groups. The values of such games
//! recur at certain distances, so there are many such groups. They are chosen greedily by what they exclude at the
//! last positions.

use crate::one_heap::sparse::exact::record::Past;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::witnesses::sample::{Sample, choose};
use rayon::prelude::*;
use std::cmp::Reverse;

/// Where to begin to look for witnesses in long records. Smaller positions have values too small for this.
const FIRST: u64 = 4000;

/// The number of positions among which witnesses are looked for.
const SPAN: u64 = 14_000;

/// How many distances are examined, and for how many positions.
const DISTANCES: usize = 256;
const LOOKED_AT: usize = 2048;

/// The number of candidate groups, and how many of them are chosen.
const CANDIDATES: usize = 1500;
const GROUPS: usize = 600;

/// Scatters the candidates. Values recur at certain distances, where witnesses exclude the same values.
const SCATTER: u64 = 0x9E37_79B1;

impl Facts {
    /// Chooses groups of witnesses.
    pub fn choose_groups(&mut self, record: &dyn Past) {
        let first = (record.len() / 4).min(FIRST);
        let end = (record.len() / 2).saturating_sub(self.moves.last).min(first + SPAN);
        let shorts: Vec<Option<u32>> = (first..end).map(|a| self.short(record, a)).collect();
        let mut leaders: Vec<u64> = (0..shorts.len()).filter(|&at| shorts[at].is_some()).map(|at| at as u64).collect();
        self.pattern = vec![(0, 0)];
        let (distance, nim_sum) = most_common(&shorts);
        let differs_so = |&at: &u64| {
            let (own, other) = (shorts[at as usize], shorts.get((at + distance) as usize).copied().flatten());
            own.zip(other).is_some_and(|(own, other)| own ^ other == nim_sum)
        };
        let pairs: Vec<u64> = leaders.iter().copied().filter(differs_so).collect();
        if pairs.len() * self.moves.splits.len() >= GROUPS {
            self.pattern.push((distance, nim_sum));
            leaders = pairs;
        }
        leaders.sort_by_key(|&a| a.wrapping_mul(SCATTER) % (1 << 32));
        let candidates = leaders.iter().flat_map(|&a| self.moves.splits.iter().map(move |&k| (first + a, k)));
        let mut candidates: Vec<(u64, u64)> = candidates.take(CANDIDATES).collect();
        // The samples are the positions before this.
        self.chosen = record.len();
        let farthest = candidates.iter().map(|&(a, k)| a + k).max().unwrap_or(0) + distance;
        let sample = Sample::new(self, record, farthest, |n, short| self.classes.rares_below(n, short));
        let of_group = |scratch: &mut Vec<u32>, &(a, k): &(u64, u64)| {
            let own = self.short(record, a).unwrap_or(0);
            sample.answers(self.pattern.iter().map(|&(d, v)| (a + d + k, own ^ v)), scratch)
        };
        let answers: Vec<Vec<u32>> = candidates.par_iter().map_init(Vec::new, of_group).collect();
        let chosen = choose(&answers, GROUPS, 0);
        candidates = chosen.into_iter().map(|index| candidates[index]).collect();
        let group = |&(d, _): &(u64, u32)| candidates.iter().map(move |&(a, k)| (a + d, k)).collect::<Vec<_>>();
        self.witnesses = self.pattern.iter().flat_map(group).collect();
    }
}

/// The distance and the nim-sum that occur most often between two of the values.
fn most_common(shorts: &[Option<u32>]) -> (u64, u32) {
    let best = |distance: usize| {
        let mut counts = vec![0u32; 1024];
        for (own, other) in shorts.iter().zip(shorts.get(distance..).unwrap_or(&[])).take(LOOKED_AT) {
            if let (Some(own), Some(other)) = (own, other)
                && let Some(count) = counts.get_mut((own ^ other) as usize)
            {
                *count += 1;
            }
        }
        let best = (0..).zip(&counts).max_by_key(|&(nim_sum, count)| (*count, Reverse(nim_sum)));
        best.map_or((0, Reverse(distance), 0), |(nim_sum, &count)| (count, Reverse(distance), nim_sum))
    };
    let (_, Reverse(distance), nim_sum) = (1..=DISTANCES).into_par_iter().map(best).max().unwrap_or_default();
    (distance as u64, nim_sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::exact::record::Record;
    use crate::one_heap::sparse::model::classes::Classes;
    use crate::one_heap::sparse::testing::moves;
    use grundy_core::random::Random;

    /// Odd values, which are common. Most of them recur after 48 positions with a nim-sum of 2 * 5.
    fn recurring() -> (Facts, Record<u8>) {
        let mut random = Random(8);
        let first: Vec<u8> = (0..48).map(|_| 1 + 2 * random.below(16) as u8).collect();
        let mut value = |n: usize| match random.below(50) {
            0 => 2 * random.below(4) as u8,
            _ => first[n % 48] ^ if n / 48 % 2 == 1 { 2 * 5 } else { 0 },
        };
        let values: Vec<u8> = (0..4000).map(&mut value).collect();
        let mut record = Record::new(1 << 20, 1 << 16);
        record.extend_bytes(&values);
        let classes = Classes { mask: 1, position: false, common: 1 };
        (Facts::new(&moves("0.104"), classes, &record), record)
    }

    #[test]
    fn the_commonest_nim_sum_is_found() {
        let (facts, record) = recurring();
        let shorts: Vec<Option<u32>> = (1000..2000).map(|n| facts.short(&record, n)).collect();
        let count = |d: usize, v: u32| {
            let pairs = shorts.iter().zip(&shorts[d..]).filter(|(x, y)| x.zip(**y).is_some_and(|(x, y)| x ^ y == v));
            pairs.count()
        };
        let (d, v) = most_common(&shorts);
        let most = (1..=DISTANCES).flat_map(|d| (0..32).map(move |v| (d, v))).map(|(d, v)| count(d, v)).max();
        assert_eq!((Some(count(d as usize, v)), (d % 48, v)), (most, (0, if d / 48 % 2 == 1 { 5 } else { 0 })));
    }

    #[test]
    fn groups_lie_alike() {
        let (mut facts, record) = recurring();
        facts.choose_groups(&record);
        assert_eq!(facts.pattern[0], (0, 0));
        assert_eq!(facts.pattern.len(), 2, "most positions have one at the distance");
        let leaders = facts.leaders().to_vec();
        assert!(!leaders.is_empty() && facts.witnesses.len() == 2 * leaders.len());
        assert_eq!(facts.chosen, record.len());
        for (number, &(d, v)) in facts.pattern.iter().enumerate() {
            for (index, &(a, k)) in leaders.iter().enumerate() {
                assert_eq!(facts.witnesses[number * leaders.len() + index], (a + d, k));
                let [one, other] = [a, a + d].map(|n| facts.short(&record, n));
                assert!(one.is_some() && one.map(|short| short ^ v) == other, "{a} and {d} behind it");
                assert!(2 * (a + d) + k <= record.len(), "the smaller parts");
            }
        }
    }
}
