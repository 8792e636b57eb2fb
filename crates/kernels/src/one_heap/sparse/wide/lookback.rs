//! The last values of a wide form, and the pairs that look back at them: which common values are values of options.

use crate::one_heap::sparse::wide::planes::{BLOCK, NONE, PLANES, Planes, Sets, Union};
use std::ops::Range;

pub(crate) struct Lookback {
    pub planes: Planes,
    /// The last values, at the indices of the planes.
    pub values: Vec<u16>,
    /// Pairs with shifts smaller than the block.
    small: Vec<(usize, u16)>,
    /// The other pairs.
    pub large: Union,
}

impl Lookback {
    /// For the positions that follow: `back(i)` is the value i positions back. Values are kept as far back as the
    /// pairs look, and at least `kept` of them.
    pub fn new(pairs: &[(u64, u32)], count: usize, kept: u64, back: &dyn Fn(usize) -> u16) -> Self {
        let farthest = pairs.last().map_or(0, |&(s, _)| s).max(kept);
        let planes = Planes::new(count, farthest, &[(0, 0)], back);
        let (small, large): (Vec<_>, Vec<_>) = pairs.iter().partition(|&&(s, _)| s < BLOCK as u64);
        let small = small.iter().map(|&(s, v)| (s as usize, v as u16)).collect();
        let mut values = vec![NONE; planes.len()];
        (0..planes.window).for_each(|index| values[index] = back(planes.window - index));
        Self { planes, values, small, large: Union::new(&large) }
    }

    /// Makes room for a block. Returns the indices that were moved to the front, if any.
    #[inline(always)]
    pub fn make_room(&mut self) -> Option<Range<usize>> {
        let moved = self.planes.make_room();
        moved.clone().into_iter().for_each(|kept| self.values.copy_within(kept, 0));
        moved
    }

    /// Marks the option that a pair gives for a position of the block.
    #[inline(always)]
    pub fn mark(&self, i: usize, s: usize, v: u16, sets: &mut [Sets]) {
        let x = self.values[self.planes.next + i - s] ^ v;
        sets[(x >> 3) as usize & (2 * PLANES - 1)][i] |= 1 << (x & 7);
    }

    /// Marks the options that the pairs with small shifts give.
    #[inline(always)]
    pub fn mark_small(&self, i: usize, sets: &mut [Sets]) {
        self.small.iter().for_each(|&(s, v)| self.mark(i, s, v, sets));
    }

    /// Stores the value of a position of the block.
    #[inline(always)]
    pub fn put(&mut self, i: usize, h: u16) {
        let index = self.planes.next + i;
        self.values[index] = h;
        self.planes.put(index, h);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    #[test]
    fn small_pairs_mark_the_values_before() {
        let mut random = Random(2);
        let mut values: Vec<u16> = (0..2000).map(|_| random.below(64) as u16).collect();
        let pairs = [(1, 3), (7, 0), (255, 40), (256, 1), (900, 2)];
        let mut last = Lookback::new(&pairs, 8, 0, &|back| values[2000 - back]);
        for _ in 0..12 {
            last.make_room();
            for i in 0..BLOCK {
                let mut sets = vec![[0; BLOCK]; 2 * PLANES + 1];
                last.mark_small(i, &mut sets);
                let marked: Vec<u16> = (0..512).filter(|&h| sets[h as usize / 8][i] >> (h % 8) & 1 != 0).collect();
                let mut expected: Vec<u16> =
                    pairs[..3].iter().map(|&(s, v)| values[values.len() - s as usize] ^ v as u16).collect();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(marked, expected, "position {i}");
                values.push(random.below(64) as u16);
                last.put(i, values[values.len() - 1]);
            }
            last.planes.next += BLOCK;
        }
    }
}
