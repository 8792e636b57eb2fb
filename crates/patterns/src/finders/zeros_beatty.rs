//! P-positions that are a Beatty sequence: z(k) = floor(k α) + c with a quadratic irrational α.
//!
//! Idea: all zeros together give an exact interval for α, by comparing cross products. The simplest (P + sqrt D) / Q in
//! it is named if the interval gives 8 bits more than these three numbers cost (S. Beatty, Amer. Math. Monthly 33
//! (1926)). Cost: 14 bits, 3 log of the number of zeros, and the numbers. Needs 30 zeros. False friend: any evenly
//! spread set; so nothing is reported for an α that is not so simple.

use super::writing::{plus, start};
use super::zeros_recurrence::indicator;
use crate::bits::{self, Bits};
use crate::budget::Budget;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::cmp::Ordering;
use std::sync::Arc;

const ZEROS_BEATTY: Kind =
    Kind::complete("zeros-beatty", "the P-positions are floor(k α) + c with a quadratic irrational α");

/// Finds P-positions that are a Beatty sequence.
pub const FINDER: Finder = Finder {
    kinds: &[&ZEROS_BEATTY],
    least: 30,
    is_linear: true,
    looks_at: LooksAt::Outcomes,
    find: Find::Sequence(find),
};

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let zeros = fit.data.zeros();
    if zeros.len() < 30 || 20 * zeros.len() > 19 * fit.data.len() {
        return Ok(Vec::new());
    }
    let mut best: Option<(i64, u64, Surd, Beatty)> = None;
    for (from, shift) in shapes(&zeros) {
        budget.spend(zeros.len() + 9000)?;
        let Some(interval) = Interval::of(&zeros, from, shift) else { continue };
        let Some(surd) = interval.simplest().filter(|surd| interval.names(*surd)) else { continue };
        let rule = Beatty { first: fit.data.first, from, shift, surd };
        if best.as_ref().is_none_or(|best| (from, shift.unsigned_abs()) < (best.0, best.1)) {
            best = Some((from, shift.unsigned_abs(), surd, rule));
        }
    }
    let Some((_, _, surd, rule)) = best else { return Ok(Vec::new()) };
    Ok(vec![Candidate {
        kind: &ZEROS_BEATTY,
        null: fit.null,
        cost: Bits::whole(14) + bits::log2(zeros.len() as u64).times(3) + surd.bits(),
        fitted: 3,
        confirmed: zeros.len() - 3,
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(rule),
    }])
}

/// The numbers k of the first zero, and c, that are tried.
fn shapes(zeros: &[i64]) -> [(i64, i64); 6] {
    let first = zeros[0];
    [(0, first), (1, 0), (0, 0), (1, first.saturating_sub(zeros[1] - first)), (1, -1), (1, 1)]
}

/// The number (P + sqrt D) / Q.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Surd {
    p: i64,
    d: i64,
    q: i64,
}

impl Surd {
    fn bits(self) -> Bits {
        bits::whole_numbers([self.p, self.d, self.q])
    }

    /// floor(k α) for k >= 0.
    fn multiple(self, k: i64) -> Option<i64> {
        let root = u64::try_from(k.checked_mul(k)?.checked_mul(self.d)?).ok()?.isqrt() as i64;
        Some(self.p.checked_mul(k)?.checked_add(root)?.div_euclid(self.q))
    }

    fn text(self) -> String {
        let above = if self.p == 0 { format!("sqrt({})", self.d) } else { format!("({} + sqrt({}))", self.p, self.d) };
        if self.q == 1 { above } else { format!("{above} / {}", self.q) }
    }
}

/// A fraction with a positive denominator.
#[derive(Debug, Clone, Copy)]
struct Fraction {
    above: i64,
    below: i64,
}

impl Fraction {
    fn is_less(self, than: Self) -> bool {
        i128::from(self.above) * i128::from(than.below) < i128::from(than.above) * i128::from(self.below)
    }
}

