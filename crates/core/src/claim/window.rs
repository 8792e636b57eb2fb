//! The theorem of windows for byte values, for callers that apply it to millions of sequences.

use super::statement::Claim;
use super::theorem::Theorem;

/// The least preperiod and the least period of a sequence. Only [`by_window`] makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Returned {
    preperiod: u32,
    period: u32,
    window: u32,
}

impl Returned {
    /// The least preperiod n0.
    #[inline(always)]
    pub fn preperiod(self) -> u32 {
        self.preperiod
    }

    /// The least period p.
    #[inline(always)]
    pub fn period(self) -> u32 {
        self.period
    }

    /// The claim about a subtraction set with these values and the largest member `largest`. `None` if the
    /// window was shorter than `largest`.
    pub fn claim(self, largest: u64) -> Option<Claim> {
        let theorem = Theorem::SubtractionWindow { largest };
        if largest == 0 || largest > self.window.into() {
            None
        } else {
            Claim::returned(theorem, self.period.into(), self.preperiod.into())
        }
    }
}

/// The least preperiod and the least period of a sequence in which each value is the same function of the
/// `window` values before it. `window` is at least 8, and at least max S for the theorem
/// `subtraction-window`. `None` if the given values do not show a period.
///
/// Proof. If a window recurs p places later, all values after it recur as well, so p is a period from there
/// on. Both the last window and its earlier copy lie in the periodic part. A smaller period would have given
/// a nearer copy, and the search starts with the smallest distance. The preperiod is found by going back from
/// the end of the periodic part as long as each value equals the one p places later.
#[inline(always)]
pub fn by_window(values: &[u8], window: usize) -> Option<Returned> {
    let begin = values.len().checked_sub(window)?;
    let key = eight(values, values.len() - 8);
    let last = &values[begin..];
    // Plain loops: closures would be calls that are not compiled for wide vectors.
    let mut period = 1;
    while period <= begin {
        if eight(values, values.len() - 8 - period) == key && values[begin - period..][..window] == *last {
            let number = |number: usize| u32::try_from(number).ok();
            let preperiod = first_of_period(values, begin, period);
            return Some(Returned { preperiod: number(preperiod)?, period: number(period)?, window: number(window)? });
        }
        period += 1;
    }
    None
}

#[inline(always)]
fn eight(values: &[u8], from: usize) -> u64 {
    match values[from..].first_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => 0,
    }
}

/// The least n from which the values before `end` have the given period.
#[inline(always)]
fn first_of_period(values: &[u8], end: usize, period: usize) -> usize {
    let mut n = end - period;
    while n >= 8 && eight(values, n - 8) == eight(values, n - 8 + period) {
        n -= 8;
    }
    while n > 0 && values[n - 1] == values[n - 1 + period] {
        n -= 1;
    }
    n
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &[u8], window: usize) -> Option<(usize, usize)> {
        by_window(values, window).map(|found| (found.preperiod() as usize, found.period() as usize))
    }

    #[test]
    fn claims_are_those_of_the_theorem() {
        let value = |n: u64| if n < 3 { 5 } else { (n % 4) as u32 };
        let values: Vec<u8> = (0..40).map(|n| value(n) as u8).collect();
        let returned = by_window(&values, 9).unwrap();
        for largest in 1..=9 {
            let theorem = Theorem::SubtractionWindow { largest };
            let candidate = crate::claim::Candidate { preperiod: 3, period: 4, saltus: 0 };
            let control = crate::control::Control::free();
            let proved = Claim::prove(theorem, candidate, 0..40, &mut |n: u64| value(n), &control).unwrap();
            assert_eq!(returned.claim(largest), proved.ok());
        }
        assert_eq!((returned.claim(0), returned.claim(10)), (None, None));
    }

    #[test]
    fn the_least_period_and_preperiod() {
        let sequence = |preperiod: usize, cycle: &[u8], length: usize| -> Vec<u8> {
            let start = (0..preperiod).map(|n| 100 + n as u8);
            start.chain(cycle.iter().copied().cycle()).take(length).collect()
        };
        for preperiod in [0, 1, 7, 8, 9, 30] {
            for cycle in [&[0][..], &[0, 1], &[0, 1, 2, 0, 1, 3], &[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]] {
                // The window must be long enough to determine the place in the cycle.
                let window = cycle.len().max(8);
                let (n0, p) = (preperiod, cycle.len());
                let values = sequence(preperiod, cycle, n0 + p + window);
                assert_eq!(found(&values, window), Some((n0, p)), "{n0} {cycle:?}");
                // A multiple is not taken for the period, and with one value less there is no claim with this
                // preperiod.
                assert_eq!(found(&sequence(preperiod, cycle, n0 + 5 * p + window + 3), window), Some((n0, p)));
                assert_eq!(found(&values[..values.len() - 1], window).filter(|found| found.0 == n0), None);
            }
        }
        assert_eq!(found(&[0; 5], 8), None);
    }
}
