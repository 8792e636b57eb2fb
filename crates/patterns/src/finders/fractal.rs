//! Self-similar sequences: without the first occurrence of each value the sequence is itself.
//!
//! Idea: let R(n) be the number of different values up to n. If new values come in the order 0, 1, 2, ..., then G(n) is
//! R(n) - 1 where R grows; elsewhere it must be G(n - R(n)). A closed form of R completes the rule (L. Levine, *Fractal
//! sequences and restricted Nim*, Ars Combin. 80 (2006)). Cost: 8 bits and the closed form. Needs 60 values.

use super::closed_form::{ClosedForm, closed_form};
use super::writing::set;
use crate::bits::Bits;
use crate::budget::Budget;
use crate::expression::{One, Tree};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::collections::HashSet;
use std::sync::Arc;

const FRACTAL: Kind =
    Kind::complete("fractal", "without the first occurrence of each value, the sequence of values is itself");

/// Finds self-similar sequences.
pub const FINDER: Finder =
    Finder { kinds: &[&FRACTAL], least: 60, is_linear: true, looks_at: LooksAt::Values, find: Find::Sequence(find) };

/// So many first occurrences, and so many others, are needed.
const LEAST: usize = 12;

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let Sequence { first, values } = &fit.data;
    budget.spend(values.len())?;
    let Some(counts) = counts(values) else { return Ok(Vec::new()) };
    let different = counts.last().map_or(0, |&count| count as usize);
    let counts = Sequence { first: *first, values: counts };
    let Some(form) = closed_form(&counts, 5, 25_000, budget)? else { return Ok(Vec::new()) };
    Ok(vec![Candidate {
        kind: &FRACTAL,
        null: fit.null,
        cost: Bits::whole(8) + form.cost,
        fitted: 8,
        confirmed: values.len() - different,
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(Fractal { first: *first, form }),
    }])
}

/// R of each index, if the sequence is self-similar.
fn counts(values: &[i64]) -> Option<Vec<i64>> {
    let mut seen = HashSet::new();
    let mut counts = Vec::with_capacity(values.len());
    for (i, &value) in values.iter().enumerate() {
        let is_new = seen.insert(value);
        let count = seen.len();
        let holds = if is_new { value == count as i64 - 1 } else { i >= count && values[i - count] == value };
        if !holds {
            return None;
        }
        counts.push(count as i64);
    }
    (seen.len() >= LEAST && values.len() - seen.len() >= LEAST).then_some(counts)
}

/// An expression at n - 1 instead of n.
fn before(tree: &Tree) -> Tree {
    match tree {
        Tree::Variable(_) => Tree::one(One::Less, tree.clone()),
        Tree::One(function, of) => Tree::one(*function, before(of)),
        Tree::Two(function, left, right) => Tree::two(*function, before(left), before(right)),
        Tree::Number(_) | Tree::All(_) => tree.clone(),
    }
}

/// A self-similar sequence that begins with 0.
#[derive(Debug)]
struct Fractal {
    first: i64,
    /// R, the number of different values up to n.
    form: ClosedForm,
}

impl Rule for Fractal {
    fn words(&self) -> String {
        let exceptions: Vec<String> =
            self.form.exceptions.iter().map(|(label, value)| format!(", R({label}) = {value}")).collect();
        format!(
            "without the first occurrence of each value, the sequence is itself: with R(n) = {}{}, the number of \
             different values up to n, G(n) = R(n) - 1 where R(n) > R(n - 1), and G(n) = G(n - R(n)) elsewhere",
            self.form.text("n"),
            exceptions.concat()
        )
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        if subject == Subject::Outcomes {
            return Err("values of the game");
        }
        let (now, before) = (self.form.text("n"), before(&self.form.tree).text(&["n".to_owned()], "n"));
        // Where R is an exception, its expression says nothing about n and the next number.
        let mut left_out: Vec<i64> = self.form.exceptions.iter().flat_map(|(label, _)| [*label, label + 1]).collect();
        left_out.push(self.first);
        left_out.sort_unstable();
        left_out.dedup();
        Ok(format!(
            "n in {} or ({now} > {before} and g(n) == {now} - 1) or ({now} == {before} and g(n) == g(n - ({now})))",
            set(left_out)
        ))
    }

    fn terms(&self, count: usize) -> Said {
        let mut said: Said = Vec::with_capacity(count);
        let mut before = Some(0);
        for i in 0..count {
            let now = self.form.value(self.first + i as i64);
            said.push(match (before, now) {
                (Some(before), Some(now)) if now > before => Some(now - 1),
                (Some(_), Some(now)) => {
                    usize::try_from(now).ok().and_then(|now| i.checked_sub(now)).and_then(|i| said.get(i).copied()?)
                }
                _ => None,
            });
            before = now;
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use crate::trial;

    /// The values of the game in which at most `most` of n may be removed.
    fn at_most(most: impl Fn(usize) -> usize) -> Vec<i64> {
        trial::mex_values(501, |n, values| (1..=most(n)).map(|removed| values[n - removed]).collect())
    }

    #[test]
    fn restricted_nim() {
        for (values, form) in [
            (at_most(|n| n / 2), "n / 2 + 1"),
            (at_most(|n| n / 3), "n / 3 + 1"),
            (at_most(usize::isqrt), "isqrt(n) + 1"),
        ] {
            let (kind, words, claim) = trial::best(0, &values);
            assert_eq!(kind, "fractal");
            assert!(words.contains(&format!("R(n) = {form}, the")), "{words}");
            assert!(claim.starts_with("n in {0} or ("), "{claim}");
            assert!(claim.ends_with(&format!("g(n) == g(n - ({form})))")), "{claim}");
        }
    }

    #[test]
    fn sequences_from_1_on_and_spoiled_ones() {
        let values = trial::mex_values(502, |n, values| (1..n).filter(|m| n % m > 0).map(|m| values[m]).collect());
        assert_eq!(trial::best(1, &values[1..]).0, "fractal");
        let exact = at_most(|n| n / 2);
        for seed in 1..20 {
            let kinds = trial::kinds(0, trial::spoiled(&exact, seed));
            assert!(!kinds.contains(&"fractal".to_owned()), "{kinds:?}");
        }
    }
}
