//! One-hot lanes: the compressed value h of a position, stored as the word 1 << h.
//!
//! The mex of a set e is then `!e & (e + 1)`. The nim-sum with a value v permutes the bits of a word. Adding the
//! values of several positions to the sets of others is one run of loads and ORs.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// A word whose bits are values.
pub trait Lane:
    Copy
    + Default
    + Ord
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
    /// The number of values that fit.
    const BITS: u32;
    /// The name of this width, for notes.
    const NAME: &'static str;
    /// The low bits of a wide word.
    fn low(word: u64) -> Self;
    /// The word, extended with zeros.
    fn wide(self) -> u64;
    /// The lowest bit that is not set, as a word.
    fn mex(self) -> Self;
    /// The index of that bit.
    fn trailing_ones(self) -> u32;
    /// The number of bits that are set.
    fn ones(self) -> u8;
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
            fn trailing_ones(self) -> u32 {
                <$word>::trailing_ones(self)
            }
            #[inline(always)]
            fn ones(self) -> u8 {
                self.count_ones() as u8
            }
            #[inline(always)]
            fn below(self) -> Self {
                !self & self.wrapping_sub(1)
            }
        }
    };
}

lane!(u8, "8-bit lanes");
lane!(u16, "16-bit lanes");
lane!(u32, "32-bit lanes");
lane!(u64, "64-bit lanes");

/// The bits whose index has bit `stage` clear.
const STAGES: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

/// Moves bit h of every lane to bit h ^ v.
#[inline(always)]
pub fn permute<T: Lane, const N: usize>(lanes: &mut [T; N], v: u32) {
    for (stage, &mask) in STAGES.iter().enumerate().take(T::BITS.trailing_zeros() as usize) {
        if v >> stage & 1 != 0 {
            let (mask, shift) = (T::low(mask), 1u32 << stage);
            // A loop, because the closure of `map` would be a call and would not be compiled for wide vectors.
            for lane in lanes.iter_mut() {
                *lane = (*lane & mask) << shift | (*lane >> shift) & mask;
            }
        }
    }
}

/// Moves the only bit h of every lane to the first bit of its group of 2^low bits.
#[inline(always)]
pub fn group_starts<T: Lane, const N: usize>(lanes: &mut [T; N], low: u32) {
    for (stage, &mask) in STAGES.iter().enumerate().take((low as usize).min(T::BITS.trailing_zeros() as usize)) {
        let (mask, shift) = (T::low(mask), 1u32 << stage);
        for lane in lanes.iter_mut() {
            *lane = *lane & mask | (*lane >> shift) & mask;
        }
    }
}

/// The only bit of every lane, moved up by 2^low. A bit that leaves its lane is lost.
#[inline(always)]
pub fn above<T: Lane, const N: usize>(lanes: &[T; N], low: u32) -> [T; N] {
    let mut above = [T::default(); N];
    // Every shift is by a constant, because shifts by a variable would not be vectorised.
    let mut lift = |shift: u32| (0..N).for_each(|i| above[i] = lanes[i] << shift);
    match low {
        0 => lift(1),
        1 => lift(2),
        2 => lift(4),
        3 if T::BITS > 8 => lift(8),
        4 if T::BITS > 16 => lift(16),
        5 if T::BITS > 32 => lift(32),
        _ => {}
    }
    above
}

/// ORs the lanes from an index on into N sets. Does nothing unless all N lanes exist.
#[inline(always)]
pub fn gather<T: Lane, const N: usize>(into: &mut [T; N], lanes: &[T], from: usize) {
    if let Some(source) = lanes.get(from..from.wrapping_add(N)) {
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
                let (mut low, mut high) = ([1u16 << h], [1u64 << (h + 48)]);
                permute(&mut low, v);
                permute(&mut high, v);
                assert_eq!((low, high), ([1 << (h ^ v)], [1 << ((h + 48) ^ v)]));
            }
        }
    }
}
