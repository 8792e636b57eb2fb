//! Exact questions about the values so far: is a value that of an option, and what is the mex?
//!
//! Idea: mark the values of some options. Then, for the least unmarked values in turn, ask "is there an option of
//! this value?". This compares 8 to 32 splits at a time and stops at the first hit. If rare positions are known, the
//! options that contain them are marked too. Then an unmarked common value belongs to no option, so only a rare mex
//! needs the whole search. Without a mask, every mex needs it. Cost: one mark for each rare position and splitting
//! digit, and some comparisons. Without a mask, about n/2 comparisons per value and splitting digit.

use crate::one_heap::sparse::exact::record::Record;
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::shared::search::Search;
use crate::shared::width::Width;
use grundy_core::error::{Error, MEMORY_KEY};
use grundy_core::simd::fast;
use std::ops::RangeInclusive;

/// How many splits are marked before the search begins, as a multiple of the largest value.
const MARKED: usize = 4;

/// The smaller parts that the search tries first, and the factor by which it then goes farther each time.
const FIRST_PARTS: u64 = 1 << 10;
const FARTHER: u64 = 8;

/// The answer to "is there an option of this value?".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionFound {
    /// Yes, and some such split has a smaller part of at most this size (0 for a plain move).
    Part(u64),
    /// No.
    None,
    /// Not among the stored values, but some values are not stored.
    Unknown,
}

impl<T: Width> Record<T> {
    /// Whether some option of n has the value.
    pub fn find(&self, moves: &HeapMoves, n: u64, value: u32) -> OptionFound {
        let zero = value == 0;
        if zero && moves.ends.contains(&n) {
            return OptionFound::Part(0);
        }
        // A nim-sum has no higher bit than the largest value so far, stored or not.
        if value.checked_ilog2() > self.largest.checked_ilog2() {
            return OptionFound::None;
        }
        let mut answer = OptionFound::None;
        for &k in moves.plain.iter().filter(|&&k| k < n) {
            match self.get(n - k) {
                Some(found) if found.into() == value => return OptionFound::Part(0),
                Some(_) => {}
                None => answer = OptionFound::Unknown,
            }
        }
        if value > T::LARGEST {
            return answer;
        }
        // Small parts for all places come before larger parts for any place. Nearly always a small part is found.
        let (mut least, mut most) = (1, FIRST_PARTS);
        while 2 * least <= n {
            for &k in moves.splits.iter().filter(|&&k| k < n) {
                match self.find_split(n - k, least..=most, T::of(value), moves.unequal) {
                    OptionFound::None => {}
                    OptionFound::Unknown => answer = OptionFound::Unknown,
                    found => return found,
                }
            }
            (least, most) = (most + 1, FARTHER * most);
        }
        answer
    }

    /// Whether `total` splits into two heaps with this nim-sum, the smaller one among the `parts`.
    fn find_split(&self, total: u64, parts: RangeInclusive<u64>, value: T, unequal: bool) -> OptionFound {
        let (least, most) = parts.into_inner();
        let half = most.min(if unequal { total.div_ceil(2) - 1 } else { total / 2 });
        // The small parts are in the head, the large ones in the part that contains total - 1.
        let (base, large) =
            if total <= self.head.len() as u64 { (0, &self.head) } else { (self.tail_from, &self.tail) };
        let upto = half.min(self.head.len() as u64 - 1).min(total.saturating_sub(base));
        if upto < least {
            return if half < least { OptionFound::None } else { OptionFound::Unknown };
        }
        let low = &self.head[least as usize..=upto as usize];
        let high = &large[(total - upto - base) as usize..=(total - least - base) as usize];
        match fast(Search { low, high, value }) {
            Some(upto) => OptionFound::Part((least + upto as u64).min(half)),
            None if upto < half => OptionFound::Unknown,
            None => OptionFound::None,
        }
    }

