//! The first search for a rare value: among the splits with the smallest parts.
//!
//! The first values, the last of them first, lie beside the values before n - k as the splits
//! of n - k pair them, so that a chunk of them is compared at once.

use super::record::{Cell, Record};

/// Splits compared at once.
const CHUNK: usize = 64;

/// Chunks at most.
const CHUNKS: usize = 4;

/// How far back the search looks behind the place of a split.
pub(super) const EARLY: u64 = (CHUNK * CHUNKS) as u64;

/// The first values.
pub(super) struct Early<C> {
    /// Of 64, 63, ..., 1; of 128, ..., 65; and so on.
    reversed: Vec<[C; CHUNK]>,
}

impl<C: Cell> Early<C> {
    pub fn new(record: &Record<C>) -> Self {
        let value = |n: usize| record.get(n as u64).unwrap_or_default();
        let chunk = |number: usize| std::array::from_fn(|i| value((number + 1) * CHUNK - i));
        // Only parts that are the smaller ones from here on.
        let known = (record.len() / 2) as usize / CHUNK;
        Self { reversed: (0..CHUNKS.min(known.saturating_sub(1))).map(chunk).collect() }
    }

    /// Whether `total` splits into two heaps with the nim-sum `value`, the smaller one among
    /// the first: a bound of that one. `before` ends with the value of `total` - 1.
    #[inline(always)]
    pub fn find(&self, before: &[C], value: C) -> Option<u64> {
        for (number, (small, large)) in self.reversed.iter().zip(before.rchunks_exact(CHUNK)).enumerate() {
            let mut hit = C::default();
            for i in 0..CHUNK {
                hit = hit | if small[i] ^ large[i] == value { C::of(C::LARGEST) } else { C::default() };
            }
            if hit != C::default() {
                return Some(((number + 1) * CHUNK) as u64);
            }
        }
        None
    }
}
