//! The values computed so far, as many as fit in memory: all, or the first and the last ones.
//!
//! Memory: 1, 2 or 4 bytes per value, depending on the largest one. The exact questions about them are in `mex.rs`.

use crate::shared::width::Width;
use grundy_core::error::Error;
use grundy_core::simd::{Work, fast};
use grundy_core::stream::{State, StateReader};

/// How much a record stores of its first values, and also of the last ones.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordSize {
    /// The bytes that they may take.
    pub memory: usize,
    /// How many values are stored in any case.
    pub least: usize,
}

/// The values of 0, 1, ..., up to the current heap: all of them, or the first and the last ones.
pub(crate) struct Record<T> {
    /// The values of 0 .. head.len().
    pub(super) head: Vec<T>,
    /// The values of tail_from .. len; empty while the head contains all.
    pub(super) tail: Vec<T>,
    pub(super) tail_from: u64,
    /// The bytes that the head may take. When the tail exceeds twice as much, it is cut to this.
    memory: usize,
    /// How many values the head and the tail may hold in any case.
    least: usize,
    /// `marks[v] == stamp` means that v is the value of an option of the current heap.
    pub(super) marks: Vec<u32>,
    pub(super) stamp: u32,
    pub(super) largest: u32,
    /// The number of values and the largest one before the last values were appended.
    before: (u64, u32),
}

/// The values of a record, whatever its cells. What is asked rarely uses this, and so is compiled once.
pub(crate) trait Past: Sync {
    /// The number of values.
    fn len(&self) -> u64;

    /// The value of n, if it is stored.
    fn get(&self, n: u64) -> Option<u32>;

    /// The largest value so far.
    fn largest(&self) -> u32;

    /// How many values are stored in any case.
    fn least(&self) -> usize;
}

impl<T: Width> Past for Record<T> {
    fn len(&self) -> u64 {
        self.len()
    }

    fn get(&self, n: u64) -> Option<u32> {
        self.get(n).map(Into::into)
    }

    fn largest(&self) -> u32 {
        self.largest()
    }

    fn least(&self) -> usize {
        self.least()
    }
}

impl<T: Width> Record<T> {
    /// An empty record of the first and the last values: as many of each as fit in `memory`, at least `least`.
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

    /// A record of first and later values that stores at least `least` of each.
    pub fn spliced(head: Vec<T>, tail_from: u64, tail: Vec<T>, least: usize) -> Self {
        let largest = head.iter().chain(&tail).map(|&value| value.into()).max().unwrap_or(0);
        Self { head, tail, tail_from, largest, ..Self::new(0, least) }
    }

    /// A record of first and later values (none, if the first are all) whose largest value is known.
    pub fn rejoined(head: Vec<T>, tail_from: u64, tail: Vec<T>, largest: u32, size: RecordSize) -> Self {
        Self { head, tail, tail_from, largest, ..Self::new(size.memory, size.least) }
    }

    /// The memory that the head may take; the tail may take twice as much.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// How many values the head and the tail may hold in any case.
    pub fn least(&self) -> usize {
        self.least
    }

    /// How many values the head may hold; the tail may hold twice as many.
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

    /// Discards values that exceed the room.
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

    /// The tail begins as a copy of the end of the head, so that recent values lie in one part.
    fn begin_tail(&mut self) {
        let from = self.head.len() - self.head.len().min(self.room() / 2);
        self.tail_from = from as u64;
        self.tail.extend_from_slice(&self.head[from..]);
    }

    /// Saves the values for a checkpoint.
    ///
    /// # Errors
    /// Those of [`State::put`].
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

    /// The memory that the values take.
    pub fn bytes(&self) -> usize {
        (self.head.len() + self.tail.len()) * size_of::<T>()
    }

    /// Whether all values are stored.
    pub fn is_complete(&self) -> bool {
        self.tail.is_empty()
    }

    /// How many of the last values are stored in one part.
    pub fn kept_last(&self) -> u64 {
        if self.tail.is_empty() { self.head.len() as u64 } else { self.tail.len() as u64 }
    }

    /// The largest value so far.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// The stored values: those of 0, 1, ..., and those of `.0`, `.0 + 1`, ... (possibly none).
    pub fn parts(&self) -> (&[T], (u64, &[T])) {
        (&self.head, (self.tail_from, &self.tail))
    }

    /// The values of a range that lies in one part; `None` otherwise.
    pub fn slice(&self, from: u64, upto: u64) -> Option<&[T]> {
        if upto <= self.head.len() as u64 {
            return self.head.get(from as usize..upto as usize);
        }
        let from = from.checked_sub(self.tail_from)?;
        if self.tail.is_empty() { None } else { self.tail.get(from as usize..(upto - self.tail_from) as usize) }
    }

    /// The value of a heap, if it is stored.
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

    /// The part to which the next values are appended.
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

    /// Discards the values from `len` on. They must belong to the last values appended.
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
pub(super) mod tests {
    use super::*;
    use grundy_core::random::Random;

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

    /// A record with little memory that contains these values, and at least `count` of them.
    pub(in crate::one_heap::sparse::exact) fn long(
        room: usize,
        mut value: impl FnMut(u64) -> u8,
        count: u64,
    ) -> Record<u8> {
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
