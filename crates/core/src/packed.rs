//! Values packed into bits, all with the same width.
//!
//! Value i occupies the bits i w, ..., (i + 1) w - 1 of a little-endian sequence of 64-bit words. The width w
//! is the bit length of the largest value stored so far (at least 1). A value that does not fit widens the
//! table; no value is ever truncated.

use crate::control::Control;
use crate::error::Error;
use crate::stream::{Flow, Sink, State, StateReader, Values};
use bitvec::prelude::{BitVec, Lsb0};
use rayon::prelude::*;

/// Groups of 64 values per parallel task. A group fills whole words, so tasks never share a word.
const GROUPS_A_TASK: usize = 64;

/// Words in one part of a saved state.
const PART: usize = 1 << 16;

/// When the table is widened, the first groups of 64 values are moved one value at a time; there are this
/// many of them.
const ONE_BY_ONE: u64 = 64;

/// A growable array of values of 1 to 32 bits each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedTable {
    bits: BitVec<u64, Lsb0>,
    width: u32,
    len: u64,
}

/// The number of bits of a value, at least 1.
pub fn width_of(value: u32) -> u32 {
    (32 - value.leading_zeros()).max(1)
}

/// Reads value `index` from packed words; `word` returns the word with a given number.
#[inline]
pub fn unpack(index: u64, width: u32, word: impl Fn(usize) -> u64) -> u32 {
    let bit = index * u64::from(width);
    let (at, shift) = ((bit / 64) as usize, (bit % 64) as u32);
    let low = word(at) >> shift;
    let straddles = shift + width > 64;
    let all = if straddles { low | word(at + 1) << (64 - shift) } else { low };
    (all & ((1u64 << width) - 1)) as u32
}

/// Writes value `index`, whatever its bits were before.
#[inline]
fn pack(words: &mut [u64], index: u64, width: u32, value: u32) {
    let bit = index * u64::from(width);
    let (at, shift) = ((bit / 64) as usize, (bit % 64) as u32);
    let mask = (1u64 << width) - 1;
    let value = u64::from(value);
    words[at] = words[at] & !(mask << shift) | value << shift;
    if shift + width > 64 {
        let done = 64 - shift;
        words[at + 1] = words[at + 1] & !(mask >> done) | value >> done;
    }
}

impl PackedTable {
    /// A table of `len` zeros.
    pub fn zeros(len: u64) -> Self {
        Self { bits: BitVec::repeat(false, len as usize), width: 1, len }
    }

    /// An empty table.
    pub fn new() -> Self {
        Self::zeros(0)
    }

    /// The number of values.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether the table holds no value.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bits per value, from 1 to 32.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The packed words. Bits after the last value are 0.
    pub fn words(&self) -> &[u64] {
        self.bits.as_raw_slice()
    }

    /// The value at an index.
    ///
    /// # Panics
    /// If `index >= len`.
    #[inline]
    pub fn get(&self, index: u64) -> u32 {
        assert!(index < self.len, "index {index} of a table of {}", self.len);
        let words = self.bits.as_raw_slice();
        unpack(index, self.width, |at| words[at])
    }

    /// Replaces one value; widens the table if the value does not fit.
    ///
    /// # Panics
    /// If `index >= len`.
    #[inline]
    pub fn set(&mut self, index: u64, value: u32) {
        assert!(index < self.len, "index {index} of a table of {}", self.len);
        if width_of(value) > self.width {
            self.widen(width_of(value));
        }
        pack(self.bits.as_raw_mut_slice(), index, self.width, value);
    }

    /// Replaces the values from index `first` on. Long runs are packed in parallel.
    ///
    /// # Panics
    /// If the run does not lie inside the table.
    pub fn fill(&mut self, first: u64, values: &[u32]) {
        assert!(first + values.len() as u64 <= self.len, "a run past the end of the table");
        let width = values.iter().fold(0, |all, value| all | value);
        if width_of(width) > self.width {
            self.widen(width_of(width));
        }
        let width = self.width;
        // Groups of 64 values, counted from index 0, fill exactly `width` words.
        let head = ((first.next_multiple_of(64) - first) as usize).min(values.len());
        let body = (values.len() - head) / 64 * 64;
        let (head, rest) = values.split_at(head);
        let (body, tail) = rest.split_at(body);
        let words = self.bits.as_raw_mut_slice();
        let mut serial = |from: u64, run: &[u32]| {
            (from..).zip(run).for_each(|(index, &value)| pack(words, index, width, value));
        };
        let middle = first + head.len() as u64;
        serial(first, head);
        serial(middle + body.len() as u64, tail);
        let from = (middle / 64) as usize * width as usize;
        let span = body.len() / 64 * width as usize;
        let task = |(words, values): (&mut [u64], &[u32])| {
            (0..).zip(values).for_each(|(index, &value)| pack(words, index, width, value));
        };
        if !body.is_empty() {
            words[from..from + span]
                .par_chunks_mut(width as usize * GROUPS_A_TASK)
                .zip(body.par_chunks(64 * GROUPS_A_TASK))
                .for_each(task);
        }
    }

