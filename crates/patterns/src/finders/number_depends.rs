//! Sequences that depend only on a function of n: on its valuations, digits, root or factors.
//!
//! Idea: sort the terms by f(n), for each f of a list, and test that G is constant on each fibre. The fibres must
//! number less than 60 percent of the terms. If there are 4 or more, a closed form F with G(n) = F(f(n)) is looked for.
//! Cost: 10 bits, and F or the table of its values. Looks at n >= 2. Where f is new, a table says nothing. False
//! friend: an f with nearly as many values as there are terms.

use super::arithmetic::Factors;
use super::closed_form::form_of_table;
use super::number_features::Feature;
use super::writing::{bare, set};
use crate::bits::{self, Bits};
use crate::budget::Budget;
use crate::expression::Tree;
use crate::finder::{Find, Finder, Fit, Found, LooksAt};
use crate::pattern::{Candidate, Demand, Kind, Rule, Said, Subject};
use crate::sequence::Sequence;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const DEPENDS: Kind =
    Kind { once: true, ..Kind::complete("depends", "G(n) depends only on its valuations, digits, root or factors") };

/// Finds sequences that depend on a function of n.
pub const FINDER: Finder =
    Finder { kinds: &[&DEPENDS], least: 30, is_linear: false, looks_at: LooksAt::Values, find: Find::Sequence(find) };

/// A claim lists the values of a table up to this size.
const LISTED: usize = 24;

fn find(fit: &Fit<Sequence>, budget: &mut Budget) -> Found {
    let data = &fit.data;
    if data.first < 0 {
        return Ok(Vec::new());
    }
    budget.spend(4 * data.len())?;
    let factors = Factors::up_to(data.label(data.len()));
    let head: Vec<i64> = data.labels().zip(&data.values).take_while(|(n, _)| *n < 2).map(|(_, &value)| value).collect();
    let used = data.len() - head.len();
    let mut found = Vec::new();
    for feature in Feature::ALL {
        budget.spend(8 * data.len())?;
        let Some(table) = fibres(data, feature, &factors) else { continue };
        let different: BTreeSet<i64> = table.values().copied().collect();
        if 10 * table.len() >= 6 * used || different.len() < 2 {
            continue;
        }
        let fitted = table.len();
        let form = if fitted < 4 { None } else { form_of_table(&table, budget)? };
        let values: Vec<i64> = table.values().copied().collect();
        let (map, cost) = match form {
            Some((bits, tree)) => (Map::Form(tree), Bits::whole(bits)),
            None => (Map::Table(table), bits::sequence(&values) + Bits::whole(fitted as i64)),
        };
        found.push(Candidate {
            kind: &DEPENDS,
            null: fit.null,
            cost: Bits::whole(10) + cost,
            fitted,
            confirmed: used - fitted,
            exceptions: Vec::new(),
            demand: Demand::USUAL,
            rule: Arc::new(Depends { first: data.first, head: head.clone(), feature, map }),
        });
    }
    Ok(found)
}

/// The value of each fibre, if all its terms have one.
fn fibres(data: &Sequence, feature: Feature, factors: &Factors) -> Option<BTreeMap<i64, i64>> {
    let mut table = BTreeMap::new();
    for (label, &value) in data.labels().zip(&data.values).filter(|(label, _)| *label >= 2) {
        if *table.entry(feature.value(label, factors)?).or_insert(value) != value {
            return None;
        }
    }
    Some(table)
}

/// How the value follows from that of the function.
#[derive(Debug)]
enum Map {
    /// An expression in it.
    Form(Tree),
    /// A table of values.
    Table(BTreeMap<i64, i64>),
}

/// G(n) = F(f(n)) for n >= 2.
#[derive(Debug)]
struct Depends {
    first: i64,
    /// The values below 2.
    head: Vec<i64>,
    feature: Feature,
    map: Map,
}

impl Depends {
    /// The claim that lists the values of a table.
    fn listed(&self, table: &BTreeMap<i64, i64>, subject: Subject) -> String {
        let f = self.feature.text();
        let keys = |wanted: i64| table.iter().filter(move |(_, value)| **value == wanted).map(|(key, _)| *key);
        let different: BTreeSet<i64> = table.values().copied().collect();
        let cases: Vec<String> = match subject {
            Subject::Outcomes => vec![format!("(outcome == P iff {f} in {})", set(keys(0)))],
            Subject::Values => {
                different.iter().map(|&value| format!("({f} in {} and g(n) == {value})", set(keys(value)))).collect()
            }
        };
        format!("n < 2 or {f} not in {} or {}", set(table.keys().copied()), cases.join(" or "))
    }
}

