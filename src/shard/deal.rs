//! How units are dealt out: each goes to the shard that has the least work so far.
//!
//! The costs are estimates that depend on nothing but the unit, so that every shard deals in the same way. By Graham's bound no shard gets more than its
//! share and one unit. Of very many units whole blocks go to one shard, so that the cost of only one of a block is estimated.

use super::part::Part;
use serde::{Deserialize, Serialize};

/// The most blocks of units.
const BLOCKS: u128 = 1 << 20;

/// Deals units out; it can be kept between two units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dealer {
    part: Part,
    /// The work that each shard has so far.
    loads: Vec<u64>,
    /// The units of a block.
    block: u64,
    /// How many of this block are still to come, and whether it is this shard's.
    left: u64,
    mine: bool,
}

impl Dealer {
    /// Before the first of about so many units.
    pub fn new(part: Part, units: u128) -> Self {
        let block = u64::try_from(units.div_ceil(BLOCKS)).unwrap_or(u64::MAX).max(1);
        Self { part, loads: vec![0; part.of() as usize], block, left: 0, mine: false }
    }

    /// Whether the next unit is this shard's.
    pub fn next(&mut self, cost: impl FnOnce() -> u64) -> bool {
        if self.left == 0 {
            let least = self.loads.iter().enumerate().min_by_key(|(_, load)| **load).map_or(0, |(place, _)| place);
            self.loads[least] = self.loads[least].saturating_add(cost().saturating_mul(self.block).max(1));
            (self.mine, self.left) = (least + 1 == self.part.number() as usize, self.block);
        }
        self.left -= 1;
        self.mine
    }

    /// Whether it deals for this shard.
    pub fn is_of(&self, part: Part) -> bool {
        self.part == part && self.loads.len() == part.of() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(of: u32, units: u128, cost: impl Fn(u64) -> u64, count: u64) -> Vec<Vec<u64>> {
        let part = |number: u32| format!("{number}/{of}").parse().unwrap();
        (1..=of)
            .map(|number| {
                let mut dealer = Dealer::new(part(number), units);
                (0..count).filter(|&unit| dealer.next(|| cost(unit))).collect()
            })
            .collect()
    }

    /// Every unit has one shard, and no shard has more than its share and one unit.
    #[test]
    fn dealt_by_cost() {
        for (of, cost) in
            [(1, (|_| 1) as fn(u64) -> u64), (3, |unit| unit * unit), (8, |unit| 1 << (unit % 20)), (7, |_| 0)]
        {
            let shares = shares(of, 1000, cost, 1000);
            let mut all: Vec<u64> = shares.iter().flatten().copied().collect();
            all.sort_unstable();
            assert_eq!(all, (0..1000).collect::<Vec<_>>());
            let work = |share: &[u64]| share.iter().map(|&unit| cost(unit).max(1)).sum::<u64>();
            let (total, largest) = (work(&all), (0..1000).map(cost).max().unwrap().max(1));
            shares.iter().for_each(|share| assert!(work(share) <= total / u64::from(of) + largest));
        }
    }

    #[test]
    fn blocks_of_very_many() {
        let shares = shares(2, BLOCKS * 3, |_| 1, 12);
        assert_eq!(shares, [vec![0, 1, 2, 6, 7, 8], vec![3, 4, 5, 9, 10, 11]]);
    }
}
