//! The nim-sums of all pairs of heaps, by the sum of their sizes.

use crate::shared::value_set::{self, contains};
use grundy_core::simd::{Work, fast};
use std::collections::VecDeque;

/// Eight sets of up to 64 sums: those whose pairs have the values 8u, ..., 8u + 7.
pub(super) type Eight = [u64; 8];

/// Eights side by side: those of the values 64t, ..., 64t + 63.
pub(super) type PairTile = [Eight; TILE];

/// The number of eights in a tile.
pub(super) const TILE: usize = 8;

/// Stands for a tile without pairs.
const NONE: u32 = u32::MAX;

/// The transposed rows of 64 sums, from a multiple of 64 on: bit i tells whether a pair with the i-th of these sums
/// has a value. Only tiles that contain pairs are stored. If values are large, many tiles are empty.
#[derive(Default)]
pub(super) struct SumGroup {
    tiles: Vec<PairTile>,
    /// For each tile, its index among the stored ones.
    places: Vec<u32>,
}

impl SumGroup {
    /// No pairs.
    pub(super) const NONE: &Self = &Self { tiles: Vec::new(), places: Vec::new() };

    /// The pairs with one of the values 64t, ..., 64t + 63, if there are any.
    #[inline(always)]
    pub(super) fn tile(&self, tile: usize) -> Option<&PairTile> {
        self.tiles.get(*self.places.get(tile)? as usize)
    }

    fn words(&self) -> usize {
        8 * TILE * self.tiles.capacity() + self.places.capacity() / 2
    }
}

/// The rows of the last sums, and transposed groups of 64 rows.
#[derive(Default)]
pub(super) struct Pairs {
    /// The values of pairs as bits, for the sum `first` and those that follow.
    rows: VecDeque<Box<[u64]>>,
    first: usize,
    groups: VecDeque<SumGroup>,
    first_group: usize,
    /// One byte for each value of the row that is being made.
    marks: Vec<u8>,
    /// The number of words in all of these.
    words: usize,
}

impl Pairs {
    /// The number of words that are stored.
    pub(super) fn words(&self) -> usize {
        self.words + self.marks.len() / 8
    }

    /// Makes the row of n, the number of values so far. No value exceeds `largest`.
    pub(super) fn add(&mut self, values: &[u32], largest: u32) {
        let n = values.len();
        // No nim-sum of the values so far exceeds this.
        let words = (largest as usize / 64 + 1).next_power_of_two();
        self.marks.resize(64 * words, 0);
        let mut row = vec![0; words].into_boxed_slice();
        fast(MarkPairs { values, sum: n, marks: &mut self.marks, row: &mut row });
        self.words += words;
        self.rows.push_back(row);
        if n % 64 == 63 {
            self.turn(n / 64);
        }
    }

    /// Transposes the rows of a group.
    fn turn(&mut self, group: usize) {
        let rows = || (64 * group..64 * group + 64).map(|sum| self.row(sum));
        let words = rows().map(<[u64]>::len).max().unwrap_or(0);
        let mut turned = SumGroup { tiles: Vec::new(), places: vec![NONE; words] };
        for (tile, place) in turned.places.iter_mut().enumerate() {
            if let Some(block) = value_set::turned(rows(), tile) {
                *place = turned.tiles.len() as u32;
                let mut tile = [[0; 8]; TILE];
                tile.as_flattened_mut().copy_from_slice(&block);
                turned.tiles.push(tile);
            }
        }
        turned.tiles.shrink_to_fit();
        self.words += turned.words();
        self.groups.push_back(turned);
    }

    /// Discards the rows below `row` and the groups below `group`.
    pub(super) fn forget(&mut self, row: usize, group: usize) {
        while self.first < row {
            self.words -= self.rows.pop_front().map_or(0, |row| row.len());
            self.first += 1;
        }
        while self.first_group < group {
            self.words -= self.groups.pop_front().map_or(0, |group| group.words());
            self.first_group += 1;
        }
    }

    /// The values of the pairs with a sum whose row was not discarded.
    pub(super) fn row(&self, sum: usize) -> &[u64] {
        &self.rows[sum - self.first]
    }

    /// Whether a pair with this sum has this value. The row must not have been discarded.
    pub(super) fn has(&self, sum: usize, value: u32) -> bool {
        contains(self.row(sum), value)
    }

    /// A transposed group. It is empty if there are no such sums, or if some of its rows are not known yet.
    pub(super) fn group(&self, group: Option<usize>) -> &SumGroup {
        let Some(group) = group else { return SumGroup::NONE };
        debug_assert!(group >= self.first_group, "group {group} is forgotten");
        group.checked_sub(self.first_group).and_then(|at| self.groups.get(at)).unwrap_or(SumGroup::NONE)
    }
}

/// Marks the nim-sums of all pairs of heaps with a sum, at first in one byte each. A byte is written without being
/// read. A bit would wait for the last write to its word, and neighbouring pairs have neighbouring values.
struct MarkPairs<'a> {
    values: &'a [u32],
    sum: usize,
    /// All zero, before and afterwards. Their number is a power of two.
    marks: &'a mut [u8],
    row: &'a mut [u64],
}

impl Work for MarkPairs<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        if self.sum < 2 {
            return;
        }
        let (half, mask) = (self.sum / 2, self.marks.len() - 1);
        let low = &self.values[1..=half];
        let high = &self.values[self.sum - half..self.sum];
        for (a, b) in low.iter().zip(high.iter().rev()) {
            self.marks[(a ^ b) as usize & mask] = 1;
        }
        let (marks, _) = self.marks.as_chunks_mut::<64>();
        for (word, marks) in self.row.iter_mut().zip(marks) {
            *word = packed(marks);
            *marks = [0; 64];
        }
    }
}

/// The lowest bits of 64 bytes that are 0 or 1.
#[inline(always)]
fn packed(bytes: &[u8; 64]) -> u64 {
    let (eights, _) = bytes.as_chunks::<8>();
    let mut packed = [0; 8];
    for (byte, &eight) in packed.iter_mut().zip(eights) {
        let mut bits = u64::from_le_bytes(eight);
        bits |= bits >> 7;
        bits |= bits >> 14;
        bits |= bits >> 28;
        *byte = bits as u8;
    }
    u64::from_le_bytes(packed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_and_groups_have_the_nim_sums_of_pairs(values in prop::collection::vec(0u32..300, 1..200)) {
            let mut pairs = Pairs::default();
            let mut largest = 0;
            for n in 0..=values.len() {
                pairs.add(&values[..n], largest);
                largest = largest.max(values.get(n).copied().unwrap_or(0));
            }
            for sum in 0..=values.len() {
                let all = |value| (1..sum).any(|a| values[a] ^ values[sum - a] == value);
                for value in 0..600 {
                    prop_assert_eq!(pairs.has(sum, value), all(value), "{} {}", sum, value);
                    let group = pairs.group(Some(sum / 64));
                    let tile = group.tile(value as usize / 64);
                    let turned = tile.is_some_and(|tile| tile.as_flattened()[value as usize % 64] >> (sum % 64) & 1 != 0);
                    let known = sum / 64 < (values.len() + 1) / 64;
                    prop_assert_eq!(turned, known && all(value), "{} {}", sum, value);
                }
            }
        }
    }
}
