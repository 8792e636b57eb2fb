//! The first search for a rare value: among the splits with the smallest parts.
//!
//! The first values, the last of them first, lie beside the values before n - k as the splits
//! of n - k pair them, so that a chunk of them is compared at once.

use super::classes::Classes;
use super::facts::Facts;
use super::pipeline::Opened;
use super::record::{Cell, Record};

/// Splits compared at once.
const CHUNK: usize = 64;

/// Chunks at most.
const CHUNKS: usize = 4;

/// The first values, and what a search among them needs.
pub(super) struct Early<C> {
    classes: Classes,
    splits: Vec<u64>,
    /// The values of 64, 63, ..., 1; of 128, ..., 65; and so on.
    reversed: Vec<[C; CHUNK]>,
}

impl<C: Cell> Early<C> {
    pub fn new(facts: &Facts, record: &Record<C>) -> Self {
        let value = |n: usize| record.get(n as u64).unwrap_or_default();
        let chunk = |number: usize| std::array::from_fn(|i| value((number + 1) * CHUNK - i));
        // Only parts that are the smaller ones from here on.
        let known = (record.len() / 2) as usize / CHUNK;
        let reversed = (0..CHUNKS.min(known.saturating_sub(1))).map(chunk).collect();
        Self { classes: facts.classes, splits: facts.moves.splits.clone(), reversed }
    }

    /// The values that a search at `from` and behind looks at, and how many of them lie
    /// before `from`; none if they are not kept.
    pub fn values<'r>(&self, record: &'r Record<C>, from: u64) -> (&'r [C], usize) {
        let first = from.saturating_sub((CHUNK * CHUNKS) as u64 + self.splits.last().copied().unwrap_or(0));
        record.slice(first, record.len()).map_or((&[], 0), |values| (values, (from - first) as usize))
    }

    /// Excludes rare values of n (compressed, as bits, the lowest for `first`) by splits with
    /// small parts: what is left. `before` ends with the value of n - 1.
    #[inline(always)]
    pub fn exclude(&self, n: u64, first: u32, mut missing: u64, before: &[C], opened: &mut Opened) -> u64 {
        let mut bits = missing;
        while bits != 0 {
            let bit = bits & bits.wrapping_neg();
            bits ^= bit;
            let value = self.classes.rare_value(n, first + bit.trailing_zeros());
            if value > C::LARGEST {
                continue;
            }
            for &k in &self.splits {
                let known = before.len().checked_sub(k as usize).map_or(&[][..], |upto| &before[..upto]);
                if let Some(part) = self.find(known, C::of(value)) {
                    missing ^= bit;
                    opened.searched = opened.searched.max(Some((n, part)));
                    break;
                }
            }
        }
        missing
    }

    /// Whether `total` splits into two heaps with the nim-sum `value`, the smaller one among
    /// the first: a bound of that one. `before` ends with the value of `total` - 1.
    #[inline(always)]
    fn find(&self, before: &[C], value: C) -> Option<u64> {
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
