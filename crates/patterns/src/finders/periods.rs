//! Constant, linear and periodic sequences, those with a saltus, and quasi-polynomials.
//!
//! G(n + p) = G(n) + s for n >= n0: for each p the saltus s comes from the last two terms at distance p, and the last
//! mismatch gives n0. If s may depend on n mod p, the second difference at distance p vanishes; for a quasi-polynomial
//! of degree d the one of order d + 1. The least order comes first, then the least p. Each p is compared from the end,
//! so almost all are refused after a few terms.
//!
//! A sequence whose exceptions become rare looks periodic between two of them. [`is_rare`] refuses a period unless the
//! stretch without an exception is long compared with those before it.

use super::writing::plus;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::sync::Arc;

const CONSTANT: Kind = Kind::period("constant", "G(n) is one number from some n on");
const LINEAR: Kind = Kind::period("linear", "G(n) = s n + c from some n on");
const PERIOD: Kind = Kind::period("period", "G(n + p) = G(n) from some n on");
const SALTUS: Kind = Kind::period("saltus", "G(n + p) = G(n) + s from some n on");
const CLASS_SALTUS: Kind = Kind::complete("class-saltus", "G(n + p) = G(n) + s, where s depends on n modulo p");
const QUASI_POLYNOMIAL: Kind =
    Kind::complete("quasi-poly", "on each class modulo p, G is a polynomial of degree 2 or 3 from some n on");

/// Finds periods, saltus and quasi-polynomials.
pub const FINDER: Finder = Finder {
    kinds: &[&CONSTANT, &LINEAR, &PERIOD, &SALTUS, &CLASS_SALTUS, &QUASI_POLYNOMIAL],
    least: 12,
    is_linear: true,
    looks_at: LooksAt::Both,
    find: Find::Sequence(find),
};

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    Ok(quasi_polynomial(&fit.data, fit.null, usize::MAX, budget)?.into_iter().collect())
}

/// The rule of the lowest degree (at most 3) and, of these, of the least period, up to `longest`.
pub(super) fn quasi_polynomial(
    data: &Sequence,
    null: Bits,
    longest: usize,
    budget: &mut Budget,
) -> Result<Option<Candidate>, Stop> {
    for order in 1..=4 {
        if let Some((period, preperiod)) = least_period(&data.values, order, longest, budget)? {
            return Ok(candidate(data, null, order, period, preperiod));
        }
    }
    Ok(None)
}

/// The least p at which the difference of this order vanishes (of order 1: is constant) from some index n0 on, and n0.
fn least_period(
    values: &[i64],
    order: usize,
    longest: usize,
    budget: &mut Budget,
) -> Result<Option<(usize, usize)>, Stop> {
    let count = values.len();
    let needed = if order == 1 { 3 } else { order + 2 };
    for period in 1..=longest.min(count / needed) {
        let constant = if order == 1 { values[count - 1].wrapping_sub(values[count - 1 - period]) } else { 0 };
        let mismatch = (order * period..count).rev().find(|&i| difference(values, i, order, period) != Some(constant));
        budget.spend(count - mismatch.unwrap_or(order * period))?;
        let preperiod = mismatch.map_or(0, |i| i + 1 - order * period);
        if preperiod <= count / 2 && preperiod + needed * period <= count {
            return Ok(Some((period, preperiod)));
        }
    }
    Ok(None)
}

/// A sequence with v(i + p) = v(i) + s from some index on.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// The index from which the period holds.
    pub(super) preperiod: usize,
    /// The period.
    pub(super) period: usize,
    /// The saltus.
    pub(super) saltus: i64,
    /// The values from which all others follow.
    known: Vec<i64>,
}

impl Line {
    /// The line with the least period; `None` if there is none, or if the exceptions to it seem to become rare.
    pub(super) fn of(values: &[i64], budget: &mut Budget) -> Result<Option<Line>, Stop> {
        let Some((period, preperiod)) = least_period(values, 1, values.len() / 3, budget)? else { return Ok(None) };
        let saltus = values[values.len() - 1].wrapping_sub(values[values.len() - 1 - period]);
        let known = values[..preperiod + period].to_vec();
        let rule = QuasiPolynomial { first: 0, order: 1, period, preperiod, saltus, known };
        let is_refused = is_rare(values, &rule);
        Ok((!is_refused).then_some(Line { preperiod, period, saltus, known: rule.known }))
    }

    /// The first index whose value follows from an earlier one.
    pub(super) const fn claimed_from(&self) -> usize {
        self.known.len()
    }

