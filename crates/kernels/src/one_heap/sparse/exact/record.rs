//! The values computed so far, and the exact questions about them: is a value that of an
//! option, and what is the mex.
//!
//! Idea: mark the values of some options, then put the least unmarked ones to the question
//! "is there an option of this value?", which compares 8 to 32 splits at a time and stops
//! at the first. Where rare positions are known, those of their options are marked too: then
//! a common value without a mark is that of no option. So only a rare mex needs the whole
//! search; without a mask, every mex.
//! Cost: a mark for each rare position and splitting digit, and some comparisons; without a
//! mask about n/2 comparisons a value and splitting digit, 8 to 32 at a time.
//! Memory: 1, 2 or 4 bytes a value (as the largest value asks); of a long run the first
//! values and the last ones are kept.

use crate::one_heap::sparse::exact::search::Search;
use crate::one_heap::sparse::model::classes::Classes;
use crate::one_heap::sparse::model::moves::HeapMoves;
use crate::one_heap::sparse::model::width::Width;
use grundy_core::error::{Error, MEMORY_KEY};
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{State, StateReader};
use std::ops::RangeInclusive;

/// Splits marked before the search begins, for each value there is.
const MARKED: usize = 4;

/// The smaller parts that the search goes through first, and how many times as far it goes
/// then, again and again.
const FIRST_PARTS: u64 = 1 << 10;
const FARTHER: u64 = 8;

/// The answer to "is there an option of this value?".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionFound {
    /// Yes, and the smaller part of some split is at most this large (0 for a plain move).
    Part(u64),
    /// No.
    None,
    /// No among the values kept; not all are.
    Unknown,
}

/// How much a record keeps of its first values, and as much of the last ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordSize {
    /// The bytes that they may take.
    pub memory: usize,
    /// How many it keeps in any case.
    pub least: usize,
}

/// The values of 0, 1, ..., up to the heap in work: all of them, or the first and the last.
pub(crate) struct Record<T> {
    /// The values of 0 .. head.len().
    head: Vec<T>,
    /// The values of tail_from .. len; empty while the head holds all.
    tail: Vec<T>,
    tail_from: u64,
    /// The bytes of values that the head may hold, and the tail between two clearances.
    memory: usize,
    /// How many values the head, and the tail, hold in any case.
    least: usize,
    /// `marks[v] == stamp`: v is the value of an option of the heap in work.
    marks: Vec<u32>,
    stamp: u32,
    largest: u32,
    /// How many values there were before the last ones came, and the largest of them.
    before: (u64, u32),
}

impl<T: Width> Record<T> {
    /// An empty record that keeps the first and the last values, as many of each as fit some memory,
    /// and at least `least` of them.
    pub fn new(memory: usize, least: usize) -> Self {
        Self {
            head: Vec::new(),
            tail: Vec::new(),
            tail_from: 0,
            memory,
            least,
            marks: vec![0],
            stamp: 0,
            largest: 0,
            before: (0, 0),
        }
    }

    /// A record of first values and of later ones, of which it keeps so many in any case.
    pub fn spliced(head: Vec<T>, tail_from: u64, tail: Vec<T>, least: usize) -> Self {
        let largest = head.iter().chain(&tail).map(|&value| value.into()).max().unwrap_or(0);
        Self { head, tail, tail_from, largest, ..Self::new(0, least) }
    }

    /// A record of first values and of later ones (none, if the first are all), whose largest value is known.
    pub fn rejoined(head: Vec<T>, tail_from: u64, tail: Vec<T>, largest: u32, size: RecordSize) -> Self {
        Self { head, tail, tail_from, largest, ..Self::new(size.memory, size.least) }
    }

    /// The memory that the head may take, and the tail between two clearances.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// How many values the head, and the tail, hold in any case.
    pub fn least(&self) -> usize {
        self.least
    }

    /// How many values the head, and the tail, may hold.
    fn room(&self) -> usize {
        (self.memory / size_of::<T>()).max(self.least)
    }

