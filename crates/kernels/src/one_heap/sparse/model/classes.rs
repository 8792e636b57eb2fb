//! Rare and common values.
//!
//! Idea: for a mask m let c(x at n) be the parity of the number of ones of x & m, plus the parity of n if position
//! takes part. Classes add up in a nim-sum, so a split of n - k into a and b has a value of class c(a) + c(b) (+ k).
//! One class of parts is *rare*, the other *common*: rare ^ common is common, and the two other sums are rare. For
//! most games some mask makes few positions rare. Any mask is right; a good one is fast. Reference: Winning Ways ch.
//! 4 (sparse spaces); see also the header of `sparse/mod.rs`.

use crate::shared::lanes::Lane;
use grundy_core::claim::Sparse;
use grundy_core::nim_sum::transform_by;
use serde::{Deserialize, Serialize};

/// The classes of values for a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classes {
    /// m.
    pub mask: u32,
    /// Whether the parity of n takes part.
    pub position: bool,
    /// The class (0 or 1) of common values.
    pub common: u32,
}

/// The maximum number of values that the search for a mask looks at.
const SAMPLE: usize = 1 << 16;

impl Classes {
    /// The mask with the fewest rare values among the first `SAMPLE` values given, if fewer than a quarter are rare.
    ///
    /// `parity` is the parity of all splitting places, if they have the same one. Only then may the parity of n take
    /// part. For all masks at once, the Walsh transform of the histogram tells how many values have an even number of
    /// bits in common with the mask.
    pub fn discover(values: impl Iterator<Item = (u64, u32)>, parity: Option<u64>) -> Option<Self> {
        Self::of_values(values.take(SAMPLE), parity)
    }

    /// The same for all values given.
    pub fn of_values(values: impl Iterator<Item = (u64, u32)>, parity: Option<u64>) -> Option<Self> {
        let mut histogram = [Vec::new(), Vec::new()];
        for (n, value) in values {
            let side: &mut Vec<u64> = &mut histogram[(n % 2) as usize];
            if side.len() <= value as usize {
                side.resize(value as usize + 1, 0);
            }
            side[value as usize] += 1;
        }
        let [even, odd] = histogram;
        Self::of_histogram(&even, &odd, parity)
    }

    /// How many of the values that [`Classes::discover`] looks at are rare.
    pub fn rares_among(self, values: impl Iterator<Item = (u64, u32)>) -> usize {
        values.take(SAMPLE).filter(|&(n, value)| self.is_rare(n, value)).count()
    }

    /// The same for a histogram: how often each value occurs at even and at odd n.
    pub fn of_histogram(even: &[u64], odd: &[u64], parity: Option<u64>) -> Option<Self> {
        let signed = |side: &[u64]| side.iter().map(|&count| count as i64).collect::<Vec<i64>>();
        let mut histogram = [signed(even), signed(odd)];
        let count: i64 = histogram.iter().flatten().sum();
        let size = histogram[0].len().max(histogram[1].len()).next_power_of_two();
        histogram.iter_mut().for_each(|side| side.resize(size, 0));
        histogram.iter_mut().for_each(|side| transform_by(side, |a, b| (a + b, a - b)));
        let [even, odd] = histogram;
        let plain = (0..size).map(|m| (even[m] + odd[m], Self { mask: m as u32, position: false, common: 1 }));
        let common = u32::from(parity == Some(0));
        // The class of a value at n is then its own parity plus that of n.
        let with = (0..size).map(|m| (even[m] - odd[m], Self { mask: m as u32, position: true, common }));
        let sign = |common: u32| if common == 1 { 1 } else { -1 };
        // (count + sum) / 2 values have class 0, the others class 1.
        let rares = |(sum, classes): (i64, Self)| ((count + sign(classes.common) * sum) / 2, classes);
        let plain = plain.map(rares).filter(|(_, classes)| classes.mask != 0);
        let with = with.map(rares).filter(|(_, classes)| parity.is_some() && classes.mask != 0);
        let (fewest, classes) = plain.chain(with).min_by_key(|(rares, classes)| (*rares, classes.mask))?;
        (fewest * 4 < count).then_some(classes)
    }

