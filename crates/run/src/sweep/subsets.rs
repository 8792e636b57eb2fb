//! Subsets of {1, ..., n}, ordered by the number whose bits they are, with conditions on the sets.
//!
//! Elements that every set or no set contains are fixed. Only the other bits are enumerated, and numbers with a
//! wrong count of bits are skipped directly. So 10^18 subsets can be handled as easily as ten.

use num_integer::gcd;
use std::ops::RangeInclusive;

/// The subsets that satisfy some conditions.
#[derive(Debug, Clone)]
pub struct Subsets {
    /// The upper bound of the elements.
    of: u64,
    /// The elements that a set may or may not contain, ascending.
    free: Vec<u64>,
    /// The elements that every set contains.
    fixed: Vec<u64>,
    /// The allowed numbers of free elements in a set.
    sizes: RangeInclusive<u32>,
    gcd: Option<u64>,
}

impl Subsets {
    /// The non-empty subsets of 1, ..., `of` (at most 63), with conditions: the number of elements, elements
    /// that each must contain, elements that none may contain, and their gcd. None if no set satisfies them.
    pub fn new(
        of: u64,
        sizes: RangeInclusive<u64>,
        containing: &[u64],
        avoiding: &[u64],
        gcd: Option<u64>,
    ) -> Option<Self> {
        let allowed = |element: &u64| gcd.is_none_or(|gcd| gcd > 0 && element.is_multiple_of(gcd));
        let mut fixed: Vec<u64> = containing.to_vec();
        fixed.sort_unstable();
        fixed.dedup();
        if of > 63 || !fixed.iter().all(|element| (1..=of).contains(element) && allowed(element)) {
            return None;
        }
        if fixed.iter().any(|element| avoiding.contains(element)) {
            return None;
        }
        let free =
            (1..=of).filter(|element| !fixed.contains(element) && !avoiding.contains(element) && allowed(element));
        let free: Vec<u64> = free.collect();
        let taken = fixed.len() as u64;
        let least = (*sizes.start()).max(1).saturating_sub(taken);
        let most = sizes.end().checked_sub(taken)?.min(free.len() as u64);
        (least <= most).then_some(Self { of, free, fixed, sizes: least as u32..=most as u32, gcd })
    }

    /// The bits of the first set, which stand for its free elements.
    pub fn first(&self) -> Option<u64> {
        let first = (1u64 << self.sizes.start()) - 1;
        if self.has_gcd(first) { Some(first) } else { self.next(first) }
    }

    /// Whether no condition leaves out a non-empty set. Then the n-th set has the bits of n.
    pub fn is_every_set(&self) -> bool {
        self.gcd.is_none() && self.free.len() as u64 == self.of && self.sizes == (1..=self.of as u32)
    }

    /// The upper bound of the elements.
    pub fn of(&self) -> u64 {
        self.of
    }

    /// The maximum number of elements of a set.
    pub(super) fn most(&self) -> usize {
        self.free.len() + self.fixed.len()
    }

    /// A mask with the bits of all free elements.
    pub fn mask(&self) -> u64 {
        (1 << self.free.len()) - 1
    }

    /// The bits of the next set.
    pub fn next(&self, mut bits: u64) -> Option<u64> {
        // If all sizes are allowed, the next set is the next number.
        if self.gcd.is_none() && *self.sizes.start() <= 1 && *self.sizes.end() as usize == self.free.len() {
            return Some(bits + 1).filter(|bits| bits >> self.free.len() == 0);
        }
        loop {
            bits = self.sizes.clone().filter_map(|size| next_with(bits, size)).min()?;
            if bits >> self.free.len() != 0 {
                return None;
            }
            if self.has_gcd(bits) {
                return Some(bits);
            }
        }
    }

    /// The elements, ascending.
    pub fn elements(&self, bits: u64) -> Vec<u64> {
        let chosen = (0..self.free.len()).filter(|&place| bits >> place & 1 == 1).map(|place| self.free[place]);
        let mut elements: Vec<u64> = chosen.chain(self.fixed.iter().copied()).collect();
        elements.sort_unstable();
        elements
    }

    fn has_gcd(&self, bits: u64) -> bool {
        self.gcd.is_none_or(|wanted| self.elements(bits).into_iter().fold(0, gcd) == wanted)
    }