    /// The same record with cells of another size.
    pub fn widened<U: Width>(self) -> Record<U> {
        let wide = |cells: Vec<T>| cells.into_iter().map(|cell| U::of(cell.into())).collect();
        let mut wider = Record {
            head: wide(self.head),
            tail: wide(self.tail),
            tail_from: self.tail_from,
            memory: self.memory,
            least: self.least,
            marks: self.marks,
            stamp: self.stamp,
            largest: self.largest,
            before: self.before,
        };
        wider.fit();
        wider
    }

    /// Lets values go where there are more of them than room.
    fn fit(&mut self) {
        let room = self.room();
        if self.head.len() > room {
            if self.tail.is_empty() {
                self.begin_tail();
            }
            self.head.truncate(room);
            self.head.shrink_to_fit();
        }
        if self.tail.len() > 2 * room {
            let drop = self.tail.len() - room;
            self.tail.drain(..drop);
            self.tail_from += drop as u64;
        }
    }

    /// The tail begins as a copy of the end, so that recent values lie in one part.
    fn begin_tail(&mut self) {
        let from = self.head.len() - self.head.len().min(self.room() / 2);
        self.tail_from = from as u64;
        self.tail.extend_from_slice(&self.head[from..]);
    }

    /// Writes the values down for a checkpoint.
    ///
    /// # Errors
    /// As for [`State::put`].
    pub fn save(&self, state: &mut State) -> Result<(), Error> {
        state.put(&(self.tail_from, self.largest))?;
        for cells in [&self.head, &self.tail] {
            match T::bytes(cells) {
                Some(bytes) => state.put_bytes(bytes),
                None => state.put_bytes(&T::to_bytes(cells)),
            }
        }
        Ok(())
    }

    /// Reads what [`Record::save`] wrote.
    pub fn load(state: &mut StateReader<'_>, memory: usize, least: usize) -> Option<Self> {
        let (tail_from, largest) = state.take()?;
        let mut cells = || state.take_bytes().map(T::from_bytes);
        let (head, tail) = (cells()?, cells()?);
        Some(Self { head, tail, tail_from, largest, ..Self::new(memory, least) })
    }

    /// How many values are known.
    #[inline]
    pub fn len(&self) -> u64 {
        if self.tail.is_empty() { self.head.len() as u64 } else { self.tail_from + self.tail.len() as u64 }
    }

    /// The memory the values take.
    pub fn bytes(&self) -> usize {
        (self.head.len() + self.tail.len()) * size_of::<T>()
    }

    /// Whether all values are kept.
    pub fn is_complete(&self) -> bool {
        self.tail.is_empty()
    }

    /// How many of the last values are kept in one part.
    pub fn kept_last(&self) -> u64 {
        if self.tail.is_empty() { self.head.len() as u64 } else { self.tail.len() as u64 }
    }

    /// The largest value so far.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// The kept values: those of 0, 1, ..., and those of `.0`, `.0 + 1`, ... (perhaps none).
    pub fn parts(&self) -> (&[T], (u64, &[T])) {
        (&self.head, (self.tail_from, &self.tail))
    }

    /// The values of a range that lies in one part; none if it does not.
    pub fn slice(&self, from: u64, upto: u64) -> Option<&[T]> {
        if upto <= self.head.len() as u64 {
            return self.head.get(from as usize..upto as usize);
        }
        let from = from.checked_sub(self.tail_from)?;
        if self.tail.is_empty() { None } else { self.tail.get(from as usize..(upto - self.tail_from) as usize) }
    }

    /// The value of a heap, if it is kept.
    pub fn get(&self, n: u64) -> Option<T> {
        self.slice(n, n + 1).and_then(|slice| slice.first().copied())
    }

    /// Appends one value.
    pub fn push(&mut self, value: T) {
        self.largest = self.largest.max(value.into());
        self.room_for(1).push(value);
    }

