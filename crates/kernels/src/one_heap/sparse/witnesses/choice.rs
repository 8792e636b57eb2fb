//! The choice of witnesses: common positions a and splitting places k. A common value H(n - k - a) then excludes the
//! rare value H(n - k - a) ^ H(a) at n.

use crate::one_heap::sparse::exact::record::Past;
use crate::one_heap::sparse::facts::Facts;
use crate::one_heap::sparse::wide::planes::{BLOCK, NONE};
use crate::one_heap::sparse::witnesses::greedy::{Cover, choose_greedily};
use grundy_core::simd::{Work, fast};

/// The number of values by which witnesses are chosen.
const SAMPLES: u64 = 1024;

/// The number of candidates: pairs of a witness and a place.
const CANDIDATES: usize = 640;

/// Where wide forms begin to look for witnesses. Smaller positions have values too small for this.
const FIRST_WITNESS: u64 = 6000;

/// How many pairs of a witness and a place a wide form has per plane.
const PER_PLANE: usize = 80;

/// The maximum number of pairs of a witness and a place in narrow forms.
const WITNESSES: usize = 256;

/// Settled samples are removed each time that this many witnesses have been chosen.
const SETTLE: usize = 16;

/// Narrow forms choose again when the number of values has grown by this factor. Later witnesses are better, but the
/// choice takes time.
const AGE: u64 = 32;

/// The minimum length from which the witnesses of wide forms are chosen with care, and then stay.
const CARE: u64 = 1 << 15;

impl Facts {
    /// Whether it is time to choose the witnesses again.
    pub fn witnesses_are_old(&self, record: &dyn Past) -> bool {
        if self.lanes(record) <= 64 {
            return record.len() >= AGE * self.chosen;
        }
        self.chosen < self.settles()
    }

    /// The length from which a wide form is made with care. From there its pairs look back only at common values, as
    /// a filter requires.
    pub fn settles(&self) -> u64 {
        let last = self.rares.last().map_or(0, |&(n, _)| n);
        CARE.max(last + self.reach() + 2 * BLOCK as u64)
    }

    /// The common positions among the first `len`, in order, as far as they can be witnesses.
    fn commons<'r>(&'r self, record: &'r dyn Past, len: u64) -> impl Iterator<Item = u64> {
        // A witness is the smaller part of its splits.
        let upto = (len / 2).saturating_sub(self.moves.last);
        (1..upto).filter(|&a| record.get(a).is_some_and(|value| !self.classes.is_rare(a, value)))
    }

    /// Chooses witnesses for a wide form: in groups, or simply the first ones as long as a choice is not worthwhile.
    pub fn choose_many(&mut self, record: &dyn Past, planes: usize) {
        if record.len() >= self.settles() {
            return self.choose_groups(record);
        }
        self.witnesses = self.first_witnesses(record, record.len(), planes);
        self.pattern = vec![(0, 0)];
        self.chosen = record.len();
    }

    /// Pairs of a witness and a place for this many planes: without a choice, the first ones among `len` positions.
    pub fn first_witnesses(&self, record: &dyn Past, len: u64, planes: usize) -> Vec<(u64, u64)> {
        let skip = (len / 4).min(FIRST_WITNESS);
        let commons = self.commons(record, len).filter(|&a| a >= skip);
        commons.flat_map(|a| self.moves.splits.iter().map(move |&k| (a, k))).take(PER_PLANE * planes).collect()
    }

    /// Chooses witnesses greedily by how many rare values they exclude at the last positions. Compressed values must
    /// be less than 64.
    pub fn choose_best(&mut self, record: &dyn Past) {
        let commons = self.commons(record, record.len());
        let pairs = commons.flat_map(|a| self.moves.splits.iter().map(move |&k| (a, k)));
        let candidates: Vec<(u64, u64)> = pairs.take(CANDIDATES).collect();
        let mut samples =
            Samples { open: self.questions(record), excluded: self.excluded(record, &candidates), taken: 0 };
        let gains: Vec<usize> = (0..candidates.len()).map(|index| samples.gain(index)).collect();
        let chosen = choose_greedily(gains.into_iter(), WITNESSES, &mut samples);
        self.witnesses = chosen.into_iter().map(|index| candidates[index]).collect();
        self.chosen = record.len();
    }

    /// The last positions.
    fn samples(record: &dyn Past) -> std::ops::Range<u64> {
        record.len().saturating_sub(SAMPLES)..record.len()
    }

    /// The compressed common value at n.
    pub fn short(&self, record: &dyn Past, n: u64) -> Option<u32> {
        let value = record.get(n).filter(|&value| !self.classes.is_rare(n, value));
        value.map(|value| self.classes.compress(value))
    }

    /// The compressed common values before n, by how many positions back they are.
    pub fn before<'f>(&'f self, record: &'f dyn Past, n: u64) -> impl Fn(usize) -> u16 + use<'f> {
        move |back| {
            let position = n.checked_sub(back as u64).filter(|&position| position > 0);
            position.and_then(|position| self.short(record, position)).map_or(NONE, |short| short as u16)
        }
    }

    /// For each sample, the rare values below its own, compressed, as bits.
    fn questions(&self, record: &dyn Past) -> Vec<u64> {
        let question = |n: u64| {
            let bound = self.short(record, n).map_or(0, |short| self.classes.rares_below(n, short));
            1u64.checked_shl(bound).map_or(0, |bit| bit - 1)
        };
        Self::samples(record).map(question).collect()
    }

    /// For each candidate and sample, the rare value that it excludes.
    fn excluded(&self, record: &dyn Past, candidates: &[(u64, u64)]) -> Vec<Vec<u64>> {
        let samples = Self::samples(record);
        let farthest = candidates.iter().map(|&(a, k)| a + k).max().unwrap_or(0);
        let first = samples.start.saturating_sub(farthest);
        // A value that is not common excludes nothing: the bit is shifted out of the word.
        let late: Vec<u32> = (first..samples.end).map(|n| self.short(record, n).unwrap_or(64)).collect();
        let of_candidate = |&(a, k): &(u64, u64)| {
            let early = self.short(record, a).unwrap_or(64);
            let excluded = samples.clone().map(|n| match n.checked_sub(a + k) {
                Some(b) => 1u64.checked_shl(early ^ late[(b - first) as usize]).unwrap_or(0),
                None => 0,
            });
            excluded.collect()
        };
        candidates.iter().map(of_candidate).collect()
    }
}

