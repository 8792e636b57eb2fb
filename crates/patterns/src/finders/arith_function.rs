//! Arithmetic functions: G(mn) = G(m) + G(n) for all m and n, or for coprime ones, or with the nim-sum.
//!
//! Idea: all products up to N are tested; the values at primes (for coprime factors: at prime powers) are free (D.
//! Iannucci and U. Larsson, *Game values of arithmetic functions*, arXiv 2101.07608). If these are all equal, that is
//! part of the rule. Cost: 8 bits and the free values. Needs 60 terms, from 0 or 1 on.

use super::arithmetic::Factors;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use num_integer::gcd;
use std::sync::Arc;

const ARITH_FUNCTION: Kind =
    Kind::complete("arith-function", "G(mn) follows from G(m) and G(n), for all or for coprime m and n");

/// Finds arithmetic functions.
pub const FINDER: Finder = Finder {
    kinds: &[&ARITH_FUNCTION],
    least: 60,
    is_linear: false,
    looks_at: LooksAt::Values,
    find: Find::Sequence(find),
};

/// How the value of a product follows from those of its factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Law {
    /// The sum, for all factors.
    Additive,
    /// The sum, for coprime factors.
    AdditiveIfCoprime,
    /// The nim-sum, for coprime factors.
    NimSumIfCoprime,
}

impl Law {
    const ALL: [Law; 3] = [Law::Additive, Law::AdditiveIfCoprime, Law::NimSumIfCoprime];

    fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Law::Additive | Law::AdditiveIfCoprime => a.checked_add(b),
            Law::NimSumIfCoprime => (a >= 0 && b >= 0).then_some(a ^ b),
        }
    }

    const fn is_for(self, coprime: bool) -> bool {
        coprime || matches!(self, Law::Additive)
    }

    const fn sign(self) -> &'static str {
        match self {
            Law::Additive | Law::AdditiveIfCoprime => "+",
            Law::NimSumIfCoprime => "xor",
        }
    }

    /// A number as a product to which the law applies; `None` if its value is free.
    fn split(self, n: i64, factors: &Factors) -> Option<(i64, i64)> {
        let (p, exponent) = *factors.of(n)?.first()?;
        let part = if self == Law::Additive { p } else { p.pow(exponent) };
        (part < n).then(|| (part, n / part))
    }
}

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let data = &fit.data;
    if !(0..=1).contains(&data.first) {
        return Ok(Vec::new());
    }
    // known[n] = G(n); nothing depends on G(0).
    let known = [vec![0; data.first as usize], data.values.clone()].concat();
    if known[1] != 0 || known[2..].iter().all(|value| *value == known[2]) {
        return Ok(Vec::new());
    }
    let Some(law) = law(&known, budget)? else { return Ok(Vec::new()) };
    let factors = Factors::up_to(known.len() as i64 - 1);
    let free: Vec<i64> =
        (2..known.len()).filter(|&n| law.split(n as i64, &factors).is_none()).map(|n| known[n]).collect();
    let usual = free.iter().all(|value| *value == free[0]).then(|| free[0]);
    let fitted = if usual.is_some() { 1 } else { free.len() };
    Ok(vec![Candidate {
        kind: &ARITH_FUNCTION,
        null: fit.null,
        cost: Bits::whole(8) + usual.map_or_else(|| bits::sequence(&free), bits::whole_number),
        fitted,
        confirmed: data.len() - fitted,
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(Arithmetic { first: data.first, law, known, usual }),
    }])
}

/// The first law that all products obey.
fn law(known: &[i64], budget: &mut Budget) -> Result<Option<Law>, Stop> {
    let mut holds = Law::ALL.map(|law| (law, true));
    let last = known.len() - 1;
    for m in 2..=last.isqrt() {
        budget.spend(4 * (last / m))?;
        for n in m..=last / m {
            let is_coprime = gcd(m, n) == 1;
            for (law, holds) in holds.iter_mut().filter(|(law, holds)| *holds && law.is_for(is_coprime)) {
                *holds = law.of(known[m], known[n]) == Some(known[m * n]);
            }
        }
        if holds.iter().all(|(_, holds)| !holds) {
            return Ok(None);
        }
    }
    Ok(holds.into_iter().find(|(_, holds)| *holds).map(|(law, _)| law))
}

