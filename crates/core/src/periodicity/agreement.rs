//! Finds periods: the least p with G(n + p) = G(n) + s for all n >= n0. The search takes linear time; the
//! period is proved where a theorem applies.
//!
//! Idea: G(n + p) - G(n) is constant from n0 to the end of the known values exactly if the differences
//! d(n) = G(n + 1) - G(n) satisfy d(n + p) = d(n) there. The Z-function of the reversed differences shows for every p
//! at once how far back this agreement reaches (Main and Lorentz 1984; Gusfield 1997, 1.3), in O(n) comparisons.

use crate::claim::{Candidate, Claim, Sequence, Theorems};
use crate::control::Control;
use crate::error::Error;

/// The claim about `values`, the values of n = first, first + 1, .... A proved claim is preferred; without
/// one, and if `observe` is set, it is the observed claim with the least period.
///
/// # Errors
/// [`Error::Interrupted`] if the control cancels the search.
pub fn find(
    values: &[u32],
    first: u64,
    theorems: Option<&Theorems>,
    observe: bool,
    control: &Control<'_>,
) -> Result<Option<Claim>, Error> {
    let lengths = AgreementLengths::new(values, first, control)?;
    let proved = match theorems {
        Some(theorems) => lengths.first(control, |agreement| lengths.prove(agreement, theorems, control))?,
        None => None,
    };
    if proved.is_some() || !observe {
        return Ok(proved);
    }
    // The first values may rise even if all values cannot.
    let never_rise = theorems.is_some_and(Theorems::never_rise);
    let possible = |claim: &Claim| claim.saltus == 0 || !never_rise;
    lengths.first(control, |agreement| Ok(lengths.observed(agreement, control)?.filter(possible)))
}

/// The least period that the values seem to have, and its saltus: they agree with it through at least three periods,
/// and from the third quarter of the values on at the latest. Nothing is proved.
///
/// # Errors
/// [`Error::Interrupted`] if the control cancels the search.
pub fn recurrence(values: &[u32], control: &Control<'_>) -> Result<Option<(u64, u64)>, Error> {
    let lengths = AgreementLengths::new(values, 0, control)?;
    let count = values.len() as u64;
    let seen = |at: &Agreement| at.preperiod + 3 * at.period <= count && at.preperiod <= count - count / 4;
    let least = lengths.first(control, |agreement| Ok(seen(&agreement).then_some(agreement)))?;
    let candidate = least.and_then(|agreement| lengths.with_saltus(agreement));
    Ok(candidate.map(|candidate| (candidate.period, candidate.saltus)))
}

/// A period, and the first n from which the known values agree with it up to a constant.
#[derive(Clone, Copy)]
struct Agreement {
    preperiod: u64,
    period: u64,
}

/// For every p, how far back the values agree with period p.
struct AgreementLengths<'v> {
    values: &'v [u32],
    first: u64,
    /// `reach[p]`: how many differences at the end agree with those p places earlier. Differences are taken
    /// modulo 2^32, which is exact because neighbouring values differ by less than 2^31.
    reach: Vec<u32>,
}

/// After how many comparisons a search asks whether it is cancelled: a few milliseconds.
const PATIENCE: usize = 1 << 20;

impl<'v> AgreementLengths<'v> {
    fn new(values: &'v [u32], first: u64, control: &Control<'_>) -> Result<Self, Error> {
        let differences = values.len().saturating_sub(1);
        let difference = |j: usize| values[differences - j].wrapping_sub(values[differences - j - 1]);
        let mut reach = vec![0u32; differences];
        // The Z-function: [left, right) is the match that ends furthest to the right.
        let (mut left, mut right) = (0, 0);
        for p in 1..differences {
            let mut length = if p < right { (reach[p - left] as usize).min(right - p) } else { 0 };
            while p + length < differences && difference(length) == difference(p + length) {
                length += 1;
                if length % PATIENCE == 0 {
                    control.check()?;
                }
            }
            if p % PATIENCE == 0 {
                control.check()?;
            }
            if p + length > right {
                (left, right) = (p, p + length);
            }
            reach[p] = length as u32;
        }
        Ok(Self { values, first, reach })
    }

