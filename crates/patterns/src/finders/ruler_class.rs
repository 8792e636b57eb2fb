//! Sequences that are linear on almost all classes modulo p, and rulers on the others.
//!
//! Idea: the second difference at distance p vanishes on the last three quarters, except in at most p / 6 classes; each
//! of these is a ruler, perhaps after up to 8 terms (J. P. Grossman and R. J. Nowakowski, *A ruler regularity in
//! hexadecimal games*, Games of No Chance 4 (2015)). Cost: 8 bits, the numbers, the values of two periods and the
//! rulers. Needs 24 p values; p is at most 64. False friend: with all classes linear it is a period with saltus.

use super::ruler::{Ruler, rulers};
use super::writing::set;
use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::sync::Arc;

const RULER_CLASS: Kind =
    Kind::complete("ruler-class", "on each class modulo p, G is linear; on a few of them it is a ruler");

/// Finds sequences of lines and rulers.
pub const FINDER: Finder = Finder {
    kinds: &[&RULER_CLASS],
    least: 48,
    is_linear: true,
    looks_at: LooksAt::Values,
    find: Find::Sequence(find),
};

/// The largest modulus.
const LARGEST: usize = 64;

/// So many moduli with a few classes that are not linear are tried.
const TRIES: usize = 8;

/// A ruler may begin after at most so many terms of its class.
const LATEST: usize = 8;

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let values = &fit.data.values;
    let mut tries = 0;
    for period in 2..=LARGEST.min(values.len() / 24) {
        budget.spend(values.len())?;
        let Some(odd) = odd_classes(values, period) else { continue };
        if odd.is_empty() || tries == TRIES {
            break;
        }
        if odd.len() > (period / 6).max(1) {
            continue;
        }
        tries += 1;
        let Some((rule, cost, fitted, used)) = RulerClass::new(&fit.data, period, &odd, budget)? else { continue };
        return Ok(vec![Candidate {
            kind: &RULER_CLASS,
            null: fit.null,
            cost,
            fitted,
            confirmed: values.len().saturating_sub(used),
            exceptions: Vec::new(),
            demand: Demand::USUAL,
            rule: Arc::new(rule),
        }]);
    }
    Ok(Vec::new())
}

/// Whether three terms at this distance do not lie on a line.
fn bends(values: &[i64], last: usize, period: usize) -> bool {
    let [a, b, c] = [0, 1, 2].map(|j| i128::from(values[last - j * period]));
    a - 2 * b + c != 0
}

/// The classes that are not linear on the last three quarters; `None` if these are too short.
fn odd_classes(values: &[i64], period: usize) -> Option<Vec<usize>> {
    let start = values.len() / 4 / period * period;
    if values.len() - start < 8 * period {
        return None;
    }
    let is_odd = |class: &usize| {
        (start + class + 2 * period..values.len()).step_by(period).any(|last| bends(values, last, period))
    };
    Some((0..period).filter(is_odd).collect())
}

/// Lines and rulers, by classes.
#[derive(Debug)]
struct RulerClass {
    first: i64,
    period: usize,
    /// The values from which the linear classes follow.
    known: Vec<i64>,
    /// The first index of each ruler, and the ruler.
    rulers: Vec<(usize, Ruler)>,
    /// The first values, some of which lie before the rulers begin.
    head: Vec<i64>,
}

impl RulerClass {
    /// The rule, its cost, the number of free values, and of those that do not confirm it.
    fn new(
        data: &Sequence,
        period: usize,
        odd: &[usize],
        budget: &mut Budget,
    ) -> Result<Option<(RulerClass, Bits, usize, usize)>, Stop> {
        let values = &data.values;
        let is_odd = |index: usize| odd.contains(&(index % period));
        let last_bend = (2 * period..values.len()).rev().find(|&i| !is_odd(i) && bends(values, i, period));
        let preperiod = last_bend.map_or(0, |i| i + 1 - 2 * period);
        let known = values[..(preperiod + 2 * period).min(values.len())].to_vec();
        let mut cost = Bits::whole(8) + bits::whole_numbers([period as i64, preperiod as i64]) + bits::sequence(&known);
        let (mut fitted, mut used) = (2 * period, known.len());
        let mut found = Vec::new();
        for class in odd {
            let start = class + preperiod.saturating_sub(*class).div_ceil(period) * period;
            let terms: Vec<i64> = values.iter().skip(start).step_by(period).copied().collect();
            let Some((skipped, ruler)) = late_ruler(&terms, budget)? else { return Ok(None) };
            cost += ruler.cost + bits::sequence(&terms[..skipped]);
            fitted += ruler.fitted();
            used += skipped + 27;
            found.push((start + skipped * period, ruler));
        }
        let head = values[..found.iter().map(|(start, _)| *start).max().unwrap_or(0)].to_vec();
        let rule = RulerClass { first: data.first, period, known, rulers: found, head };
        budget.spend(values.len())?;
        let holds = rule.terms(values.len()).into_iter().zip(values).all(|(said, &value)| said == Some(value));
        Ok(holds.then_some((rule, cost, fitted, used)))
    }

