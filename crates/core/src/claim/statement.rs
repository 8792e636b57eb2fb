//! A claim and its status.

use super::candidate::{Candidate, Refusal};
use super::least::Least;
use super::sequence::{Sequence, first_disagreement};
use super::theorem::Theorem;
use crate::control::Control;
use crate::error::Error;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// How sure a claim is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// A theorem applies, and its range of agreement was checked.
    Proved,
    /// No theorem, but n0 <= max/2 and n0 + 3p <= max + 1, and nothing contradicts it.
    Observed,
    /// Nothing is claimed.
    None,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Proved => "proved",
            Status::Observed => "observed",
            Status::None => "none",
        })
    }
}

impl FromStr for Status {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        [Status::Proved, Status::Observed, Status::None].into_iter().find(|status| status.to_string() == text).ok_or(())
    }
}

/// G(n + period) = G(n) + saltus for all n >= preperiod, with the least period and the least
/// preperiod. Only [`Claim::prove`] and [`Claim::observe`] make one. It is read again where this program wrote it down
/// itself, under a checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// n0: the first n from which it holds.
    pub preperiod: u64,
    /// p.
    pub period: u64,
    /// s: 0 if the sequence is periodic.
    pub saltus: u64,
    /// The theorem that proves it; without one the claim is only observed.
    pub theorem: Option<Theorem>,
    /// The largest n for which the claim uses G(n): by the theorem if proved, else the end of the
    /// range.
    pub checked_to: u64,
    /// Private, so that only this module can make a claim.
    made: ClaimMade,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct ClaimMade;

impl Claim {
    /// What is claimed, as numbers.
    pub fn candidate(&self) -> Candidate {
        Candidate { preperiod: self.preperiod, period: self.period, saltus: self.saltus }
    }

    /// The claim that a theorem proves about a sequence of which the values of all n in `known`
    /// are known, from the first one on. This checks all that the theorem asks of the values, and that no smaller period or
    /// preperiod is possible. What else the theorem asks (as of a sparse space) must be true already.
    ///
    /// # Errors
    /// As for [`Sequence::read`].
    pub fn prove(
        theorem: Theorem,
        candidate: Candidate,
        known: Range<u64>,
        values: &mut dyn Sequence,
        control: &Control<'_>,
    ) -> Result<Result<Claim, Refusal>, Error> {
        let Candidate { preperiod, period, saltus } = candidate;
        let end = theorem.checked_below(preperiod, period, saltus);
        let Some(end) = end.filter(|end| end.checked_add(period).is_some_and(|end| end <= known.end)) else {
            return Ok(Err(Refusal::Bound));
        };
        if let Some(n) = first_disagreement(preperiod..end, period, saltus, values, control)? {
            return Ok(Err(Refusal::Disagrees(n)));
        }
        let checked_to = end - 1 + period;
        let claim = Claim { preperiod, period, saltus, theorem: Some(theorem), checked_to, made: ClaimMade };
        Ok(claim.least(known.start, values, control)?.map(|_| claim))
    }

    /// The claim that a window proves which came again; none if the theorem does not speak of it.
    pub(super) fn returned(theorem: Theorem, period: u64, preperiod: u64) -> Option<Claim> {
        let end = theorem.checked_below(preperiod, period, 0)?;
        let checked_to = end - 1 + period;
        Some(Claim { preperiod, period, saltus: 0, theorem: Some(theorem), checked_to, made: ClaimMade })
    }

    /// The claim that is observed in a sequence up to `last`, if the range is long enough. The caller must
    /// have seen that all values agree, and that no smaller period does.
    pub fn observe(candidate: Candidate, last: u64) -> Option<Claim> {
        let Candidate { preperiod, period, saltus } = candidate;
        let seen = preperiod <= last / 2 && preperiod + 3 * period <= last + 1;
        seen.then_some(Claim { preperiod, period, saltus, theorem: None, checked_to: last, made: ClaimMade })
    }

    /// What shows that no smaller period and no smaller preperiod is possible; `first` is the first n of the
    /// sequence.
    ///
    /// # Errors
    /// As for [`Sequence::read`].
    pub fn least(
        &self,
        first: u64,
        values: &mut dyn Sequence,
        control: &Control<'_>,
    ) -> Result<Result<Least, Refusal>, Error> {
        let Claim { preperiod, period, saltus, theorem, .. } = *self;
        Least::of(Candidate { preperiod, period, saltus }, theorem, first, values, control)
    }

    /// Proved or observed.
    pub fn status(&self) -> Status {
        if self.theorem.is_some() { Status::Proved } else { Status::Observed }
    }
}