    /// What is found first, in the order of increasing periods.
    fn first<T>(
        &self,
        control: &Control<'_>,
        found: impl Fn(Agreement) -> Result<Option<T>, Error>,
    ) -> Result<Option<T>, Error> {
        let last = self.values.len().saturating_sub(1);
        for p in 1..=last {
            if p % PATIENCE == 0 {
                control.check()?;
            }
            let reach = self.reach.get(p).copied().unwrap_or(0) as usize;
            let agreement = Agreement { preperiod: self.first + (last - p - reach) as u64, period: p as u64 };
            if let Some(found) = found(agreement)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn sequence(&self) -> impl Sequence {
        |n: u64| self.values[(n - self.first) as usize]
    }

    fn last(&self) -> u64 {
        self.first + self.values.len() as u64 - 1
    }

    /// The candidate with its saltus; `None` if the saltus is negative, because the values would become negative.
    fn with_saltus(&self, agreement: Agreement) -> Option<Candidate> {
        let Agreement { preperiod, period } = agreement;
        let last = self.values.len().checked_sub(1)?;
        let saltus = self.values[last].checked_sub(self.values[last - period as usize])?;
        Some(Candidate { preperiod, period, saltus: saltus.into() })
    }

    fn prove(&self, agreement: Agreement, theorems: &Theorems, control: &Control<'_>) -> Result<Option<Claim>, Error> {
        let Agreement { preperiod, period } = agreement;
        // A saltus never lowers the bound, so this quick test comes first; it rejects almost all candidates.
        let known = self.last() + 1;
        let end = theorems.agreement().checked_below(preperiod, period, 0).and_then(|end| end.checked_add(period));
        let Some(candidate) = end.filter(|&end| end <= known).and_then(|_| self.with_saltus(agreement)) else {
            return Ok(None);
        };
        Ok(theorems.prove(candidate, self.first..known, &mut self.sequence(), control)?.ok())
    }

    fn observed(&self, agreement: Agreement, control: &Control<'_>) -> Result<Option<Claim>, Error> {
        let candidate = self.with_saltus(agreement);
        let Some(claim) = candidate.and_then(|candidate| Claim::observe(candidate, self.last())) else {
            return Ok(None);
        };
        Ok(claim.least(self.first, &mut self.sequence(), control)?.ok().map(|_| claim))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Theorem;
    use crate::control::FREE;
    use crate::event::Silent;
    use proptest::prelude::*;
    use std::sync::atomic::AtomicBool;

    fn found(values: &[u32], first: u64, theorems: Option<&Theorems>, observe: bool) -> Option<Claim> {
        find(values, first, theorems, observe, &FREE).unwrap()
    }

    /// The definition, in O(n^2): the least p for which some n0 fits, with the least such n0.
    fn slow(values: &[u32], good: impl Fn(u64, u64, u64) -> bool) -> Option<(u64, u64, u64)> {
        (1..values.len()).find_map(|p| {
            let last = values.len() - 1;
            let s = values[last].checked_sub(values[last - p])?;
            let agrees = |n: &usize| values[n + p].checked_sub(values[*n]) == Some(s);
            let n0 = values.len() - p - (0..values.len() - p).rev().take_while(agrees).count();
            good(n0 as u64, p as u64, u64::from(s)).then_some((n0 as u64, p as u64, u64::from(s)))
        })
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            head in prop::collection::vec(0u32..3, 0..12),
            cycle in prop::collection::vec(0u32..3, 1..8),
            saltus in 0u32..3,
            length in 0usize..60,
        ) {
            let periodic = (0..length).map(|i| cycle[i % cycle.len()] + saltus * (i / cycle.len()) as u32);
            let values: Vec<u32> = head.iter().copied().chain(periodic).collect();
            let max = values.len() as u64;
            let observed = slow(&values, |n0, p, _| n0 <= max.saturating_sub(1) / 2 && n0 + 3 * p <= max);
            let claim = found(&values, 0, None, true).map(|c| (c.preperiod, c.period, c.saltus));
            prop_assert_eq!(claim, observed);
            let theorem = Theorem::AllButWindow { largest: 3 };
            let proved = slow(&values, |n0, p, s| theorem.checked_below(n0, p, s).unwrap() + p <= max);
            let claim = found(&values, 0, Some(&theorem.into()), false).map(|c| (c.preperiod, c.period, c.saltus));
            prop_assert_eq!(claim, proved);
        }
    }

    /// The comparison of values, and the search among the agreements after it.
    #[test]
    fn every_search_can_be_cancelled() {
        let cancelled = AtomicBool::new(true);
        let control = Control::new(&cancelled, &Silent);
        let count = 3 * PATIENCE as u32;
        for values in [vec![7; count as usize], (0..count).map(|n| n.wrapping_mul(n) % 65_537).collect()] {
            assert!(matches!(find(&values, 0, None, true, &control), Err(Error::Interrupted)));
            assert!(matches!(recurrence(&values, &control), Err(Error::Interrupted)));
            let lengths = AgreementLengths::new(&values, 0, &FREE).unwrap();
            assert!(matches!(lengths.first(&control, |_| Ok(None::<()>)), Err(Error::Interrupted)));
        }
    }

    #[test]
    fn short_sequences_claim_nothing() {
        for length in 0..3 {
            assert_eq!(found(&vec![0; length], 0, None, true), None);
        }
        assert!(found(&[0; 3], 0, None, true).is_some());
    }

    #[test]
    fn values_that_cannot_rise_for_ever_have_no_saltus() {
        let theorem = |theorem: Theorem| Some(Theorems::from(theorem));
        for theorem in [
            theorem(Theorem::SubtractionWindow { largest: 3 }),
            theorem(Theorem::NoSplit { last: 3 }),
            theorem(Theorem::GuySmith { heaps: 2, last: 3 }),
        ] {
            assert_eq!(found(&[0, 1, 2, 3], 0, theorem.as_ref(), true), None);
        }
        for theorem in [None, theorem(Theorem::GuySmith { heaps: 3, last: 3 })] {
            assert_eq!(found(&[0, 1, 2, 3], 0, theorem.as_ref(), true).map(|claim| claim.saltus), Some(1));
        }
    }
}
