//! How a sequence grows: at every power of two, the sparse space that fits best, its rare
//! values, the zeros, the largest value, and the histogram.
//!
//! Rare values under any mask follow from how often each value occurs at even and at odd n,
//! and where last; so one pass over the values answers for all masks.

use crate::error::Error;
use crate::kernel::MaskOf;
use crate::stream::{Flow, Sink, State, StateReader, Values};
use serde::{Deserialize, Serialize};

/// The figures of the values of 0, 1, ..., n - 1 (from the family's first n).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// n: a power of two, or the end of the range.
    pub n: u64,
    /// The mask, with whether the parity of n takes part; none if no mask makes few rare.
    pub mask: Option<(u32, bool)>,
    /// How many positions are rare, and the last of them.
    pub rares: u64,
    /// The last rare position.
    pub last_rare: u64,
    /// How many values are 0.
    pub zeros: u64,
    /// The largest value, and where it comes first.
    pub largest: (u32, u64),
    /// How often each value occurs: (value, count).
    pub histogram: Vec<(u32, u64)>,
}

/// How often a value occurs at even or odd n, and where last.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct Tally {
    count: u64,
    last: u64,
}

/// Gathers the stages.
pub struct Growth {
    first: u64,
    mask: MaskOf,
    tallies: [Vec<Tally>; 2],
    largest: (u32, u64),
    stages: Vec<Stage>,
    /// The next n.
    next: u64,
}

impl Growth {
    /// A gatherer for rows that begin at `first`; `mask` finds the mask of a histogram.
    pub(crate) fn new(first: u64, mask: MaskOf) -> Self {
        Self { first, mask, tallies: Default::default(), largest: (0, 0), stages: Vec::new(), next: first }
    }

    /// The stages, the end of the range among them.
    pub fn stages(&mut self) -> &[Stage] {
        if self.stages.last().is_none_or(|stage| stage.n != self.next) {
            self.stage();
        }
        &self.stages
    }

    fn stage(&mut self) {
        let counts = |side: &Vec<Tally>| side.iter().map(|tally| tally.count).collect::<Vec<_>>();
        let [even, odd] = [counts(&self.tallies[0]), counts(&self.tallies[1])];
        let found = (self.mask)(&even, &odd);
        let (mut rares, mut last_rare) = (0, 0);
        for (parity, side) in (0u64..).zip(&self.tallies) {
            for (value, tally) in (0..).zip(side).filter(|(_, tally)| tally.count > 0) {
                if found.is_some_and(|classes| classes.is_rare(parity, value)) {
                    rares += tally.count;
                    last_rare = last_rare.max(tally.last);
                }
            }
        }
        let length = even.len().max(odd.len());
        let total = |value: usize| even.get(value).unwrap_or(&0) + odd.get(value).unwrap_or(&0);
        let histogram = (0..length).map(|value| (value as u32, total(value))).filter(|&(_, count)| count > 0).collect();
        let zeros = if length > 0 { total(0) } else { 0 };
        let mask = found.map(|classes| (classes.mask, classes.position));
        let largest = self.largest;
        self.stages.push(Stage { n: self.next, mask, rares, last_rare, zeros, largest, histogram });
    }
}

impl Sink for Growth {
    fn block(&mut self, _: u64, values: Values<'_>) -> Result<Flow, Error> {
        for &value in values.words(&mut Vec::new()) {
            if self.next.is_power_of_two() && self.next >= 2 && self.next > self.first {
                self.stage();
            }
            let side = &mut self.tallies[(self.next % 2) as usize];
            if side.len() <= value as usize {
                side.resize(value as usize + 1, Tally::default());
            }
            let tally = &mut side[value as usize];
            (tally.count, tally.last) = (tally.count + 1, self.next);
            if value > self.largest.0 {
                self.largest = (value, self.next);
            }
            self.next += 1;
        }
        Ok(Flow::Continue)
    }

    fn save(&mut self, state: &mut State) -> Result<(), Error> {
        state.put(&(&self.tallies, self.largest, &self.stages, self.next))
    }

    fn load(&mut self, state: &mut StateReader<'_>) -> Option<()> {
        (self.tallies, self.largest, self.stages, self.next) = state.take()?;
        Some(())
    }
}