/// The numbers α with lower bound included and upper bound excluded, both fractions.
#[derive(Debug, Clone, Copy)]
struct Interval {
    low: Fraction,
    high: Fraction,
}

impl Interval {
    /// All α with z(k) = floor(k α) + `shift`, where `from` is the number of the first zero.
    fn of(zeros: &[i64], from: i64, shift: i64) -> Option<Interval> {
        let mut interval =
            Interval { low: Fraction { above: 0, below: 1 }, high: Fraction { above: i64::MAX, below: 1 } };
        for (k, zero) in (from..).zip(zeros) {
            let whole = zero.checked_sub(shift)?;
            if k == 0 {
                if whole != 0 {
                    return None;
                }
                continue;
            }
            let (low, high) =
                (Fraction { above: whole, below: k }, Fraction { above: whole.checked_add(1)?, below: k });
            if interval.low.is_less(low) {
                interval.low = low;
            }
            if high.is_less(interval.high) {
                interval.high = high;
            }
        }
        interval.low.is_less(interval.high).then_some(interval)
    }

    /// The cheapest (P + sqrt D) / Q inside, with D <= 60, Q <= 6 and |P| <= 12.
    fn simplest(self) -> Option<Surd> {
        let roots = (2..=60i64).filter(|d| d.isqrt().pow(2) != *d);
        let all = roots.flat_map(|d| (1..=6).flat_map(move |q| (-12..=12).map(move |p| Surd { p, d, q })));
        all.filter(|surd| self.contains(*surd)).min_by_key(|surd| (surd.bits(), surd.p, surd.q, surd.d))
    }

    fn contains(self, surd: Surd) -> bool {
        against(surd, self.low) == Some(Ordering::Greater) && against(surd, self.high) == Some(Ordering::Less)
    }

    /// Whether its width gives 8 bits more than the number costs.
    fn names(self, surd: Surd) -> bool {
        let (a, b) = (self.low, self.high);
        let width = i128::from(b.above) * i128::from(a.below) - i128::from(a.above) * i128::from(b.below);
        let Ok(width) = u64::try_from(width) else { return false };
        bits::log2(a.below as u64) + bits::log2(b.below as u64) - bits::log2(width) > surd.bits() + Bits::whole(8)
    }
}

/// Compares (P + sqrt D) / Q with a fraction: sqrt D with a fraction, and D with its square.
fn against(surd: Surd, Fraction { above, below }: Fraction) -> Option<Ordering> {
    let rest = i128::from(above) * i128::from(surd.q) - i128::from(surd.p) * i128::from(below);
    if rest < 0 {
        return Some(Ordering::Greater);
    }
    let left = i128::from(below).checked_mul(i128::from(below))?.checked_mul(i128::from(surd.d))?;
    Some(left.cmp(&rest.checked_mul(rest)?))
}

/// The P-positions are floor(k α) + `shift` for k >= `from`.
#[derive(Debug)]
struct Beatty {
    first: i64,
    from: i64,
    shift: i64,
    surd: Surd,
}

impl Beatty {
    /// The zeros until one is at least `limit`; they end before if they grow beyond 64 bits.
    fn up_to(&self, limit: i64) -> Vec<i64> {
        let mut zeros = Vec::new();
        for k in self.from.. {
            let Some(zero) = self.surd.multiple(k).and_then(|zero| zero.checked_add(self.shift)) else { break };
            if zeros.last().is_some_and(|&last| last >= limit.min(zero)) {
                break;
            }
            zeros.push(zero);
        }
        zeros
    }
}

impl Rule for Beatty {
    fn words(&self) -> String {
        let shown = start(&self.up_to(self.first.saturating_add(1000)));
        let (text, shift, from) = (self.surd.text(), plus(self.shift), self.from);
        format!("the P-positions are {shown}: floor(k α){shift} for k >= {from} with α = {text}")
    }