    /// The value at an index.
    pub(super) fn value(&self, index: usize) -> Option<i64> {
        match self.known.get(index) {
            Some(&value) => Some(value),
            None => {
                let (turns, rest) = ((index - self.preperiod) / self.period, (index - self.preperiod) % self.period);
                self.known[self.preperiod + rest].checked_add(self.saltus.checked_mul(turns as i64)?)
            }
        }
    }

    /// The bits that it costs.
    pub(super) fn cost(&self) -> Bits {
        bits::whole_numbers([self.period as i64, self.preperiod as i64, self.saltus]) + bits::sequence(&self.known)
    }
}

/// The difference of an order at a distance: the sum of (-1)^j C(order, j) v(i - j p).
fn difference(values: &[i64], i: usize, order: usize, period: usize) -> Option<i64> {
    const BINOMIALS: [[i64; 5]; 5] =
        [[1, 0, 0, 0, 0], [1, -1, 0, 0, 0], [1, -2, 1, 0, 0], [1, -3, 3, -1, 0], [1, -4, 6, -4, 1]];
    (0..=order).try_fold(0i64, |sum, j| sum.checked_add(values[i - j * period].checked_mul(BINOMIALS[order][j])?))
}

fn candidate(data: &Sequence, null: Bits, order: usize, period: usize, preperiod: usize) -> Option<Candidate> {
    let values = &data.values;
    let count = values.len();
    let numbers = bits::whole_numbers([period as i64, preperiod as i64]);
    let known = &values[..preperiod + order * period];
    let rule = QuasiPolynomial { first: data.first, order, period, preperiod, saltus: 0, known: known.to_vec() };
    if order == 1 {
        let saltus = values[count - 1] - values[count - 1 - period];
        let rule = QuasiPolynomial { saltus, ..rule };
        if known.iter().all(|&value| value == known[0]) && saltus == 0 || is_rare(values, &rule) {
            return None;
        }
        return Some(Candidate {
            kind: match (period, saltus) {
                (1, 0) => &CONSTANT,
                (1, _) => &LINEAR,
                (_, 0) => &PERIOD,
                _ => &SALTUS,
            },
            null,
            cost: Bits::whole(4) + numbers + bits::whole_number(saltus) + bits::sequence(known),
            fitted: 2 + usize::from(saltus != 0),
            confirmed: count - preperiod - period,
            exceptions: Vec::new(),
            demand: Demand::NONE,
            rule: Arc::new(rule),
        });
    }
    let steps = |j: usize| -> Vec<i64> {
        (0..period)
            .map(|i| known[preperiod + j * period + i].wrapping_sub(known[preperiod + (j - 1) * period + i]))
            .collect()
    };
    let mut different = steps(1);
    let free: Bits = (1..order).map(|j| bits::sequence(&steps(j))).sum();
    different.sort_unstable();
    different.dedup();
    Some(Candidate {
        kind: if order == 2 { &CLASS_SALTUS } else { &QUASI_POLYNOMIAL },
        null,
        cost: Bits::whole(4 + order as i64) + numbers + bits::sequence(&values[..preperiod + period]) + free,
        fitted: 2 + if order == 2 { period.min(different.len()) } else { period },
        confirmed: count - preperiod - order * period,
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(rule),
    })
}

/// Whether exceptions to a period seem to become rare: the stretch without one must be long compared with those before.
fn is_rare(values: &[i64], rule: &QuasiPolynomial) -> bool {
    let (count, period, preperiod) = (values.len(), rule.period, rule.preperiod);
    if preperiod == 0 {
        return count < 4 * period + 8;
    }
    let broken = (0..count - period).filter(|&i| values[i + period].wrapping_sub(values[i]) != rule.saltus);
    let mut kept: Vec<usize> = Vec::new();
    for i in broken {
        if kept.last().is_none_or(|&last| i - last > period) {
            kept.push(i);
        }
    }
    let last = preperiod - 1 + period;
    // The largest ratio of two consecutive ones, as a fraction.
    let mut ratio = (1, 1);
    for pair in kept.windows(2).filter(|pair| pair[0] >= 4 * period) {
        let (larger, less) = (pair[1] + period, pair[0] + period);
        if larger * ratio.1 > ratio.0 * less {
            ratio = (larger, less);
        }
    }
    let grows = kept.len() >= 3 && 2 * count * ratio.1 < 3 * ratio.0 * last;
    count < 2 * last || grows || count - preperiod - period < 3 * (preperiod + period)
}

/// The difference of order `order` at distance `period` is constant (0, or for order 1 the saltus) from `preperiod` on.
#[derive(Debug)]
struct QuasiPolynomial {
    first: i64,
    order: usize,
    period: usize,
    /// The index, not the label.
    preperiod: usize,
    saltus: i64,
    /// The values from which all others follow.
    known: Vec<i64>,
}

impl QuasiPolynomial {
    fn from(&self) -> i64 {
        self.first + self.preperiod as i64
    }