/// A law, and the values that do not follow from it.
#[derive(Debug)]
struct Arithmetic {
    first: i64,
    law: Law,
    /// The values from 0 on.
    known: Vec<i64>,
    /// The value at all primes or prime powers, if there is only one.
    usual: Option<i64>,
}

impl Rule for Arithmetic {
    fn words(&self) -> String {
        let which = if self.law == Law::Additive { "all" } else { "coprime" };
        let places = if self.law == Law::Additive { "primes" } else { "prime powers" };
        let values = match self.usual {
            Some(usual) => format!("G is {usual} at all {places}"),
            None => {
                let factors = Factors::up_to(self.known.len() as i64 - 1);
                let free = (2..self.known.len() as i64).filter(|n| self.law.split(*n, &factors).is_none());
                let listed: Vec<String> =
                    free.take(12).map(|n| format!("G({n}) = {}", self.known[n as usize])).collect();
                format!("the values at {places} are free: {}, ...", listed.join(", "))
            }
        };
        format!("G(mn) = G(m) {} G(n) for {which} m, n >= 2; {values}", self.law.sign())
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        subject.arithmetic()?;
        let coprime = if self.law == Law::Additive { "" } else { " or gcd(d, n / d) > 1" };
        let sign = self.law.sign();
        let all = format!("all(not divides(d, n) or g(n) == g(d) {sign} g(n / d){coprime} for d in 2..=isqrt(n))");
        Ok(match (self.usual, self.law) {
            (None, _) => all,
            (Some(usual), Law::Additive) => format!("{all} and (not is_prime(n) or g(n) == {usual})"),
            (Some(usual), _) => format!("{all} and (n < 2 or omega(n) != 1 or g(n) == {usual})"),
        })
    }

    fn terms(&self, count: usize) -> Said {
        let end = self.first as usize + count;
        let factors = Factors::up_to(end as i64);
        let mut said: Said = self.known.iter().take(end).map(|value| Some(*value)).collect();
        for n in said.len()..end {
            let value = match self.law.split(n as i64, &factors) {
                Some((a, b)) => said[a as usize].zip(said[b as usize]).and_then(|(a, b)| self.law.of(a, b)),
                None if factors.of(n as i64).is_some() => self.usual,
                None => None,
            };
            said.push(value);
        }
        said.drain(..(self.first as usize).min(end));
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use grundy_core::control::FREE;

    fn found(values: Vec<i64>) -> Option<Candidate> {
        let fit = Fit::sequence(Sequence { first: 1, values }, Subject::Values);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        found.into_iter().find(|found| found.refusal().is_none())
    }

    /// The sum or nim-sum of a function of the prime powers.
    fn made(count: i64, law: Law, of: impl Fn(i64, u32) -> i64) -> Vec<i64> {
        let factors = Factors::up_to(count);
        let value = |n| {
            let parts = factors.of(n).expect("small");
            parts.into_iter().try_fold(0, |sum, (p, exponent)| law.of(sum, of(p, exponent))).expect("small")
        };
        (1..=count).map(value).collect()
    }

    #[test]
    fn three_laws() {
        let cases: [(Vec<i64>, &str); 3] = [
            (
                made(500, Law::Additive, |_, e| i64::from(e)),
                "G(mn) = G(m) + G(n) for all m, n >= 2; G is 1 at all primes",
            ),
            (made(500, Law::AdditiveIfCoprime, |_, _| 1), "G is 1 at all prime powers"),
            (
                made(500, Law::NimSumIfCoprime, |p, e| p % 4 + i64::from(e)),
                "G(mn) = G(m) xor G(n) for coprime m, n >= 2",
            ),
        ];
        for (values, words) in cases {
            let further = values.clone();
            let found = found(values[..300].to_vec()).expect("a law");
            assert!(found.rule.words().contains(words), "{}", found.rule.words());
            let said = found.rule.terms(further.len());
            assert!(said.iter().zip(&further).all(|(said, value)| said.is_none_or(|said| said == *value)));
            assert!(said[300..].iter().flatten().count() > 100);
        }
    }

    #[test]
    fn spoiled_values_have_no_law() {
        let exact = made(600, Law::NimSumIfCoprime, |p, e| p % 4 + i64::from(e));
        for seed in 1..20 {
            let kinds = trial::kinds(1, trial::spoiled(&exact, seed));
            assert!(!kinds.contains(&"arith-function".to_owned()), "seed {seed}: {kinds:?}");
        }
    }
}
