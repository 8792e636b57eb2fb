//! One-hot lanes: the compressed value h of a position as the word 1 << h.
//!
//! The mex of a set is then `!e & (e + 1)`, and the nim-sum of a value with v permutes the
//! bits of its word. [`Copies`] keeps the last lanes once for each v that is needed, so that
//! adding the values H(n - s) ^ v to the sets of neighbouring n is one run of loads and ORs.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// Positions worked on together.
pub(super) const BLOCK: usize = 64;

/// A word whose bits are values.
pub(super) trait Lane:
    Copy
    + Default
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many values fit.
    const BITS: u32;
    /// The name of the form, for notes.
    const NAME: &'static str;
    /// The lowest bits of a wide word.
    fn low(word: u64) -> Self;
    /// The word with zeros above.
    fn wide(self) -> u64;
    /// The lowest bit that is not set.
    fn mex(self) -> Self;
    /// The only bit, 2^low places up; gone if there is no such place.
    fn above(self, low: u32) -> Self;
    /// The bits below the lowest set bit.
    fn below(self) -> Self;
}

macro_rules! lane {
    ($word:ty, $name:literal) => {
        impl Lane for $word {
            const BITS: u32 = <$word>::BITS;
            const NAME: &'static str = $name;
            #[inline(always)]
            fn low(word: u64) -> Self {
                word as $word
            }
            #[inline(always)]
            fn wide(self) -> u64 {
                u64::from(self)
            }
            #[inline(always)]
            fn mex(self) -> Self {
                !self & self.wrapping_add(1)
            }
            #[inline(always)]
            fn above(self, low: u32) -> Self {
                if 1 << low < Self::BITS { self << (1u32 << low) } else { 0 }
            }
            #[inline(always)]
            fn below(self) -> Self {
                !self & self.wrapping_sub(1)
            }
        }
    };
}

lane!(u16, "16-bit lanes");
lane!(u32, "32-bit lanes");
lane!(u64, "64-bit lanes");

/// The bits whose number has bit `stage` clear.
const STAGES: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

/// Moves bit h of every lane to h ^ v.
#[inline(always)]
pub(super) fn permute<T: Lane, const N: usize>(mut lanes: [T; N], v: u32) -> [T; N] {
    for (stage, &mask) in STAGES.iter().enumerate().take(T::BITS.trailing_zeros() as usize) {
        if v >> stage & 1 != 0 {
            let (mask, shift) = (T::low(mask), 1u32 << stage);
            lanes = lanes.map(|lane| (lane & mask) << shift | (lane >> shift) & mask);
        }
    }
    lanes
}

/// Moves the only bit h of every lane to the first of its group of 2^low bits.
#[inline(always)]
pub(super) fn group_starts<T: Lane, const N: usize>(lanes: &mut [T; N], low: u32) {
    for (stage, &mask) in STAGES.iter().enumerate().take((low as usize).min(T::BITS.trailing_zeros() as usize)) {
        let (mask, shift) = (T::low(mask), 1u32 << stage);
        for lane in lanes.iter_mut() {
            *lane = *lane & mask | (*lane >> shift) & mask;
        }
    }
}

/// The last lanes, once for each of some permutations; before position 0 they are empty.
#[derive(Clone)]
pub(super) struct Copies<T> {
    /// The permutations; the first is 0.
    pub perms: Vec<u32>,
    /// How far back lanes are needed.
    window: usize,
    /// Lanes a copy has room for.
    pub stride: usize,
    /// How many lanes of each copy are in use; the next position comes there.
    pub next: usize,
    /// Copy c of the lane at index i is `lanes[c * stride + i]`.
    pub lanes: Vec<T>,
}

impl<T: Lane> Copies<T> {
    /// Copies of the lanes before the next position; `last` gives the lane `back` places
    /// before it, for `back` from 1 to the window.
    pub fn new(mut perms: Vec<u32>, window: usize, last: impl Fn(usize) -> T) -> Self {
        perms.push(0);
        perms.sort_by_key(|&v| gray_rank(v));
        perms.dedup();
        let window = window.next_multiple_of(BLOCK) + BLOCK;
        let stride = 2 * window.max(1024) + 2 * BLOCK;
        let mut lanes = vec![T::default(); perms.len() * stride];
        for (copy, &v) in lanes.chunks_exact_mut(stride).zip(&perms) {
            for (index, lane) in copy.iter_mut().enumerate().take(window) {
                *lane = permute([last(window - index)], v)[0];
            }
        }
        Self { perms, window, stride, next: window, lanes }
    }

    /// The number of a permutation's copy.
    pub fn copy_of(&self, v: u32) -> usize {
        self.perms.iter().position(|&perm| perm == v).unwrap_or(0)
    }

    /// Makes room for another block, moving the window to the front if needed.
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
        for (copy, &v) in self.lanes.chunks_exact_mut(self.stride).zip(&self.perms).skip(1) {
            lanes = permute(lanes, v ^ before);
            before = v;
            copy[at..at + BLOCK].copy_from_slice(&lanes);
        }
    }
}

/// The place of v in the Gray code, where neighbours differ in one bit.
pub(super) fn gray_rank(v: u32) -> u32 {
    let mut rank = v;
    let mut shift = 1;
    while shift < u32::BITS {
        rank ^= rank >> shift;
        shift *= 2;
    }
    rank
}

/// The lanes from `back` places before index `at` of copy 0, as `where` says.
#[inline(always)]
pub(super) fn gather<T: Lane, const N: usize>(into: &mut [T; N], lanes: &[T], from: usize) {
    if let Some(source) = lanes.get(from..).and_then(|lanes| lanes.first_chunk::<N>()) {
        for i in 0..N {
            into[i] |= source[i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_are_nim_sums() {
        for v in 0..16 {
            for h in 0..16 {
                assert_eq!(permute([1u16 << h], v), [1u16 << (h ^ v)]);
                assert_eq!(permute([1u64 << (h + 48)], v), [1u64 << ((h + 48) ^ v)]);
            }
        }
        let mut order: Vec<u32> = (0..64).collect();
        order.sort_by_key(|&v| gray_rank(v));
        assert!(order.windows(2).all(|pair| (pair[0] ^ pair[1]).count_ones() == 1));
    }
}
