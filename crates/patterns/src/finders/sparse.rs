//! Periodic values with few exceptions, whose places satisfy a linear recurrence.
//!
//! Idea: modulo some p up to 12 each class has one value, but for 6 to 3 log N + 6 places. These have one value, too,
//! and satisfy a recurrence of order at most 3, confirmed by four further places. Cost: 8 bits, the values of the
//! classes and the recurrence. Needs 64 values. The last place must exceed the middle one by 70 percent: others are no
//! rare places.

use super::recurrence::{Limits, Recurrence};
use super::writing::{set, start};
use crate::bits::{self, Bits};
use crate::budget::Budget;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::collections::BTreeMap;
use std::sync::Arc;

const SPARSE: Kind = Kind::complete("sparse", "one value on each class modulo p, but for places with a recurrence");

/// Finds periodic values with rare exceptions.
pub const FINDER: Finder =
    Finder { kinds: &[&SPARSE], least: 64, is_linear: true, looks_at: LooksAt::Values, find: Find::Sequence(find) };

/// The largest modulus.
const LARGEST: usize = 12;

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let mut best: Option<Candidate> = None;
    for period in 1..=LARGEST {
        budget.spend(2 * fit.data.len())?;
        let Some(candidate) = with_period(fit, period) else { continue };
        if best.as_ref().is_none_or(|best| candidate.cost < best.cost) {
            best = Some(candidate);
        }
    }
    Ok(best.into_iter().collect())
}

fn with_period(fit: &Fit<Sequence>, period: usize) -> Option<Candidate> {
    let Sequence { first, values } = &fit.data;
    let usual: Vec<i64> = (0..period).map(|class| most_frequent(values, class, period)).collect();
    let odd: Vec<usize> = (0..values.len()).filter(|i| values[*i] != usual[i % period]).collect();
    if odd.len() < 6 || Bits::whole(odd.len() as i64 - 6) > bits::log2(values.len() as u64).times(3) {
        return None;
    }
    let places: Vec<i64> = odd.iter().map(|&i| fit.data.label(i)).collect();
    let recurrence = Recurrence::of(&places, Limits { order: 3, skipped: 8 })?;
    let (skipped, order) = (recurrence.skipped, recurrence.order());
    let value = values[odd[skipped]];
    let is_rare = 10 * i128::from(places[places.len() - 1]) >= 17 * i128::from(places[places.len() / 2]);
    if odd.len() < skipped + order + 4 || odd[skipped..].iter().any(|&i| values[i] != value) || !is_rare {
        return None;
    }
    let early: Vec<(i64, i64)> = odd[..skipped].iter().map(|&i| (fit.data.label(i), values[i])).collect();
    let early_values: Vec<i64> = early.iter().map(|(_, value)| *value).collect();
    let cost = Bits::whole(8)
        + bits::whole_numbers([period as i64, value])
        + bits::sequence(&usual)
        + recurrence.cost
        + bits::sequence(&early_values);
    Some(Candidate {
        kind: &SPARSE,
        null: fit.null,
        cost,
        fitted: 2 * order + skipped + period,
        confirmed: values.len().saturating_sub(3 * period + 2 * order + skipped),
        exceptions: Vec::new(),
        demand: Demand::USUAL,
        rule: Arc::new(Sparse { first: *first, usual, recurrence, value, early }),
    })
}

