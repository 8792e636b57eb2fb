//! The growth of a sequence, at every power of two: the sparse space that fits best, its rare values, the zeros,
//! the largest value, and the histogram.
//!
//! The rare values under any mask can be derived from how often each value occurs at even and at odd n, and
//! where it occurs last. So one pass over the values suffices for all masks.

use super::contract::{Form, Key, Problem, Question, Scope};
use crate::control::Control;
use crate::error::Error;
use crate::kernel::{MaskOf, mask_of};
use crate::language::Datum;
use crate::results::{Content, DataTable, End, Gather, ResultFile, Results, count, one_coordinate, text};
use crate::stream::{Flow, Sink, State, StateReader, Values};
use serde::{Deserialize, Serialize};

pub(super) const QUESTION: Question = Question {
    keys: &[Key {
        name: KEY,
        form: Form::Switch,
        help: "rare values, zeros, largest value and histogram at every power of two",
    }],
    check: |job| match one_coordinate(job) {
        Err(why) if job.settings.analysis.is_on(KEY) => {
            let help = "this key requires a game with one coordinate; remove it".to_string();
            Err(Problem { key: KEY, item: 0, message: format!("`{KEY}` cannot be answered: {why}"), help })
        }
        _ => Ok(()),
    },
    gather: |&Scope { job, rows, game }| match job.settings.analysis.is_on(KEY) {
        true => Some(Box::new(Growth::new(rows.first(), mask_of(&game.structures())))),
        false => None,
    },
    files: &[GROWTH, HISTOGRAM],
    ..Question::SILENT
};

/// The key of `[analysis]`.
const KEY: &str = "growth";

const GROWTH: ResultFile = ResultFile {
    name: "growth.csv",
    summary: "n,mask,position,rares,last_rare,zeros,max_value,max_at: of the values below n, at every power of two",
    wanted: |job| job.settings.analysis.is_on(KEY),
    content: Content::Table(|results| {
        let columns = ["n", "mask", "position", "rares", "last_rare", "zeros", "max_value", "max_at"];
        DataTable::new(columns, stages(results).iter().map(Stage::row))
    }),
};

const HISTOGRAM: ResultFile = ResultFile {
    name: "growth_histogram.csv",
    summary: "n,value,count: how often each value occurs below n, at every power of two",
    wanted: |job| job.settings.analysis.is_on(KEY),
    content: Content::Table(|results| {
        let row = |n: u64, &(value, number): &(u32, u64)| vec![count(n), count(value), count(number)];
        let rows = move |stage: &Stage| stage.histogram.iter().map(|pair| row(stage.n, pair)).collect::<Vec<_>>();
        DataTable::new(["n", "value", "count"], stages(results).iter().flat_map(rows))
    }),
};

fn stages<'r>(results: &Results<'r>) -> &'r [Stage] {
    results.of::<Growth>().map_or(&[], |growth| &growth.stages)
}

/// The figures of the values of 0, 1, ..., n - 1 (starting at the first n of the family).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stage {
    /// A power of two, or the end of the range.
    pub n: u64,
    /// The mask, and whether the parity of n takes part. None if no mask makes only few values rare.
    pub mask: Option<(u32, bool)>,
    /// The number of rare positions.
    pub rares: u64,
    /// The last rare position.
    pub last_rare: u64,
    /// The number of zeros.
    pub zeros: u64,
    /// The largest value, and the first n that has it.
    pub largest: (u32, u64),
    /// How often each value occurs, as pairs (value, count).
    pub histogram: Vec<(u32, u64)>,
}

impl Stage {
    /// The row of `growth.csv`. The cells about rare values are empty if there is no mask.
    fn row(&self) -> Vec<Datum> {
        let sparse = |cell: Datum| if self.mask.is_some() { cell } else { Datum::Missing };
        let (mask, position) = self.mask.unwrap_or_default();
        let last_rare = if self.rares > 0 { count(self.last_rare) } else { Datum::Missing };
        vec![
            count(self.n),
            sparse(count(mask)),
            sparse(text(position.to_string())),
            sparse(count(self.rares)),
            sparse(last_rare),
            count(self.zeros),
            count(self.largest.0),
            count(self.largest.1),
        ]
    }
}

/// How often a value occurs at even or odd n, and where it occurs last.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
struct ValueTally {
    count: u64,
    last: u64,
}

/// A sink that collects the figures at each power of two.
pub struct Growth {
    first: u64,
    mask: MaskOf,
    tallies: [Vec<ValueTally>; 2],
    largest: (u32, u64),
    stages: Vec<Stage>,
    /// The next n.
    next: u64,
}

impl Growth {
    /// A sink for rows that start at `first`. `mask` finds the mask that fits a histogram.
    pub fn new(first: u64, mask: MaskOf) -> Self {
        Self { first, mask, tallies: Default::default(), largest: (0, 0), stages: Vec::new(), next: first }
    }

    fn stage(&mut self) {
        let counts = |side: &Vec<ValueTally>| side.iter().map(|tally| tally.count).collect::<Vec<_>>();
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

impl Gather for Growth {
    fn finish(&mut self, _: &End<'_>) -> Result<(), Error> {
        // The end of the range is a stage, too.
        if self.stages.last().is_none_or(|stage| stage.n != self.next) {
            self.stage();
        }
        Ok(())
    }
}

impl Sink for Growth {
    fn block(&mut self, _: u64, values: Values<'_>, _: &Control<'_>) -> Result<Flow, Error> {
        for &value in values.words(&mut Vec::new()) {
            if self.next.is_power_of_two() && self.next >= 2 && self.next > self.first {
                self.stage();
            }
            let side = &mut self.tallies[(self.next % 2) as usize];
            if side.len() <= value as usize {
                side.resize(value as usize + 1, ValueTally::default());
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