    /// The sparse space of these classes, without witnesses.
    pub fn sparse(self, rares: Vec<(u64, u32)>) -> Sparse {
        let Self { mask, position, common } = self;
        Sparse { mask, position, common, rares, witnesses: Vec::new(), parts: 0 }
    }

    /// Whether a value at n is rare.
    #[inline]
    pub fn is_rare(self, n: u64, value: u32) -> bool {
        let class = (value & self.mask).count_ones() + if self.position { (n % 2) as u32 } else { 0 };
        class % 2 != self.common
    }

    /// The value without the lowest bit of the mask. Within a class this loses no information and keeps the order. It
    /// is linear for nim-sums.
    #[inline]
    pub fn compress(self, value: u32) -> u32 {
        let low = self.mask.trailing_zeros();
        let below = (1 << low) - 1;
        (value & below) | (value >> (low + 1) << low)
    }

    /// How many values differ only below the lowest bit of the mask.
    pub fn group(self) -> u32 {
        1 << self.mask.trailing_zeros()
    }

    /// The largest compressed form of a value up to `largest`. Without the deleted bit, a smaller value may come to
    /// lie higher: for the mask 0b100000, 295 and 280 become 135 and 152.
    pub fn largest_short(self, largest: u32) -> u32 {
        let below = if largest & self.group() != 0 { self.group() - 1 } else { 0 };
        self.compress(largest) | below
    }

    /// The common value at n whose compressed form is `short`.
    #[inline]
    pub fn common_value(self, n: u64, short: u32) -> u32 {
        let low = self.mask.trailing_zeros();
        let below = (1 << low) - 1;
        let value = (short & below) | (short & !below) << 1;
        if self.is_rare(n, value) { value | 1 << low } else { value }
    }

    /// The lane of a value at n. It is empty if the value is rare, if n = 0, or if there is no value.
    pub fn lane<T: Lane>(self, n: u64, value: Option<u32>) -> T {
        match value {
            Some(value) if n > 0 && !self.is_rare(n, value) => T::low(1 << self.compress(value)),
            _ => T::default(),
        }
    }

    /// A bound: the rare values below the common value with compressed form `short` at n are those whose compressed
    /// forms are below it.
    ///
    /// They differ from the common value above the lowest bit of the mask, or in that bit, whatever the bits below.
    #[inline]
    pub fn rares_below(self, n: u64, short: u32) -> u32 {
        let group = 1 << self.mask.trailing_zeros();
        let upper = self.common_value(n, short) & group != 0;
        (short & !(group - 1)) + if upper { group } else { 0 }
    }

    /// The rare value at n whose compressed form is `short`.
    #[inline]
    pub fn rare_value(self, n: u64, short: u32) -> u32 {
        self.common_value(n, short) ^ 1 << self.mask.trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_is_larger_in_compressed_form() {
        for mask in 1..128 {
            let classes = Classes { mask, position: false, common: 1 };
            let mut most = 0;
            for largest in 0..600 {
                most = most.max(classes.compress(largest));
                assert_eq!(classes.largest_short(largest), most, "{mask:#b} to {largest}");
            }
        }
    }

    #[test]
    fn compression_keeps_classes_and_order() {
        for mask in 1..32 {
            for position in [false, true] {
                for common in [0, 1] {
                    let classes = Classes { mask, position, common };
                    for n in [10, 11] {
                        let commons: Vec<u32> = (0..64).filter(|&v| !classes.is_rare(n, v)).collect();
                        let short: Vec<u32> = commons.iter().map(|&v| classes.compress(v)).collect();
                        assert_eq!(short, (0..32).collect::<Vec<_>>());
                        assert!(commons.iter().zip(short.clone()).all(|(&v, s)| classes.common_value(n, s) == v));
                        for (&value, &s) in commons.iter().zip(&short) {
                            let below: Vec<u32> = (0..value).filter(|&v| classes.is_rare(n, v)).collect();
                            let bound = classes.rares_below(n, s);
                            assert_eq!(below.len() as u32, bound);
                            assert!(below.iter().all(|&v| classes.compress(v) < bound));
                        }
                        assert!((0..32).all(|s| classes.is_rare(n, classes.rare_value(n, s))));
                    }
                }
            }
        }
    }
}