    /// The value of the next heap, by options and mex, and an upper bound on the smaller parts of the decisive
    /// splits, apart from rare parts. `rares` are all rare positions, if there are classes.
    ///
    /// # Errors
    /// [`Error::Limit`] if the stored values do not decide it.
    pub fn next(&mut self, moves: &HeapMoves, rares: Option<(Classes, &[(u64, u32)])>) -> Result<(u32, u64), Error> {
        let n = self.len();
        let mut most = self.mark_some(moves, n);
        let classes = rares.filter(|(_, rares)| self.mark_rares(moves, n, rares)).map(|(classes, _)| classes);
        let mut candidate = 0;
        loop {
            if self.marks.get(candidate as usize) != Some(&self.stamp) {
                if classes.is_some_and(|classes| !classes.is_rare(n, candidate)) {
                    return Ok((candidate, most));
                }
                match self.find(moves, n, candidate) {
                    OptionFound::Part(part) => most = most.max(part),
                    OptionFound::None => return Ok((candidate, most)),
                    OptionFound::Unknown => return Err(undecided(n)),
                }
            }
            candidate += 1;
        }
    }

    /// Marks the values of some splits of n. Returns the largest smaller part of these.
    fn mark_some(&mut self, moves: &HeapMoves, n: u64) -> u64 {
        let size = (self.largest as usize + 1).next_power_of_two();
        if self.marks.len() < size || self.stamp == u32::MAX {
            self.marks = vec![0; size];
            self.stamp = 0;
        }
        self.stamp += 1;
        let (stamp, mut most) = (self.stamp, 0);
        for &k in moves.splits.iter().filter(|&&k| k < n) {
            let total = n - k;
            let half = if moves.unequal { total.div_ceil(2) - 1 } else { total / 2 };
            let upto = (half as usize).min((MARKED * self.largest as usize).max(64));
            let upto = upto.min(self.head.len().saturating_sub(1));
            if upto == 0 {
                continue;
            }
            let mut marks = std::mem::take(&mut self.marks);
            if let Some(high) = self.slice(total - upto as u64, total) {
                let mask = marks.len() - 1;
                for (&a, &b) in self.head[1..=upto].iter().zip(high.iter().rev()) {
                    let value: u32 = (a ^ b).into();
                    marks[value as usize & mask] = stamp;
                }
                most = most.max(upto as u64);
            }
            self.marks = marks;
        }
        most
    }

    /// Marks the values of all moves of n except the splits without a rare part. Then every common option is marked.
    /// Returns false if some values are not stored.
    fn mark_rares(&mut self, moves: &HeapMoves, n: u64, rares: &[(u64, u32)]) -> bool {
        if !self.tail.is_empty() {
            return false;
        }
        let Self { head, marks, stamp, .. } = self;
        let mask = marks.len() - 1;
        let mut mark = |value: u32| marks[value as usize & mask] = *stamp;
        if moves.ends.contains(&n) {
            mark(0);
        }
        moves.plain.iter().filter(|&&k| k < n).for_each(|&k| mark(head[(n - k) as usize].into()));
        for &k in moves.splits.iter().filter(|&&k| k < n) {
            let total = n - k;
            // Two equal parts are skipped if they are not a move.
            let (smaller, rest) = rares.split_at(rares.partition_point(|&(a, _)| a < total.div_ceil(2)));
            let same = rest.first().filter(|&&(a, _)| moves.unequal && 2 * a == total);
            let larger = &rest[usize::from(same.is_some())..];
            for rares in [smaller, &larger[..larger.partition_point(|&(a, _)| a < total)]] {
                rares.iter().for_each(|&(a, value)| mark(value ^ head[(total - a) as usize].into()));
            }
        }
        true
    }
}

