//! Closed forms: G(n) = E(n), an expression with up to 12 exceptions among the first quarter of the values.

use crate::bits::{self, Bits};
use crate::budget::{Budget, Stop};
use crate::expression::{Grammar, Pool, Tree};
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use grundy_core::random::Random;
use std::collections::BTreeMap;
use std::sync::Arc;

const EXPRESSION: Kind = Kind::complete("expression", "G(n) is an expression in n, with few exceptions");

/// Finds closed forms.
pub const FINDER: Finder =
    Finder { kinds: &[&EXPRESSION], least: 40, is_linear: true, looks_at: LooksAt::Both, find: Find::Sequence(find) };

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let Some(form) = closed_form(&fit.data, 5, 25_000, budget)? else { return Ok(Vec::new()) };
    Ok(vec![Candidate {
        kind: &EXPRESSION,
        null: fit.null,
        cost: form.cost,
        fitted: form.sample / 8,
        confirmed: fit.data.len() - form.sample,
        exceptions: form.exceptions.iter().map(|(label, _)| (label - fit.data.first) as usize).collect(),
        demand: Demand::USUAL,
        rule: Arc::new(form),
    }])
}

/// An expression in n, and where its values differ.
#[derive(Debug, Clone)]
pub(super) struct ClosedForm {
    first: i64,
    pub(super) tree: Tree,
    /// Labels and values.
    pub(super) exceptions: Vec<(i64, i64)>,
    /// The cost of all of it.
    pub(super) cost: Bits,
    /// The number of terms that were looked at before the form was found.
    pub(super) sample: usize,
}

/// The cheapest expression of up to 2 `size` + 1 symbols that all terms satisfy, with at most 12 exceptions among the
/// first quarter. It needs 24 terms.
pub(super) fn closed_form(
    data: &Sequence,
    size: usize,
    cap: usize,
    budget: &mut Budget,
) -> Result<Option<ClosedForm>, Stop> {
    let count = data.len();
    if count < 24 {
        return Ok(None);
    }
    // Exceptions among the first eighth are usual. If one lies between it and the quarter, the sample must begin later.
    for share in [8, 4] {
        let form = form_of_sample(data, &sample(count, count / share), Grammar::of_number(size, cap), budget)?;
        if form.is_some() {
            return Ok(form);
        }
    }
    Ok(None)
}

/// The cheapest expression that has the values of some places, and is right elsewhere with few exceptions.
fn form_of_sample(
    data: &Sequence,
    places: &[usize],
    grammar: Grammar,
    budget: &mut Budget,
) -> Result<Option<ClosedForm>, Stop> {
    let labels: Vec<[i64; 1]> = places.iter().map(|&place| [data.label(place)]).collect();
    let points: Vec<&[i64]> = labels.iter().map(<[i64; 1]>::as_slice).collect();
    let pool = Pool::grow(&points, grammar, budget)?;
    let target: Vec<i64> = places.iter().map(|&place| data.values[place]).collect();
    for (bits, tree) in pool.search(&target, 8, budget)? {
        budget.spend(data.len())?;
        let Some(exceptions) = exceptions(data, &tree) else { continue };
        let listed = exceptions.iter().flat_map(|&(label, value)| [label - data.first, value]);
        let cost = Bits::whole(bits + 6) + bits::whole_numbers(listed);
        return Ok(Some(ClosedForm { first: data.first, tree, exceptions, cost, sample: places.len() }));
    }
    Ok(None)
}

