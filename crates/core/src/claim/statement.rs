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

/// The status of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// A theorem applies, and its range of agreement has been checked.
    Proved,
    /// No theorem applies, but n0 <= max/2 and n0 + 3p <= max + 1, where max is the last n, and no known
    /// value contradicts the claim.
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

/// G(n + period) = G(n) + saltus for all n >= preperiod, with the least period and the least preperiod.
/// Claims are made only in this module. A claim may also be deserialised from a file that this program wrote
/// itself, protected by a checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// n0: the least n from which the equation holds.
    pub preperiod: u64,
    /// p, at least 1.
    pub period: u64,
    /// s: 0 if the sequence is periodic.
    pub saltus: u64,
    /// The theorem that proves the claim. Without one the claim is only observed.
    pub theorem: Option<Theorem>,
    /// The largest n for which the claim uses G(n). For a proved claim the theorem determines it; otherwise
    /// it is the end of the range.
    pub checked_to: u64,
    /// Private, so that only this module can make a claim.
    made: ClaimMade,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct ClaimMade;

impl Claim {
    /// The numbers of the claim.
    pub fn candidate(&self) -> Candidate {
        Candidate { preperiod: self.preperiod, period: self.period, saltus: self.saltus }
    }

    /// The claim about a sequence that a theorem proves. The values of all n in `known` must be available;
    /// `known` starts at the first n of the sequence. This function checks the range of agreement, and that
    /// no smaller period or preperiod is possible. All other conditions of the theorem (e.g. those on a
    /// sparse space) must have been checked already.
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

    /// The claim about a subtraction set in which a window has recurred ([`by_window`](super::by_window));
    /// `None` if the theorem does not apply.
    pub(super) fn returned(theorem: Theorem, period: u64, preperiod: u64) -> Option<Claim> {
        let end = theorem.checked_below(preperiod, period, 0)?;
        let checked_to = end - 1 + period;
        Some(Claim { preperiod, period, saltus: 0, theorem: Some(theorem), checked_to, made: ClaimMade })
    }

    /// The claim about a kind of heaps that a theorem proves together with claims about other kinds.
    pub(super) fn joint(theorem: Theorem, candidate: Candidate, checked_to: u64) -> Claim {
        let Candidate { preperiod, period, saltus } = candidate;
        Claim { preperiod, period, saltus, theorem: Some(theorem), checked_to, made: ClaimMade }
    }

    /// The claim that is observed in a sequence up to `last`; `None` if the range is too short. The caller
    /// must have checked that all values agree. It must also have checked that no smaller period does, or
    /// reject the claim by [`Claim::least`].
    pub fn observe(candidate: Candidate, last: u64) -> Option<Claim> {
        let Candidate { preperiod, period, saltus } = candidate;
        let seen = preperiod <= last / 2 && preperiod + 3 * period <= last + 1;
        seen.then_some(Claim { preperiod, period, saltus, theorem: None, checked_to: last, made: ClaimMade })
    }

    /// The proof that no smaller period and no smaller preperiod is possible. `first` is the first n of the sequence.
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