    /// Appends values.
    pub fn extend(&mut self, values: &[T]) {
        self.before = (self.len(), self.largest);
        self.largest = self.largest.max(values.iter().map(|&value| value.into()).max().unwrap_or(0));
        self.room_for(values.len()).extend_from_slice(values);
    }

    /// Appends values below 256.
    pub fn extend_bytes(&mut self, values: &[u8]) {
        self.before = (self.len(), self.largest);
        self.largest = self.largest.max(fast(LargestByte(values)).into());
        T::append(self.room_for(values.len()), values);
    }

    /// The part where the next values go.
    fn room_for(&mut self, count: usize) -> &mut Vec<T> {
        let room = self.room();
        if self.tail.is_empty() && self.head.len() + count <= room {
            return &mut self.head;
        }
        if self.tail.is_empty() {
            self.begin_tail();
        }
        if self.tail.len() + count > 2 * room {
            let drop = self.tail.len() - room;
            self.tail.drain(..drop);
            self.tail_from += drop as u64;
        }
        &mut self.tail
    }

    /// Forgets the values of `len` and beyond; they must be the last ones extended.
    pub fn truncate(&mut self, len: u64) {
        if self.tail.is_empty() {
            self.head.truncate(len as usize);
        } else {
            self.tail.truncate((len - self.tail_from) as usize);
        }
        let (from, largest) = self.before;
        let left = self.slice(from, len).unwrap_or(&[]).iter();
        self.largest = left.fold(largest, |largest, &value| largest.max(value.into()));
    }