/// The cheapest expression that gives the value of each number in a table, of up to 7 symbols; and its cost in bits.
pub(super) fn form_of_table(table: &BTreeMap<i64, i64>, budget: &mut Budget) -> Result<Option<(i64, Tree)>, Stop> {
    const SAMPLE: usize = 60;
    // The first half of the sample are the least numbers; the others are evenly spread.
    let rare = table.len().div_ceil(SAMPLE / 2).max(1);
    let chosen = table.iter().enumerate().filter(|(i, _)| *i < SAMPLE / 2 || i % rare == 0);
    let (points, target): (Vec<[i64; 1]>, Vec<i64>) = chosen.map(|(_, (&key, &value))| ([key], value)).unzip();
    let points: Vec<&[i64]> = points.iter().map(<[i64; 1]>::as_slice).collect();
    let pool = Pool::grow(&points, Grammar::of_number(3, 3000), budget)?;
    let fits = |tree: &Tree| table.iter().all(|(&key, &value)| tree.value(&[key]) == Some(value));
    let hits = pool.search(&target, 4, budget)?;
    budget.spend(hits.len() * table.len())?;
    Ok(hits.into_iter().find(|(_, tree)| fits(tree)))
}

/// Twenty terms from a place on, and 44 others beyond it.
fn sample(count: usize, start: usize) -> Vec<usize> {
    let start = start.max(3).min(count);
    let mut random = Random(7);
    let mut places: Vec<usize> = (start..count.min(start + 20)).collect();
    if count > start {
        places.extend((0..44).map(|_| start + random.below((count - start) as u64) as usize));
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// The terms that an expression misses; `None` if they are more than 12 or some lie beyond the first quarter.
fn exceptions(data: &Sequence, tree: &Tree) -> Option<Vec<(i64, i64)>> {
    let mut missed = Vec::new();
    for (place, (label, &value)) in data.labels().zip(&data.values).enumerate() {
        if tree.value(&[label]) != Some(value) {
            if missed.len() == 12 || place >= data.len() / 4 {
                return None;
            }
            missed.push((label, value));
        }
    }
    Some(missed)
}

impl ClosedForm {
    pub(super) fn value(&self, label: i64) -> Option<i64> {
        let listed = self.exceptions.iter().find(|(exception, _)| *exception == label);
        listed.map_or_else(|| self.tree.value(&[label]), |(_, value)| Some(*value))
    }

    pub(super) fn text(&self, variable: &str) -> String {
        self.tree.text(&[variable.to_owned()], variable)
    }
}

impl Rule for ClosedForm {
    fn words(&self) -> String {
        let mut text = format!("G(n) = {}", self.text("n"));
        if !self.exceptions.is_empty() {
            let list: Vec<String> =
                self.exceptions.iter().map(|(label, value)| format!("G({label}) = {value}")).collect();
            text.push_str(&format!(", except {}", list.join(", ")));
        }
        text
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        let form = self.text("n");
        let form = match subject {
            Subject::Values => format!("g(n) == {form}"),
            Subject::Outcomes => format!("(outcome == P iff {form} == 0)"),
        };
        if self.exceptions.is_empty() {
            return Ok(form);
        }
        let labels: Vec<String> = self.exceptions.iter().map(|(label, _)| label.to_string()).collect();
        Ok(format!("n in {{{}}} or {form}", labels.join(", ")))
    }

    fn terms(&self, count: usize) -> Said {
        (self.first..self.first + count as i64).map(|label| self.value(label)).collect()
    }

    fn term(&self, index: usize) -> Option<i64> {
        self.value(self.first.checked_add(i64::try_from(index).ok()?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_core::control::FREE;

    #[test]
    fn forms_with_exceptions() {
        let mut values: Vec<i64> = (0..400i64).map(|n| 2 * n + i64::from((n.count_ones() + 1) % 2)).collect();
        values[5] = 0;
        let data = Sequence { first: 0, values };
        let form =
            closed_form(&data, 5, 25_000, &mut Budget::new(Budget::STEPS, &FREE)).expect("in budget").expect("a form");
        assert_eq!(form.exceptions, [(5, 0)]);
        assert!(form.words().ends_with("except G(5) = 0"), "{}", form.words());
        assert!(form.terms(400).into_iter().eq(data.values.iter().map(|&value| Some(value))));
        let mut late = data;
        late.values[300] = 0;
        assert!(closed_form(&late, 5, 25_000, &mut Budget::new(Budget::STEPS, &FREE)).expect("in budget").is_none());
    }
}