    /// The number of linear classes, and the label from which they are.
    fn linear(&self) -> (usize, i64) {
        (self.period - self.rulers.len(), self.first + (self.known.len() - 2 * self.period) as i64)
    }

    fn label(&self, index: usize) -> i64 {
        self.first + index as i64
    }
}

/// The cheapest ruler of the terms after as few as possible, and how many these are.
fn late_ruler(terms: &[i64], budget: &mut Budget) -> Result<Option<(usize, Ruler)>, Stop> {
    for skipped in 0..LATEST.min(terms.len()) {
        let found = rulers(&terms[skipped..], 0, 2..=4, budget)?;
        if let Some(ruler) = found.into_iter().min_by_key(|ruler| ruler.cost) {
            return Ok(Some((skipped, ruler)));
        }
    }
    Ok(None)
}

impl Rule for RulerClass {
    fn words(&self) -> String {
        let (classes, from) = self.linear();
        let mut text = format!("modulo {}, {classes} classes are linear from n = {from}", self.period);
        for (start, ruler) in &self.rulers {
            text.push_str(&format!("; for n = {} + {} m, G = {}", self.label(*start), self.period, ruler.text("m")));
        }
        text
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        if subject == Subject::Outcomes {
            return Err("values of the game");
        }
        let period = self.period as i64;
        let classes = set(self.rulers.iter().map(|(start, _)| self.label(*start).rem_euclid(period)));
        let from = self.label(self.known.len());
        let mut claim = format!(
            "(n < {from} or n % {period} in {classes} or g(n) - g(n - {period}) == g(n - {period}) - g(n - {}))",
            2 * period
        );
        for (start, ruler) in &self.rulers {
            let start = self.label(*start);
            let ruler = ruler.claim_at(&format!("((n - {start}) / {period})"));
            claim.push_str(&format!(" and (n < {start} or n % {period} != {} or {ruler})", start.rem_euclid(period)));
        }
        Ok(claim)
    }

    fn terms(&self, count: usize) -> Said {
        let mut said: Said = Vec::with_capacity(count);
        for i in 0..count {
            let ruler = self.rulers.iter().find(|(start, _)| i >= *start && (i - start) % self.period == 0);
            said.push(match (self.head.get(i), ruler, self.known.get(i)) {
                (Some(&value), _, _) => Some(value),
                (None, Some((start, ruler)), _) => ruler.at(((i - start) / self.period) as i64),
                (None, None, Some(&value)) => Some(value),
                (None, None, None) => on_line(said[i - self.period], said[i - 2 * self.period]),
            });
        }
        said
    }
}

/// The next point of a line through two.
fn on_line(last: Option<i64>, before: Option<i64>) -> Option<i64> {
    last?.checked_mul(2)?.checked_sub(before?)
}

#[cfg(test)]
mod tests {
    use crate::trial;

    fn made(n: i64) -> i64 {
        let (m, class) = (n / 9, n % 9);
        match class {
            4 if m > 2 => 2 * m + 3 * i64::from((m - 1).trailing_zeros()),
            4 => 0,
            _ => 5 * m + class * class % 7,
        }
    }

    #[test]
    fn lines_and_a_late_ruler() {
        let (kind, words, claim) = trial::best(0, &(0..3000).map(made).collect::<Vec<_>>());
        assert_eq!(kind, "ruler-class");
        let wanted =
            "modulo 9, 8 classes are linear from n = 0; for n = 31 + 9 m, G = 2 * m + 6 + 3 * valuation(2, m + 2)";
        assert_eq!(words, wanted);
        assert!(claim.ends_with("+ 3 * valuation(2, ((n - 31) / 9) + 2))"), "{claim}");
        assert!(claim.starts_with("(n < 18 or n % 9 in {4} or g(n) - g(n - 9)"), "{claim}");
    }

    #[test]
    fn the_hexadecimal_game_2048() {
        let values = trial::octal_values(1400, &[2, 0, 4, 8]);
        let (kind, words, _) = trial::best(0, &values);
        assert_eq!(kind, "ruler-class", "{words}");
        assert!(words.contains("for n = 15 + 13 m, G = 4 * m + 2 - 8 * 2 ** valuation(2, m)"), "{words}");
    }

    #[test]
    fn spoiled_values_have_no_such_rule() {
        let exact: Vec<i64> = (0..3000).map(made).collect();
        for seed in 1..20 {
            let kinds = trial::kinds(0, trial::spoiled(&exact, seed));
            assert!(!kinds.contains(&"ruler-class".to_owned()), "{kinds:?}");
        }
    }
}
