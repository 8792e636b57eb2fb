//! Several sets side by side: each has a lane, which holds its values as one-hot bits.
//!
//! Recurrence: the mex of the options of n is the lowest 0 of the OR of the one-hot values at n - s, s in S. For
//! every s a lane has a mask, all ones if s is in its set and zero otherwise. So all sets take the same steps. Cost:
//! m loads, ANDs and ORs per value for all lanes together. Memory: one word per value and lane.

use crate::shared::lanes::Lane;
use grundy_core::simd::Work;

/// The number of sets in a batch.
pub(super) const LANES: usize = 32;

/// How many values are computed together. The earlier values that both need are loaded once.
pub(super) const TOGETHER: usize = 2;

/// Computes the first values of some sets. It has no branches, so vectors process many lanes at once.
pub(super) struct Fill<'f, L> {
    /// For s = 1, 2, ..., m: which lanes contain s. A last entry, which no lane contains, follows.
    pub members: &'f [[L; LANES]],
    /// The one-hot values, preceded by m entries for positions that do not exist.
    pub values: &'f mut [[L; LANES]],
}

impl<L: Lane> Work for Fill<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let far = self.members.len() - 1;
        let mut n = far;
        while n + TOGETHER <= self.values.len() {
            let (before, rest) = self.values.split_at_mut(n);
            let (mut first, mut second) = ([L::default(); LANES], [L::default(); LANES]);
            let mut member = self.members[0];
            for (value, next) in before[n - far..].iter().rev().zip(&self.members[1..]) {
                for lane in 0..LANES {
                    first[lane] |= value[lane] & member[lane];
                    second[lane] |= value[lane] & next[lane];
                }
                member = *next;
            }
            for lane in 0..LANES {
                let value = first[lane].mex();
                rest[0][lane] = value;
                rest[1][lane] = (second[lane] | value & self.members[0][lane]).mex();
            }
            n += TOGETHER;
        }
    }
}

/// The values of every lane as bytes, lane after lane.
pub(super) struct LaneTranspose<'t, L> {
    pub values: &'t [[L; LANES]],
    pub bytes: &'t mut [u8],
}

/// How many values are transposed at once. This many rows of all lanes stay in the cache.
const ROWS: usize = 32;

impl<L: Lane> Work for LaneTranspose<'_, L> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let length = self.values.len();
        for (block, rows) in self.values.chunks(ROWS).enumerate() {
            for lane in 0..LANES {
                let line = &mut self.bytes[lane * length + block * ROWS..][..rows.len()];
                for (byte, row) in line.iter_mut().zip(rows) {
                    // A value that does not fit the lane has no bit, which gives 64.
                    *byte = row[lane].wide().trailing_zeros() as u8;
                }
            }
        }
    }
}