/// The error that says that the value of n cannot be decided.
pub(crate) fn undecided(n: u64) -> Error {
    Error::Limit {
        what: format!("the value at n = {n} could not be decided: it"),
        needed: "a search through values that were not kept".to_string(),
        allowed: "no more of them to be kept".to_string(),
        key: MEMORY_KEY.to_string(),
        remedy: "raise it".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::exact::record::tests::long;
    use crate::one_heap::sparse::facts::Facts;
    use grundy_core::ruleset::TakeAndBreak;
    use grundy_core::structure::{Structures, UnequalSplit};

    #[test]
    fn rare_positions_change_no_value() {
        for code in ["0.6", "0.36", "0.104", "0.054", "4.045", "0.174"] {
            let code = TakeAndBreak::parse(code).unwrap();
            compare_with_facts(&HeapMoves::of(&Structures::of(&code)).unwrap());
        }
        compare_with_facts(&HeapMoves::of(&Structures::of(&UnequalSplit)).unwrap());
    }

    /// Every value twice: with the known rare positions, and without.
    fn compare_with_facts(moves: &HeapMoves) {
        let mut record = Record::<u16>::new(1 << 20, 1 << 16);
        let mut facts: Option<Facts> = None;
        for n in 0..1500 {
            if n % 500 == 499 {
                let recent = record.parts().0.iter().enumerate().rev().map(|(n, &value)| (n as u64, value.into()));
                let classes = Classes::discover(recent, moves.parity());
                facts = classes.map(|classes| Facts::new(moves, classes, &record));
            }
            let (value, _) = record.next(moves, facts.as_ref().map(Facts::rare_positions)).unwrap();
            assert_eq!(record.next(moves, None).unwrap().0, value, "{moves:?} at {n}");
            record.push(value as u16);
            if let Some(facts) = facts.as_mut().filter(|facts| facts.classes.is_rare(n, value)) {
                facts.add_rare(n, value);
            }
        }
        assert!(facts.is_some(), "{moves:?} has no sparse space");
    }

    #[test]
    fn small_parts_are_found_before_larger_ones() {
        let code = TakeAndBreak::parse("0.44").unwrap();
        let moves = HeapMoves::of(&Structures::of(&code)).unwrap();
        let n = 40_000;
        // 4 + 1 = 5 in a split of n - 1 and in one of n - 2.
        let find = |planted: &[[usize; 2]]| {
            let mut values = vec![0; n];
            for &[four, one] in planted {
                (values[four], values[one]) = (4, 1);
            }
            let mut record = Record::<u8>::new(1 << 20, 1 << 16);
            record.extend_bytes(&values);
            record.find(&moves, n as u64, 5)
        };
        let (small, large) = ([10, n - 2 - 10], [9000, n - 1 - 9000]);
        assert!(matches!(find(&[small, large]), OptionFound::Part(10..=1024)));
        assert!(matches!(find(&[large]), OptionFound::Part(9000..=19_999)));
        assert!(matches!(find(&[[n / 2 - 2, n / 2]]), OptionFound::Part(19_998..=19_999)));
        assert_eq!(find(&[]), OptionFound::None);
    }

    #[test]
    fn a_bit_that_no_value_has_is_that_of_no_option() {
        let code = TakeAndBreak::parse("0.44").unwrap();
        let moves = HeapMoves::of(&Structures::of(&code)).unwrap();
        let record = long(200, |n| (n % 7) as u8, 3000);
        assert!(!record.is_complete());
        assert_eq!(
            [7, 8, 64, 300].map(|value| record.find(&moves, 3000, value) == OptionFound::None),
            [false, true, true, true]
        );
        assert_eq!(
            record.find(&moves, record.len(), 7),
            OptionFound::Unknown,
            "6 and 1 may stand where nothing is kept"
        );
    }

    #[test]
    fn values_of_kayles() {
        let code = TakeAndBreak::parse("0.77").unwrap();
        let moves = HeapMoves::of(&Structures::of(&code)).unwrap();
        let mut record = Record::<u8>::new(1 << 20, 1 << 16);
        for _ in 0..3000 {
            let (value, _) = record.next(&moves, None).unwrap();
            record.push(value as u8);
        }
        let (values, _) = record.parts();
        assert_eq!(values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
        assert!((71..2900).all(|n| values[n] == values[n + 12]));
        assert_eq!(record.find(&moves, 2000, u32::from(values[2000])), OptionFound::None);
        assert!(matches!(record.find(&moves, 2000, 0), OptionFound::Part(_)));
    }
}