    /// The first label at which the rule follows from earlier values.
    fn claimed_from(&self) -> i64 {
        self.first + self.known.len() as i64
    }

    /// `g(n) - 2 * g(n - 5) + g(n - 10)`.
    fn sum_of_terms(&self) -> String {
        const TERMS: [&[&str]; 5] =
            [&[], &[], &[" - 2 * ", " + "], &[" - 3 * ", " + 3 * ", " - "], &[" - 4 * ", " + 6 * ", " - 4 * ", " + "]];
        let mut text = "g(n)".to_owned();
        for (j, sign) in (1..).zip(TERMS[self.order]) {
            text.push_str(&format!("{sign}g(n - {})", j * self.period));
        }
        text
    }

    /// Which of the last known classes modulo the period are P-positions, as a condition on outcomes.
    fn outcome_claim(&self) -> Result<String, &'static str> {
        const LONGEST: usize = 1000;
        if self.saltus != 0 || self.order > 1 {
            Subject::Outcomes.arithmetic()?;
        }
        if self.period > LONGEST {
            return Ok(format!("n < {} or outcome(n) == outcome(n - {})", self.claimed_from(), self.period));
        }
        let start = self.from();
        let classes: Vec<String> = (0..self.period)
            .filter(|&i| self.known[self.preperiod + i] == 0)
            .map(|i| (start + i as i64).rem_euclid(self.period as i64).to_string())
            .collect();
        let condition = format!("n % {} in {{{}}}", self.period, classes.join(", "));
        Ok(match (self.period, classes.is_empty()) {
            (_, true) => format!("n < {start} or outcome == N"),
            (1, false) => format!("n < {start} or outcome == P"),
            _ => format!("n < {start} or (outcome == P iff {condition})"),
        })
    }
}

impl Rule for QuasiPolynomial {
    fn words(&self) -> String {
        let (period, from) = (self.period, self.from());
        match self.order {
            1 if period == 1 && self.saltus == 0 => format!("G(n) = {} from n = {from}", self.known[self.preperiod]),
            1 if period == 1 => {
                let factor = match self.saltus {
                    1 => String::new(),
                    -1 => "-".to_owned(),
                    saltus => format!("{saltus} "),
                };
                let rest = self.known[self.preperiod].saturating_sub(self.saltus.saturating_mul(from));
                format!("G(n) = {factor}n{} from n = {from}", plus(rest))
            }
            1 => format!("G(n + {period}) = G(n){} from n = {from}", plus(self.saltus)),
            2 => {
                let steps = &self.known[self.preperiod..];
                let mut saltus: Vec<i64> = (0..period).map(|i| steps[i + period].wrapping_sub(steps[i])).collect();
                saltus.sort_unstable();
                saltus.dedup();
                let shown: Vec<String> = saltus.iter().take(8).map(i64::to_string).collect();
                let more = if saltus.len() > 8 { ", ..." } else { "" };
                format!(
                    "G(n + {period}) = G(n) + s from n = {from}, where s depends on n modulo {period} and is one of {}{more}",
                    shown.join(", ")
                )
            }
            order => match self.quadratic() {
                Some(polynomial) => format!("G(n) = {polynomial} from n = {from}"),
                None => {
                    format!("on each class modulo {period}, G is a polynomial of degree {} from n = {from}", order - 1)
                }
            },
        }
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        if subject == Subject::Outcomes {
            return self.outcome_claim();
        }
        let start = self.claimed_from();
        Ok(match self.order {
            1 => format!("n < {start} or g(n) == g(n - {}){}", self.period, plus(self.saltus)),
            _ => format!("n < {start} or {} == 0", self.sum_of_terms()),
        })
    }

    fn terms(&self, count: usize) -> Said {
        let mut said: Said = Vec::with_capacity(count);
        for i in 0..count {
            said.push(match self.known.get(i) {
                Some(&value) => Some(value),
                None => self.next(&said, i),
            });
        }
        said
    }
}

