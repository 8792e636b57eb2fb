//! The search for a proof that a misère quotient is infinite, by two counters (`docs/theorems.md`, "Infinite misère
//! quotients").
//!
//! Idea: the search for a finite quotient gave up at a heap, as the sums at which its candidates failed grow for ever.
//! The two heaps whose numbers of copies vary most in these sums are the counters. Their cyclic monoids in the last
//! candidate are replaced by long ones, outcomes are marked in the order of least words, and elements with equal
//! outcomes beside all small numbers of counters are merged. The least threshold, period and clamp that fit to the
//! outcomes give a certificate, which the checker of `grundy_core::claim` accepts or refuses. Cost: 26 x 26 marks for
//! each element of the last candidate without the counters.
//!
//! If the last heap is no counter, it occurs only a few times in the failing sums. Then often only sums with as many
//! copies of it have a simple rule, and the universe is restricted to these (`configurations.rs`).

mod configurations;
mod counters;
mod finite;
mod fit;
mod outcomes;

use crate::search::budget::{Budget, Ended};
use crate::search::found::FailedCandidate;
use crate::search::{End, Found, Limits, Why};
use counters::Plan;
use finite::Finite;
use fit::Fit;
use grundy_core::claim::{Heaps, InfiniteCertificate, InfiniteClaim};
use grundy_core::control::Control;
use grundy_core::error::Error;
use outcomes::Outcomes;

/// Why no proof was found. The quotient may be infinite all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyNot {
    /// The search for a finite quotient did not end at a heap at which candidates failed at sums with two heaps that
    /// vary.
    NoCounters,
    /// The search took this many steps.
    Steps(u64),
    /// No choice of counters gave a certificate that the checker accepts; what it said last, if it was asked.
    Refused(Option<String>),
}

/// How many fits to the outcomes are tried for each choice of counters. If the outcomes are wrong, all are refused;
/// another fit helps only where the first one needs an outcome that no small sum has.
const FITS: usize = 2;

/// Looks for a proof that the quotient is infinite, after a search for a finite one gave up. The certificate that is
/// returned was accepted by the checker. Of the limits, `elements` bounds the finite monoid.
///
/// # Errors
/// [`Error::Interrupted`] if the control cancels the work.
pub fn search(
    heaps: &dyn Heaps,
    found: &Found,
    limits: Limits,
    control: &Control<'_>,
) -> Result<Result<InfiniteCertificate, WhyNot>, Error> {
    let (End::GaveUp { fails, .. }, Some(candidate)) = (&found.end, &found.candidate) else {
        return Ok(Err(WhyNot::NoCounters));
    };
    let plans = counters::plans(candidate.phi.len() as u32 - 1, fails);
    let mut why = if plans.is_empty() { WhyNot::NoCounters } else { WhyNot::Refused(None) };
    let mut budget = Budget::new(limits, control);
    for plan in &plans {
        match attempt(heaps, candidate, plan, &mut budget) {
            Ok(Ok(certificate)) => return Ok(Ok(certificate)),
            Ok(Err(None)) => {}
            Ok(Err(refusal)) => why = WhyNot::Refused(refusal),
            Err(Ended::GaveUp(Why::Steps(steps))) => return Ok(Err(WhyNot::Steps(steps))),
            Err(Ended::GaveUp(_)) => {}
            Err(Ended::Cancelled(error)) => return Err(error),
        }
    }
    Ok(Err(why))
}

/// Tries two counters. Otherwise returns what the checker said last.
fn attempt(
    heaps: &dyn Heaps,
    candidate: &FailedCandidate,
    plan: &Plan,
    budget: &mut Budget<'_>,
) -> Result<Result<InfiniteCertificate, Option<String>>, Ended> {
    let Some(finite) = Finite::of(heaps, candidate, plan, budget)? else { return Ok(Err(None)) };
    let outcomes = Outcomes::of(heaps, &finite, plan, budget)?;
    let mut refusal = None;
    for fit in Fit::all(&outcomes).take(FITS) {
        // About what the checker does: pairs of elements, for each pair of counters in the box.
        let side = (fit.threshold + fit.clamp) as usize + 10;
        let certificate = fit.certificate(&outcomes, &finite, plan);
        budget.take(side * side * outcomes.count * outcomes.count)?;
        match InfiniteClaim::check(heaps, &certificate, budget.control)? {
            Ok(_) => return Ok(Ok(certificate)),
            Err(why) => refusal = Some(why.0),
        }
    }
    Ok(Err(refusal))
}
