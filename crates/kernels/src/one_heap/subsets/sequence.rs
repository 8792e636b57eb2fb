//! What the first values of a set tell: its preperiod and period, and which numbers can be added to it.

use grundy_core::claim::{Returned, by_window};
use grundy_core::simd::Work;

/// What is known about the values of a set and of all sets with the same values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    /// The least preperiod and the least period.
    pub returned: Returned,
    /// The largest value.
    pub max_value: u8,
    /// How many values of n = 0, ..., max are 0.
    pub zeros: u64,
}

/// Stands for a value that does not fit its lane.
const NO_VALUE: u8 = 64;

/// The result for a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settled {
    /// Its figures, and as bits all numbers that are in the set or can be added without changing values.
    Found(Figures, u32),
    /// More values are needed.
    Longer,
    /// Wider lanes are needed.
    Wider,
}

/// Settles a set by its first values.
pub(super) struct Settle<'s> {
    /// G(0), G(1), ...
    pub values: &'s [u8],
    /// The set, in which n is bit n - 1.
    pub set: u32,
    /// The largest number of any set.
    pub most: usize,
    /// Zeros are counted up to this n.
    pub max: u64,
}

impl Work for Settle<'_> {
    type Output = Settled;

    #[inline(always)]
    fn run(self) -> Settled {
        let Self { values, set, most, max } = self;
        let mut fits = true;
        for &value in values {
            fits &= value != NO_VALUE;
        }
        if !fits {
            return Settled::Wider;
        }
        // A window as long as the largest number determines all later values. So does a longer one.
        let window = most.max(8);
        let Some(returned) = by_window(values, window) else { return Settled::Longer };
        let (preperiod, period) = (returned.preperiod() as usize, returned.period() as usize);
        let length = preperiod + period;
        // The test of the numbers to add needs the values of the preperiod and the period, and `most` more.
        if length + most > values.len() {
            return Settled::Longer;
        }
        let mut same = set;
        // Plain loops, because a closure would be a call and would not be compiled for wide vectors.
        let mut left = !set & (u32::MAX >> (32 - most as u32));
        while left != 0 {
            let place = left.trailing_zeros();
            left &= left - 1;
            let number = place as usize + 1;
            same |= u32::from(differ(&values[..length], &values[number..number + length])) << place;
        }
        let max_value = values[..length].iter().fold(0, |most, &value| most.max(value));
        let zeros = zeros_to(values, preperiod, period, max);
        Settled::Found(Figures { returned, max_value, zeros }, same)
    }
}

/// Whether two lists differ at every place.
#[inline(always)]
fn differ(a: &[u8], b: &[u8]) -> bool {
    const STEP: usize = 32;
    let (mut first, mut second) = (a.chunks_exact(STEP), b.chunks_exact(STEP));
    for (a, b) in (&mut first).zip(&mut second) {
        let mut equal = 0u8;
        for place in 0..STEP {
            equal |= u8::from(a[place] == b[place]);
        }
        if equal != 0 {
            return false;
        }
    }
    for (a, b) in first.remainder().iter().zip(second.remainder()) {
        if a == b {
            return false;
        }
    }
    true
}

/// How many of the values of 0, ..., max are 0.
#[inline(always)]
fn zeros_to(values: &[u8], preperiod: usize, period: usize, max: u64) -> u64 {
    let zeros = |values: &[u8]| values.iter().map(|&value| u64::from(value == 0)).sum::<u64>();
    let count = max.saturating_add(1);
    if count <= preperiod as u64 {
        return zeros(&values[..count as usize]);
    }
    let (turns, rest) = ((count - preperiod as u64) / period as u64, (count - preperiod as u64) % period as u64);
    let cycle = &values[preperiod..preperiod + period];
    zeros(&values[..preperiod]) + turns * zeros(cycle) + zeros(&cycle[..rest as usize])
}
