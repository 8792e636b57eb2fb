//! Which rows of a sample have a property, 64 of them in a word.

/// A set of rows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Marks(Vec<u64>);

impl Marks {
    /// The rows with a property.
    pub(super) fn of(mut has: impl FnMut(usize) -> bool, count: usize) -> Marks {
        let word = |w: usize| (64 * w..count.min(64 * w + 64)).fold(0, |bits, i| bits | u64::from(has(i)) << (i % 64));
        Marks((0..count.div_ceil(64)).map(word).collect())
    }

    /// All rows.
    pub(super) fn all(count: usize) -> Marks {
        Marks::of(|_| true, count)
    }

    /// The number of words.
    pub(super) const fn words(&self) -> usize {
        self.0.len()
    }

    pub(super) fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many rows both have.
    pub(super) fn common(&self, other: &Marks) -> u64 {
        self.0.iter().zip(&other.0).map(|(a, b)| u64::from((a & b).count_ones())).sum()
    }

    /// Keeps what the other has, too.
    pub(super) fn retain(&mut self, other: &Marks) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    /// Drops what the other has.
    pub(super) fn remove(&mut self, other: &Marks) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }
}
