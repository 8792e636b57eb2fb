//! The statistics that every run reports, collected while values arrive.

use crate::control::Control;
use crate::error::Error;
use crate::overview::Overview;
use crate::simd::{Work, fast};
use crate::stream::{Flow, Sink, State, StateReader, Values};
use serde::{Deserialize, Serialize};

/// The statistics that every run reports.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The largest value.
    pub max_value: u32,
    /// The first row with the largest value.
    pub max_row: u64,
    /// The number of zeros, which are the P-positions.
    pub zeros: u64,
    /// The values of the first rows, for the report and the checks.
    pub prefix: Vec<u32>,
    prefix_limit: usize,
}

impl Summary {
    /// A summary that keeps the values of the first `prefix_limit` rows.
    pub fn new(prefix_limit: usize) -> Self {
        Self { prefix_limit, ..Self::default() }
    }

    fn tally<T: Copy + Ord + From<u8> + Into<u32>>(&mut self, first: u64, values: &[T]) {
        let (largest, zeros) = fast(BlockTally(values));
        if largest.into() > self.max_value {
            let offset = values.iter().position(|&value| value == largest).unwrap_or(0);
            (self.max_value, self.max_row) = (largest.into(), first + offset as u64);
        }
        self.zeros += zeros;
    }
}

impl Sink for Summary {
    fn block(&mut self, first: u64, values: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        if self.prefix.len() >= self.prefix_limit {
            match values {
                Values::Bytes(values) => self.tally(first, values),
                Values::Bits(bits) => {
                    if let Some(offset) = bits.first_one().filter(|_| self.max_value == 0) {
                        (self.max_value, self.max_row) = (1, first + offset as u64);
                    }
                    self.zeros += bits.len() as u64 - bits.ones();
                }
                values => self.tally(first, values.words(&mut Vec::new())),
            }
            return Ok(Flow::Continue);
        }
        let mut buffer = Vec::new();
        let values = values.words(&mut buffer);
        let wanted = self.prefix_limit.saturating_sub(self.prefix.len()).min(values.len());
        self.prefix.extend_from_slice(&values[..wanted]);
        self.tally(first, values);
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(self)
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        *self = state.take()?;
        Some(())
    }

    fn hand_on(&self, state: &mut State) -> Result<(), Error> {
        state.put(self)
    }

    fn takes_periodic(&self) -> bool {
        true
    }

    fn takes_overview(&self, all: &dyn Overview) -> bool {
        all.affords(all.cost_by_value().and(all.cost_of_ends()))
    }

    fn overview(&mut self, all: &dyn Overview, control: &Control<'_>) -> Result<(), Error> {
        let firsts = all.ends(false, control)?;
        let largest = firsts.iter().rposition(Option::is_some).unwrap_or(0);
        (self.max_value, self.max_row) = (largest as u32, firsts[largest].filter(|_| largest > 0).unwrap_or(0));
        self.zeros = all.by_value(control)?[0];
        let prefix: Vec<u64> = (0..all.rows().len()).take(self.prefix_limit).collect();
        self.prefix = all.values(&prefix, control)?;
        Ok(())
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

/// Finds the largest of some values, and the number of zeros.
struct BlockTally<'t, T>(&'t [T]);

impl<T: Copy + Ord + From<u8>> Work for BlockTally<'_, T> {
    type Output = (T, u64);

    #[inline(always)]
    fn run(self) -> (T, u64) {
        let zero = T::from(0);
        // The counts fit into a byte, so that the compiler can vectorise the loop.
        self.0.chunks(7 * 32).fold((zero, 0), |(largest, zeros), part| {
            let (mut most, mut count) = (zero, 0u8);
            for &value in part {
                most = most.max(value);
                count += u8::from(value == zero);
            }
            (largest.max(most), zeros + u64::from(count))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_finds_the_first_largest() {
        let mut summary = Summary::new(2);
        summary.block(0, Values::Words(&[0, 3]), &Control::free()).unwrap();
        summary.block(2, Values::Words(&[7, 0, 7]), &Control::free()).unwrap();
        assert_eq!((summary.max_value, summary.max_row, summary.zeros), (7, 2, 2));
        assert_eq!(summary.prefix, [0, 3]);
    }
}