    /// Saves the table for a checkpoint.
    ///
    /// # Errors
    /// As for [`State::put`].
    pub fn save(&self, state: &mut State) -> Result<(), Error> {
        state.put(&(self.len, self.width, self.words().len()))?;
        for part in self.words().chunks(PART) {
            let bytes: Vec<u8> = part.iter().flat_map(|word| word.to_le_bytes()).collect();
            state.put_bytes(&bytes);
        }
        Ok(())
    }

    /// Reads what [`PackedTable::save`] wrote; `None` if the state is not a valid table.
    pub fn load(state: &mut StateReader<'_>) -> Option<Self> {
        let (len, width, count): (u64, u32, usize) = state.take()?;
        let mut words: Vec<u64> = Vec::new();
        while words.len() < count {
            let bytes = state.take_bytes().filter(|bytes| !bytes.is_empty())?;
            words.extend(bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)));
        }
        let used = usize::try_from(len.checked_mul(u64::from(width))?).ok()?;
        let mut bits = BitVec::from_vec(words);
        ((1..=32).contains(&width) && used <= bits.len()).then(|| bits.truncate(used))?;
        Some(Self { bits, width, len })
    }

    /// Appends values.
    pub fn extend(&mut self, values: &[u32]) {
        let first = self.len;
        self.len += values.len() as u64;
        // Widen before the table grows, so that the new space is not widened as well.
        let width = width_of(values.iter().fold(0, |all, value| all | value)).max(self.width);
        if width > self.width {
            self.len = first;
            self.widen(width);
            self.len += values.len() as u64;
        }
        self.reserve(self.len as usize * self.width as usize);
        self.fill(first, values);
    }

    /// Appends the first `count` bits of `words` as values 0 and 1.
    pub fn extend_bits(&mut self, words: &[u64], count: usize) {
        let bit = |i: usize| words[i / 64] >> (i % 64) & 1;
        if self.width > 1 {
            return self.extend(&(0..count).map(|i| bit(i) as u32).collect::<Vec<_>>());
        }
        let (at, shift) = (self.len as usize / 64, self.len % 64);
        self.len += count as u64;
        self.reserve(self.len as usize);
        let to = &mut self.bits.as_raw_mut_slice()[at..];
        for (i, word) in words[..count.div_ceil(64)].iter().enumerate() {
            to[i] |= word << shift;
            if let Some(next) = to.get_mut(i + 1).filter(|_| shift > 0) {
                *next |= word >> (64 - shift);
            }
        }
    }

    /// Makes room for `bits` bits, and reserves more. Memory that is reserved but not yet written takes no
    /// physical memory, and the system can move a large array without copying it.
    fn reserve(&mut self, bits: usize) {
        let mut words = std::mem::take(&mut self.bits).into_vec();
        let wanted = bits.div_ceil(64).saturating_sub(words.len());
        if wanted > words.capacity() - words.len() {
            words.reserve_exact(wanted.max(words.len() / 4));
        }
        words.resize(bits.div_ceil(64).max(words.len()), 0);
        self.bits = BitVec::from_vec(words);
        self.bits.truncate(bits);
    }

    /// Gives every value more bits, in place. It works from the last value to the first, so that no value is
    /// overwritten before it is moved. Groups far enough from the start are moved in parallel.
    fn widen(&mut self, width: u32) {
        let (old, len) = (std::mem::replace(&mut self.width, width), self.len);
        self.reserve(len as usize * width as usize);
        let words = self.bits.as_raw_mut_slice();
        // Groups of 64 values fill whole words. The groups from `first` to `end` move to places beyond all of
        // their old ones, so they can be moved in parallel.
        let mut end = len.div_ceil(64);
        while end > 0 {
            let first = if end > ONE_BY_ONE { (end * u64::from(old)).div_ceil(u64::from(width)) } else { 0 };
            let (from, to) = words.split_at_mut(first as usize * width as usize);
            if first == 0 {
                for index in (0..len.min(end * 64)).rev() {
                    let value = unpack(index, old, |at| to[at]);
                    pack(to, index, width, value);
                }
            } else {
                let values = len.min(end * 64);
                let to = &mut to[..((values * u64::from(width)).div_ceil(64) as usize) - from.len()];
                to.par_chunks_mut(width as usize * GROUPS_A_TASK).enumerate().for_each(|(task, to)| {
                    let start = (first + (task * GROUPS_A_TASK) as u64) * 64;
                    let count = (values - start).min(64 * GROUPS_A_TASK as u64);
                    to.fill(0);
                    (0..count).for_each(|i| pack(to, i, width, unpack(start + i, old, |at| from[at])));
                });
            }
            end = first;
        }
    }
}

