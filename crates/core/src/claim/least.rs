//! The test that a period and a preperiod are the least ones.
//!
//! Let G(n + p) = G(n) + s for all n >= n0. The periods are the multiples of the least one, so p is the least
//! if p/q is not a period for any prime q that divides p. The saltus of p/q would be s/q, so only primes q
//! that divide s need to be tested. One n >= n0 with G(n + p/q) != G(n) + s/q is enough; an n below n0 shows
//! nothing. The preperiod n0 is the least one if it is the first n, or if G(n0 - 1 + p) != G(n0 - 1) + s:
//! every p/q that is a period has the same preperiod (`docs/theorems.md`).

use super::candidate::{Candidate, Refusal};
use super::sequence::{Sequence, first_disagreement};
use super::theorem::Theorem;
use crate::control::Control;
use crate::error::Error;
use serde::{Deserialize, Serialize};

/// A disagreement: G(n + period) is not G(n) + saltus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    /// The period that is refuted: p/q; for the preperiod, p.
    pub period: u64,
    /// The saltus it would have: s/q; for the preperiod, s.
    pub saltus: u64,
    /// The n of the disagreement.
    pub n: u64,
    /// G(n) and G(n + period).
    pub values: [u32; 2],
}

/// The proof that a period and its preperiod are the least ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Least {
    /// The disagreement at n0 - 1; `None` if n0 is the first position.
    pub preperiod: Option<Witness>,
    /// One witness for each prime that divides both the period and the saltus (every prime divides 0), in
    /// order of increasing primes.
    pub period: Vec<Witness>,
}

impl Least {
    /// Whether these are exactly the witnesses that a candidate needs: none is missing, each is about the
    /// right period, and each disagrees. Whether their values are those of the game is not checked here.
    pub fn suits(&self, candidate: Candidate, first: u64) -> bool {
        let Candidate { preperiod: n0, period: p, saltus: s } = candidate;
        let disagrees = |witness: &Witness| {
            let [early, late] = witness.values;
            u64::from(early).checked_add(witness.saltus) != Some(late.into())
        };
        let preperiod = match &self.preperiod {
            None => n0 == first,
            Some(witness) => {
                n0 > first && (witness.n, witness.period, witness.saltus) == (n0 - 1, p, s) && disagrees(witness)
            }
        };
        let wanted = primes(p).into_iter().filter(|q| s.is_multiple_of(*q)).map(|q| (p / q, s / q));
        let given = self.period.iter().map(|witness| (witness.period, witness.saltus));
        preperiod && wanted.eq(given) && self.period.iter().all(|witness| witness.n >= n0 && disagrees(witness))
    }

    /// The values that the witnesses state, as (position, value).
    pub fn stated(&self) -> Vec<(u64, u32)> {
        let all = self.preperiod.iter().chain(&self.period);
        all.flat_map(|witness| [(witness.n, witness.values[0]), (witness.n + witness.period, witness.values[1])])
            .collect()
    }

    /// Tests a candidate whose equation holds in a sequence that starts at `first`. With a theorem that only
    /// asks for agreement, it is enough to look at the range of agreement.
    ///
    /// # Errors
    /// As for [`Sequence::read`].
    pub fn of(
        candidate: Candidate,
        theorem: Option<Theorem>,
        first: u64,
        values: &mut dyn Sequence,
        control: &Control<'_>,
    ) -> Result<Result<Self, Refusal>, Error> {
        let Candidate { preperiod: n0, period: p, saltus: s } = candidate;
        let mut least = Self { preperiod: None, period: Vec::new() };
        if n0 > first {
            let Some(n) = first_disagreement(n0 - 1..n0, p, s, values, control)? else {
                return Ok(Err(Refusal::Earlier));
            };
            least.preperiod = Some(witness(n, p, s, values, control)?);
        }
        let theorem = theorem.filter(|theorem| theorem.asks_for_agreement_only());
        for q in primes(p).into_iter().filter(|q| s.is_multiple_of(*q)) {
            let (part, rise) = (p / q, s / q);
            // If the values agree in the theorem's range, or over a whole period, p/q is a period.
            let bound = theorem.and_then(|theorem| theorem.checked_below(n0, part, rise)).unwrap_or(u64::MAX);
            let end = bound.min(n0 + p - part);
            let Some(n) = first_disagreement(n0..end, part, rise, values, control)? else {
                return Ok(Err(Refusal::Multiple(q)));
            };
            least.period.push(witness(n, part, rise, values, control)?);
        }
        Ok(Ok(least))
    }
}

