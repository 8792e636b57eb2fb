//! P-positions that satisfy a linear recurrence, such as the Fibonacci numbers.
//!
//! Idea: the zeros z(k), or their differences, satisfy a recurrence of order at most 6 with coefficients up to 1000,
//! after at most 6 first terms (M. J. Whinihan, *Fibonacci nim*, Fibonacci Quart. 1 (1963)). Cost: 6 bits, the
//! coefficients and the first zeros. Needs 8 zeros; more than 64 are too many for numbers that grow quickly. False
//! friend: zeros that grow like a polynomial; the last one must exceed the middle one by 5 percent.

use super::recurrence::{Limits, Recurrence};
use super::writing::{set, start};
use crate::bits::{self, Bits};
use crate::budget::Budget;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::sync::Arc;

const ZEROS_RECURRENCE: Kind =
    Kind::complete("zeros-recurrence", "the P-positions satisfy a linear recurrence, or their differences do");

/// Finds P-positions with a recurrence.
pub const FINDER: Finder = Finder {
    kinds: &[&ZEROS_RECURRENCE],
    least: 8,
    is_linear: true,
    looks_at: LooksAt::Outcomes,
    find: Find::Sequence(find),
};

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    budget.spend(fit.data.len())?;
    let zeros = fit.data.zeros();
    let is_sparse = (8..=64).contains(&zeros.len()) && 20 * zeros.len() <= 19 * fit.data.len();
    let Some(found) = is_sparse.then(|| Recurrence::of(&zeros, Limits { order: 6, skipped: 6 })).flatten() else {
        return Ok(Vec::new());
    };
    if 20 * i128::from(zeros[zeros.len() - 1]) <= 21 * i128::from(zeros[zeros.len() / 2]) {
        return Ok(Vec::new());
    }
    let fitted = 2 * found.order() + found.skipped;
    Ok(vec![Candidate {
        kind: &ZEROS_RECURRENCE,
        null: bits::places(&zeros),
        cost: found.cost,
        fitted,
        confirmed: zeros.len().saturating_sub(fitted),
        exceptions: Vec::new(),
        demand: Demand { gain: Some(Bits::whole(20)), confirmed: (found.order() + 2).max(4), per_fitted: 0 },
        rule: Arc::new(Zeros { first: fit.data.first, recurrence: found }),
    }])
}

/// The P-positions are the terms of a recurrence.
#[derive(Debug)]
struct Zeros {
    first: i64,
    recurrence: Recurrence,
}

impl Rule for Zeros {
    fn words(&self) -> String {
        let shown = start(&self.recurrence.up_to(i64::MAX));
        format!("the P-positions are z = {shown}, where {}", self.recurrence.text("z"))
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        let zeros = self.recurrence.up_to(i64::MAX);
        Ok(format!("n > {} or (outcome == P iff n in {})", zeros[zeros.len() - 1], set(zeros.iter().copied())))
    }

    fn terms(&self, count: usize) -> Said {
        indicator(self.first, &self.recurrence.up_to(self.first.saturating_add(count as i64)), count)
    }
}

/// 0 at these rising labels and 1 between them; nothing is said after the last one.
pub(super) fn indicator(first: i64, zeros: &[i64], count: usize) -> Said {
    let last = zeros.last().copied().unwrap_or(first - 1);
    let mut zeros = zeros.iter().copied().skip_while(|&zero| zero < first).peekable();
    let labels = (0..count as i64).map(|i| first + i);
    labels.map(|label| (label <= last).then(|| i64::from(zeros.next_if_eq(&label).is_none()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;

    /// Outcomes of the game in which at most `factor` times the last move may be removed: 0 for P.
    fn dynamic_nim(count: usize, factor: usize) -> Vec<i64> {
        // wins[n][most]: whether the next player wins with n tokens and at most so many removed.
        let mut wins = vec![vec![false; count + 1]; count + 1];
        for n in 1..=count {
            for most in 1..=count {
                let taken = most.min(n);
                wins[n][most] = wins[n][most - 1] || (taken == most && !wins[n - taken][(factor * taken).min(count)]);
            }
        }
        (0..=count).map(|n| i64::from(wins[n][n.saturating_sub(1)])).collect()
    }

    #[test]
    fn fibonacci_and_other_dynamic_nim() {
        for (factor, text) in [(2, "z(k) = z(k - 1) + z(k - 2)"), (3, "z(k) = z(k - 1) + z(k - 4)")] {
            let guess = trial::search_in(0, dynamic_nim(300, factor), Subject::Outcomes);
            let best = &guess.patterns[0];
            assert_eq!(best.kind, "zeros-recurrence");
            assert!(best.rule.words().contains(text), "{}", best.rule.words());
            let claim = best.rule.claim(Subject::Outcomes).expect("a claim");
            assert!(claim.contains("(outcome == P iff n in {0, 1, 2, 3, "), "{claim}");
        }
    }

    #[test]
    fn random_places_have_no_recurrence() {
        for seed in 1..40 {
            let mut random = grundy_core::random::Random(seed);
            let outcomes = (0..400).map(|n| i64::from(random.below(1 + n / 8) > 0)).collect();
            let guess = trial::search_in(0, outcomes, Subject::Outcomes);
            assert!(guess.patterns.is_empty(), "seed {seed}: {:?}", guess.patterns);
        }
    }
}