impl Default for PackedTable {
    fn default() -> Self {
        Self::new()
    }
}

impl Sink for PackedTable {
    fn block(&mut self, _: u64, values: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        match values {
            Values::Bits(bits) => self.extend_bits(bits.words(), bits.len()),
            values => self.extend(values.words(&mut Vec::new())),
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        PackedTable::save(self, state)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        *self = PackedTable::load(state)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_writes_read_back(writes in prop::collection::vec((0u64..3000, 0u32..32, any::<u32>()), 1..200)) {
            let mut table = PackedTable::zeros(3000);
            let mut plain = vec![0u32; 3000];
            for (index, bits, value) in writes {
                let value = value >> bits;
                table.set(index, value);
                plain[index as usize] = value;
            }
            prop_assert!((0..3000).all(|i| table.get(i) == plain[i as usize]));
            prop_assert_eq!(table.width(), plain.iter().copied().map(width_of).max().unwrap().max(table.width()));
        }

        #[test]
        fn bits_are_values(before in prop::collection::vec(0u32..3, 0..200), runs in prop::collection::vec(prop::collection::vec(0u32..2, 0..300), 0..9)) {
            let (mut table, mut plain) = (PackedTable::new(), PackedTable::new());
            table.extend(&before);
            plain.extend(&before);
            for run in runs {
                let word = |part: &[u32]| part.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit));
                table.extend_bits(&run.chunks(64).map(word).collect::<Vec<_>>(), run.len());
                plain.extend(&run);
            }
            prop_assert!(table == plain);
        }

        #[test]
        fn runs_and_single_values_agree(runs in prop::collection::vec((0u32..32, 0usize..9000), 1..6)) {
            let mut table = PackedTable::new();
            let mut plain: Vec<u32> = Vec::new();
            for (bits, count) in runs {
                let run: Vec<u32> = (0..count as u32).map(|i| i.wrapping_mul(2_654_435_761) >> bits).collect();
                table.extend(&run);
                plain.extend(&run);
            }
            prop_assert_eq!(table.len() as usize, plain.len());
            prop_assert!(plain.iter().enumerate().all(|(i, &value)| table.get(i as u64) == value));
            let widest = plain.iter().copied().map(width_of).max().unwrap_or(1);
            prop_assert_eq!(table.width(), widest);
            let mut single = PackedTable::zeros(plain.len() as u64);
            plain.iter().enumerate().for_each(|(i, &value)| single.set(i as u64, value));
            prop_assert_eq!(single.words(), table.words());
        }
    }

    #[test]
    fn every_widening_keeps_every_value() {
        for length in [1u64, 63, 64, 65, 4096, 4097, 20_011, 70_000] {
            for (old, new) in [(1, 2), (1, 32), (7, 8), (14, 15), (16, 32), (31, 32), (5, 23)] {
                let value = |index: u64| (index as u32).wrapping_mul(2_654_435_761) >> (32 - old);
                let mut table = PackedTable::zeros(length);
                table.set(0, (1u32 << (old - 1)) | 1);
                (0..length).for_each(|index| table.set(index, value(index)));
                let mut fresh = PackedTable::zeros(length);
                fresh.set(length - 1, 1 << (new - 1));
                table.set(length - 1, 1 << (new - 1));
                (0..length - 1).for_each(|index| fresh.set(index, value(index)));
                assert_eq!((table.width(), table.words().len()), (new, fresh.words().len()));
                assert!(table == fresh, "{length} values from {old} to {new} bits");
            }
        }
    }
}
