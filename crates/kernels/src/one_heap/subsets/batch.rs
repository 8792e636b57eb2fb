//! Some sets side by side: the values of each as one-hot bits in a lane of its own.
//!
//! Recurrence: mex over the options of n is the lowest 0 of the OR of the one-hot values at n - s, s in S. For
//! every s a lane has all bits or none, as s is in its set or not, so that all sets take the same steps.
//! Cost: for all lanes together, m loads, ANDs and ORs a value. Memory: a one-hot word a value and lane.

use crate::shared::lanes::Lane;
use grundy_core::simd::Work;

/// Sets in a batch.
pub(super) const LANES: usize = 32;

/// Values that are computed together: what both take from those before the first of them is loaded once.
pub(super) const TOGETHER: usize = 2;

/// The first values of some sets. Without branches, so that vectors take many lanes at once.
pub(super) struct Fill<'f, L> {
    /// For s = 1, 2, ..., m, and one more that no set has: which lanes have it.
    pub members: &'f [[L; LANES]],
    /// The values, one-hot, behind m positions that do not exist: two at a time.
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

/// Values that are turned at once: so many rows of all lanes stay near.
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
                    // Of a value that does not fit the lane no bit is left: 64.
                    *byte = row[lane].wide().trailing_zeros() as u8;
                }
            }
        }
    }
}
