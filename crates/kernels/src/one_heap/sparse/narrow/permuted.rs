//! The last lanes of a sparse form, in one copy for each permutation that its pairs need. Then adding the values
//! H(n - s) ^ v to the sets of neighbouring n is one run of loads and ORs.

use crate::shared::lanes::{Lane, permute};

/// The last lanes, in one copy for each of several permutations. They are empty before position 0. Positions come in
/// blocks.
pub(crate) struct Permuted<T, const BLOCK: usize> {
    /// The permutations; the first is 0.
    pub perms: Vec<u32>,
    /// How far back lanes are needed.
    window: usize,
    /// The number of lanes for which a copy has room.
    pub stride: usize,
    /// How many lanes of each copy are in use; the index of the next position.
    pub next: usize,
    /// Copy c of the lane at index i is `lanes[c * stride + i]`.
    pub lanes: Vec<T>,
}

impl<T: Lane, const BLOCK: usize> Permuted<T, BLOCK> {
    /// The copies of the lanes before the next position. `last(back)` is the lane `back` positions before it, for
    /// `back` from 1 up to the window.
    pub fn new(mut perms: Vec<u32>, window: usize, last: &dyn Fn(usize) -> T) -> Self {
        // 0 has the least rank, so it comes first.
        perms.push(0);
        perms.sort_by_key(|&v| gray_rank(v));
        perms.dedup();
        let window = window.next_multiple_of(BLOCK) + BLOCK;
        let stride = 2 * window.max(1024) + 2 * BLOCK;
        let mut lanes = vec![T::default(); perms.len() * stride];
        for (copy, &v) in lanes.chunks_exact_mut(stride).zip(&perms) {
            for (index, lane) in copy.iter_mut().enumerate().take(window) {
                let mut one = [last(window - index)];
                permute(&mut one, v);
                [*lane] = one;
            }
        }
        Self { perms, window, stride, next: window, lanes }
    }

    /// The index of a permutation's copy.
    pub fn copy_of(&self, v: u32) -> usize {
        self.perms.iter().position(|&perm| perm == v).unwrap_or(0)
    }

    /// Makes room for another block. Moves the window to the front if needed.
    #[inline(always)]
    pub fn make_room(&mut self) {
        if self.next + 2 * BLOCK <= self.stride {
            return;
        }
        let from = self.next - self.window;
        for copy in self.lanes.chunks_exact_mut(self.stride) {
            copy.copy_within(from..self.next, 0);
        }
        self.next = self.window;
    }

    /// Fills the permuted copies of the block at `next` from copy 0.
    #[inline(always)]
    pub fn spread(&mut self) {
        let at = self.next;
        let Some(lanes) = self.lanes.get(at..).and_then(|lanes| lanes.first_chunk::<BLOCK>()) else { return };
        let mut lanes = *lanes;
        let mut before = 0;
        let (_, copies) = self.lanes.split_at_mut(self.stride);
        for (copy, &v) in copies.chunks_exact_mut(self.stride).zip(&self.perms[1..]) {
            permute(&mut lanes, v ^ before);
            before = v;
            copy[at..at + BLOCK].copy_from_slice(&lanes);
        }
    }
}

/// The place of v in the Gray code, in which neighbours differ in one bit.
pub(crate) fn gray_rank(v: u32) -> u32 {
    let mut rank = v;
    let mut shift = 1;
    while shift < u32::BITS {
        rank ^= rank >> shift;
        shift *= 2;
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    #[test]
    fn neighbours_in_the_gray_code_differ_in_one_bit() {
        let mut order: Vec<u32> = (0..64).collect();
        order.sort_by_key(|&v| gray_rank(v));
        assert!(order.windows(2).all(|pair| (pair[0] ^ pair[1]).count_ones() == 1));
    }

    #[test]
    fn every_copy_is_the_first_one_permuted() {
        let mut random = Random(1);
        let mut lanes: Vec<u32> = (0..200).map(|_| 1 << random.below(32)).collect();
        let perms = vec![5, 17, 3, 17, 30];
        let mut copies = Permuted::<u32, 16>::new(perms.clone(), 100, &|back| lanes[200 - back]);
        for _ in 0..400 {
            copies.make_room();
            for i in 0..16 {
                lanes.push(1 << random.below(32));
                let at = copies.next + i;
                copies.lanes[at] = lanes[lanes.len() - 1];
            }
            copies.spread();
            copies.next += 16;
            for &v in perms.iter().chain(&[0]) {
                for back in 1..=100 {
                    let lane = copies.lanes[copies.copy_of(v) * copies.stride + copies.next - back];
                    let bit = lanes[lanes.len() - back].trailing_zeros();
                    assert_eq!(lane, 1 << (bit ^ v), "{back} back, permuted by {v}");
                }
            }
        }
    }
}
