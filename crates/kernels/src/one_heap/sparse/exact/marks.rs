//! Marks of the values of options: one byte per value.

use grundy_core::simd::{Work, fast};

/// The number of values that have a mark: all that fit in 16 bits.
const VALUES: usize = 1 << 16;

/// How many pairs' nim-sums are computed in one word.
const AT_ONCE: usize = 4;

/// One byte for each value below 2^16, so that marking needs no bounds check. Only those below `bound` are used.
pub(crate) struct Marks {
    bytes: Box<[u8; VALUES]>,
    bound: usize,
}

impl Marks {
    pub fn new() -> Self {
        let bytes = vec![0; VALUES].into_boxed_slice().try_into().expect("the length of the array");
        Self { bytes, bound: 0 }
    }

    /// Starts again with marks below a bound. Those of the first values are given.
    pub fn begin(&mut self, bound: usize, row: &[u8]) {
        // Earlier marks lie below the previous bound.
        self.bytes[row.len()..self.bound.max(bound)].fill(0);
        self.bytes[..row.len()].copy_from_slice(row);
        self.bound = bound;
    }

    /// The marks of the values below the bound.
    pub fn row(&self) -> &[u8] {
        &self.bytes[..self.bound]
    }

    #[inline]
    pub fn mark(&mut self, value: u16) {
        self.bytes[usize::from(value)] = 1;
    }

    /// Marks the nim-sums of pairs.
    pub fn mark_pairs(&mut self, low: &[u16], high: &[u16]) {
        fast(MarkedPairs { bytes: &mut self.bytes, low, high });
    }

    /// The least value without a mark; the bound if all have one.
    pub fn mex(&self) -> usize {
        let (words, rest) = self.row().as_chunks::<8>();
        let full = words.iter().take_while(|&&word| word == [1; 8]).count();
        let last = words.get(full).map_or(rest, |word| word);
        8 * full + last.iter().take_while(|&&mark| mark != 0).count()
    }
}

/// Pairs whose nim-sums are to be marked.
///
/// A word of four values is loaded and XORed at once, but every mark is a separate store. The number of stores
/// determines the cost, and longer vectors would have to be unpacked for them.
struct MarkedPairs<'s> {
    bytes: &'s mut [u8; VALUES],
    low: &'s [u16],
    high: &'s [u16],
}

impl Work for MarkedPairs<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let MarkedPairs { bytes, low, high } = self;
        let ((lows, low), (highs, high)) = (low.as_chunks::<AT_ONCE>(), high.as_chunks::<AT_ONCE>());
        for (low, high) in lows.iter().zip(highs) {
            let sums = word(low) ^ word(high);
            bytes[usize::from(sums as u16)] = 1;
            bytes[usize::from((sums >> 16) as u16)] = 1;
            bytes[usize::from((sums >> 32) as u16)] = 1;
            bytes[usize::from((sums >> 48) as u16)] = 1;
        }
        low.iter().zip(high).for_each(|(low, high)| bytes[usize::from(low ^ high)] = 1);
    }
}

/// Four values as a word.
#[inline(always)]
fn word(values: &[u16; AT_ONCE]) -> u64 {
    let [a, b, c, d] = values.map(u64::from);
    a | b << 16 | c << 32 | d << 48
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;
    use std::collections::BTreeSet;

    #[test]
    fn marks_are_the_nim_sums_of_pairs() {
        let (mut random, mut marks) = (Random(3), Marks::new());
        for case in 0..400 {
            // Bounds go up and down, and earlier marks must not be seen.
            let bound = 1 << random.below(if case % 50 == 0 { 17 } else { 9 });
            let count = random.below(3 * bound) as usize;
            let mut values = || (0..count).map(|_| random.below(bound) as u16).collect::<Vec<u16>>();
            let (low, high) = (values(), values());
            let mut given = vec![0; random.below(bound + 1) as usize];
            given.iter_mut().for_each(|mark| *mark = random.below(2) as u8);
            marks.begin(bound as usize, &given);
            marks.mark_pairs(&low, &high);
            let ones = (0..).zip(&given).filter(|&(_, &mark)| mark != 0).map(|(value, _)| value);
            let set: BTreeSet<u64> = low.iter().zip(&high).map(|(a, b)| u64::from(a ^ b)).chain(ones).collect();
            assert!((0..bound).zip(marks.row()).all(|(value, &mark)| set.contains(&value) == (mark != 0)), "{case}");
            assert_eq!(marks.mex() as u64, (0..).find(|value| !set.contains(value)).unwrap(), "{case}");
        }
    }
}
