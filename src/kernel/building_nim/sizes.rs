//! How many partitions there are.

use crate::bytes::Bytes;

/// How many partitions of each m <= n have at most so many parts, none counted beyond `u64`.
pub(super) fn partitions(n: u64, piles: usize) -> Vec<u64> {
    // As many as there are with parts of at most that size.
    let mut counts = vec![1u64; n as usize + 1];
    for part in 2..=piles {
        for total in part..counts.len() {
            counts[total] = counts[total].saturating_add(counts[total - part]);
        }
    }
    counts
}

/// The sizes of layers and of blocks.
pub(super) struct Sizes {
    piles: usize,
    layers: Vec<u64>,
    /// For k = 3, ..., s - 1 parts, by m and the largest part.
    tables: Vec<Vec<u64>>,
}

impl Sizes {
    pub fn needs(n: u64, piles: usize) -> Bytes {
        let table = triangle(n as usize + 1, 0) as u128;
        Bytes(8 * (table * piles.saturating_sub(3) as u128 + u128::from(n)))
    }

    /// For fewer than `end` stones.
    pub fn new(end: u64, piles: usize) -> Self {
        let mut sizes = Self { piles, layers: partitions(end - 1, piles), tables: Vec::new() };
        for k in 3..piles {
            let mut table = Vec::with_capacity(triangle(end as usize, 0));
            for m in 0..end as usize {
                // One more block for each first part.
                let count = (0..=m).scan(0u64, |count, first| {
                    *count = count.saturating_add(sizes.block(m - first, k - 1, first) as u64);
                    Some(*count)
                });
                table.extend(count);
            }
            sizes.tables.push(table);
        }
        sizes
    }

    pub fn piles(&self) -> usize {
        self.piles
    }

    /// How many partitions of t there are.
    pub fn layer(&self, t: u64) -> usize {
        self.layers[t as usize] as usize
    }

    /// How many partitions of m have at most k parts (2 <= k < s), none above `largest`.
    #[inline]
    pub fn block(&self, m: usize, k: usize, largest: usize) -> usize {
        match k {
            // The larger part is at least half of m.
            2 => (m.min(largest) + 1).saturating_sub(m.div_ceil(2)),
            _ => self.tables[k - 3][triangle(m, m.min(largest))] as usize,
        }
    }
}

/// The place of (m, c) among all pairs with c <= m.
fn triangle(m: usize, c: usize) -> usize {
    m * (m + 1) / 2 + c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_counted() {
        // OEIS A001399: into at most three parts.
        assert_eq!(partitions(12, 3), [1, 1, 2, 3, 4, 5, 7, 8, 10, 12, 14, 16, 19]);
        let sizes = Sizes::new(31, 6);
        for m in 0..31 {
            assert_eq!(sizes.block(m, 3, m) as u64, partitions(30, 3)[m]);
            assert_eq!(sizes.block(m, 5, 40) as u64, partitions(30, 5)[m]);
        }
        // 6 = 3 + 3 = 3 + 2 + 1 = 2 + 2 + 2.
        assert_eq!(sizes.block(6, 3, 3), 3);
    }
}
