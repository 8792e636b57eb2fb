//! Blocks of outcomes, one bit each.

use crate::simd::{Work, fast};

/// Values 0 and 1, packed: value i is bit i % 64 of word i / 64.
#[derive(Debug, Clone, Copy)]
pub struct Bits<'a> {
    words: &'a [u64],
    len: usize,
}

impl<'a> Bits<'a> {
    /// The first `len` bits of some words.
    ///
    /// # Panics
    /// If the number of words is not the one that `len` bits need, or if a bit after the last one is set.
    pub fn new(words: &'a [u64], len: usize) -> Self {
        assert_eq!(words.len(), len.div_ceil(64), "words of {len} bits");
        let behind = words.last().map_or(0, |word| word >> 1 >> ((len + 63) % 64));
        assert_eq!(behind, 0, "bits behind the last of {len}");
        Self { words, len }
    }

    /// The number of values.
    pub fn len(self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The words. Bits after the last value are 0.
    pub fn words(self) -> &'a [u64] {
        self.words
    }

    /// How many of the values are 1.
    pub fn ones(self) -> u64 {
        fast(Ones(self.words))
    }

    /// The index of the first 1.
    pub fn first_one(self) -> Option<usize> {
        let at = self.words.iter().position(|&word| word != 0)?;
        Some(64 * at + self.words[at].trailing_zeros() as usize)
    }

    /// The first and the last index of the value 1 (if `one`) or 0.
    pub fn ends_of(self, one: bool) -> Option<(usize, usize)> {
        // Bits after the last value do not count.
        let kind = |at: usize| {
            let word = if one { self.words[at] } else { !self.words[at] };
            let left = self.len - 64 * at;
            if left < 64 { word & ((1 << left) - 1) } else { word }
        };
        let words = || 0..self.len.div_ceil(64);
        let first = words().find(|&at| kind(at) != 0)?;
        let last = words().rev().find(|&at| kind(at) != 0)?;
        Some((64 * first + kind(first).trailing_zeros() as usize, 64 * last + 63 - kind(last).leading_zeros() as usize))
    }

    /// The values.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..self.len).map(move |i| (self.words[i / 64] >> (i % 64)) as u32 & 1)
    }

    /// The indices of the zeros, in increasing order.
    pub fn zeros(self) -> impl Iterator<Item = usize> {
        let places = |(at, &word): (usize, &u64)| {
            let mut rest = !word;
            let next = move || {
                let place = (rest != 0).then_some(64 * at + rest.trailing_zeros() as usize);
                rest &= rest.wrapping_sub(1);
                place
            };
            std::iter::from_fn(next)
        };
        self.words.iter().enumerate().flat_map(places).take_while(move |&place| place < self.len)
    }
}

struct Ones<'o>(&'o [u64]);

impl Work for Ones<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        // A plain loop: the closure of `map` would not be compiled for the vectors in use.
        let mut ones = 0;
        for word in self.0 {
            ones += u64::from(word.count_ones());
        }
        ones
    }
}

/// A growing block of bits.
#[derive(Debug, Default)]
pub struct BitBlock {
    words: Vec<u64>,
    len: usize,
}

impl BitBlock {
    /// Removes all bits.
    pub fn clear(&mut self) {
        self.words.clear();
        self.len = 0;
    }

    /// All bits so far.
    pub fn bits(&self) -> Bits<'_> {
        Bits::new(&self.words, self.len)
    }

    /// Appends the lowest `count` bits (1 to 64) of every word; the other bits of the word must be 0.
    #[inline(always)]
    pub fn extend(&mut self, count: usize, words: impl IntoIterator<Item = u64>) {
        let mut used = self.len % 64;
        let mut last = if used > 0 { self.words.pop().unwrap_or(0) } else { 0 };
        for word in words {
            last |= word << used;
            used += count;
            self.len += count;
            if used >= 64 {
                self.words.push(last);
                used -= 64;
                // The bits that did not fit. Two shifts, because a shift by 64 is not allowed.
                last = word >> 1 >> (count - 1 - used);
            }
        }
        if used > 0 {
            self.words.push(last);
        }
    }

    /// Appends lines of `length` bits each; `word` returns a word of a line.
    #[inline(always)]
    pub fn extend_lines<L: Copy>(
        &mut self,
        length: usize,
        lines: impl IntoIterator<Item = L>,
        word: impl Fn(L, usize) -> u64,
    ) {
        let (whole, rest) = (length / 64, length % 64);
        let end = (1u64 << rest) - 1;
        let lines = lines.into_iter();
        if whole == 0 {
            return self.extend(rest, lines.map(|line| word(line, 0) & end));
        }
        for line in lines {
            self.extend(64, (0..whole).map(|at| word(line, at)));
            self.extend(rest, (rest > 0).then(|| word(line, whole) & end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_goes_in_comes_out(parts in prop::collection::vec((1usize..=64, prop::collection::vec(any::<u64>(), 0..9)), 0..30)) {
            let (mut block, mut plain) = (BitBlock::default(), Vec::new());
            for (count, words) in parts {
                let words: Vec<u64> = words.into_iter().map(|word| word & u64::MAX >> (64 - count)).collect();
                plain.extend(words.iter().flat_map(|word| (0..count).map(move |i| (word >> i) as u32 & 1)));
                block.extend(count, words);
            }
            let bits = block.bits();
            prop_assert_eq!(bits.iter().collect::<Vec<_>>(), plain.clone());
            let zeros: Vec<usize> = (0..plain.len()).filter(|&i| plain[i] == 0).collect();
            prop_assert_eq!(bits.zeros().collect::<Vec<_>>(), zeros);
            prop_assert_eq!(bits.first_one(), plain.iter().position(|&value| value == 1));
            prop_assert_eq!(bits.ones(), plain.iter().map(|&value| u64::from(value)).sum::<u64>());
        }
    }
}