/// The last positions: their rare values that no witness excludes yet, and those that each candidate excludes, as
/// bits.
struct Samples {
    open: Vec<u64>,
    excluded: Vec<Vec<u64>>,
    /// The number of candidates taken so far.
    taken: usize,
}

impl Samples {
    /// Removes the positions without an open question.
    fn forget_settled(&mut self) {
        for excluded in &mut self.excluded {
            let mut kept = self.open.iter();
            excluded.retain(|_| kept.next().is_some_and(|&open| open != 0));
        }
        self.open.retain(|&open| open != 0);
    }
}

impl Cover for Samples {
    fn gain(&self, index: usize) -> usize {
        fast(Common { open: &self.open, excluded: &self.excluded[index] }) as usize
    }

    fn take(&mut self, index: usize) {
        self.open.iter_mut().zip(&self.excluded[index]).for_each(|(open, excluded)| *open &= !excluded);
        self.taken += 1;
        if self.taken.is_multiple_of(SETTLE) {
            self.forget_settled();
        }
    }
}

/// How many open questions a candidate settles.
struct Common<'c> {
    open: &'c [u64],
    excluded: &'c [u64],
}

impl Work for Common<'_> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        let mut count = 0;
        for (open, excluded) in self.open.iter().zip(self.excluded) {
            count += (open & excluded).count_ones();
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::random::Random;

    #[test]
    fn settled_positions_change_no_gain() {
        let mut random = Random(3);
        let mut bits = |count: usize| -> Vec<u64> { (0..count).map(|_| random.below(1 << 8)).collect() };
        let mut samples = Samples { open: bits(50), excluded: (0..40).map(|_| bits(50)).collect(), taken: 0 };
        let gains = |samples: &Samples| -> Vec<usize> { (0..40).map(|index| samples.gain(index)).collect() };
        let mut forgotten = 0;
        for index in 0..40 {
            assert_eq!(samples.gain(index), {
                let open = samples.open.iter().zip(&samples.excluded[index]);
                open.map(|(open, excluded)| (0..64).filter(|bit| open & excluded & 1 << bit != 0).count()).sum()
            });
            samples.take(index);
            assert_eq!(samples.gain(index), 0);
            let (before, left) = (gains(&samples), samples.open.len());
            samples.forget_settled();
            assert_eq!(gains(&samples), before, "after {index}");
            forgotten += left - samples.open.len();
        }
        assert!(forgotten > 0 && samples.open.iter().all(|&open| open != 0));
    }
}