impl QuasiPolynomial {
    /// The rule as a polynomial, if it has degree 2 and period 1, and small coefficients.
    fn quadratic(&self) -> Option<String> {
        if (self.order, self.period) != (3, 1) {
            return None;
        }
        let [a, b, c] = *self.known.get(self.preperiod..self.preperiod + 3)? else { return None };
        let (from, first) = (self.from(), b.checked_sub(a)?);
        let second = c.checked_sub(b)?.checked_sub(first)?;
        // Twice a + first (n - from) + second (n - from)(n - from - 1) / 2, by powers of n.
        let linear = first.checked_mul(2)?.checked_sub(second.checked_mul(from.checked_mul(2)?.checked_add(1)?)?)?;
        let square = second.checked_mul(from.checked_mul(from.checked_add(1)?)?)?;
        let constant = a.checked_mul(2)?.checked_sub(first.checked_mul(2)?.checked_mul(from)?)?.checked_add(square)?;
        let is_whole = [second, linear, constant].iter().all(|coefficient| coefficient % 2 == 0);
        let [second, linear, constant] =
            [second, linear, constant].map(|coefficient| if is_whole { coefficient / 2 } else { coefficient });
        let times = |factor: i64, power: &str| match factor {
            1 => power.to_owned(),
            factor => format!("{factor} {power}"),
        };
        let mut text = match second {
            -1 => "-n^2".to_owned(),
            second => times(second, "n^2"),
        };
        match linear {
            0 => {}
            linear if linear < 0 => text.push_str(&format!(" - {}", times(linear.checked_neg()?, "n"))),
            linear => text.push_str(&format!(" + {}", times(linear, "n"))),
        }
        text.push_str(&plus(constant));
        Some(if is_whole { text } else { format!("({text})/2") })
    }

    /// What follows from the terms before: minus the sum of (-1)^j C(order, j) v(i - j p) for j >= 1, plus the saltus.
    fn next(&self, said: &Said, i: usize) -> Option<i64> {
        let mut sum = self.saltus;
        let mut binomial = 1i64;
        for j in 1..=self.order {
            binomial = binomial * (self.order + 1 - j) as i64 / j as i64;
            let term = said[i - j * self.period]?.checked_mul(binomial)?;
            sum = if j % 2 == 1 { sum.checked_add(term)? } else { sum.checked_sub(term)? };
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;

    fn found(values: Vec<i64>) -> Option<(&'static str, String, String)> {
        let fit = Fit::sequence(Sequence { first: 0, values }, Subject::Values);
        let candidates = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        candidates.first().map(|found| {
            assert_eq!(
                Tally::of(&found.rule.terms(fit.data.len()), &fit.data.values, &vec![true; fit.data.len()]).broken,
                None
            );
            (found.kind.name, found.rule.words(), found.rule.claim(Subject::Values).expect("a claim"))
        })
    }

    use crate::pattern::Tally;

    #[test]
    fn each_kind_is_found() {
        let words = |values| found(values).map(|(kind, words, _)| (kind, words));
        assert_eq!(words((0..60).map(|n| n % 4).collect()), Some(("period", "G(n + 4) = G(n) from n = 0".to_owned())));
        assert_eq!(
            words((0..60).map(|n| n.max(3) - 1).collect()),
            Some(("linear", "G(n) = n - 1 from n = 3".to_owned()))
        );
        assert_eq!(
            words((0..60).map(|n| 4 * (n / 4) + [0, 1, 3, 2][n as usize % 4]).collect()).map(|found| found.0),
            Some("saltus")
        );
        assert_eq!(
            words((0..200).map(|n| if n % 3 == 0 { n } else { 5 }).collect()).map(|found| found.0),
            Some("class-saltus")
        );
        assert_eq!(words((0..200).map(|n| n * n / 3).collect()).map(|found| found.0), Some("quasi-poly"));
        assert_eq!(words(vec![7; 100]), None);
        assert_eq!(words((0..300).map(|n: i64| (n * n % 1009).count_ones().into()).collect()), None);
    }

    #[test]
    fn polynomials_are_written_out() {
        let words = |value: fn(i64) -> i64| found((0..200).map(value).collect()).map(|(_, words, _)| words);
        assert_eq!(words(|n| n * n), Some("G(n) = n^2 from n = 0".to_owned()));
        assert_eq!(words(|n| 3 * n * n - n + 7), Some("G(n) = 3 n^2 - n + 7 from n = 0".to_owned()));
        assert_eq!(words(|n| n * (n + 1) / 2), Some("G(n) = (n^2 + n)/2 from n = 0".to_owned()));
        assert_eq!(words(|n| if n < 4 { 1 } else { n * n }), Some("G(n) = n^2 from n = 4".to_owned()));
    }

    #[test]
    fn exceptions_that_become_rare_are_refused() {
        // Period 3, but for an exception at every power of 2.
        let values = |count: i64| (0..count).map(|n: i64| if n > 0 && n & (n - 1) == 0 { 9 } else { n % 3 }).collect();
        assert_eq!(found(values(1000)), None);
        assert_eq!(found(values(380)), None);
    }

    #[test]
    fn claims_name_the_first_place_where_they_can_be_checked() {
        let (_, _, claim) = found((0..80).map(|n| if n < 5 { 7 } else { n % 6 }).collect()).expect("a period");
        assert_eq!(claim, "n < 11 or g(n) == g(n - 6)");
    }
}
