//! How many P-positions there are with largest coordinate n, or with coordinates up to n: a quasi-polynomial.
//!
//! The period is at most 6. Such rules describe only a part of a table. Needs a box from 0 on with equal sides.

use super::periods::quasi_polynomial;
use crate::bits;
use crate::budget::Budget;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Class, Demand, Kind, Rule, Subject, Tally};
use crate::sequence::Sequence;
use crate::table::Table;
use std::sync::Arc;

const COUNTS: Kind = Kind {
    class: Class::Counts,
    closes: false,
    ..Kind::complete("counts", "the number of P-positions up to n, or with largest coordinate n, is a quasi-polynomial")
};

/// Finds rules for numbers of P-positions.
pub const FINDER: Finder =
    Finder { kinds: &[&COUNTS], least: 144, is_linear: true, looks_at: LooksAt::Values, find: Find::Table(find) };

/// The longest period.
const LONGEST: usize = 6;

fn find(fit: &Fit<Table>, budget: &mut Budget) -> Found {
    budget.spend(fit.data.len())?;
    let Some(layers) = layers(&fit.data) else { return Ok(Vec::new()) };
    let is_flat = layers.iter().all(|count| *count == layers[0]);
    if is_flat || layers.len() < 12 {
        return Ok(Vec::new());
    }
    for is_total in [false, true] {
        let values = if is_total { totals(&layers) } else { layers.clone() };
        let count = values.len();
        let null = bits::sequence(&values);
        let data = Sequence { first: 0, values };
        let Some(found) = quasi_polynomial(&data, null, LONGEST, budget)? else { continue };
        let candidate = Candidate {
            kind: &COUNTS,
            demand: Demand { gain: Demand::USUAL.gain, confirmed: 6, per_fitted: 1 },
            rule: Arc::new(Counts { is_total, shown: data.start(8).values, rule: found.rule.clone() }),
            ..found
        };
        if candidate.refusal().is_none() && 2 * candidate.confirmed >= count {
            return Ok(vec![candidate]);
        }
    }
    Ok(Vec::new())
}

/// The number of P-positions for each largest coordinate.
fn layers(table: &Table) -> Option<Vec<i64>> {
    if !table.is_whole_box() || table.high().iter().any(|&high| high != table.high()[0]) {
        return None;
    }
    let mut layers = vec![0; usize::try_from(table.high()[0]).ok()? + 1];
    for (point, _) in table.points().zip(table.values()).filter(|(_, value)| **value == 0) {
        layers[point.iter().copied().max()? as usize] += 1;
    }
    Some(layers)
}

fn totals(layers: &[i64]) -> Vec<i64> {
    let mut sum = 0;
    layers
        .iter()
        .map(|count| {
            sum += count;
            sum
        })
        .collect()
}

/// The rule.
#[derive(Debug)]
struct Counts {
    /// Whether all coordinates are at most n; otherwise the largest one is n.
    is_total: bool,
    /// The first numbers.
    shown: Vec<i64>,
    /// The rule for the numbers.
    rule: Arc<dyn Rule>,
}

impl Rule for Counts {
    fn words(&self) -> String {
        let which = if self.is_total { "with coordinates up to n" } else { "with largest coordinate n" };
        let shown: Vec<String> = self.shown.iter().map(i64::to_string).collect();
        let rule = self.rule.words().replace("G(", "c(").replace("G is", "c is");
        format!("the numbers c(n) of P-positions {which} are {}, ...: {rule}", shown.join(", "))
    }

    fn claim(&self, _: Subject) -> Result<String, &'static str> {
        Err("numbers of P-positions")
    }

    fn reads_values(&self) -> bool {
        true
    }

    /// A statement is about all positions with one largest coordinate. They are few, so those of the fit part count,
    /// too, if three are beyond it.
    fn compare_positions(&self, table: &Table, counted: &[bool]) -> Tally {
        let Some(layers) = layers(table) else { return Tally::default() };
        let values = if self.is_total { totals(&layers) } else { layers };
        let said = self.rule.terms(values.len());
        let layer = |row: usize| table.point(row).iter().copied().max().unwrap_or(0) as usize;
        let wrong = |n: usize| said[n].is_some_and(|said| said != values[n]);
        let mut beyond = vec![false; values.len()];
        (0..table.len()).filter(|&row| counted[row]).for_each(|row| beyond[layer(row)] = true);
        let new = beyond.iter().filter(|&&is_new| is_new).count();
        Tally {
            held: if new >= 3 { said.iter().flatten().count() } else { 0 },
            broken: (0..table.len()).find(|&row| wrong(layer(row))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{fit_of, table_of};
    use grundy_core::control::FREE;

    #[test]
    fn numbers_of_p_positions() {
        // P where the sum of three heaps is even.
        let value = |p: &[i64]| (p[0] + p[1] + p[2]) % 2;
        let fit = fit_of(3, 12, value);
        let found = find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget");
        let rule = &found.first().expect("a rule").rule;
        assert!(
            rule.words().starts_with("the numbers c(n) of P-positions with largest coordinate n are 1, 3, 10, "),
            "{}",
            rule.words()
        );
        let table = table_of(3, 20, value);
        let counted: Vec<bool> = table.points().map(|p| p.iter().any(|&x| x > 12)).collect();
        assert_eq!(rule.compare_positions(&table, &counted), Tally { held: 21, broken: None });
        let mut values = table.values().to_vec();
        *values.last_mut().expect("a row") ^= 1;
        assert!(rule.compare_positions(&table.with_values(values), &counted).broken.is_some());
    }

    #[test]
    fn noise_has_no_rule() {
        let fit = fit_of(2, 40, |p| i64::from((p[0] * 7919 + p[1] * 104_729 + p[0] * p[1] * 13) % 1009 > 300));
        assert!(find(&fit, &mut Budget::new(Budget::STEPS, &FREE)).expect("within the budget").is_empty());
    }
}
