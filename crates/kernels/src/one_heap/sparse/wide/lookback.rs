//! The last values of a wide form, and the pairs that look back at them: which common values
//! are those of options.

use crate::one_heap::sparse::wide::planes::{BLOCK, NONE, PLANES, Planes, Sets, Union};
use std::ops::Range;

pub(crate) struct Lookback {
    pub planes: Planes,
    /// The last values, at the indices of the planes.
    pub values: Vec<u16>,
    /// Pairs with shifts below the block.
    small: Vec<(usize, u16)>,
    /// The others.
    pub large: Union,
}

impl Lookback {
    /// For the positions behind those that `back` gives: the value so many positions back. As far
    /// as `kept` is kept, and as far as the pairs look.
    pub fn new(pairs: &[(u64, u32)], count: usize, kept: u64, back: impl Fn(usize) -> u16) -> Self {
        let farthest = pairs.last().map_or(0, |&(s, _)| s).max(kept);
        let planes = Planes::new(count, farthest, &[(0, 0)], &back);
        let (small, large): (Vec<_>, Vec<_>) = pairs.iter().partition(|&&(s, _)| s < BLOCK as u64);
        let small = small.iter().map(|&(s, v)| (s as usize, v as u16)).collect();
        let mut values = vec![NONE; planes.len()];
        (0..planes.window).for_each(|index| values[index] = back(planes.window - index));
        Self { planes, values, small, large: Union::new(&large) }
    }

    /// Makes room for a block: the indices that became the first ones, if any did.
    #[inline(always)]
    pub fn make_room(&mut self) -> Option<Range<usize>> {
        let moved = self.planes.make_room();
        moved.clone().into_iter().for_each(|kept| self.values.copy_within(kept, 0));
        moved
    }

    /// Marks what a pair gives for a position of the block.
    #[inline(always)]
    pub fn mark(&self, i: usize, (s, v): (usize, u16), sets: &mut [Sets]) {
        let x = self.values[self.planes.next + i - s] ^ v;
        sets[(x >> 3) as usize & (2 * PLANES - 1)][i] |= 1 << (x & 7);
    }

    /// Marks what the pairs with small shifts give.
    #[inline(always)]
    pub fn mark_small(&self, i: usize, sets: &mut [Sets]) {
        self.small.iter().for_each(|&pair| self.mark(i, pair, sets));
    }

    /// Puts the value of a position of the block.
    #[inline(always)]
    pub fn put(&mut self, i: usize, h: u16) {
        let index = self.planes.next + i;
        self.values[index] = h;
        self.planes.put(index, h);
    }
}
