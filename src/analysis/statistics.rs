//! Statistics over all values of a run, gathered while they stream by.

use crate::bytes::Bytes;
use crate::error::Error;
use crate::ruleset::Rows;
use crate::simd::{Work, fast};
use crate::space::check_memory;
use crate::stream::{Flow, Sink, State, StateReader, Values};
use serde::{Deserialize, Serialize};

/// The figures every run reports.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The largest value.
    pub max_value: u32,
    /// The first row that has it.
    pub max_row: u64,
    /// How many values are 0: the P-positions of normal play.
    pub zeros: u64,
    /// The values of the first rows, for the report and the checks.
    pub prefix: Vec<u32>,
    prefix_limit: usize,
}

impl Summary {
    /// Keeps the values of the first `prefix_limit` rows.
    pub fn new(prefix_limit: usize) -> Self {
        Self { prefix_limit, ..Self::default() }
    }
}

impl Sink for Summary {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        if let Values::Bits(bits) = values
            && self.prefix.len() >= self.prefix_limit
        {
            if let Some(offset) = bits.first_one().filter(|_| self.max_value == 0) {
                (self.max_value, self.max_row) = (1, first + offset as u64);
            }
            self.zeros += bits.len() as u64 - bits.ones();
            return Ok(Flow::Continue);
        }
        if let Values::Bytes(bytes) = values
            && self.prefix.len() >= self.prefix_limit
        {
            let (largest, zeros) = fast(Tally(bytes));
            if u32::from(largest) > self.max_value {
                let offset = bytes.iter().position(|&value| value == largest).unwrap_or(0);
                (self.max_value, self.max_row) = (largest.into(), first + offset as u64);
            }
            self.zeros += zeros;
            return Ok(Flow::Continue);
        }
        let mut buffer = Vec::new();
        let values = values.words(&mut buffer);
        let wanted = self.prefix_limit.saturating_sub(self.prefix.len()).min(values.len());
        self.prefix.extend_from_slice(&values[..wanted]);
        let largest = values.iter().copied().max().unwrap_or(0);
        if largest > self.max_value {
            let offset = values.iter().position(|&value| value == largest).unwrap_or(0);
            (self.max_value, self.max_row) = (largest, first + offset as u64);
        }
        self.zeros += values.iter().filter(|&&value| value == 0).count() as u64;
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(self)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        *self = state.take()?;
        Some(())
    }

    fn takes_periodic(&self) -> bool {
        true
    }

    fn periodic(&mut self, first: u64, cycle: &[u32], rows: u64) {
        let p = cycle.len() as u64;
        let (turns, rest) = ((rows - first) / p, (rows - first) % p);
        let zeros = |values: &[u32]| values.iter().filter(|&&value| value == 0).count() as u64;
        let zeros = self.zeros + turns * zeros(cycle) + zeros(&cycle[..rest as usize]);
        let seen = &cycle[..(rows - first).min(p) as usize];
        let wanted = self.prefix_limit.saturating_sub(self.prefix.len()).min((rows - first) as usize);
        self.prefix.extend(cycle.iter().cycle().take(wanted));
        let largest = seen.iter().copied().max().unwrap_or(0);
        if largest > self.max_value {
            let offset = seen.iter().position(|&value| value == largest).unwrap_or(0);
            (self.max_value, self.max_row) = (largest, first + offset as u64);
        }
        self.zeros = zeros;
    }
}

/// The largest of some bytes, and how many are 0.
struct Tally<'t>(&'t [u8]);

impl Work for Tally<'_> {
    type Output = (u8, u64);

    #[inline(always)]
    fn run(self) -> (u8, u64) {
        // Bytes are added up where vectors can: whole ones, and sums that fit a byte.
        self.0.chunks(7 * 32).fold((0, 0), |(largest, zeros), part| {
            let (mut most, mut count) = (0u8, 0u8);
            for &value in part {
                most = most.max(value);
                count += u8::from(value == 0);
            }
            (largest.max(most), zeros + u64::from(count))
        })
    }
}

/// How often a value occurs, and where first and last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurrence {
    /// The value.
    pub value: u32,
    /// How often.
    pub count: u64,
    /// The first row that has it.
    pub first: u64,
    /// The last row that has it.
    pub last: u64,
}

/// Counts every value; first occurrences and records follow from it.
pub struct Histogram {
    by_value: Vec<Option<Occurrence>>,
    memory: Bytes,
}

impl Histogram {
    /// An empty histogram that may grow to an amount of memory.
    pub fn new(memory: Bytes) -> Self {
        Self { by_value: Vec::new(), memory }
    }

    /// The values that occur, in increasing order.
    pub fn occurrences(&self) -> impl DoubleEndedIterator<Item = &Occurrence> {
        self.by_value.iter().flatten()
    }

