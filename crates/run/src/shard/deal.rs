//! Deals out units of work: each unit goes to the shard that has the least work so far.
//!
//! The costs are estimates that depend only on the unit, so every shard deals in the same way. By Graham's
//! bound, no shard gets more than its fair share plus one unit. If there are very many units, whole blocks are
//! dealt out, and the cost of only one unit per block is estimated.

use super::part::Part;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The maximum number of blocks.
const BLOCKS: u128 = 1 << 20;

/// Deals out units.
#[derive(Debug, Clone)]
pub(crate) struct Dealer {
    part: Part,
    /// The work of each shard so far, with the number of the shard; the least first.
    loads: BinaryHeap<Reverse<(u128, u32)>>,
    /// The number of units in a block, including those that are not dealt out.
    block: u64,
    /// The block that was dealt out last, and whether it is this shard's.
    last: Option<(u64, bool)>,
}

impl Dealer {
    /// A dealer for `units` units. Some of them may be skipped and not dealt out.
    pub fn new(part: Part, units: u128) -> Self {
        let block = u64::try_from(units.div_ceil(BLOCKS)).unwrap_or(u64::MAX).max(1);
        Self { part, loads: (1..=part.of()).map(|number| Reverse((0, number))).collect(), block, last: None }
    }

    /// Whether the next unit to be dealt out belongs to this shard. `place` is its index among all units.
    pub fn next(&mut self, place: u64, cost: impl FnOnce() -> u64) -> bool {
        let block = place / self.block;
        if let Some((_, mine)) = self.last.filter(|(last, _)| *last == block) {
            return mine;
        }
        let Some(Reverse((load, number))) = self.loads.pop() else { return false };
        let work = u128::from(cost().max(1)) * u128::from(self.block);
        self.loads.push(Reverse((load.saturating_add(work), number)));
        let mine = number == self.part.number();
        self.last = Some((block, mine));
        mine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(of: u32, units: u128, cost: impl Fn(u64) -> u64, places: &[u64]) -> Vec<Vec<u64>> {
        let part = |number: u32| format!("{number}/{of}").parse().unwrap();
        (1..=of)
            .map(|number| {
                let mut dealer = Dealer::new(part(number), units);
                places.iter().copied().filter(|&place| dealer.next(place, || cost(place))).collect()
            })
            .collect()
    }

    /// Every unit belongs to exactly one shard, and no shard has more than its fair share plus one unit.
    #[test]
    fn dealt_by_cost() {
        let places: Vec<u64> = (0..1000).collect();
        type Cost = fn(u64) -> u64;
        let costs: [Cost; 5] = [|_| 1, |place| place * place, |place| 1 << (place % 20), |_| 0, |_| u64::MAX];
        for (of, cost) in [1, 3, 8, 7, 4].into_iter().zip(costs) {
            let shares = shares(of, 1000, cost, &places);
            let mut all: Vec<u64> = shares.iter().flatten().copied().collect();
            all.sort_unstable();
            assert_eq!(all, places);
            let work = |share: &[u64]| share.iter().map(|&place| u128::from(cost(place).max(1))).sum::<u128>();
            let (total, largest) = (work(&all), places.iter().map(|&place| cost(place)).max().unwrap().max(1));
            shares.iter().for_each(|share| assert!(work(share) <= total / u128::from(of) + u128::from(largest)));
        }
    }

    /// The same if most units of a block are not dealt out.
    #[test]
    fn blocks_of_very_many() {
        let shares = shares(2, BLOCKS * 3, |_| 1, &[0, 2, 3, 8, 9, 30, 31, 33]);
        assert_eq!(shares, [vec![0, 2, 8, 30, 31], vec![3, 9, 33]]);
    }
}
