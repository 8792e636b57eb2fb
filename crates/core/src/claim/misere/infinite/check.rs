//! The checker of infinite misère quotients.

use super::super::heaps::Heaps;
use super::super::refusal::{Ended, MisereRefusal, refuse, told};
use super::certificate::InfiniteCertificate;
use super::lost::Lost;
use super::rule::Rule;
use super::universe::Universe;
use crate::control::Control;
use crate::error::Error;

/// The theorem on outcomes with two counters.
pub const TWO_COUNTERS: &str = "two-counters";

/// A misère quotient that is proved to be infinite. Only [`InfiniteClaim::check`] makes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InfiniteClaim {
    /// n: the quotient of the heaps up to this one is infinite, and so is that of the whole game.
    pub heaps: u64,
    /// The number of elements of the finite monoid.
    pub elements: u32,
    /// The heaps a and b: any two different numbers of copies of a, out of an infinite set of numbers, are told apart
    /// by sums with copies of b.
    pub counters: (u64, u64),
    /// The box in which the outcomes were checked: the numbers of both counters lie below these.
    pub checked: (u64, u64),
    /// Private, so that only this module can make a claim.
    made: InfiniteClaimMade,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct InfiniteClaimMade;

impl InfiniteClaim {
    /// Checks a certificate. No number that the search computed is used except those of the certificate.
    ///
    /// # Errors
    /// [`Error::Interrupted`] if the control cancels the work.
    pub fn check(
        heaps: &dyn Heaps,
        certificate: &InfiniteCertificate,
        control: &Control<'_>,
    ) -> Result<Result<Self, MisereRefusal>, Error> {
        told(claim(heaps, certificate, control))
    }

    /// The name of the theorem.
    pub fn theorem(&self) -> &'static str {
        TWO_COUNTERS
    }
}

fn claim(heaps: &dyn Heaps, certificate: &InfiniteCertificate, control: &Control<'_>) -> Result<InfiniteClaim, Ended> {
    let universe = Universe::of(heaps, certificate, control)?;
    let rule = Rule::of(certificate)?;
    if rule.p(0, 0).has(0) || rule.unknown(0, 0).has(0) {
        return refuse("the empty sum is not claimed to be an N-position");
    }
    let area = rule.area(universe.drop(), universe.shift(&rule))?;
    for i in 0..area.i {
        for j in 0..area.j {
            control.check()?;
            let deficiencies = universe.deficiencies(&rule, i, j)?;
            Lost { universe: &universe, rule: &rule, area, i, j, deficiencies: &deficiencies }.none(control)?;
        }
    }
    if !rule.depends_on_difference(universe.count, universe.overflow) {
        return refuse("the outcomes are right, but do not show that the quotient is infinite");
    }
    Ok(InfiniteClaim {
        heaps: certificate.heaps,
        elements: certificate.elements,
        counters: certificate.counters,
        checked: (area.i as u64, area.j as u64),
        made: InfiniteClaimMade,
    })
}