    /// The number of sets.
    pub fn count(&self) -> u128 {
        let Some(wanted) = self.gcd else { return self.multiples_of(1) };
        // If all elements are multiples of d, their gcd is a multiple of d. Moebius inversion gives the count,
        // with d = wanted k.
        (1..=63 / wanted.max(1)).map(|k| moebius(k) * self.multiples_of(wanted * k) as i128).sum::<i128>() as u128
    }

    /// The number of sets whose elements are all multiples of d.
    fn multiples_of(&self, d: u64) -> u128 {
        if self.fixed.iter().any(|element| !element.is_multiple_of(d)) {
            return 0;
        }
        let free = self.free.iter().filter(|element| element.is_multiple_of(d)).count() as u32;
        self.sizes.clone().map(|size| binomial(free, size)).sum()
    }
}

/// The least number above `bits` with `size` bits set.
fn next_with(bits: u64, size: u32) -> Option<u64> {
    // One bit changes from 0 to 1. The bits above it stay, and those below it become the lowest number with the
    // right count.
    (0..63).find_map(|place| {
        let above = bits >> place;
        let left = size.checked_sub((above >> 1).count_ones() + 1).filter(|&left| above & 1 == 0 && left <= place)?;
        Some((above | 1) << place | ((1 << left) - 1))
    })
}

fn binomial(n: u32, k: u32) -> u128 {
    if k > n { 0 } else { (0..u128::from(k)).fold(1, |product, i| product * (u128::from(n) - i) / (i + 1)) }
}

fn moebius(n: u64) -> i128 {
    let (mut left, mut sign) = (n, 1);
    for p in 2..=n {
        if left.is_multiple_of(p) {
            left /= p;
            if left.is_multiple_of(p) {
                return 0;
            }
            sign = -sign;
        }
    }
    sign
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All subsets of 1, ..., n that satisfy a condition, found by trying every number.
    fn slow(of: u64, wanted: impl Fn(&[u64]) -> bool) -> Vec<Vec<u64>> {
        let set = |bits: u64| (1..=of).filter(|element| bits >> (element - 1) & 1 == 1).collect::<Vec<_>>();
        (1..1 << of).map(set).filter(|set| wanted(set)).collect()
    }

    fn all(subsets: &Subsets) -> Vec<Vec<u64>> {
        let bits = std::iter::successors(subsets.first(), |&bits| subsets.next(bits));
        bits.map(|bits| subsets.elements(bits)).collect()
    }

    #[test]
    fn as_by_looking_at_every_number() {
        for of in 1..=9 {
            for (least, most) in [(1, 63), (1, 3), (2, 2), (3, 5), (0, 1)] {
                for (containing, avoiding) in
                    [(&[][..], &[][..]), (&[2], &[]), (&[1, 3], &[2]), (&[], &[1, 2, 4]), (&[5], &[5])]
                {
                    for divisor in [None, Some(1), Some(2), Some(3)] {
                        let wanted = |set: &[u64]| {
                            let size = set.len() as u64;
                            (least..=most).contains(&size)
                                && containing.iter().all(|element| set.contains(element))
                                && !avoiding.iter().any(|element| set.contains(element))
                                && divisor.is_none_or(|divisor| set.iter().copied().fold(0, gcd) == divisor)
                        };
                        let expected = slow(of, wanted);
                        let found = Subsets::new(of, least..=most, containing, avoiding, divisor);
                        let (sets, count) = found.as_ref().map_or((Vec::new(), 0), |found| (all(found), found.count()));
                        assert_eq!(sets, expected, "{of} {least}..{most} {containing:?} {avoiding:?} {divisor:?}");
                        assert_eq!(count, expected.len() as u128);
                    }
                }
            }
        }
    }

    #[test]
    fn large_sets_are_stepped_through_at_once() {
        let subsets = Subsets::new(63, 1..=2, &[], &[], None).unwrap();
        assert_eq!(all(&subsets).len() as u128, subsets.count());
        assert_eq!(subsets.count(), 63 + 63 * 62 / 2);
        assert_eq!(Subsets::new(63, 1..=63, &[], &[], None).unwrap().count(), (1u128 << 63) - 1);
    }
}
