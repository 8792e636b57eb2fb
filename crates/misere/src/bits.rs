//! Sets of small numbers, one bit for each.

/// A set of numbers below a fixed bound.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Bits(pub Vec<u64>);

impl Bits {
    pub fn none(bound: usize) -> Self {
        Self(vec![0; bound.div_ceil(64)])
    }

    pub fn has(&self, number: usize) -> bool {
        has(&self.0, number)
    }

    pub fn set(&mut self, number: usize) {
        set(&mut self.0, number);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub fn add(&mut self, other: &[u64]) {
        self.0.iter_mut().zip(other).for_each(|(word, more)| *word |= more);
    }

    /// The numbers of the set.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        ones(&self.0)
    }
}

pub(crate) fn has(words: &[u64], number: usize) -> bool {
    words[number / 64] >> (number % 64) & 1 != 0
}

pub(crate) fn set(words: &mut [u64], number: usize) {
    words[number / 64] |= 1 << (number % 64);
}

/// The numbers whose bits are set.
pub(crate) fn ones(words: &[u64]) -> impl Iterator<Item = usize> + '_ {
    words.iter().enumerate().flat_map(|(place, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(64 * place + bit)
        })
    })
}

/// A set of numbers below 2^16, a byte for each, to look up many numbers in any order.
pub(crate) struct Flags(Box<[u8; 1 << 16]>);

impl Default for Flags {
    fn default() -> Self {
        Self(Box::new([0; 1 << 16]))
    }
}

impl Flags {
    /// Makes it another set, of numbers with the same bound.
    pub fn set_to(&mut self, words: &[u64]) {
        for (flags, &word) in self.0.chunks_exact_mut(64).zip(words) {
            flags.iter_mut().enumerate().for_each(|(bit, flag)| *flag = (word >> bit & 1) as u8);
        }
    }

    /// Which of up to 64 numbers are in the set, one bit for each.
    pub fn word(&self, numbers: &[u16]) -> u64 {
        numbers.iter().rev().fold(0, |word, &number| word << 1 | u64::from(self.0[usize::from(number)]))
    }
}

/// A square table of bits.
#[derive(Debug, Clone, Default)]
pub(crate) struct Table {
    /// The number of words of a row.
    pub stride: usize,
    words: Vec<u64>,
}

impl Table {
    pub fn none(rows: usize) -> Self {
        let stride = rows.div_ceil(64);
        Self { stride, words: vec![0; rows * stride] }
    }

    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.stride..][..self.stride]
    }

    pub fn has(&self, row: usize, column: usize) -> bool {
        has(self.row(row), column)
    }

    pub fn set(&mut self, row: usize, column: usize) {
        set(self.row_mut(row), column);
    }
}