    /// A P-position m + c is floor(k α) + c for the least k above m / α, or k = 0. So two numbers k are tried.
    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        let Surd { p, d, q } = self.surd;
        let m = format!("(n{})", plus(-self.shift));
        // m / α = m Q / (P + sqrt D) = m Q (sqrt D - P) / (D - P^2).
        let root = format!("isqrt({} * {m} * {m})", d * q * q);
        let least = match d - p * p {
            norm @ 1.. => format!("({root}{}) / {norm}", times(-p * q, &m)),
            norm => format!("({} * {m} - {root} - 1) / {}", p * q, -norm),
        };
        let multiple = match p {
            0 => format!("isqrt({d} * k * k)"),
            _ => format!("({p} * k + isqrt({d} * k * k))"),
        };
        let value = if q == 1 { multiple } else { format!("{multiple} / {q}") };
        let (shift, from) = (plus(self.shift), self.from);
        Ok(format!("outcome == P iff any({value}{shift} == n for k in {least}..={least} + 1 if k >= {from})"))
    }

    fn terms(&self, count: usize) -> Said {
        indicator(self.first, &self.up_to(self.first.saturating_add(count as i64)), count)
    }
}

/// `" - 3 * m"`, or nothing for the factor 0.
fn times(factor: i64, what: &str) -> String {
    match factor {
        0 => String::new(),
        1.. => format!(" + {factor} * {what}"),
        _ => format!(" - {} * {what}", -factor),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;

    /// 0 at floor(k (p + sqrt d) / q) + c for k >= `from`, and 1 elsewhere.
    fn outcomes(surd: Surd, from: i64, shift: i64) -> Vec<i64> {
        let rule = Beatty { first: 0, from, shift, surd };
        rule.terms(100_000).into_iter().map(|said| said.expect("known")).collect()
    }

    fn found(values: Vec<i64>) -> Option<String> {
        let fit = Fit::sequence(Sequence { first: 0, values }, Subject::Outcomes);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        let found = found.into_iter().find(|found| found.refusal().is_none())?;
        let said = found.rule.terms(fit.data.len());
        assert!(said.iter().zip(&fit.data.values).all(|(said, value)| *said == Some(*value)));
        Some(found.rule.words())
    }

    #[test]
    fn multiples_of_irrationals() {
        let cases = [
            (Surd { p: 2, d: 7, q: 3 }, 1, 0, "floor(k α) for k >= 1 with α = (2 + sqrt(7)) / 3"),
            (Surd { p: 0, d: 11, q: 1 }, 0, 4, "floor(k α) + 4 for k >= 0 with α = sqrt(11)"),
            (Surd { p: 3, d: 3, q: 2 }, 1, -1, "floor(k α) - 1 for k >= 1 with α = (3 + sqrt(3)) / 2"),
        ];
        for (surd, from, shift, text) in cases {
            let words = found(outcomes(surd, from, shift)).expect("a Beatty sequence");
            assert!(words.ends_with(text), "{words}");
        }
    }

    #[test]
    fn spoiled_and_random_sets_are_none() {
        let exact = outcomes(Surd { p: 2, d: 7, q: 3 }, 1, 0);
        for seed in 1..20 {
            let mut spoiled = exact.clone();
            let mut random = grundy_core::random::Random(seed);
            (0..10).for_each(|_| spoiled[random.below(99_000) as usize] ^= 1);
            assert_eq!(found(spoiled), None, "seed {seed}");
            let noise = (0..100_000).map(|_| i64::from(random.below(3) > 0)).collect();
            assert_eq!(found(noise), None, "seed {seed}");
        }
    }

    #[test]
    fn intervals_are_exact() {
        let golden = Surd { p: 1, d: 5, q: 2 };
        let zeros: Vec<i64> = (1..200).map(|k| golden.multiple(k).expect("small")).collect();
        let interval = Interval::of(&zeros, 1, 0).expect("an interval");
        assert_eq!(interval.simplest(), Some(golden));
        assert!(Interval::of(&zeros, 0, 0).is_none());
        assert_eq!(against(golden, Fraction { above: 13, below: 8 }), Some(Ordering::Less));
        assert_eq!(against(golden, Fraction { above: 21, below: 13 }), Some(Ordering::Greater));
    }
}