    /// The records in order: rows whose value is larger than all before.
    pub fn records(&self) -> Vec<Occurrence> {
        // From the largest value down, a record occurs before every larger value does.
        let mut earliest = u64::MAX;
        let mut records = Vec::new();
        for occurrence in self.occurrences().rev() {
            if occurrence.first < earliest {
                earliest = occurrence.first;
                records.push(*occurrence);
            }
        }
        records.reverse();
        records
    }

    fn grow(&mut self, value: u32) -> Result<(), Error> {
        let slots = value as usize + 1;
        let needed = Bytes(slots as u128 * size_of::<Option<Occurrence>>() as u128);
        check_memory("a histogram of so many different values", needed, self.memory)?;
        self.by_value.resize(slots, None);
        Ok(())
    }
}

impl Sink for Histogram {
    fn block(&mut self, first: u64, values: Values<'_>) -> Result<Flow, Error> {
        for (row, &value) in (first..).zip(values.words(&mut Vec::new())) {
            if value as usize >= self.by_value.len() {
                self.grow(value)?;
            }
            let fresh = Occurrence { value, count: 0, first: row, last: row };
            let slot = self.by_value[value as usize].get_or_insert(fresh);
            slot.count += 1;
            slot.last = row;
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&self.by_value)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        self.by_value = state.take()?;
        Some(())
    }
}

/// What P-positions are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountBy {
    /// The largest coordinate.
    Max,
    /// The sum of the coordinates, up to the largest heap: beyond it the box is incomplete.
    Total,
}

impl CountBy {
    /// The name, as in `counts = ["max", "total"]`.
    pub fn name(self) -> &'static str {
        match self {
            CountBy::Max => "max",
            CountBy::Total => "total",
        }
    }
}

/// Counts P-positions by the size of the position.
pub struct Counts {
    by: CountBy,
    rows: Rows,
    label: Vec<u64>,
    counts: Vec<u64>,
}

impl Counts {
    /// Counts over all rows.
    pub fn new(by: CountBy, rows: &Rows) -> Self {
        let mut label = Vec::new();
        rows.label(0, &mut label);
        Self { by, rows: rows.clone(), label, counts: vec![0; rows.end() as usize] }
    }

    /// The memory for so many rows.
    pub fn needs(rows: &Rows) -> Bytes {
        Bytes(u128::from(rows.end()) * 8)
    }

    /// What is counted by.
    pub fn by(&self) -> CountBy {
        self.by
    }

    /// (n, how many P-positions), from the first n on.
    pub fn counts(&self) -> impl Iterator<Item = (u64, u64)> {
        (0..).zip(self.counts.iter().copied()).skip(self.rows.first() as usize)
    }
}

impl Sink for Counts {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        for &value in values.words(&mut Vec::new()) {
            if value == 0 {
                let size = match self.by {
                    CountBy::Max => self.label.iter().copied().max().unwrap_or(0),
                    CountBy::Total => self.label.iter().sum(),
                };
                if let Some(count) = self.counts.get_mut(size as usize) {
                    *count += 1;
                }
            }
            self.rows.advance(&mut self.label);
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&(&self.label, &self.counts))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        (self.label, self.counts) = state.take()?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_occurrences() {
        let mut histogram = Histogram::new(Bytes(1 << 20));
        histogram.block(0, Values::Words(&[0, 2, 1, 2, 5])).unwrap();
        histogram.block(5, Values::Bytes(&[4, 5])).unwrap();
        let records: Vec<_> = histogram.records().iter().map(|r| (r.first, r.value)).collect();
        assert_eq!(records, [(0, 0), (1, 2), (4, 5)]);
        let five = histogram.occurrences().last().unwrap();
        assert_eq!((five.value, five.count, five.first, five.last), (5, 2, 4, 6));
        let mut small = Histogram::new(Bytes(64));
        assert_eq!(small.block(0, Values::Words(&[1000])).unwrap_err().exit_code(), 3);
    }

    #[test]
    fn summary_finds_the_first_largest() {
        let mut summary = Summary::new(2);
        summary.block(0, Values::Words(&[0, 3])).unwrap();
        summary.block(2, Values::Words(&[7, 0, 7])).unwrap();
        assert_eq!((summary.max_value, summary.max_row, summary.zeros), (7, 2, 2));
        assert_eq!(summary.prefix, [0, 3]);
    }

    #[test]
    fn counts_by_max_and_total() {
        let rows = Rows::cube(2, 2);
        // The P-positions of Nim: the diagonal.
        let values = [0, 1, 2, 1, 0, 3, 2, 3, 0];
        for (by, expected) in [(CountBy::Max, [1, 1, 1]), (CountBy::Total, [1, 0, 1])] {
            let mut counts = Counts::new(by, &rows);
            counts.block(0, Values::Words(&values)).unwrap();
            assert_eq!(counts.counts().map(|(_, count)| count).collect::<Vec<_>>(), expected);
        }
    }
}