fn witness(
    n: u64,
    period: u64,
    saltus: u64,
    values: &mut dyn Sequence,
    control: &Control<'_>,
) -> Result<Witness, Error> {
    let mut pair = [0; 2];
    let [early, late] = &mut pair;
    values.read(n, std::slice::from_mut(early), control)?;
    values.read(n + period, std::slice::from_mut(late), control)?;
    Ok(Witness { period, saltus, n, values: pair })
}

/// The primes that divide a number >= 1, in increasing order.
fn primes(mut number: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut divisor = 2;
    while divisor <= number / divisor {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    primes.extend((number > 1).then_some(number));
    primes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::Claim;

    fn test(preperiod: u64, period: u64, saltus: u64, values: &[u32]) -> Result<Least, Refusal> {
        let theorem = Theorem::AllButWindow { largest: 4 };
        let (known, free) = (values.len() as u64, Control::free());
        let mut read = |n: u64| values[n as usize];
        let candidate = Candidate { preperiod, period, saltus };
        let claim = Claim::prove(theorem, candidate, 0..known, &mut read, &free).unwrap()?;
        claim.least(0, &mut read, &free).unwrap()
    }

    #[test]
    fn primes_of_small_numbers() {
        assert!(primes(1).is_empty());
        assert_eq!(primes(360), [2, 3, 5]);
        assert_eq!(primes(328_226_140_474), [2, 103, 4523, 352_273]);
        assert_eq!(primes(1_000_003), [1_000_003]);
    }

    #[test]
    fn multiples_of_a_period_with_a_saltus_are_refused() {
        // Nim: G(n) = n. (0, 2, 2) holds, but so does (0, 1, 1).
        let nim: Vec<u32> = (0..64).collect();
        assert_eq!(test(0, 2, 2, &nim), Err(Refusal::Multiple(2)));
        assert_eq!(test(0, 6, 6, &nim), Err(Refusal::Multiple(2)));
        assert_eq!(test(0, 1, 1, &nim), Ok(Least { preperiod: None, period: Vec::new() }));
        // A prime that does not divide the saltus needs no witness.
        let pairs: Vec<u32> = (0..64).map(|n| n / 2).collect();
        assert_eq!(test(0, 2, 1, &pairs), Ok(Least { preperiod: None, period: Vec::new() }));
        assert_eq!(test(0, 4, 2, &pairs), Err(Refusal::Multiple(2)));
    }

    #[test]
    fn near_misses_are_refused_and_witnesses_lie_behind_the_preperiod() {
        let values: Vec<u32> = [9, 1, 2, 7].into_iter().chain((0..80).map(|n| [0, 1, 0, 2][n % 4])).collect();
        let least = test(4, 4, 0, &values).unwrap();
        assert_eq!(least.preperiod, Some(Witness { period: 4, saltus: 0, n: 3, values: [7, 2] }));
        assert_eq!(least.period, [Witness { period: 2, saltus: 0, n: 5, values: [1, 2] }]);
        for multiple in [8, 12, 20] {
            assert_eq!(
                test(4, multiple, 0, &values),
                Err(Refusal::Multiple(if multiple == 8 { 2 } else { multiple / 4 }))
            );
        }
        assert_eq!(test(5, 4, 0, &values), Err(Refusal::Earlier));
        assert_eq!(test(3, 4, 0, &values), Err(Refusal::Disagrees(3)));
        assert_eq!(test(4, 5, 0, &values), Err(Refusal::Disagrees(4)));
        assert_eq!(test(4, 76, 0, &values), Err(Refusal::Bound));
    }
}