/// The value that occurs most often in a class; of several the least.
fn most_frequent(values: &[i64], class: usize, period: usize) -> i64 {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for &value in values.iter().skip(class).step_by(period) {
        *counts.entry(value).or_insert(0) += 1;
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map_or(0, |(value, _)| value)
}

/// One value on each class of indices, and one at the terms of a recurrence.
#[derive(Debug)]
struct Sparse {
    first: i64,
    /// The value of each class of indices.
    usual: Vec<i64>,
    recurrence: Recurrence,
    /// The value at the terms of the recurrence.
    value: i64,
    /// Labels and values of the first terms, which may be others.
    early: Vec<(i64, i64)>,
}

impl Sparse {
    /// The classes of labels with this value.
    fn classes(&self, value: i64) -> String {
        let period = self.usual.len() as i64;
        let with_value = (0..).zip(&self.usual).filter(|(_, usual)| **usual == value);
        let mut classes: Vec<i64> = with_value.map(|(i, _)| (self.first + i).rem_euclid(period)).collect();
        classes.sort_unstable();
        format!("n % {period} in {}", set(classes))
    }

    /// The usual values, each once.
    fn different(&self) -> Vec<i64> {
        let mut different = self.usual.clone();
        different.sort_unstable();
        different.dedup();
        different
    }

    fn outcome(&self, places: &str) -> String {
        let usual = self.classes(0);
        match (self.value == 0, self.usual.contains(&0)) {
            (true, true) => format!("(outcome == P iff {usual} or n in {places})"),
            (true, false) => format!("(outcome == P iff n in {places})"),
            (false, true) => format!("(outcome == P iff {usual} and n not in {places})"),
            (false, false) => "outcome == N".to_owned(),
        }
    }

    fn values(&self, places: &str) -> String {
        let different = self.different();
        let usual: Vec<String> = match different.as_slice() {
            [value] => vec![format!("g(n) == {value}")],
            _ => different.iter().map(|&value| format!("({} and g(n) == {value})", self.classes(value))).collect(),
        };
        format!("((n in {places} and g(n) == {}) or (n not in {places} and ({})))", self.value, usual.join(" or "))
    }
}

impl Rule for Sparse {
    fn words(&self) -> String {
        let usual: Vec<String> = match self.different().as_slice() {
            [value] => vec![format!("G(n) = {value}")],
            many => many.iter().map(|&value| format!("G(n) = {value} where {}", self.classes(value))).collect(),
        };
        let places = self.recurrence.up_to(i64::MAX);
        let early: Vec<String> = self.early.iter().map(|(label, value)| format!(", G({label}) = {value}")).collect();
        format!(
            "{}, but G(n) = {} at x = {}, where {}{}",
            usual.join(", "),
            self.value,
            start(&places),
            self.recurrence.text("x"),
            early.concat()
        )
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        let places = self.recurrence.up_to(i64::MAX);
        let regular = set(places[self.early.len()..].iter().copied());
        let rule = if subject == Subject::Outcomes { self.outcome(&regular) } else { self.values(&regular) };
        let early = match self.early.is_empty() {
            true => String::new(),
            false => format!(" or n in {}", set(self.early.iter().map(|(label, _)| *label))),
        };
        Ok(format!("n > {}{early} or {rule}", places[places.len() - 1]))
    }

    fn terms(&self, count: usize) -> Said {
        let limit = self.first.saturating_add(count as i64);
        let places = self.recurrence.up_to(limit);
        let last = places.last().copied().unwrap_or(self.first);
        let usual = (self.first..limit).zip(self.usual.iter().cycle());
        let mut said: Said = usual.map(|(label, &usual)| (label <= last).then_some(usual)).collect();
        for (k, place) in places.iter().enumerate() {
            let value = self.early.get(k).map_or(self.value, |(_, value)| *value);
            if let Some(said) = usize::try_from(place - self.first).ok().and_then(|i| said.get_mut(i)) {
                *said = Some(value);
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use grundy_core::control::FREE;

    fn made(n: i64) -> i64 {
        if n > 4 && ((n + 3) as u64).is_power_of_two() { 7 } else { [1, 0, 4][n as usize % 3] }
    }

    #[test]
    fn powers_of_two_in_a_period() {
        let (kind, words, claim) = trial::best(0, &(0..800).map(made).collect::<Vec<_>>());
        assert_eq!(kind, "sparse");
        assert!(words.starts_with("G(n) = 0 where n % 3 in {1}, G(n) = 1 where n % 3 in {0}, "), "{words}");
        assert!(words.contains("but G(n) = 7 at x = 5, 13, 29, 61"), "{words}");
        assert!(claim.contains("((n in {5, 13, 29, 61, "), "{claim}");
    }

    #[test]
    fn outcomes_of_building_nim() {
        // P-positions: the odd numbers, and 2^k - 2.
        let values = (0..=700i64).map(|n| i64::from(n % 2 == 0 && !((n + 2) as u64).is_power_of_two())).collect();
        let fit = Fit::sequence(Sequence { first: 0, values }, Subject::Outcomes);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        assert_eq!(found[0].refusal(), None);
        let claim = found[0].rule.claim(Subject::Outcomes).expect("a claim");
        assert!(claim.contains("(outcome == P iff n % 2 in {1} or n in {0, 2, 6, 14, 30"), "{claim}");
    }

    #[test]
    fn spoiled_values_have_no_such_rule() {
        let exact: Vec<i64> = (0..800).map(made).collect();
        for seed in 1..20 {
            let kinds = trial::kinds(0, trial::spoiled(&exact, seed));
            assert!(!kinds.contains(&"sparse".to_owned()), "{kinds:?}");
        }
    }
}