impl Rule for Depends {
    fn words(&self) -> String {
        let name = self.feature.words();
        match &self.map {
            Map::Form(tree) => format!("G(n) = {} for n >= 2, where k is {name}", tree.text(&["k".to_owned()], "k")),
            Map::Table(table) => {
                let listed: Vec<String> =
                    table.iter().take(LISTED).map(|(key, value)| format!("{key}: {value}")).collect();
                let more = if table.len() > LISTED { ", ..." } else { "" };
                let count = table.len();
                format!(
                    "for n >= 2, G(n) depends only on {name}, which has {count} values ({}{more})",
                    listed.join(", ")
                )
            }
        }
    }

    fn claim(&self, subject: Subject) -> Result<String, &'static str> {
        let f = self.feature.text();
        match (&self.map, subject) {
            (Map::Form(tree), Subject::Values) => Ok(format!("n < 2 or g(n) == {}", tree.text(&[f], "n"))),
            (Map::Form(tree), Subject::Outcomes) => {
                Ok(format!("n < 2 or (outcome == P iff {} == 0)", tree.text(&[f], "n")))
            }
            (Map::Table(table), _) if table.len() <= LISTED => Ok(self.listed(table, subject)),
            (Map::Table(table), Subject::Values) if self.feature.is_representative() => {
                let of = bare(&f);
                // The value 1 of f occurs in the table or not at all.
                Ok(match table.get(&1) {
                    Some(value) => format!("n < 2 or ({f} == 1 and g(n) == {value}) or ({f} > 1 and g(n) == g({of}))"),
                    None => format!("n < 2 or g(n) == g({of})"),
                })
            }
            _ => Err("a long table"),
        }
    }

    fn terms(&self, count: usize) -> Said {
        let factors = Factors::up_to(self.first.saturating_add(count as i64));
        let value = |n: i64| {
            let key = self.feature.value(n, &factors)?;
            match &self.map {
                Map::Form(tree) => tree.value(&[key]),
                Map::Table(table) => table.get(&key).copied(),
            }
        };
        let labels = self.first..self.first + count as i64;
        labels.enumerate().map(|(i, n)| self.head.get(i).copied().or_else(|| value(n))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use num_integer::gcd;

    #[test]
    fn divisor_games() {
        let divisors = |n: usize| (1..n).filter(move |d| n.is_multiple_of(*d));
        let of = |options: &dyn Fn(usize, &[i64]) -> Vec<i64>| {
            trial::best(1, &trial::mex_values(501, |n, values| if n == 0 { vec![] } else { options(n, values) })[1..])
        };
        // To a proper divisor; to one whose quotient has no common factor with it; to a smaller totative.
        let (kind, words, claim) = of(&|n, values| divisors(n).map(|d| values[d]).collect());
        assert!(["depends", "arith-function"].contains(&kind.as_str()), "{kind}: {words}: {claim}");
        let (kind, words, _) =
            of(&|n, values| divisors(n).filter(|d| gcd(*d, n / d) == 1).map(|d| values[d]).collect());
        assert!(["depends", "arith-function"].contains(&kind.as_str()), "{kind}: {words}");
        let (kind, words, claim) = of(&|n, values| (1..n).filter(|m| gcd(*m, n) == 1).map(|m| values[m]).collect());
        assert_eq!(kind, "depends", "{words}");
        assert_eq!(claim, "n < 2 or g(n) == g(least_prime(n))");
    }

    #[test]
    fn forms_and_tables() {
        let sum = |mut n: i64| {
            let mut sum = 0;
            while n > 0 {
                (sum, n) = (sum + n % 3, n / 3);
            }
            sum
        };
        let (kind, words, claim) = trial::best(0, &(0..600).map(|n| sum(n) * sum(n) + 1).collect::<Vec<_>>());
        assert_eq!(
            (kind.as_str(), words.as_str()),
            ("depends", "G(n) = 1 + k * k for n >= 2, where k is the sum of the digits of n in base 3")
        );
        let text = "sum(n / 3 ** i % 3 for i in 0..=39)";
        assert_eq!(claim, format!("n < 2 or g(n) == 1 + {text} * {text}"));
        let table = [4, 1, 0, 7, 5, 5, 2, 9, 3, 8, 8, 1, 0, 6, 2, 4];
        let (kind, _, claim) = trial::best(0, &(0..900).map(|n| table[sum(n) as usize]).collect::<Vec<_>>());
        assert_eq!(kind, "depends");
        assert!(claim.contains(" or (sum(n / 3 ** i % 3 for i in 0..=39) in {4, 5} and g(n) == 5)"), "{claim}");
    }

    #[test]
    fn spoiled_values_have_no_such_rule() {
        let factors = Factors::up_to(800);
        let value = |n| Feature::Divisors.value(n, &factors).unwrap_or(0) * 3 % 7;
        let exact: Vec<i64> = (0..800).map(value).collect();
        assert_eq!(trial::best(0, &exact).0, "depends");
        for seed in 1..20 {
            let kinds = trial::kinds(0, trial::spoiled(&exact, seed));
            assert!(!kinds.contains(&"depends".to_owned()), "seed {seed}: {kinds:?}");
        }
    }
}
