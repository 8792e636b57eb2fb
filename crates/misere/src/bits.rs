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