    /// Whether some option of n has the value.
    pub fn find(&self, moves: &HeapMoves, n: u64, value: u32) -> OptionFound {
        let zero = value == 0;
        if zero && moves.ends.contains(&n) {
            return OptionFound::Part(0);
        }
        // A nim-sum has no bit that none of the values so far has, whichever of them are kept.
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
        // Small parts of all splits before larger ones of any: nearly always one is near.
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

    /// Whether `total` splits into two heaps of a nim-sum, the smaller one among the `parts`.
    fn find_split(&self, total: u64, parts: RangeInclusive<u64>, value: T, unequal: bool) -> OptionFound {
        let (least, most) = parts.into_inner();
        let half = most.min(if unequal { total.div_ceil(2) - 1 } else { total / 2 });
        // The small parts are in the head, the large ones in the part that holds total - 1.
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

    /// The value of the next heap, by options and mex alone, and a bound of the smaller parts of the
    /// splits that decided it, beside rare ones. `rares` are all rare positions, if there are classes.
    ///
    /// # Errors
    /// [`Error::Limit`] if it cannot be decided by the values kept.
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

    /// Marks the values of the plain moves and of some splits of n; the largest smaller part of these.
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

    /// Marks the values of all moves of n but the splits into two heaps that are not rare:
    /// then every common option is marked. False if some value is not kept.
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
            // Two equal parts, where they are no move, are left out.
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

/// The refusal to guess.
pub(crate) fn undecided(n: u64) -> Error {
    Error::Limit {
        what: format!("undecided at n = {n}: its value"),
        needed: "a search through values that were not kept".to_string(),
        allowed: "the memory of the job".to_string(),
        key: MEMORY_KEY.to_string(),
        remedy: "raise it".to_string(),
    }
}

/// The largest of some bytes.
struct LargestByte<'s>(&'s [u8]);

impl Work for LargestByte<'_> {
    type Output = u8;

    #[inline(always)]
    fn run(self) -> u8 {
        self.0.iter().fold(0, |largest, &value| largest.max(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_heap::sparse::facts::Facts;
    use grundy_core::random::Random;
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

    /// Every value twice: with what is known about rare positions, and without.
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
    fn values_that_do_not_hold_leave_no_trace() {
        let mut record = Record::<u8>::new(1 << 20, 1 << 16);
        record.extend_bytes(&[3, 1, 4]);
        record.extend_bytes(&[1, 5, 9, 2]);
        record.truncate(5);
        assert_eq!((record.len(), record.largest()), (5, 5));
        record.truncate(4);
        assert_eq!((record.len(), record.largest()), (4, 4));
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

    /// A record of little memory, of these values in turn, and how many.
    fn long(room: usize, mut value: impl FnMut(u64) -> u8, count: u64) -> Record<u8> {
        let mut record = Record::new(room, 8);
        let mut random = Random(5);
        while record.len() < count {
            let from = record.len();
            let values: Vec<u8> = (from..from + 1 + random.below(90)).map(&mut value).collect();
            match random.below(3) {
                0 => values.iter().for_each(|&value| record.push(value)),
                1 => record.extend(&values),
                _ => record.extend_bytes(&values),
            }
            if random.below(4) == 0 {
                record.push(value(record.len()));
            }
        }
        record
    }

    #[test]
    fn the_first_and_the_last_values_are_kept() {
        let value = |n: u64| (n * n / 7 % 251) as u8;
        for count in [90, 200, 420, 1000, 5000] {
            let record = long(200, value, count);
            let len = record.len();
            let kept: Vec<u64> = (0..len).filter(|&n| record.get(n).is_some()).collect();
            assert!(kept.iter().all(|&n| record.get(n) == Some(value(n))), "{count}");
            let (head, (from, tail)) = record.parts();
            assert!(record.is_complete() || head.len() >= 200 - 91, "the first ones, up to what came at once");
            assert!(record.is_complete() || tail.len() >= 100 && from + tail.len() as u64 == len);
            assert!(record.is_complete() || tail.len() <= 2 * 200, "the tail is cleared");
            assert_eq!(record.is_complete(), count == 90 || record.len() <= 200, "{count}");
            let last = record.kept_last();
            assert!(record.slice(len - last, len).is_some(), "{count}");
            assert!(last == len || record.slice(len - last - 1, len).is_none(), "{count}");
            assert_eq!(record.largest(), (0..len).map(|n| value(n).into()).max().unwrap());
            for (from, upto) in (0..len).step_by(37).flat_map(|from| [1, 50, 300].map(|more| (from, from + more))) {
                let expected: Option<Vec<u8>> = (from..upto).map(|n| record.get(n)).collect();
                let slice = record.slice(from, upto.min(len));
                assert!(upto > len || slice.is_none_or(|slice| Some(slice.to_vec()) == expected), "{from}..{upto}");
                let in_head = upto <= head.len() as u64;
                assert!(upto > len || slice.is_some() == (in_head || !tail.is_empty() && from >= record.parts().1.0));
            }
        }
    }

    #[test]
    fn a_saved_record_is_the_same() {
        for (count, wide) in [(150, false), (3000, false), (3000, true)] {
            let record = long(200, |n| (n % 83) as u8, count);
            let mut state = State::default();
            let len = record.len();
            let loaded: Vec<Option<u32>> = if wide {
                let record = record.widened::<u16>();
                record.save(&mut state).unwrap();
                let loaded = Record::<u16>::load(&mut state.kept().reader(), 400, 8).unwrap();
                assert_eq!((loaded.len(), loaded.largest(), loaded.kept_last()), (len, 82, record.kept_last()));
                assert!((0..len).all(|n| loaded.get(n) == record.get(n)), "{count}");
                (0..len).map(|n| loaded.get(n).map(u32::from)).collect()
            } else {
                record.save(&mut state).unwrap();
                let loaded = Record::<u8>::load(&mut state.kept().reader(), 200, 8).unwrap();
                assert_eq!((loaded.len(), loaded.largest(), loaded.kept_last()), (len, 82, record.kept_last()));
                assert!((0..len).all(|n| loaded.get(n) == record.get(n)), "{count}");
                (0..len).map(|n| loaded.get(n).map(u32::from)).collect()
            };
            assert!((0..len).zip(&loaded).all(|(n, value)| value.is_none_or(|value| u64::from(value) == n % 83)));
        }
    }
}
