//! P-positions z(0) < z(1) < ... with a closed form z(k), such as the squares.
//!
//! Idea: the closed forms of the zeros as a sequence in k. Cost: that of the form. Needs 24 zeros; the form has up to 9
//! symbols. False friend: a form that fits only because the zeros are close to each other; the null is that of the
//! gaps.

use super::closed_form::{ClosedForm, closed_form};
use super::writing::{plus, set, start};
use super::zeros_recurrence::indicator;
use crate::bits;
use crate::budget::Budget;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::sync::Arc;

const ZEROS_EXPRESSION: Kind = Kind::complete("zeros-expression", "the P-positions z(k) are an expression in k");

/// Finds P-positions with a closed form.
pub const FINDER: Finder = Finder {
    kinds: &[&ZEROS_EXPRESSION],
    least: 24,
    is_linear: true,
    looks_at: LooksAt::Outcomes,
    find: Find::Sequence(find),
};

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let zeros = fit.data.zeros();
    if zeros.len() < 24 || 20 * zeros.len() > 19 * fit.data.len() {
        return Ok(Vec::new());
    }
    let (null, count) = (bits::places(&zeros), zeros.len());
    let places = Sequence { first: 0, values: zeros };
    let Some(form) = closed_form(&places, 4, 4000, budget)? else { return Ok(Vec::new()) };
    let fitted = form.sample / 8;
    Ok(vec![Candidate {
        kind: &ZEROS_EXPRESSION,
        null,
        cost: form.cost,
        fitted,
        confirmed: count - fitted,
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(Zeros { first: fit.data.first, last: places.values[count - 1], form }),
    }])
}

/// The P-positions are the values of an expression.
#[derive(Debug)]
struct Zeros {
    first: i64,
    /// The last zero that was fitted to.
    last: i64,
    form: ClosedForm,
}

impl Zeros {
    /// The zeros until one is at least `limit`; they end before if they rise no more or have no value.
    fn up_to(&self, limit: i64) -> Vec<i64> {
        let mut zeros = Vec::new();
        for k in 0.. {
            let Some(zero) = self.form.value(k) else { break };
            if zeros.last().is_some_and(|&last| last >= limit.min(zero)) {
                break;
            }
            zeros.push(zero);
        }
        zeros
    }
}

impl Rule for Zeros {
    fn words(&self) -> String {
        let zeros = self.up_to(self.first.saturating_add(1000).max(self.last));
        let exceptions: Vec<String> =
            self.form.exceptions.iter().map(|(k, zero)| format!(", except z({k}) = {zero}")).collect();
        let (shown, text) = (start(&zeros), self.form.text("k"));
        format!("the P-positions are {shown}: z(k) = {text} for k = 0, 1, 2, ...{}", exceptions.concat())
    }

    /// Each k is tried for which z(k) may be n; since the zeros rise, k is at most n - z(0).
    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        let zeros = self.up_to(self.last.saturating_mul(16));
        let (first, last, most) = (zeros[0], zeros[zeros.len() - 1], zeros.len() - 1);
        let text = self.form.text("k");
        let (listed, but) = match self.form.exceptions.is_empty() {
            true => (String::new(), String::new()),
            false => (
                format!("n in {} or ", set(self.form.exceptions.iter().map(|(_, zero)| *zero))),
                format!(" if k not in {}", set(self.form.exceptions.iter().map(|(k, _)| *k))),
            ),
        };
        let any = format!("any({text} == n for k in 0..=min(n{}, {most}){but})", plus(first.saturating_neg()));
        Ok(format!("n > {last} or (outcome == P iff {listed}{any})"))
    }

    fn terms(&self, count: usize) -> Said {
        indicator(self.first, &self.up_to(self.first.saturating_add(count as i64)), count)
    }
}

#[cfg(test)]
mod tests {
    use crate::trial;

    fn values(is_zero: impl Fn(i64) -> bool) -> Vec<i64> {
        let mut random = grundy_core::random::Random(3);
        (0..1500).map(|n| if is_zero(n) { 0 } else { 1 + random.below(6) as i64 }).collect()
    }

    #[test]
    fn squares_and_others() {
        // The gaps between squares are a walk and cost little; so only their outcomes have a rule.
        assert_eq!(trial::best(0, &values(|n| n.isqrt().pow(2) == n)).0, "zeros-expression");
        let (kind, words, claim) = trial::best(0, &values(is_product));
        assert_eq!(kind, "zeros-expression");
        assert!(words.ends_with("z(k) = k * isqrt(k) for k = 0, 1, 2, ..."), "{words}");
        assert_eq!(claim, "n > 14256 or (outcome == P iff any(k * isqrt(k) == n for k in 0..=min(n, 594)))");
    }

    fn is_product(n: i64) -> bool {
        (0..200i64).any(|k| k * k.isqrt() == n)
    }

    #[test]
    fn a_wrong_zero_is_not_explained() {
        for seed in 1..20 {
            let mut random = grundy_core::random::Random(seed);
            let mut spoiled = values(is_product);
            (0..5).for_each(|_| spoiled[400 + random.below(600) as usize] = 0);
            let kinds = trial::kinds(0, spoiled);
            assert!(!kinds.contains(&"zeros-expression".to_owned()), "seed {seed}: {kinds:?}");
        }
    }
}
