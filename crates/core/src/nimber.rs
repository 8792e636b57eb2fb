//! Grundy values (nimbers) and the minimum excludant.

/// A Grundy value (nim-value): the size of the Nim heap that a position is equal to.
/// The value of a position never exceeds its number of options, so 32 bits are enough for every position the
/// engine can handle.
pub type Grundy = u32;

/// The nim-sum of two Grundy values: the value of the disjunctive sum of two positions
/// (Sprague 1935, Grundy 1939).
#[inline]
pub fn nim_sum(a: Grundy, b: Grundy) -> Grundy {
    a ^ b
}

/// A set of Grundy values that computes its mex in O(mex / 64).
///
/// The set is meant to be reused. [`NimberSet::clear`] clears only the words up to the largest value inserted
/// since the last clear.
#[derive(Debug, Clone, Default)]
pub struct NimberSet {
    words: Vec<u64>,
    used: usize,
}

impl NimberSet {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value.
    #[inline]
    pub fn insert(&mut self, value: Grundy) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.used = self.used.max(word + 1);
        self.words[word] |= 1 << (value % 64);
    }

    /// Whether a value is in the set.
    pub fn contains(&self, value: Grundy) -> bool {
        let word = self.words.get((value / 64) as usize).copied().unwrap_or(0);
        word >> (value % 64) & 1 == 1
    }

    /// The minimum excludant: the least value that is not in the set. 0 for the empty set.
    #[inline]
    pub fn mex(&self) -> Grundy {
        for (index, word) in self.words[..self.used].iter().enumerate() {
            if *word != u64::MAX {
                return index as u32 * 64 + word.trailing_ones();
            }
        }
        self.used as u32 * 64
    }

    /// Removes every value.
    #[inline]
    pub fn clear(&mut self) {
        self.words[..self.used].fill(0);
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn mex_of_the_empty_set_is_zero() {
        assert_eq!(NimberSet::new().mex(), 0);
    }

    #[test]
    fn mex_steps_over_full_words() {
        let mut set = NimberSet::new();
        (0..128).for_each(|v| set.insert(v));
        assert_eq!(set.mex(), 128);
        set.insert(129);
        assert_eq!(set.mex(), 128);
        set.insert(128);
        assert_eq!(set.mex(), 130);
        set.clear();
        assert_eq!(set.mex(), 0);
        assert!(!set.contains(5));
    }

    proptest! {
        #[test]
        fn mex_is_the_least_value_missing(values in prop::collection::vec(0u32..200, 0..300)) {
            let mut set = NimberSet::new();
            values.iter().for_each(|&v| set.insert(v));
            let mex = (0..).find(|v| !values.contains(v)).unwrap();
            prop_assert_eq!(set.mex(), mex);
            prop_assert!(values.iter().all(|&v| set.contains(v)));
        }
    }
}
